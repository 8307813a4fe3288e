/// The log's reports that the runtime has not received yet.
final class LogInbox: Sendable {
    private struct State: Sendable {
        var reports: [LogReport] = []
        var isWaking = false
    }

    private let state = Lock(State())

    /// Adds a report. Keeps only the last of consecutive `durable` reports.
    /// - Returns: whether the caller must wake the runtime; `false` if the runtime has been woken and has not yet taken the reports.
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
