import FlowMachine

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
        /// What was written may not have reached the disk.
        case syncing
        /// A segment could not be read.
        case reading
        /// A segment could not be removed.
        case removing
    }

    /// What could not be done.
    public let reason: Reason
    /// The folder or file.
    public let path: String
    /// The system's words for it, or who holds the folder.
    public let cause: String
    /// The system's number for it (`errno`): no space, read-only, permission denied; 0 if it has none.
    public let code: Int32

    /// Why a log cannot be written or read.
    public init(_ reason: Reason, path: String, cause: String, code: Int32 = 0) {
        self.reason = reason
        self.path = path
        self.cause = cause
        self.code = code
    }

    init(_ reason: Reason, path: String, _ failure: SystemFailure) {
        self.init(reason, path: path, cause: failure.text, code: failure.code)
    }

    /// What is wrong, where, and what to do.
    public var text: String {
        switch reason {
        case .folder: "\(path): the log's folder cannot be used (\(cause)): give a folder that this process may write"
        case .alreadyOpen:
            "\(path): another flow logs into this folder (\(cause)): shut it down first, or give each flow a folder of its own"
        case .writing, .syncing:
            "\(path): the log cannot be written (\(cause)): the flow goes on without it and tries again; free space or check the folder"
        case .reading: "\(path): the log cannot be read (\(cause))"
        case .removing: "\(path): the log cannot be removed (\(cause)): check the folder"
        }
    }

    /// What a snapshot says of the events that were not kept.
    var gap: Snapshot.Cause {
        switch reason {
        case .folder: .folder
        case .alreadyOpen: .alreadyOpen
        case .writing, .reading, .removing: .writing
        case .syncing: .syncing
        }
    }
}

extension FileEventLogFailure: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
