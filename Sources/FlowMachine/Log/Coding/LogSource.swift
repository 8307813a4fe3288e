/// Supplies the parts of a value: a line of the log, or the schema of one.
package protocol LogSource {
    /// Whether a field that has a default may be absent, as in settings that are written by hand. A log has every field.
    var leavesDefaults: Bool { get }
    /// A whole number between -(2^53 - 1) and 2^53 - 1.
    mutating func integer() throws(CodingFailure) -> Int64
    /// A point in time, in milliseconds since 1970.
    mutating func instant() throws(CodingFailure) -> Int64
    /// A number that identifies something.
    mutating func identifier() throws(CodingFailure) -> Int64
    /// Reads a Boolean value.
    mutating func boolean() throws(CodingFailure) -> Bool
    /// Reads text in UTF-8.
    mutating func text() throws(CodingFailure) -> String
    /// Text within the bounds of its type.
    mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T
    /// 64 bits, from 16 lower case hex digits.
    mutating func hex64() throws(CodingFailure) -> UInt64
    /// A reference to a secret, from `kind#number`.
    mutating func reference() throws(CodingFailure) -> SecretRef
    /// One of a closed set of words.
    mutating func word<W: Word>(_ type: W.Type) throws(CodingFailure) -> W
    /// The field `name`, which names the case of an enum and thereby the other fields.
    mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) throws(CodingFailure) -> W
    /// An object. The source may read its fields more than once.
    mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T
    /// A field that is always present.
    mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T
    /// A field that may be absent.
    mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T?
    /// Reads a list of values.
    mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T]
}

extension LogSource {
    @inline(__always) package mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
        guard let text = T(try text()) else { throw CodingFailure(.outOfRange, column: 0) }
        return text
    }

    /// The field `kind`, which names the case of an enum.
    @inline(__always) package mutating func kind<W: Word>(_ type: W.Type) throws(CodingFailure) -> W {
        try kind(type, named: "kind")
    }

    package var leavesDefaults: Bool { false }

    /// A field. An optional one may be absent.
    @inline(__always) package mutating func field<F: ReadableField>(_ name: StaticString) throws(CodingFailure) -> F {
        try F.read(name, from: &self)
    }

    /// Reads a field into `value`, which stays if the source leaves defaults and the field is absent.
    @inline(never)
    package mutating func read<T: ReadableValue>(_ name: StaticString, into value: inout T) throws(CodingFailure) {
        if leavesDefaults {
            if let new: T = try optional(name) { value = new }
        } else {
            value = try required(name)
        }
    }

    /// Reads a field that older logs do not have: where it is absent, they mean `old`.
    @inline(never)
    package mutating func read<T: ReadableValue>(_ name: StaticString, into value: inout T, old: T) throws(CodingFailure) {
        let new: T? = try optional(name)
        value = new ?? (leavesDefaults ? value : old)
    }
}
