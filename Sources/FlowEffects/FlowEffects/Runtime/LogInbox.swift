/// What the log reported and its runtime has not heard yet.
final class LogInbox: Sendable {
    private struct State: Sendable {
        var reports: [LogReport] = []
        var isWaking = false
    }

    private let state = Lock(State())

    /// Adds a report. Of durable numbers in a row only the last is kept.
    /// - Returns: whether the runtime is to be woken: it is not on its way already.
    func put(_ report: LogReport) -> Bool {
        state.withLock { state in
            if case .durable = report, case .durable? = state.reports.last { state.reports.removeLast() }
            state.reports.append(report)
            defer { state.isWaking = true }
            return !state.isWaking
        }
    }

    /// Removes and returns the reports, oldest first.
    func takeAll() -> [LogReport] {
        state.withLock { state in
            state.isWaking = false
            defer { state.reports = [] }
            return state.reports
        }
    }
}
