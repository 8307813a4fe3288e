/// What the fields of a value pass through, one by one: to be written, read or digested.
///
/// Each type lists its fields once, in `pass`; every use of that list (the log's writer and reader, the digest of the
/// model) is an archive. A reading archive is given `nil` and answers with what it found; every other archive is given
/// the value and answers with it unchanged.
public protocol Archive {
    /// A whole number between -(2^53 - 1) and 2^53 - 1, so that JavaScript and `jq` read it unrounded.
    mutating func integer(_ old: Int64?) throws(CodingFailure) -> Int64
    /// A point in time, in milliseconds since 1970.
    mutating func instant(_ old: Int64?) throws(CodingFailure) -> Int64
    /// A number that names something and is only ever compared for equality.
    mutating func identifier(_ old: Int64?) throws(CodingFailure) -> Int64
    /// Yes or no.
    mutating func boolean(_ old: Bool?) throws(CodingFailure) -> Bool
    /// Text in UTF-8.
    mutating func text(_ old: String?) throws(CodingFailure) -> String
    /// 64 bits as 16 lower case hex digits.
    mutating func hex64(_ old: UInt64?) throws(CodingFailure) -> UInt64
    /// A reference to a secret, written `kind#number`.
    mutating func reference(_ old: SecretRef?) throws(CodingFailure) -> SecretRef
    /// An object: `body` passes its fields.
    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T
    /// A field that is always there.
    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T
    /// A field that may be absent.
    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T?
    /// A field that a digest passed before it stands for; digesting skips it.
    mutating func whole<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T
    /// An array.
    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T]
    /// The field `kind`, which tells the case of an enum.
    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W
    /// One of a closed set of words.
    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W
}

extension Archive {
    public mutating func whole<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        try field(name, old)
    }
}

/// A value with one list of its fields.
public protocol LogValue {
    /// Passes each field through `archive`. `old` is the value when writing, `nil` when reading.
    /// - Throws: `CodingFailure` when what is read is not such a value.
    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self
}

/// A closed set of words; the raw value is what the log says.
public protocol Word: RawRepresentable<String>, CaseIterable, Hashable, Sendable, LogValue {}

extension Word {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.word(old)
    }
}

extension Int64: LogValue {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.integer(old)
    }
}

extension Bool: LogValue {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.boolean(old)
    }
}

extension String: LogValue {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.text(old)
    }
}

extension UInt64: LogValue {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.hex64(old)
    }
}

extension Array: LogValue where Element: LogValue {
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.list(old)
    }
}

/// Why bytes could not be read as a value, and where.
public struct CodingFailure: Error, Equatable, Sendable {
    /// What was wrong.
    public enum Reason: Equatable, Sendable {
        /// Not the JSON that belongs here.
        case syntax
        /// A field that must be there is not.
        case missing(String)
        /// The same field twice in one object.
        case doubled(String)
        /// A word that this build does not know.
        case unknown(String)
        /// A number outside ±(2^53 - 1), or text outside its bounds.
        case outOfRange
        /// Bytes that are not UTF-8.
        case notText
        /// More levels of nesting than any record has.
        case tooDeep
    }

    /// What was wrong.
    public let reason: Reason
    /// Where, in bytes from the beginning of the line, the first byte being 0.
    public let column: Int

    /// A failure at a column.
    public init(_ reason: Reason, column: Int) {
        self.reason = reason
        self.column = column
    }

    /// What is wrong, in words.
    public var text: String {
        switch reason {
        case .syntax: "not the JSON expected here"
        case .missing(let name): "the field \"\(name)\" is missing"
        case .doubled(let name): "the field \"\(name)\" stands here twice"
        case .unknown(let word): "\"\(word)\" is not known to this build"
        case .outOfRange: "a value outside its bounds"
        case .notText: "bytes that are not UTF-8"
        case .tooDeep: "nested deeper than any record"
        }
    }
}
