/// Supplies the parts of a value, one by one. A reader supplies the parts in a line; `SchemaSource` supplies samples to determine the
/// schema.
package protocol LogSource {
    /// Whether a field that has a default may be absent. This is so for settings that are written by hand, whereas a log contains every
    /// field.
    var leavesDefaults: Bool { get }
    /// Reads a whole number between -(2^53 - 1) and 2^53 - 1.
    mutating func integer() throws(CodingFailure) -> Int64
    /// Reads a point in time, in milliseconds since 1970.
    mutating func instant() throws(CodingFailure) -> Int64
    /// Reads the number of a request, timer, presentation or wish.
    mutating func identifier() throws(CodingFailure) -> Int64
    /// Reads a Boolean value.
    mutating func boolean() throws(CodingFailure) -> Bool
    /// Reads a text.
    mutating func text() throws(CodingFailure) -> String
    /// Reads a text whose length is within the bounds of its type.
    mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T
    /// Reads 64 bits from 16 lower case hex digits.
    mutating func hex64() throws(CodingFailure) -> UInt64
    /// Reads a reference to a secret from `kind#number`.
    mutating func reference() throws(CodingFailure) -> SecretRef
    /// Reads a word of a closed set.
    mutating func word<W: Word>(_ type: W.Type) throws(CodingFailure) -> W
    /// Reads the field `name`, which names the case of an enum. The case determines the other fields.
    mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) throws(CodingFailure) -> W
    /// Reads an object. The source may read its fields more than once.
    mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T
    /// Reads a field that is always present.
    mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T
    /// Reads a field that may be absent.
    mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T?
    /// Reads a list of values.
    mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T]
}

extension LogSource {
    @inline(__always) package mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
        guard let text = T(try text()) else { throw CodingFailure(.outOfRange, column: 0) }
        return text
    }

    /// Reads the field `kind`, which names the case of an enum.
    @inline(__always) package mutating func kind<W: Word>(_ type: W.Type) throws(CodingFailure) -> W {
        try kind(type, named: "kind")
    }

    package var leavesDefaults: Bool { false }

    /// Reads a field. A field with an optional type may be absent.
    @inline(__always) package mutating func field<F: ReadableField>(_ name: StaticString) throws(CodingFailure) -> F {
        try F.read(name, from: &self)
    }

    /// Reads a field into `value`. If the source permits absent fields and the field is absent, `value` does not change.
    @inline(never)
    package mutating func read<T: ReadableValue>(_ name: StaticString, into value: inout T) throws(CodingFailure) {
        if leavesDefaults {
            if let new: T = try optional(name) { value = new }
        } else {
            value = try required(name)
        }
    }

    /// Reads a field that older logs do not contain. If the field is absent in a log, its value is `old`.
    @inline(never)
    package mutating func read<T: ReadableValue>(_ name: StaticString, into value: inout T, old: T) throws(CodingFailure) {
        let new: T? = try optional(name)
        value = new ?? (leavesDefaults ? value : old)
    }
}
