/// Generates the values that a server generates: codes, tokens, numbers.
struct Generator: Sendable {
    private var random: RandomSource

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// The next 64 bits.
    mutating func next() -> UInt64 { random.next() }

    /// `count` characters of `alphabet`, which must not be empty.
    mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        let letters = Array(alphabet.description.unicodeScalars)
        guard !letters.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(letters[Int(next() % UInt64(letters.count))]) }
        return String(text)
    }

    /// An authentication code: 7 capital letters and digits.
    mutating func code() -> String { text(SimulatedAdobe.codeLength, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }

    /// `count` hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

    /// A value in the form of a UUID.
    mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }
}
