/// A sequence of pseudorandom numbers that depends only on its first number, so that a replay uses the same numbers. The algorithm is the
/// minimal standard generator of Park and Miller.
public struct Jitter: Hashable, Sendable, LogValue {
    /// The current number, from 1 to 2,147,483,646.
    public private(set) var number: Int64

    private static let modulus: Int64 = 2_147_483_647

    /// Creates the sequence that begins with `number`, limited to 1 through 2,147,483,646.
    public init(_ number: Int64) { self.number = min(max(number, 1), Jitter.modulus - 1) }

    /// Returns a pseudorandom part of `interval`, from zero to nearly the whole interval, and moves to the next number.
    mutating func part(of interval: Interval) -> Interval {
        number = number * 48271 % Jitter.modulus
        let (quotient, rest) = interval.milliseconds.quotientAndRemainder(dividingBy: Jitter.modulus)
        return Interval(milliseconds: quotient * number + rest * number / Jitter.modulus)
    }

    package func describe<S: LogSink>(to sink: inout S) { sink.integer(number) }
    package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Jitter(try source.integer()) }
}
