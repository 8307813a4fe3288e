import Foundation

/// Writes files into a tar archive (ustar), as a collector delivers a day of uploads.
final class Archive {
    private let file: FileHandle
    private var buffer = Data()

    init?(_ path: String) {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else { return nil }
        self.file = file
    }

    func add(_ name: String, _ bytes: [UInt8], at seconds: Int64) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int64, digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(name, at: 0)
        put(octal(0o644, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(Int64(bytes.count), digits: 11), at: 124)
        put(octal(seconds, digits: 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = header.reduce(Int64(0)) { $0 + Int64($1) }
        put(octal(sum, digits: 6) + "\0 ", at: 148)
        buffer.append(contentsOf: header)
        buffer.append(contentsOf: bytes)
        buffer.append(Data(count: (512 - bytes.count % 512) % 512))
        if buffer.count > 4 << 20 { flush() }
    }

    func close() throws {
        buffer.append(Data(count: 1024))
        flush()
        try file.close()
    }

    private func flush() {
        file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
