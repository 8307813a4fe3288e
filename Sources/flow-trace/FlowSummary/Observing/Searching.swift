// These functions search byte by byte, because Embedded Swift has only the standard library's search for a single character.

extension StringProtocol {
    /// Returns whether `text` occurs in this string. An empty text always does.
    package func contains(text: some StringProtocol) -> Bool {
        let (bytes, sought) = (Array(utf8), Array(text.utf8))
        guard sought.count <= bytes.count else { return false }
        return (0...bytes.count - sought.count).contains { start in
            sought.indices.allSatisfy { bytes[start + $0] == sought[$0] }
        }
    }

    /// Returns the parts between the occurrences of `text`, which must not be empty. Empty parts are left out.
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
