#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A log as it was read, not yet understood.
struct LogFile {
    /// What the user knows it by.
    let name: String
    let bytes: [UInt8]
}

/// A file or folder that could not be read.
struct UnreadableFile: Error, Equatable {
    let name: String
    let reason: String

    /// What is wrong and what to do.
    var text: String { "\(name): \(reason)" }
}

extension LogFile {
    /// What `operand` names: a file, all `*.jsonl` of a folder, or with `-` the standard input. A log's segments stand in the
    /// order of their numbers, behind other files in the order of their names.
    static func all(_ operand: String) throws(UnreadableFile) -> [String] {
        if operand == "-" { return [operand] }
        guard let folder = opendir(operand) else {
            // Not a folder: reading it says what is wrong if it is not a file either.
            return [operand]
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".jsonl"), !name.hasPrefix(".") { names.append(name) }
        }
        guard !names.isEmpty else {
            throw UnreadableFile(name: operand, reason: "no *.jsonl in this folder: name a log, or a folder with logs")
        }
        // By bytes, so that the order is the same on every machine.
        names.sort { left, right in
            let numbers = (segmentNumber(left) ?? 0, segmentNumber(right) ?? 0)
            if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
            return Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
        }
        let base = operand.hasSuffix("/") ? operand : operand + "/"
        return names.map { base + $0 }
    }

    /// The number of a segment that a flow wrote: `flow-<support id>-NNNN.jsonl`.
    private static func segmentNumber(_ name: String) -> Int64? {
        name.hasPrefix("flow-") ? name.dropLast(".jsonl".count).split(separator: "-").last.flatMap { Int64($0) } : nil
    }

    /// What the user knows a path by.
    static func name(of path: String) -> String { path == "-" ? "(standard input)" : path }

    /// Reads the file; `-` is the standard input.
    static func read(_ path: String) throws(UnreadableFile) -> LogFile {
        if path == "-" { return LogFile(name: name(of: path), bytes: try bytes(of: 0, name: name(of: path))) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be read: \(lastError())") }
        defer { close(descriptor) }
        return LogFile(name: path, bytes: try bytes(of: descriptor, name: path))
    }

    private static func bytes(of descriptor: Int32, name: String) throws(UnreadableFile) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let capacity = buffer.count
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, capacity) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            if count == 0 { return all }
            all.append(contentsOf: buffer[..<count])
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, buffer, count) }

/// Why the last system call failed, in the system's words.
func lastError() -> String { String(cString: strerror(errno)) }

/// Writes a new file in `folder`, which is made if it is not there.
func writeFile(_ bytes: [UInt8], named name: String, in folder: String) throws(UnreadableFile) -> String {
    if mkdir(folder, 0o755) != 0, errno != EEXIST { throw UnreadableFile(name: folder, reason: "cannot be made: \(lastError())") }
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
    return path
}
