#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The kind of an entry of the file system. Only regular files of a folder are read, because a folder of logs may come from a stranger: a link could
/// lead to any file of the user, and reading a named pipe or a device may never end.
enum FileKind {
    case file
    case folder
    /// An entry of any other kind, described in words.
    case other(String)

    /// Returns the kind of the entry at `path`; `nil` if nothing is there. A link is not followed.
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

    /// Returns the complaint about a link, a pipe or a device in a folder whose name is that of a log.
    static func refusal(_ path: String, _ what: String) -> UnreadableFile {
        UnreadableFile(name: path, reason: "is \(what), not a file: in a folder, only files are read")
    }

    /// Returns the facts about an open file; `nil` if they are unknown. Throws if it is a device, even one that the user named, because reading it may
    /// never end.
    static func facts(_ descriptor: Int32, _ name: String) throws(UnreadableFile) -> stat? {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        let kind = facts.st_mode & S_IFMT
        if kind == S_IFCHR || kind == S_IFBLK {
            throw UnreadableFile(name: name, reason: "is a device, not a file: use - for the standard input")
        }
        return facts
    }
}

/// The logs that an operand names.
struct FoundLogs: Equatable {
    /// The logs to read, in order.
    var paths: [String] = []
    /// The links, pipes and devices that are named like a log, and are not read.
    var refused: [UnreadableFile] = []
}
