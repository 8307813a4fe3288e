import FlowMachine

/// A failure to write or read a log: the failed step, the place, and the remedy. Every `EventLog` throws and reports this type.
public struct EventLogFailure: Error, Equatable, Sendable {
    /// The step that failed.
    @nonexhaustive
    public enum Reason: String, Sendable {
        /// The log's folder or file could not be created or opened.
        case unavailable
        /// Another log writes to the same place.
        case alreadyOpen
        /// The folder is in an app group's container, where a log is not allowed (Apple's platforms only).
        case sharedContainer
        /// A segment could not be written.
        case writing
        /// The written bytes may not have reached the disk.
        case syncing
        /// A segment could not be read.
        case reading
        /// A segment could not be removed.
        case removing
    }

    /// The step that failed.
    public let reason: Reason
    /// The path of the folder or file. A custom log may use any other name for its storage.
    public let place: String
    /// The system's description of the failure, or the process that already uses the place.
    public let cause: String
    /// The system's error number (`errno`), for example `ENOSPC` for a full disk; 0 if there is none.
    public let code: Int32

    /// Creates a failure of the log. Each parameter sets the property of the same name.
    public init(_ reason: Reason, place: String, cause: String, code: Int32 = 0) {
        self.reason = reason
        self.place = place
        self.cause = cause
        self.code = code
    }

    init(_ reason: Reason, place: String, _ failure: SystemFailure) {
        self.init(reason, place: place, cause: failure.text, code: failure.code)
    }

    /// A text that states the failure, its place and the remedy.
    public var text: String {
        switch reason {
        case .unavailable: "\(place): the log cannot be opened (\(cause)): use a place that this process can write to"
        case .alreadyOpen:
            "\(place): another flow uses this log (\(cause)): shut it down first, or give each flow a log of its own"
        case .sharedContainer:
            """
            \(place): the log cannot be in an app group's container (\(cause)): put it into the app's own container, for example its caches folder; \
            iOS ends an app that is suspended while it holds a file lock in a shared container, and a log holds one
            """
        case .writing, .syncing:
            "\(place): the log cannot be written (\(cause)): the flow continues without it and tries again; free space or check the folder"
        case .reading: "\(place): the log cannot be read (\(cause)): check the folder"
        case .removing: "\(place): the log cannot be removed (\(cause)): check the folder"
        }
    }

    /// The cause that a snapshot records for the missing events.
    var gap: Snapshot.Cause {
        switch reason {
        case .unavailable, .sharedContainer: .folder
        case .alreadyOpen: .alreadyOpen
        case .writing, .reading, .removing: .writing
        case .syncing: .syncing
        }
    }
}

extension EventLogFailure: CustomStringConvertible {
    /// The value of `text`.
    public var description: String { text }
}
