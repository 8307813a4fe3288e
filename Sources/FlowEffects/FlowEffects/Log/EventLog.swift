import FlowMachine

/// The storage of a flow's log, which receives the log's lines from the runtime.
///
/// Each launch begins a segment, which consists of a header and records. During a launch, the log may request another segment, which consists of
/// a header, a snapshot and records.
public protocol EventLog: Sendable {
    /// Begins a launch and its first segment.
    /// - Parameters:
    ///   - header: the header's line, with its newline.
    ///   - label: the support id, which is used in the segments' names.
    ///   - now: the time of the launch by the device's clock, with which the age of old segments is calculated.
    ///   - report: receives the log's reports. The log may call it from any thread; the numbers in `durable` never decrease.
    func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void)
    /// Appends a record. Never suspends and never waits for the disk.
    /// - Parameters:
    ///   - line: the record's line, with its newline.
    ///   - number: the number of the record's event.
    ///   - waits: the durability that the record must have before its effects are executed.
    /// - Returns: whether this record and all earlier records already have the durability that they require. If `false`, the log must report
    ///   `durable` later.
    @discardableResult
    func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool
    /// Returns the reason if the log requests another segment; `nil` if it does not. The runtime calls this before each event, and begins the
    /// segment before it appends the event's record.
    func reasonForSegment(at now: Instant) -> Snapshot.Reason?
    /// Begins another segment of the launch.
    /// - Parameters:
    ///   - lines: the lines of the segment's header and snapshot, each with its newline.
    ///   - reason: the reason that `reasonForSegment(at:)` returned.
    ///   - now: the time by the device's clock.
    func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant)
    /// Writes the waiting lines. Returns when every line appended so far is as durable as the log can make it.
    func flush() async
    /// Writes the waiting lines and ends the segment. The next `begin` starts a new segment.
    func close() async
    /// Returns the names of the segments, oldest first.
    /// - Throws: `EventLogFailure` if the segments cannot be listed.
    func segments() throws(EventLogFailure) -> [String]
    /// Returns the bytes of one segment that have been written so far.
    /// - Throws: `EventLogFailure` if the segment cannot be read.
    func read(_ segment: String) throws(EventLogFailure) -> [UInt8]
    /// Removes all segments, including those of earlier launches. Call this only while no launch is in progress.
    /// - Throws: `EventLogFailure` if a segment cannot be removed.
    func erase() async throws(EventLogFailure)
}

/// The durability that a record must have before the runtime executes the record's effects.
public enum LogWait: Sendable {
    /// The record is on the disk, whatever the log's policy, because the decision must not be lost in a power failure.
    case disk
    /// The record is as durable as the log's policy requires.
    case policy
    /// The operating system has received the record, whatever the log's policy. The record survives a crash of the process, and reaches the disk
    /// together with later records.
    case system
}

/// One segment of a log: a header, a snapshot if the segment does not begin a launch, and records. The header, the snapshot and each record are one
/// line each.
public struct LogSegment: Sendable, Equatable {
    /// The segment's name, for example a file name.
    public let name: String
    /// The segment's lines, each with its newline.
    public internal(set) var bytes: [UInt8]

    /// Creates one segment of a log. Each parameter sets the property of the same name.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// The log of all launches that are kept, for sending to support.
public struct LogExport: Sendable, Equatable {
    /// The id to quote to support, which the header of each segment of this launch contains.
    public let supportID: String
    /// The segments, oldest first; the segments of this launch are the last ones. Each segment ends with a whole line. Empty if no log could be
    /// written; ``Flow/failures()`` then reports the reason.
    public let segments: [LogSegment]

    /// Creates a log, for a test of the app's upload. Each parameter sets the property of the same name.
    public init(supportID: String, segments: [LogSegment]) {
        self.supportID = supportID
        self.segments = segments
    }
}

/// A report of a log to its runtime.
@nonexhaustive
public enum LogReport: Sendable, Equatable {
    /// Every record up to the event with this number has the durability that it requires. After `failed`, the log also reports lost records in this
    /// way, so that the flow continues.
    case durable(Int64)
    /// The log has failed, and writes nothing until `resumed`. Reported once per interruption.
    case failed(EventLogFailure)
    /// The log writes events again. A snapshot records which events are missing.
    case resumed
    /// An earlier process was interrupted while it wrote the log.
    case recovered(LogRecovery)
}

/// The repair of a segment with a torn end: the torn bytes were moved to another file, so that the segment has whole lines only.
public struct LogRecovery: Equatable, Sendable {
    /// The name of the segment that was repaired.
    public let segment: String
    /// The number of whole lines in the segment.
    public let wholeLines: Int
    /// The number of torn bytes after the whole lines.
    public let tornBytes: Int
    /// The name of the file next to the segment that contains the torn bytes now.
    public let tornFile: String
    /// The reason why the torn bytes cannot be read.
    public let failure: LogFailure

    /// A text that states the damage and the repair.
    public var text: String {
        "\(segment):\(failure.line): \(failure.text): kept \(wholeLines) complete lines, moved \(tornBytes) bytes to \(tornFile)"
    }
}
