import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The bytes of a log, before they are parsed.
struct LogFile {
    /// The log's name in messages to the user.
    let name: String
    let bytes: [UInt8]
}

/// A file or folder that could not be read.
struct UnreadableFile: Error, Equatable {
    let name: String
    let reason: String
    /// Whether the content of a compressed file is damaged or cut off, so that its beginning can be read.
    var isCutOff = false

    /// The problem and the advice.
    var text: String { "\(name): \(reason)" }
}

extension LogFile {
    /// Reads the log that `operand` names: a file, or the only log of a folder.
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

    /// Returns the logs that `operand` names: a file, all `*.jsonl` files in a folder and its subfolders, also compressed, or standard input for `-`.
    /// A folder's own logs, ordered by name, precede the logs of its subfolders. The segments of a launch follow all other logs of the folder, in the
    /// order of their numbers. Links, pipes and devices in a folder are not read.
    static func all(_ operand: String) throws(UnreadableFile) -> FoundLogs {
        if operand != "-", !exists(operand), operand.contains(where: { "*?[".contains($0) }) { return try matches(operand) }
        return try found(operand, isLog, "no *.jsonl file in this folder or below, not even a compressed one: name a log, or a folder")
    }

    /// Returns the file that an operand names, or the files with matching names in a folder and its subfolders.
    ///
    /// - Parameter missing: The complaint about a folder without a matching file.
    static func files(
        _ operand: String, _ isNamed: (String) -> Bool, _ missing: String
    ) throws(UnreadableFile) -> [String] {
        let found = try found(operand, isNamed, missing)
        if let refused = found.refused.first { throw refused }
        return found.paths
    }

    private static func found(_ operand: String, _ isNamed: (String) -> Bool, _ missing: String) throws(UnreadableFile) -> FoundLogs {
        // If the operand is neither a file nor a folder, reading it reports the problem.
        guard operand != "-", let entries = entries(operand) else { return FoundLogs(paths: [operand]) }
        var found = FoundLogs()
        add(operand, entries, isNamed, to: &found)
        guard found != FoundLogs() else { throw UnreadableFile(name: operand, reason: missing) }
        return found
    }

    /// Returns the files that a shell pattern matches, and the logs of the matching folders.
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

    /// Returns whether something exists at `path`.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func add(_ folder: String, _ entries: Entries, _ isNamed: (String) -> Bool, to found: inout FoundLogs) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        var below: [String] = []
        for name in sorted(entries.names) {
            switch entries.areFiles ? .file : FileKind.at(base + name) {
            case .folder: below.append(base + name)
            case .file where isNamed(name): found.paths.append(base + name)
            case .other(let what) where isNamed(name): found.refused.append(FileKind.refusal(base + name, what))
            case .file, .other, nil: break
            }
        }
        for folder in below {
            guard let entries = LogFile.entries(folder) else {
                // A folder that cannot be opened is added itself, so that reading it reports the reason.
                found.paths.append(folder)
                continue
            }
            add(folder, entries, isNamed, to: &found)
        }
    }

    /// Returns whether `name` is the name of a log, compressed or not.
    private static func isLog(_ name: String) -> Bool {
        name.hasSuffix(".jsonl") || Compression.suffixes.contains { name.hasSuffix(".jsonl" + $0) }
    }

    /// Returns whether a command with `operand` reads the file at `path`: both are the same file, also through a link, or the operand is a
    /// folder that contains the log `path`.
    static func reads(_ operand: String, _ path: String) -> Bool {
        guard let input = real(operand), let output = real(path) else { return false }
        return input == output || isLog(String(output.split(separator: "/").last ?? "")) && output.hasPrefix(input + "/")
    }

    /// Returns the path without links; `nil` if nothing is at the path.
    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// The names in a folder, without hidden ones.
    private struct Entries {
        var names: [String] = []
        /// Whether the folder itself says that all of them are regular files, so that the kind of each need not be asked for.
        var areFiles = true
    }

    /// Returns the names in a folder; `nil` if `path` is not a folder or cannot be opened.
    private static func entries(_ path: String) -> Entries? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var entries = Entries()
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix(".") { continue }
            entries.names.append(name)
            if Int(entry.pointee.d_type) != Int(DT_REG) { entries.areFiles = false }
        }
        return entries
    }

    /// Returns whether `path` itself is a folder. Returns false for a link to a folder, because links could form a cycle.
    static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Sorts names so that the segments of a launch are together, ordered by number. Other names are ordered by their bytes, which is the same on
    /// every machine.
    private static func sorted(_ names: [String]) -> [String] {
        let numbered = names.map { (number: SegmentName.number($0[...]) ?? 0, name: $0) }
        let sorted = numbered.sorted { left, right in
            if left.number != right.number { return left.number < right.number }
            return precedes(left.name, right.name)
        }
        return SegmentName.launches(sorted.map { $0.name }).flatMap { $0 }
    }

    /// Returns whether the bytes of `left` are before those of `right`.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        let isBefore = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let other = right.baseAddress else { return left.count < right.count }
                let order = memcmp(first, other, min(left.count, right.count))
                return order == 0 ? left.count < right.count : order < 0
            }
        }
        return (isBefore ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Returns the total size of the files at `paths`, in bytes. Files of unknown size, such as pipes, are left out.
    static func size(_ paths: [String]) -> Int {
        paths.reduce(0) { sum, path in
            var facts = stat()
            return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? sum + Int(facts.st_size) : sum
        }
    }

    /// Returns the name of a path in messages to the user.
    static func name(of path: String) -> String { path == "-" ? "(standard input)" : path }

    /// Reads the file at `path`; `-` is standard input.
    static func read(_ path: String) throws(UnreadableFile) -> LogFile {
        let pieces = try LogPieces(path)
        return LogFile(name: pieces.name, bytes: try pieces.rest())
    }

    /// Reads the whole lines at the beginning of a file that cannot be read to its end.
    static func beginning(of path: String) -> LogFile {
        var bytes: [UInt8] = []
        if let pieces = try? LogPieces(path) {
            while let piece = try? pieces.next() { bytes += piece }
        }
        return LogFile(name: name(of: path), bytes: bytes)
    }

    /// Returns the bytes that are available now; empty at the end of the input.
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

/// The complaint that nothing exists at a path.
var noSuchFile: String { text(ofError: ENOENT) }

/// Returns why the last system call failed, in the system's words.
func lastError() -> String { text(ofError: errno) }

private func text(ofError error: Int32) -> String {
    let text = String(cString: strerror(error))
    switch error {
    case ENOENT: return text + ": check the path"
    case EACCES, EPERM: return text + ": check the permissions"
    case _: return text
    }
}

/// Writes a file in `folder`, which is created if it does not exist. Replaces a regular file with the same name. Throws if the name belongs to a
/// link, a pipe, a device, or a file with a second name (a hard link), because the write would change something elsewhere.
func writeFile(_ bytes: [UInt8], named name: String, in folder: String) throws(UnreadableFile) -> String {
    if mkdir(folder, 0o755) != 0, errno != EEXIST { throw UnreadableFile(name: folder, reason: "cannot be created: \(lastError())") }
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
        // The system reports a pipe without a reader as "no such device" (`ENXIO`).
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

/// Writes a new file. Throws if something exists at `path`.
func writeNewFile(_ bytes: [UInt8], at path: String) throws(UnreadableFile) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
        let reason = errno == EEXIST ? "already exists: name a file that does not exist" : "cannot be written: \(lastError())"
        throw UnreadableFile(name: path, reason: reason)
    }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
}

/// Creates a folder. Throws if something exists at `path`.
func makeNewFolder(_ path: String) throws(UnreadableFile) {
    guard mkdir(path, 0o755) != 0 else { return }
    let reason = errno == EEXIST ? "already exists: name a folder that does not exist" : "cannot be created: \(lastError())"
    throw UnreadableFile(name: path, reason: reason)
}

/// Writes a file, and replaces an existing file in a single step, so that another process reads either the old or the new contents.
func replaceFile(_ bytes: [UInt8], at path: String) throws(UnreadableFile) {
    let temporary = "\(path).\(getpid()).new"
    try writeNewFile(bytes, at: temporary)
    guard rename(temporary, path) == 0 else {
        let reason = "cannot be written: \(lastError())"
        unlink(temporary)
        throw UnreadableFile(name: path, reason: reason)
    }
}
