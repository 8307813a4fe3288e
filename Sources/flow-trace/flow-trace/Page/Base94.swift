/// Bytes as text: eleven characters for nine bytes, so the text is 8 % shorter than in Base64.
enum Base94 {
    /// The printable characters of ASCII and the space, without the one that could end the HTML element that contains the text.
    private static let digits = (UInt8(0x21)...0x7E).filter { $0 != UInt8(ascii: "<") } + [UInt8(ascii: " ")]

    /// Returns `bytes` in base 94. The first character says how many bytes of the last group do not count.
    static func encode(_ bytes: [UInt8]) -> String {
        let digits = digits
        let missing = (9 - bytes.count % 9) % 9
        var text = [digits[missing]]
        text.reserveCapacity(bytes.count / 9 * 11 + 12)
        var group = [UInt8](repeating: 0, count: 11)
        for start in stride(from: 0, to: bytes.count, by: 9) {
            func part(_ first: Int) -> UInt32 {
                (first..<first + 3).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt32(bytes[$1]) : 0) }
            }
            // The 72 bits of a group are more than a number has, so they are three numbers of 24 bits.
            var (high, middle, low) = (part(start), part(start + 3), part(start + 6))
            for place in group.indices.reversed() {
                let second = (high % 94) << 24 | middle
                let third = (second % 94) << 24 | low
                (high, middle, low) = (high / 94, second / 94, third / 94)
                group[place] = digits[Int(third % 94)]
            }
            text += group
        }
        return String(decoding: text, as: UTF8.self)
    }
}
