#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is at a path. A folder of logs may come from a stranger: in it only regular files are read. A link in it could name any file of the
/// reader's, a named pipe would be waited for without end, and a device can be read without end.
enum FileKind {
    case file
    case folder
    /// Anything else, in words.
    case other(String)

    /// What is at `path` itself: a link is not followed. `nil` if there is nothing.
    static func at(_ path: String) -> FileKind? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        return switch facts.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .other("a link")
        case S_IFIFO: .other("a named pipe")
        case S_IFSOCK: .other("a socket")
        case _: .other("a device")
        }
    }

    /// The complaint about something in a folder that is named like a log but is not a file.
    static func refusal(_ path: String, _ what: String) -> UnreadableFile {
        UnreadableFile(name: path, reason: "is \(what), not a file: in a folder, only files are read")
    }

    /// Refuses an open device, even one that the user named: it can be read without end.
    static func refuseDevice(_ descriptor: Int32, _ name: String) throws(UnreadableFile) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return }
        let kind = facts.st_mode & S_IFMT
        if kind == S_IFCHR || kind == S_IFBLK {
            throw UnreadableFile(name: name, reason: "is a device, not a file: use - for the standard input")
        }
    }
}

/// The logs that an operand names.
struct FoundLogs: Equatable {
    /// The logs to read, in order.
    var paths: [String] = []
    /// The files that are named like a log, but are not read.
    var refused: [UnreadableFile] = []
}
