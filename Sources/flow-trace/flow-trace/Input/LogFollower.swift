#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Follows a log that is being written: a file, the newest segment in a folder, or standard input.
struct LogFollower {
    /// The changes since the last call of `refresh`.
    enum News: Equatable {
        case none
        /// The same file has more complete lines.
        case more
        /// Reading starts over with the file `name`, for the reason `because`.
        case anew(name: String, because: String)
        /// The input has ended.
        case end
    }

    /// The path that the user named.
    private let operand: String
    /// The file that is being read; `nil` while a folder has no log.
    private(set) var path: String?
    /// The complete lines of the file so far.
    var lines: ArraySlice<UInt8> { bytes[..<wholeLines] }
    /// Whether the file ends with an incomplete line.
    var hasHalfLine: Bool { wholeLines < bytes.count }

    private var bytes: [UInt8] = []
    private var wholeLines = 0
    private var identity: Identity?

    /// The numbers by which the system identifies a file, whatever its name.
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

    /// Returns the last segment in a folder, or the operand itself if it is not a folder. Skips compressed segments, which do not grow.
    private static func newest(_ operand: String) throws(UnreadableFile) -> String? {
        LogFile.isFolder(operand) ? (try? LogFile.all(operand))?.paths.last { !Compression.isNamed($0) } : operand
    }

    /// Reads new bytes. Waits for standard input for at most `milliseconds`.
    mutating func refresh(waiting milliseconds: Int32) throws(UnreadableFile) -> News {
        if path == "-" { return try refreshInput(waiting: milliseconds) }
        guard let current = path else { return try move(to: LogFollower.newest(operand), because: "") }
        guard let (size, found) = LogFollower.facts(current) else { return try move(to: LogFollower.newest(operand), because: "") }
        if let identity, identity != found { return try begin(current, because: "was replaced by another file") }
        identity = found
        if size < bytes.count { return try begin(current, because: "was truncated") }
        if size > bytes.count { return try readMore(current) }
        // The next segment is followed only after the current segment was read to its end.
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
        // The bytes that were read before must still be in the file.
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
        // After each report of news, the caller reads all bytes again. So news is reported only when the input has doubled or pauses.
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

/// Waits for `milliseconds`, or until a signal arrives.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }
