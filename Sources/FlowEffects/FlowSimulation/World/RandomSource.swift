/// A seeded source of random numbers (SplitMix64). The same seed gives the same numbers on every machine.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a source with a seed.
    public init(seed: UInt64) { state = seed }

    /// Creates one of several independent sources for the same seed. `part` distinguishes these sources.
    package init(seed: UInt64, part: UInt64) {
        self.init(seed: seed)
        state = next() ^ part
        state = next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Returns true once in `count` times on average.
    public mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// Returns one of `values` at random. `values` must not be empty.
    package mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
}
