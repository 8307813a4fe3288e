import FlowSimulation

@testable import FlowMachine

/// Supplies random parts, so that reading any type from it creates a random value of that type.
struct RandomValueSource: LogSource {
    private var random: RandomSource
    /// Whether texts contain characters that JSON escapes, or that are not ASCII.
    let hasOddTexts: Bool

    init(seed: UInt64, hasOddTexts: Bool) {
        random = RandomSource(seed: seed)
        self.hasOddTexts = hasOddTexts
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    /// A number with a random count of digits.
    private mutating func natural() -> Int64 {
        switch below(4) {
        case 0: Int64(below(10))
        case 1: Int64(below(100_000))
        case 2: Int64.random(in: 0...Instant.bound, using: &random)
        case _: [0, 9, 10, 99_999_999, 100_000_000, 9_999_999_999_999_999 >> 1, Instant.bound][below(7)]
        }
    }

    mutating func integer() -> Int64 {
        let number = natural()
        return below(2) == 0 ? number : -number
    }

    mutating func instant() -> Int64 { natural() }
    mutating func identifier() -> Int64 { natural() }
    mutating func boolean() -> Bool { below(2) == 0 }
    mutating func hex64() -> UInt64 { UInt64.random(in: .min ... .max, using: &random) }
    mutating func text() -> String { text(length: 0...40, of: .any) }

    private mutating func text(length: ClosedRange<Int>, of alphabet: TextAlphabet) -> String {
        let plain = (0x20...0x7E as ClosedRange<UInt8>).filter { alphabet.contains($0) && $0 != 0x22 && $0 != 0x5C }
        let odd = ["\"", "\\", "\n", "\u{1}", "é", "€", "😀"]
        var text = ""
        let count = Int.random(in: length.lowerBound...min(length.upperBound, 40), using: &random)
        while text.utf8.count < count {
            if hasOddTexts, alphabet == .any, below(8) == 0, text.utf8.count + 4 <= length.upperBound {
                text += odd[below(odd.count)]
            } else {
                text.unicodeScalars.append(Unicode.Scalar(plain[below(plain.count)]))
            }
        }
        return text
    }

    mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
        if T.self == ProfileType.self, let text = T(["regular", "appleSSO", "temporary", "new-1"][below(4)]) { return text }
        guard let text = T(text(length: T.length, of: T.alphabet)) else { throw CodingFailure(.outOfRange, column: 0) }
        return text
    }

    mutating func reference() -> SecretRef { SecretRef(word(SecretRef.Kind.self), natural()) }

    mutating func word<W: Word>(_ type: W.Type) -> W {
        let words = Array(W.allCases)
        return words[below(words.count)]
    }

    mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) -> W { word(type) }
    mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T { try T.readFields(from: &self) }
    mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T { try T.read(from: &self) }

    mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T? {
        below(2) == 0 ? nil : try T.read(from: &self)
    }

    mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
        var list: [T] = []
        for _ in 0..<below(4) { list.append(try T.read(from: &self)) }
        return list
    }
}
