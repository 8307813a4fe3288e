/// Reports of the log that its runtime has not received yet.
final class LogInbox: Sendable {
    private struct State: Sendable {
        var reports: [LogReport] = []
        var isWaking = false
    }

    private let state = Lock(State())

    /// Adds a report. Of consecutive durable numbers, only the last is kept.
    /// - Returns: whether to wake the runtime: `false` if it is already on its way.
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
