#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A log that is read in pieces of whole lines, so that memory does not grow with it.
final class LogPieces {
    /// The name by which the user knows it.
    let name: String
    private let path: String
    private let descriptor: Int32
    /// The beginning of a line whose end was not read yet.
    private var begun: [UInt8] = []
    private var isAtEnd = false
    /// Called with each number of bytes that were read.
    private let progress: Progress?

    private static let size = 1 << 20

    /// Opens a log; `-` is the standard input.
    init(_ path: String, _ progress: Progress? = nil) throws(UnreadableFile) {
        name = LogFile.name(of: path)
        self.path = path
        self.progress = progress
        if path == "-" {
            descriptor = 0
            return
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be read: \(lastError())") }
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// The next lines; `nil` at the end. Only the last piece can end within a line.
    func next() throws(UnreadableFile) -> [UInt8]? {
        while !isAtEnd {
            let start = begun.count
            begun += [UInt8](repeating: 0, count: LogPieces.size)
            let count = begun.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress?.advanced(by: start), LogPieces.size)
            }
            if count < 0, errno == EINTR {
                begun.removeLast(LogPieces.size)
                continue
            }
            guard count >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            begun.removeLast(LogPieces.size - count)
            progress?.advance(bytes: count)
            if count == 0 {
                isAtEnd = true
            } else if let newline = begun[start...].lastIndex(of: 0x0A) {
                let piece = Array(begun[...newline])
                begun.removeSubrange(...newline)
                return piece
            }
        }
        if begun.isEmpty { return nil }
        defer { begun = [] }
        return begun
    }

    /// All that was not read yet.
    func rest() throws(UnreadableFile) -> [UInt8] {
        var all: [UInt8] = []
        while let piece = try next() { all += piece }
        return all
    }
}
