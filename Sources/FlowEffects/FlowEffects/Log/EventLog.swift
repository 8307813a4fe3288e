import FlowMachine

/// Where a runtime hands the lines of its log. Each launch begins a segment: a header, then records. Within a launch the
/// log may want another, which begins with a snapshot.
public protocol EventLog: Sendable {
    /// Begins a launch and its first segment with the header's line. `label`, the support id, is for the segments' names.
    /// `report` is called from any thread, never with a lower number than before.
    func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void)
    /// Takes the line of the event `number`, with its newline. Never suspends and never waits for the disk.
    /// - Returns: whether this record and all before it are already as durable as they wait for. If not, `report` says so
    ///   later; after `true` it need not.
    @discardableResult
    func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool
    /// Whether another segment is to begin, and why. The runtime asks before each event, and begins the segment before it
    /// appends the event's record.
    func wantsSegment(at now: Instant) -> Snapshot.Reason?
    /// Begins another segment with its header's line and its snapshot's.
    func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant)
    /// Returns when every line so far is as durable as it will be.
    func flush() async
    /// Flushes, and ends the segment. The next `begin` begins another.
    func close() async
    /// The names of the segments, oldest first.
    /// - Throws: `EventLogFailure` if they cannot be listed.
    func segments() throws(EventLogFailure) -> [String]
    /// The bytes of one segment, as far as it is written.
    /// - Throws: `EventLogFailure` if it cannot be read.
    func read(_ segment: String) throws(EventLogFailure) -> [UInt8]
    /// Removes all segments, those of earlier launches too. Only while no launch is under way.
    /// - Throws: `EventLogFailure` if one cannot be removed.
    func erase() async throws(EventLogFailure)
}

/// What the effects of a record wait for.
public enum LogWait: Sendable {
    /// The disk, whatever the log's policy: after a power cut nobody must have forgotten that it was decided.
    case disk
    /// What the log's policy says.
    case policy
    /// The system alone, whatever the log's policy: it survives the process, and goes to the disk with what comes next.
    case system
}

/// One segment of a log: a header's line, then one line a record.
public struct LogSegment: Sendable, Equatable {
    /// The name, of a file for example.
    public let name: String
    /// The lines.
    public internal(set) var bytes: [UInt8]

    /// One segment of a log.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// A log as it is sent to support.
public struct LogExport: Sendable, Equatable {
    /// What to quote: it stands in the header of each of this launch's segments.
    public let supportID: String
    /// The segments, oldest first, this launch's last. Each ends with a whole line.
    public let segments: [LogSegment]
}

/// What a log tells its runtime.
public enum LogReport: Sendable {
    /// Every record up to this number is as durable as it waits for, or never will be after `failed`.
    case durable(Int64)
    /// The log keeps nothing until `resumed`. Told once.
    case failed(EventLogFailure)
    /// The log keeps again what is decided; a snapshot says what it did not.
    case resumed
    /// An earlier process was interrupted while it wrote.
    case recovered(LogRecovery)
}

/// The torn end of a segment, which was moved aside so that what is left is whole.
public struct LogRecovery: Equatable, Sendable {
    /// The segment.
    public let segment: String
    /// How many of its lines are whole.
    public let wholeLines: Int
    /// How many bytes behind them were moved.
    public let tornBytes: Int
    /// The file beside it that holds them now.
    public let aside: String
    /// What is wrong with them.
    public let failure: LogFailure

    /// What was found and done.
    public var text: String {
        "\(segment):\(failure.line): \(failure.text): \(wholeLines) whole lines are kept, \(tornBytes) bytes are moved to \(aside)"
    }
}
