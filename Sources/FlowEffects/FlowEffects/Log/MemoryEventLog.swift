import FlowMachine

/// A log in memory, for devices that keep no files and for tests. Each record is reported as durable at once.
///
/// ```swift
/// let log = MemoryEventLog(maximumBytes: 1_000_000)
/// ```
public final class MemoryEventLog: EventLog {
    private struct State: Sendable {
        var segments: [LogSegment] = []
        var begun = 0
        var label = ""
    }

    private let state = Lock(State())
    private let segmentBytes: Int
    private let maximumSegments: Int

    /// Creates an empty log. Another segment begins when the current segment contains `maximumBytes / maximumSegments` bytes.
    /// - Parameters:
    ///   - maximumBytes: the approximate maximum size of the log, in bytes.
    ///   - maximumSegments: the maximum number of segments, at least 1. If there are more segments, the log drops the oldest segment.
    public init(maximumBytes: Int = 16_000_000, maximumSegments: Int = 4) {
        self.maximumSegments = max(1, maximumSegments)
        segmentBytes = maximumBytes / self.maximumSegments
    }

    public func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void) {
        state.withLock { state in
            state.label = label
            add(header, to: &state)
        }
    }

    @discardableResult
    public func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        state.withLock { state in
            if let last = state.segments.indices.last { state.segments[last].bytes += line }
        }
        return true
    }

    public func reasonForSegment(at now: Instant) -> Snapshot.Reason? {
        state.withLock { state in (state.segments.last?.bytes.count ?? 0) >= segmentBytes ? .rotation : nil }
    }

    public func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) {
        state.withLock { add(lines, to: &$0) }
    }

    private func add(_ bytes: [UInt8], to state: inout State) {
        if state.segments.count == maximumSegments { state.segments.removeFirst() }
        state.begun += 1
        state.segments.append(LogSegment(name: segmentName(state.label, state.begun), bytes: bytes))
    }

    public func flush() async {}

    public func close() async {}

    public func segments() throws(EventLogFailure) -> [String] { state.withLock { $0.segments.map(\.name) } }

    public func read(_ segment: String) throws(EventLogFailure) -> [UInt8] {
        guard let found = state.withLock({ $0.segments.first { $0.name == segment } }) else {
            throw EventLogFailure(.reading, place: segment, cause: "no segment has this name")
        }
        return found.bytes
    }

    public func erase() async throws(EventLogFailure) { state.withLock { $0.segments = [] } }
}
