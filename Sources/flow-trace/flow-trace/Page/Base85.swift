/// Bytes as text: five characters for four bytes, so the text is 6 % shorter than in Base64.
enum Base85 {
    /// The printable characters of ASCII, without those that have a meaning in HTML or that mail programs may change.
    private static let digits = (UInt8(0x21)...0x7E).filter { !#""&'.<=>\`"#.utf8.contains($0) }

    /// Returns `bytes` in base 85. A last group with fewer than four bytes has one character more than it has bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let digits = digits
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 4 * 5 + 5)
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let length = min(4, bytes.count - start)
            var group: UInt32 = 0
            for index in start..<start + 4 { group = group << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0) }
            var divisor: UInt32 = 85 * 85 * 85 * 85
            for _ in 0...length {
                text.append(digits[Int(group / divisor)])
                group %= divisor
                divisor /= 85
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
