import FlowEffects
import FlowReading

/// Shows the progress of long work on a terminal, after one second, with the rate and the remaining time.
final class Progress: Sendable {
    private struct State {
        var logs = 0
        var bytes = 0
        var lastShown: ContinuousClock.Instant
        var isVisible = false
    }

    private let allLogs: Int
    private let allBytes: Int
    private let start: ContinuousClock.Instant
    private let state: Lock<State>
    private let report: @Sendable (String) -> Void

    private static let delay = Duration.seconds(1)
    private static let pause = Duration.milliseconds(200)

    /// Creates a display for `logs` logs.
    ///
    /// - Parameter bytes: The size of all logs together; 0 if it is unknown.
    init(logs: Int, bytes: Int, _ report: @escaping @Sendable (String) -> Void) {
        allLogs = logs
        allBytes = bytes
        self.report = report
        start = .now
        state = Lock(State(lastShown: .now))
    }

    /// Adds a number of bytes that were read.
    func advance(bytes: Int) { change { $0.bytes += bytes } }

    /// Adds one finished log.
    func advanceLog() { change { $0.logs += 1 } }

    /// Clears the line of the display, so that other output can be written there.
    func hide() {
        let wasVisible = state.withLock { state in
            defer { state.isVisible = false }
            return state.isVisible
        }
        if wasVisible { report("") }
    }

    private func change(_ body: (inout State) -> Void) {
        let now = ContinuousClock.now
        let text: String? = state.withLock { state in
            body(&state)
            guard now - start >= Progress.delay, now - state.lastShown >= Progress.pause else { return nil }
            state.lastShown = now
            state.isVisible = true
            return Progress.text(
                logs: (state.logs, allLogs), bytes: (state.bytes, allBytes), seconds: Double((now - start).components.seconds))
        }
        if let text { report(text) }
    }

    /// Returns a text such as `1,200 of 100,000 logs, 410 logs/s, 4 min left`.
    static func text(logs: (done: Int, all: Int), bytes: (done: Int, all: Int), seconds: Double) -> String {
        var parts: [String] = []
        if logs.all > 1 { parts.append("\(grouped(logs.done)) of \(grouped(logs.all)) logs") }
        let megabyte = 1_000_000
        if logs.all == 1 || bytes.all > 100 * megabyte {
            let all = bytes.all > 0 ? " of \(grouped(bytes.all / megabyte))" : ""
            parts.append("\(grouped(bytes.done / megabyte))\(all) MB")
        }
        let seconds = max(seconds, 1)
        parts.append(
            logs.all > 1
                ? "\(grouped(Int(Double(logs.done) / seconds))) logs/s"
                : "\(Int(Double(bytes.done) / seconds) / megabyte) MB/s")
        if bytes.all > 0, bytes.done > 0 {
            let left = Double(bytes.all - min(bytes.done, bytes.all)) / Double(bytes.done) * seconds
            parts.append("\(TimeWords.term(Int64(left) * 1000)) left")
        }
        return parts.joined(separator: ", ")
    }
}
