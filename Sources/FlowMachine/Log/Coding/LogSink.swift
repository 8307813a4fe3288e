/// Receives the description of a value, part by part. Examples are the log's writer, the digest and the tree for display.
///
/// A sink returns nothing and cannot fail.
package protocol LogSink {
    /// Receives a whole number between -(2^53 - 1) and 2^53 - 1. JavaScript and `jq` read such numbers without rounding.
    mutating func integer(_ value: Int64)
    /// Receives a point in time, in milliseconds since 1970.
    mutating func instant(_ value: Int64)
    /// Receives the number of a request, timer, presentation or wish. Such numbers are compared only for equality.
    mutating func identifier(_ value: Int64, _ family: NumberedFamily)
    /// Receives the next free number of a family, such as requests. The number does not identify anything yet.
    mutating func counter(_ value: Int64)
    /// Receives a Boolean value.
    mutating func boolean(_ value: Bool)
    /// Receives a text.
    mutating func text(_ value: String)
    /// Receives 64 bits. The log contains them as 16 lower case hex digits.
    mutating func hex64(_ value: UInt64)
    /// Receives a reference to a secret. The log contains it as `kind#number`.
    mutating func reference(_ value: SecretRef)
    /// Receives a word of a closed set.
    mutating func word<W: Word>(_ value: W)
    /// Begins an object.
    mutating func open()
    /// Ends an object.
    mutating func close()
    /// Receives the name of a field. The value of the field follows.
    mutating func key(_ name: StaticString)
    /// Records that an optional field is absent.
    mutating func absent()
    /// Records that an optional field is present. The field follows.
    mutating func present()
    /// Begins a list of `count` values.
    mutating func openList(_ count: Int)
    /// Ends a list.
    mutating func closeList()
    /// Receives a field whose value is already represented by a digest in an earlier field. A sink that digests skips this field.
    mutating func digested<T: LogValue>(_ name: StaticString, _ value: T)
}

extension LogSink {
    @inline(__always) package mutating func digested<T: LogValue>(_ name: StaticString, _ value: T) { field(name, value) }

    /// Passes a field to the sink. A field whose value is `nil` is absent.
    @inline(__always) package mutating func field<F: LogField>(_ name: StaticString, _ value: F) {
        value.describe(as: name, to: &self)
    }

    /// Passes the field `kind`, which names the case of an enum, to the sink.
    @inline(__always) private mutating func kind<W: Word>(_ value: W) {
        key("kind")
        word(value)
    }
}

// Each `fields` function describes all fields of an enum's case in one call: first the kind, then the payload.
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
