#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a log in pieces of whole lines, so that memory does not grow with the log.
final class LogPieces {
    /// The log's name in messages to the user.
    let name: String
    private let path: String
    private let descriptor: Int32
    /// The program that decompresses the file; `nil` if the file is not compressed.
    private let compression: Compression?
    private let decompresses: Bool
    /// The incomplete line at the end of the bytes that were read.
    private var begun: [UInt8] = []
    private var isAtEnd = false
    private var isBegun = false
    /// The display of the progress, which is advanced by the number of bytes of each read.
    private let progress: Progress?

    /// The size of the file, in bytes; `nil` for anything but a regular file.
    private let fileSize: Int?
    /// The buffer into which the next bytes are read; empty before the first read.
    private var buffer: [UInt8] = []

    private static let size = 1 << 20

    /// The maximum size of a line, in bytes. No record is as long, and memory must not grow with a line that never ends.
    static let longestLine = 64 << 20

    /// The complaint about a line that is longer than `longestLine`.
    static let tooLong = "a line is longer than \(longestLine >> 20) MB, which no line of a log is: reading stopped there"

    /// Opens a log; `-` is standard input.
    ///
    /// - Parameter decompresses: Whether to read the content of a compressed file, instead of the compressed bytes.
    init(_ path: String, _ progress: Progress? = nil, decompresses: Bool = true) throws(UnreadableFile) {
        self.decompresses = decompresses
        name = LogFile.name(of: path)
        self.path = path
        self.progress = progress
        if path == "-" {
            descriptor = 0
            compression = try Compression(0, name)
            fileSize = nil
            return
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be read: \(lastError())") }
        do throws(UnreadableFile) {
            let facts = try FileKind.facts(descriptor, name)
            fileSize = facts.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
            compression = decompresses ? try Compression(descriptor, name) : nil
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// Returns the next lines; `nil` at the end. Only the last piece can end within a line.
    func next() throws(UnreadableFile) -> [UInt8]? {
        if !isBegun { try readSmallFile() }
        while !isAtEnd {
            if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: LogPieces.size) }
            let start = begun.count
            let capacity = buffer.count
            let input = compression?.descriptor ?? descriptor
            let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, capacity) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            if count == 0 { try compression?.finish() }
            progress?.advance(bytes: count)
            let added = buffer[..<count]
            if !isBegun, decompresses, compression == nil, let program = Compression.program(for: added) {
                throw UnreadableFile(
                    name: name, reason: "is compressed, which only a file may be: name the file, or put \(program) -dc before the pipe")
            }
            isBegun = true
            // Most pieces begin with a line, so they are copied only once.
            if begun.isEmpty, let newline = added.lastIndex(of: 0x0A) {
                begun = Array(added[(newline + 1)...])
                return Array(added[...newline])
            }
            begun += added
            if count == 0 {
                isAtEnd = true
            } else if let newline = begun[start...].lastIndex(of: 0x0A) {
                let piece = Array(begun[...newline])
                begun.removeSubrange(...newline)
                return piece
            } else if begun.count > LogPieces.longestLine {
                begun = []
                isAtEnd = true
                throw UnreadableFile(name: name, reason: LogPieces.tooLong)
            }
        }
        if begun.isEmpty { return nil }
        defer { begun = [] }
        return begun
    }

    /// Reads a small file as a whole, without a copy.
    private func readSmallFile() throws(UnreadableFile) {
        guard compression == nil, let fileSize, (1..<LogPieces.size).contains(fileSize) else { return }
        // With one more byte than the file has, the call that reads the content also finds the end.
        let capacity = fileSize + 1
        var result = 0
        begun = Array(unsafeUninitializedCapacity: capacity) { bytes, count in
            repeat { result = read(descriptor, bytes.baseAddress, capacity) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
        progress?.advance(bytes: result)
        isBegun = true
        isAtEnd = result < capacity
    }

    /// Reads all remaining bytes.
    func rest() throws(UnreadableFile) -> [UInt8] {
        guard var all = try next() else { return [] }
        if let fileSize, fileSize > LogPieces.size { all.reserveCapacity(fileSize) }
        while let piece = try next() { all += piece }
        return all
    }
}
