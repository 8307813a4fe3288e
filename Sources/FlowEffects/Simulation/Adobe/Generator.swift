/// Numbers that look random and are the same for the same seed on every machine (SplitMix64).
struct Generator: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `count` characters of `alphabet`, which must not be empty.
    mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        let letters = Array(alphabet.description.unicodeScalars)
        guard !letters.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(letters[Int(next() % UInt64(letters.count))]) }
        return String(text)
    }

    /// An authentication code: 7 capitals and digits.
    mutating func code() -> String { text(SimulatedAdobe.codeLength, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }

    /// `count` hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

    /// In the form of a UUID.
    mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }
}
