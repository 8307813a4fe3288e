import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A log as it was read, not yet understood.
struct LogFile {
    /// The name by which the user knows it.
    let name: String
    let bytes: [UInt8]
}

/// A file or folder that could not be read.
struct UnreadableFile: Error, Equatable {
    let name: String
    let reason: String

    /// Says what is wrong and what to do.
    var text: String { "\(name): \(reason)" }
}

extension LogFile {
    /// The log that `operand` names: a file, or the only one of a folder.
    static func only(_ operand: String) throws(UnreadableFile) -> LogFile {
        let found = try all(operand)
        if let refused = found.refused.first { throw refused }
        guard let path = found.paths.first else { throw UnreadableFile(name: operand, reason: "has no log") }
        guard found.paths.count == 1 else {
            let reason = "has \(found.paths.count) logs, and one is needed: name it, for example \(shellWord(path))"
            throw UnreadableFile(name: operand, reason: reason)
        }
        return try read(path)
    }

    /// What `operand` names: a file, all `*.jsonl` in a folder and the folders in it, also compressed, or with `-` the standard input. The logs of
    /// a folder stand before those of the folders in it, which follow by their names. Of one folder, a log's segments stand in
    /// the order of their numbers, behind other files in the order of their names. A folder's links, pipes and devices are not read.
    static func all(_ operand: String) throws(UnreadableFile) -> FoundLogs {
        if operand != "-", !exists(operand), operand.contains(where: { "*?[".contains($0) }) { return try matches(operand) }
        return try found(operand, isLog, "no *.jsonl file in this folder or below, not even a compressed one: name a log, or a folder")
    }

    /// The files that an operand names: itself, or those of a folder and the folders in it with such names.
    /// - Parameter missing: what is wrong with a folder that has none.
    static func files(
        _ operand: String, _ isNamed: (String) -> Bool, _ missing: String
    ) throws(UnreadableFile) -> [String] {
        let found = try found(operand, isNamed, missing)
        if let refused = found.refused.first { throw refused }
        return found.paths
    }

    private static func found(_ operand: String, _ isNamed: (String) -> Bool, _ missing: String) throws(UnreadableFile) -> FoundLogs {
        // Not a folder: reading it says what is wrong if it is not a file either.
        guard operand != "-", let entries = entries(operand) else { return FoundLogs(paths: [operand]) }
        var found = FoundLogs()
        add(operand, entries, isNamed, to: &found)
        guard found != FoundLogs() else { throw UnreadableFile(name: operand, reason: missing) }
        return found
    }

    /// The files that a pattern of a shell names, and the logs of the folders that it names.
    private static func matches(_ pattern: String) throws(UnreadableFile) -> FoundLogs {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let first = found.gl_pathv else {
            throw UnreadableFile(name: pattern, reason: "no file matches this pattern")
        }
        var logs = FoundLogs()
        for index in 0..<Int(found.gl_pathc) {
            guard let name = first[index] else { continue }
            let more = try all(String(cString: name))
            logs.paths += more.paths
            logs.refused += more.refused
        }
        return logs
    }

    /// Whether something is at that path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func add(_ folder: String, _ entries: [String], _ isNamed: (String) -> Bool, to found: inout FoundLogs) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        var below: [String] = []
        for name in sorted(entries) where !name.hasPrefix(".") {
            switch FileKind.at(base + name) {
            case .folder: below.append(base + name)
            case .file where isNamed(name): found.paths.append(base + name)
            case .other(let what) where isNamed(name): found.refused.append(FileKind.refusal(base + name, what))
            case .file, .other, nil: break
            }
        }
        for folder in below {
            guard let entries = LogFile.entries(folder) else {
                // One that cannot be opened stands for itself: reading it says why.
                found.paths.append(folder)
                continue
            }
            add(folder, entries, isNamed, to: &found)
        }
    }

    /// Whether a file in a folder is named as a log, or as a compressed one.
    private static func isLog(_ name: String) -> Bool {
        name.hasSuffix(".jsonl") || Compression.suffixes.contains { name.hasSuffix(".jsonl" + $0) }
    }

    /// Whether a command that reads `operand` reads the file at `path`: the same file, also by a link, or a log in that folder.
    static func reads(_ operand: String, _ path: String) -> Bool {
        guard let input = real(operand), let output = real(path) else { return false }
        return input == output || isLog(String(output.split(separator: "/").last ?? "")) && output.hasPrefix(input + "/")
    }

    /// The path without links; `nil` if nothing is there.
    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// The names in a folder; `nil` if it is none, or cannot be opened.
    private static func entries(_ path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// Whether `path` is a folder itself, not a link, because links could form a cycle.
    static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// By number, the segments of a launch together, and by bytes, so that the order is the same on every machine.
    private static func sorted(_ names: [String]) -> [String] {
        let numbered = names.map { (number: SegmentName.number($0[...]) ?? 0, name: $0) }
        let sorted = numbered.sorted { left, right in
            if left.number != right.number { return left.number < right.number }
            return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        return SegmentName.launches(sorted.map { $0.name }).flatMap { $0 }
    }

    /// The bytes of all these files together, as far as that can be told.
    static func size(_ paths: [String]) -> Int {
        paths.reduce(0) { sum, path in
            var facts = stat()
            return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? sum + Int(facts.st_size) : sum
        }
    }

    /// The name by which the user knows a path.
    static func name(of path: String) -> String { path == "-" ? "(standard input)" : path }

    /// Reads the file; `-` is the standard input.
    static func read(_ path: String) throws(UnreadableFile) -> LogFile {
        let pieces = try LogPieces(path)
        return LogFile(name: pieces.name, bytes: try pieces.rest())
    }

    /// Returns the bytes that can be read at once; empty at the end.
    static func available(on descriptor: Int32, _ name: String = name(of: "-")) throws(UnreadableFile) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let capacity = buffer.count
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, capacity) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            return Array(buffer[..<count])
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, buffer, count) }

/// What is wrong if nothing is at a path.
var noSuchFile: String { text(ofError: ENOENT) }

/// Why the last system call failed, in the system's words.
func lastError() -> String { text(ofError: errno) }

private func text(ofError error: Int32) -> String {
    let text = String(cString: strerror(error))
    switch error {
    case ENOENT: return text + ": check the path"
    case EACCES, EPERM: return text + ": check the permissions"
    case _: return text
    }
}

/// Writes a file in `folder`, which is made if it is not there. A regular file of that name is replaced; a link, a pipe or a device of that
/// name is refused, and so is a file that has a second name: writing would change something elsewhere.
func writeFile(_ bytes: [UInt8], named name: String, in folder: String) throws(UnreadableFile) -> String {
    if mkdir(folder, 0o755) != 0, errno != EEXIST { throw UnreadableFile(name: folder, reason: "cannot be created: \(lastError())") }
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
        // A pipe without a reader is "no such device".
        let reason =
            switch errno {
            case ELOOP: "is a link: remove it, or name another folder"
            case ENXIO: "is not a regular file: remove it, or name another folder"
            case _: "cannot be written: \(lastError())"
            }
        throw UnreadableFile(name: path, reason: reason)
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1 else {
        throw UnreadableFile(name: path, reason: "is not a regular file, or has a second name: remove it, or name another folder")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
    guard writeAll(bytes, to: descriptor) else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
    return path
}

/// Writes a new file; fails if something is there already.
func writeNewFile(_ bytes: [UInt8], at path: String) throws(UnreadableFile) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
        let reason = errno == EEXIST ? "already exists: name a file that does not exist" : "cannot be written: \(lastError())"
        throw UnreadableFile(name: path, reason: reason)
    }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
}

/// Makes a folder that does not exist yet.
func makeNewFolder(_ path: String) throws(UnreadableFile) {
    guard mkdir(path, 0o755) != 0 else { return }
    let reason = errno == EEXIST ? "already exists: name a folder that does not exist" : "cannot be created: \(lastError())"
    throw UnreadableFile(name: path, reason: reason)
}

/// Writes a file that may exist, as a whole: a reader meanwhile finds the old or the new contents.
func replaceFile(_ bytes: [UInt8], at path: String) throws(UnreadableFile) {
    let temporary = "\(path).\(getpid()).new"
    try writeNewFile(bytes, at: temporary)
    guard rename(temporary, path) == 0 else {
        let reason = "cannot be written: \(lastError())"
        unlink(temporary)
        throw UnreadableFile(name: path, reason: reason)
    }
}
