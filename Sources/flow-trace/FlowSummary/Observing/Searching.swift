// Byte by byte, because Embedded Swift has the standard library's search for one character only.

extension StringProtocol {
    /// Whether `text` occurs in it; an empty text does.
    package func contains(text: some StringProtocol) -> Bool {
        let (bytes, sought) = (Array(utf8), Array(text.utf8))
        guard sought.count <= bytes.count else { return false }
        return (0...bytes.count - sought.count).contains { start in
            sought.indices.allSatisfy { bytes[start + $0] == sought[$0] }
        }
    }

    /// The parts between the occurrences of a text that is not empty; no empty parts.
    package func parts(between text: StaticString) -> [String] {
        let (bytes, separator) = (Array(utf8), text.withUTF8Buffer { Array($0) })
        var parts: [String] = []
        var (start, position) = (0, 0)
        func end() {
            if start < position { parts.append(String(decoding: bytes[start..<position], as: UTF8.self)) }
        }
        while position < bytes.count {
            if bytes[position...].starts(with: separator) {
                end()
                position += separator.count
                start = position
            } else {
                position += 1
            }
        }
        end()
        return parts
    }
}
