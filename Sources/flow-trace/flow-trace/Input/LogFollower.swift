#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A log that is being written: a file, the newest segment of a folder, or the standard input.
struct LogFollower {
    /// The changes since the last question.
    enum News: Equatable {
        case none
        /// There is more of the same file.
        case more
        /// Reading begins again with a file of this name, for this reason.
        case anew(name: String, because: String)
        /// There will never be more.
        case end
    }

    /// The path that the user named.
    private let operand: String
    /// The file that is read; `nil` as long as a folder has none.
    private(set) var path: String?
    /// The whole lines of the file so far. A line that is not whole yet is waited for.
    var lines: ArraySlice<UInt8> { bytes[..<wholeLines] }
    /// Whether a line has begun that is not whole yet.
    var hasHalfLine: Bool { wholeLines < bytes.count }

    private var bytes: [UInt8] = []
    private var wholeLines = 0
    private var identity: Identity?

    /// By what a file is known to be the same.
    private struct Identity: Equatable {
        let device: UInt64
        let node: UInt64
    }

    init(_ operand: String) throws(UnreadableFile) {
        self.operand = operand
        path = try LogFollower.newest(operand)
        guard operand == "-" || LogFile.exists(operand) else {
            throw UnreadableFile(name: operand, reason: "cannot be read: \(noSuchFile)")
        }
        if let path, Compression.isNamed(path) {
            throw UnreadableFile(name: path, reason: "is compressed, so it does not grow: use flow-trace replay")
        }
    }

    /// The last segment in a folder; the file itself if it is none. A compressed one is complete.
    private static func newest(_ operand: String) throws(UnreadableFile) -> String? {
        LogFile.isFolder(operand) ? (try? LogFile.all(operand))?.paths.last { !Compression.isNamed($0) } : operand
    }

    /// Reads what is new. The standard input is waited for up to `milliseconds`.
    mutating func refresh(waiting milliseconds: Int32) throws(UnreadableFile) -> News {
        if path == "-" { return try refreshInput(waiting: milliseconds) }
        guard let current = path else { return try move(to: LogFollower.newest(operand), because: "") }
        guard let (size, found) = LogFollower.facts(current) else { return try move(to: LogFollower.newest(operand), because: "") }
        if let identity, identity != found { return try begin(current, because: "was replaced by another file") }
        identity = found
        if size < bytes.count { return try begin(current, because: "was truncated") }
        if size > bytes.count { return try readMore(current) }
        // The next segment is begun when this one has all it will ever have.
        let next = try LogFollower.newest(operand)
        return next == current ? .none : try move(to: next, because: hasHalfLine ? "its last line was never completed" : "")
    }

    private mutating func move(to next: String?, because: String) throws(UnreadableFile) -> News {
        guard let next, next != path, LogFile.exists(next) else { return .none }
        identity = LogFollower.facts(next)?.identity
        return try begin(next, because: because)
    }

    private mutating func begin(_ path: String, because: String) throws(UnreadableFile) -> News {
        self.path = path
        (bytes, wholeLines, identity) = ([], 0, LogFollower.facts(path)?.identity)
        _ = try readMore(path)
        return .anew(name: path, because: because)
    }

    private mutating func readMore(_ path: String) throws(UnreadableFile) -> News {
        let new = try LogFile.read(path).bytes
        // What was read before must be what is there now.
        guard new.starts(with: bytes) else {
            (bytes, wholeLines) = (new, LogFollower.wholeLines(new))
            return .anew(name: path, because: "was overwritten")
        }
        return take(new)
    }

    private mutating func refreshInput(waiting milliseconds: Int32) throws(UnreadableFile) -> News {
        var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return .none }
        let before = bytes.count
        var line = wholeLines
        // All is read again from its beginning with each news, so news waits until there is as much again, or until no more comes.
        repeat {
            let new = try LogFile.available(on: 0)
            if new.isEmpty {
                if bytes.count == before { return .end }
                break
            }
            if let newline = new.lastIndex(of: 0x0A) { line = bytes.count + newline + 1 }
            bytes += new
            if bytes.count - line > LogPieces.longestLine { throw UnreadableFile(name: LogFile.name(of: "-"), reason: LogPieces.tooLong) }
        } while bytes.count < 2 * before && poll(&descriptor, 1, milliseconds) > 0
        return take(bytes)
    }

    private mutating func take(_ new: [UInt8]) -> News {
        let before = wholeLines
        bytes = new
        wholeLines = LogFollower.wholeLines(new)
        return wholeLines > before ? .more : .none
    }

    private static func wholeLines(_ bytes: [UInt8]) -> Int { bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }

    private static func facts(_ path: String) -> (size: Int, identity: Identity)? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return (Int(facts.st_size), Identity(device: UInt64(truncatingIfNeeded: facts.st_dev), node: UInt64(facts.st_ino)))
    }
}

/// Waits; a signal may end it early.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }
