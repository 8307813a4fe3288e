import FlowMachine

/// Receives the lines of a runtime's log. Each launch begins a segment: a header, then records. Within a launch the log may want another
/// segment, which begins with a snapshot.
public protocol EventLog: Sendable {
    /// Begins a launch and its first segment.
    /// - Parameters:
    ///   - header: the header's line, with its newline.
    ///   - label: the support id, which is used in the segments' names.
    ///   - now: the time of the launch by the device's clock, from which the age of old segments is counted.
    ///   - report: what the log has to report. It may be called from any thread, never with a lower number than before.
    func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void)
    /// Takes the line of the event `number`, with its newline. Never suspends and never waits for the disk.
    /// - Returns: whether this record and all earlier ones are already as durable as they require. If not, `report` reports it later; after
    ///   `true` it need not.
    @discardableResult
    func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool
    /// Whether the log wants another segment, and why. The runtime asks before each event, and begins the segment before it appends the
    /// event's record.
    func reasonForSegment(at now: Instant) -> Snapshot.Reason?
    /// Begins another segment of the launch.
    /// - Parameters:
    ///   - lines: the lines of its header and its snapshot, each with its newline.
    ///   - reason: why another segment begins, as `reasonForSegment(at:)` said.
    ///   - now: the time by the device's clock.
    func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant)
    /// Returns when every line so far is as durable as it can be.
    func flush() async
    /// Flushes, and ends the segment. The next `begin` starts a new one.
    func close() async
    /// The names of the segments, oldest first.
    /// - Throws: `EventLogFailure` if they cannot be listed.
    func segments() throws(EventLogFailure) -> [String]
    /// The bytes of one segment, as far as they are written.
    /// - Throws: `EventLogFailure` if the segment cannot be read.
    func read(_ segment: String) throws(EventLogFailure) -> [UInt8]
    /// Removes all segments, including those of earlier launches. Call this only while no launch is in progress.
    /// - Throws: `EventLogFailure` if a segment cannot be removed.
    func erase() async throws(EventLogFailure)
}

/// The event that a record's effects wait for.
public enum LogWait: Sendable {
    /// The disk, whatever the log's policy: the decision must not be lost in a power cut.
    case disk
    /// Whatever the log's policy requires.
    case policy
    /// Only the operating system, whatever the log's policy: the record survives a crash of the process, and reaches the disk with later
    /// records.
    case system
}

/// One segment of a log: a header's line, then one line per record.
public struct LogSegment: Sendable, Equatable {
    /// The segment's name, for example a file name.
    public let name: String
    /// The log's lines, each with its newline.
    public internal(set) var bytes: [UInt8]

    /// Creates one segment of a log. Each parameter is the property of that name.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// A log as it is sent to support.
public struct LogExport: Sendable, Equatable {
    /// The id to quote to support: it is in the header of each of this launch's segments.
    public let supportID: String
    /// The segments, oldest first, this launch's last. Each ends with a whole line. Empty if no log could be written: ``Flow/failures()`` says
    /// why.
    public let segments: [LogSegment]

    /// Creates a log, for a test of what the app sends. Each parameter is the property of that name.
    public init(supportID: String, segments: [LogSegment]) {
        self.supportID = supportID
        self.segments = segments
    }
}

/// A report of a log to its runtime.
@nonexhaustive
public enum LogReport: Sendable, Equatable {
    /// Every record up to this number is as durable as it requires, or, after `failed`, never will be.
    case durable(Int64)
    /// The log keeps nothing until `resumed`. Reported once.
    case failed(EventLogFailure)
    /// The log keeps events again; a snapshot records which ones are missing.
    case resumed
    /// An earlier process was interrupted while it wrote the log.
    case recovered(LogRecovery)
}

/// The torn end of a segment, which was moved aside so that the rest is whole.
public struct LogRecovery: Equatable, Sendable {
    /// The name of the segment that was repaired.
    public let segment: String
    /// The number of whole lines in the segment.
    public let wholeLines: Int
    /// The number of bytes after those lines, which were moved.
    public let tornBytes: Int
    /// The file next to the segment that contains those bytes now.
    public let tornFile: String
    /// The reason why those bytes cannot be read.
    public let failure: LogFailure

    /// Says what was found, and what was done about it.
    public var text: String {
        "\(segment):\(failure.line): \(failure.text): kept \(wholeLines) complete lines, moved \(tornBytes) bytes to \(tornFile)"
    }
}
