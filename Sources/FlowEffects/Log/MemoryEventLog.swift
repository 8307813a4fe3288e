/// A log in memory, for devices that keep no files and for tests. Each line counts as durable at once.
public final class MemoryEventLog: EventLog {
    private struct State: Sendable {
        var segments: [LogSegment] = []
        var begun = 0
        var isFull = false
        var report: (@Sendable (LogReport) -> Void)?
    }

    private let state = Lock(State())
    private let mostBytes: Int
    private let mostSegments: Int

    /// An empty log. A segment that reaches `mostBytes` takes no more lines, since one without its beginning could not
    /// be replayed; of more than `mostSegments`, the oldest is dropped.
    public init(mostBytes: Int = 16_000_000, mostSegments: Int = 4) {
        self.mostBytes = mostBytes
        self.mostSegments = max(1, mostSegments)
    }

    public func begin(_ header: [UInt8], label: String, report: @escaping @Sendable (LogReport) -> Void) {
        state.withLock { state in
            if state.segments.count == mostSegments { state.segments.removeFirst() }
            state.begun += 1
            state.segments.append(LogSegment(name: segmentName(label, state.begun), bytes: header))
            state.isFull = false
            state.report = report
        }
    }

    public func append(_ line: [UInt8], number: Int64) {
        let (report, isFirstLost) = state.withLock { state -> ((@Sendable (LogReport) -> Void)?, Bool) in
            guard let last = state.segments.indices.last, !state.isFull else { return (state.report, false) }
            if state.segments[last].bytes.count + line.count > mostBytes {
                state.isFull = true
                return (state.report, true)
            }
            state.segments[last].bytes += line
            return (state.report, false)
        }
        if isFirstLost { report?(.failed(FileEventLogFailure(.full, path: "memory", cause: "\(mostBytes) bytes"))) }
        report?(.durable(number))
    }

    public func flush() async {}

    public func close() async { state.withLock { $0.report = nil } }

    public func segments() throws(FileEventLogFailure) -> [String] { state.withLock { $0.segments.map(\.name) } }

    public func read(_ segment: String) throws(FileEventLogFailure) -> [UInt8] {
        guard let found = state.withLock({ $0.segments.first { $0.name == segment } }) else {
            throw FileEventLogFailure(.reading, path: segment, cause: "no such segment")
        }
        return found.bytes
    }
}

/// `flow-<label>-0001.jsonl`.
func segmentName(_ label: String, _ number: Int) -> String {
    let digits = String(number)
    return "flow-\(fileNamePart(label))-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).jsonl"
}
