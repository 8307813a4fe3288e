/// Where a runtime hands the lines of its log. Each launch begins a segment: a header, then records.
public protocol EventLog: Sendable {
    /// Begins a segment with its header's line. `label`, the support id, is for the segment's name. `report` is called from
    /// any thread, never with a lower number than before.
    func begin(_ header: [UInt8], label: String, report: @escaping @Sendable (LogReport) -> Void)
    /// Takes the line of the event `number`, with its newline. Never suspends and never waits for the disk.
    func append(_ line: [UInt8], number: Int64)
    /// Returns when every line so far is as durable as it will be.
    func flush() async
    /// Flushes, and ends the segment. The next `begin` begins another.
    func close() async
    /// The names of the segments, oldest first.
    /// - Throws: `FileEventLogFailure` if they cannot be listed.
    func segments() throws(FileEventLogFailure) -> [String]
    /// The bytes of one segment, as far as it is written.
    /// - Throws: `FileEventLogFailure` if it cannot be read.
    func read(_ segment: String) throws(FileEventLogFailure) -> [UInt8]
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

/// What a log tells its runtime.
public enum LogReport: Sendable {
    /// Every record up to this number is as durable as the log's policy promises, or never will be after `failed`.
    case durable(Int64)
    /// The log keeps nothing more of this segment. Told once.
    case failed(FileEventLogFailure)
}

/// Why a log cannot be written or read, where, and what to do.
public struct FileEventLogFailure: Error, Equatable, Sendable {
    /// What could not be done.
    public enum Reason: String, Sendable {
        /// The folder could not be made or entered.
        case folder
        /// Another log writes into this folder.
        case alreadyOpen
        /// A segment could not be written.
        case writing
        /// A segment could not be read.
        case reading
        /// A log in memory reached its bound.
        case full
    }

    /// What could not be done.
    public let reason: Reason
    /// The folder or file.
    public let path: String
    /// The system's words for it.
    public let cause: String

    /// Why a log cannot be written or read.
    public init(_ reason: Reason, path: String, cause: String) {
        self.reason = reason
        self.path = path
        self.cause = cause
    }

    /// What is wrong, where, and what to do.
    public var text: String {
        switch reason {
        case .folder: "\(path): the log's folder cannot be used (\(cause)): give a folder that this process may write"
        case .alreadyOpen: "\(path): another flow logs into this folder: shut it down first, or give each flow a folder of its own"
        case .writing:
            "\(path): the log cannot be written (\(cause)): the flow goes on without it until the next launch; free space or check the folder"
        case .reading: "\(path): the log cannot be read (\(cause))"
        case .full: "\(path): the log in memory is full (\(cause)): the flow goes on without it until the next launch"
        }
    }
}

extension FileEventLogFailure: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
