/// Generates the values that Adobe's server makes up: codes, tokens and ids. The same seed gives the same values.
struct Generator: Sendable {
    private var random: RandomSource

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// Returns the next 64 random bits.
    mutating func next() -> UInt64 { random.next() }

    /// Returns `count` random characters of `alphabet`; an empty text if the alphabet is empty.
    mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        let letters = Array(alphabet.description.unicodeScalars)
        guard !letters.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(letters[Int(next() % UInt64(letters.count))]) }
        return String(text)
    }

    /// Returns an authentication code: 7 capital letters and digits.
    mutating func code() -> String { text(SimulatedAdobe.codeLength, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }

    /// Returns `count` random hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

    /// Returns a random value in the form of a UUID.
    mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }
}
