/// Receives the description of a value, part by part: the log's writer, a digest, a tree for display.
///
/// A sink returns nothing and cannot fail.
package protocol LogSink {
    /// A whole number between -(2^53 - 1) and 2^53 - 1, so that JavaScript and `jq` read it unrounded.
    mutating func integer(_ value: Int64)
    /// A point in time, in milliseconds since 1970.
    mutating func instant(_ value: Int64)
    /// A number that identifies something and is compared only for equality.
    mutating func identifier(_ value: Int64, _ family: NumberedFamily)
    /// The next number of a family. It does not identify anything yet.
    mutating func counter(_ value: Int64)
    /// Writes a Boolean value.
    mutating func boolean(_ value: Bool)
    /// Writes text in UTF-8.
    mutating func text(_ value: String)
    /// 64 bits, written as 16 lower case hex digits.
    mutating func hex64(_ value: UInt64)
    /// A reference to a secret, written `kind#number`.
    mutating func reference(_ value: SecretRef)
    /// One of a closed set of words.
    mutating func word<W: Word>(_ value: W)
    /// The beginning of an object.
    mutating func open()
    /// The end of an object.
    mutating func close()
    /// The name of a field. Its value follows.
    mutating func key(_ name: StaticString)
    /// An optional field is absent.
    mutating func absent()
    /// An optional field follows.
    mutating func present()
    /// The beginning of a list of `count` values.
    mutating func openList(_ count: Int)
    /// The end of a list.
    mutating func closeList()
    /// A field whose value is already represented by a digest in an earlier field. A digest of the whole value skips it.
    mutating func digested<T: LogValue>(_ name: StaticString, _ value: T)
}

extension LogSink {
    @inline(__always) package mutating func digested<T: LogValue>(_ name: StaticString, _ value: T) { field(name, value) }

    /// A field. If its value is `nil`, it is absent.
    @inline(__always) package mutating func field<F: LogField>(_ name: StaticString, _ value: F) {
        value.describe(as: name, to: &self)
    }

    /// The field `kind`, which names the case of an enum.
    @inline(__always) private mutating func kind<W: Word>(_ value: W) {
        key("kind")
        word(value)
    }
}

// The fields of an enum's case, in one call: its kind, then its payload.
extension LogSink {
    @inline(__always) package mutating func fields<W: Word>(_ kind: W) { self.kind(kind) }

    @inline(__always) package mutating func fields<W: Word, A: LogField>(_ kind: W, _ name: StaticString, _ value: A) {
        self.kind(kind)
        field(name, value)
    }

    @inline(__always)
    package mutating func fields<W: Word, A: LogField, B: LogField>(
        _ kind: W, _ first: StaticString, _ a: A, _ second: StaticString, _ b: B
    ) {
        self.kind(kind)
        field(first, a)
        field(second, b)
    }

    @inline(__always)
    package mutating func fields<W: Word, A: LogField, B: LogField, C: LogField>(
        _ kind: W, _ first: StaticString, _ a: A, _ second: StaticString, _ b: B, _ third: StaticString, _ c: C
    ) {
        fields(kind, first, a, second, b)
        field(third, c)
    }

    @inline(__always)
    package mutating func fields<W: Word, A: LogField, B: LogField, C: LogField, D: LogField>(
        _ kind: W, _ first: StaticString, _ a: A, _ second: StaticString, _ b: B, _ third: StaticString, _ c: C,
        _ fourth: StaticString, _ d: D
    ) {
        fields(kind, first, a, second, b, third, c)
        field(fourth, d)
    }
}
