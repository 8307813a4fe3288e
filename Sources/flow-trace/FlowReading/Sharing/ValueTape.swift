import FlowMachine

/// A value as the list of its parts, in the order in which the value describes them.
///
/// `TapeReader` builds the value again from the parts, and can replace some of them.
struct ValueTape: LogSink {
    /// A part of a value.
    enum Part {
        case number(Int64)
        case instant(Int64)
        case truth(Bool)
        case text(String)
        case bits(UInt64)
        case reference(SecretRef)
        case key(StaticString)
        case absent, present
        case open, close, openList, closeList
    }

    private(set) var parts: [Part] = []

    init<T: LogValue>(_ value: T) { value.describe(to: &self) }

    mutating func integer(_ value: Int64) { parts.append(.number(value)) }
    mutating func instant(_ value: Int64) { parts.append(.instant(value)) }
    mutating func identifier(_ value: Int64, _ family: NumberedFamily) { parts.append(.number(value)) }
    mutating func counter(_ value: Int64) { parts.append(.number(value)) }
    mutating func boolean(_ value: Bool) { parts.append(.truth(value)) }
    mutating func text(_ value: String) { parts.append(.text(value)) }
    mutating func hex64(_ value: UInt64) { parts.append(.bits(value)) }
    mutating func reference(_ value: SecretRef) { parts.append(.reference(value)) }
    mutating func word<W: Word>(_ value: W) { parts.append(.text(value.rawValue)) }
    mutating func open() { parts.append(.open) }
    mutating func close() { parts.append(.close) }
    mutating func key(_ name: StaticString) { parts.append(.key(name)) }
    mutating func absent() { parts.append(.absent) }
    mutating func present() { parts.append(.present) }
    mutating func openList(_ count: Int) { parts.append(.openList) }
    mutating func closeList() { parts.append(.closeList) }
}

/// Reads a value from its parts. `pseudonyms` first collects the names in the value, and later replaces names and instants.
struct TapeReader: LogSource {
    private let parts: [ValueTape.Part]
    private var position = 0
    private let pseudonyms: Pseudonyms

    /// Returns `value` with its names and instants replaced. While `pseudonyms` collects names, returns an equal value.
    ///
    /// - Throws: `CodingFailure` if the value contains a text of unknown meaning.
    static func copy<T: LogValue>(_ value: T, _ pseudonyms: Pseudonyms) throws(CodingFailure) -> T {
        var reader = TapeReader(parts: ValueTape(value).parts, pseudonyms: pseudonyms)
        return try T.read(from: &reader)
    }

    private init(parts: [ValueTape.Part], pseudonyms: Pseudonyms) {
        self.parts = parts
        self.pseudonyms = pseudonyms
    }

    private func failure() -> CodingFailure { CodingFailure(.syntax, column: position) }

    private mutating func next() throws(CodingFailure) -> ValueTape.Part {
        guard position < parts.count else { throw failure() }
        position += 1
        return parts[position - 1]
    }

    mutating func integer() throws(CodingFailure) -> Int64 {
        guard case .number(let value) = try next() else { throw failure() }
        return value
    }

    mutating func instant() throws(CodingFailure) -> Int64 {
        guard case .instant(let value) = try next() else { throw failure() }
        return pseudonyms.instant(value)
    }

    mutating func identifier() throws(CodingFailure) -> Int64 { try integer() }

    mutating func boolean() throws(CodingFailure) -> Bool {
        guard case .truth(let value) = try next() else { throw failure() }
        return value
    }

    /// Rejects texts of unknown meaning, because they could contain a name. No event and no effect contains such a text.
    mutating func text() throws(CodingFailure) -> String { throw failure() }

    mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
        guard case .text(let value) = try next(), let text = T(pseudonyms.text(value, T.meaning)) else { throw failure() }
        return text
    }

    mutating func hex64() throws(CodingFailure) -> UInt64 {
        guard case .bits(let value) = try next() else { throw failure() }
        return value
    }

    mutating func reference() throws(CodingFailure) -> SecretRef {
        guard case .reference(let value) = try next() else { throw failure() }
        return value
    }

    mutating func word<W: Word>(_ type: W.Type) throws(CodingFailure) -> W {
        guard case .text(let value) = try next(), let word = W.spelled(value) else { throw failure() }
        return word
    }

    mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) throws(CodingFailure) -> W {
        guard isAtKey(name) else { throw failure() }
        position += 1
        return try word(type)
    }

    mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
        guard case .open = try next() else { throw failure() }
        let value = try T.readFields(from: &self)
        guard case .close = try next() else { throw failure() }
        return value
    }

    mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T {
        // A field that may be absent has the part `present` before it, even if it is read as a required field.
        if position < parts.count, case .present = parts[position] { position += 1 }
        guard isAtKey(name) else { throw failure() }
        position += 1
        return try T.read(from: &self)
    }

    mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T? {
        guard position < parts.count else { throw failure() }
        if case .absent = parts[position] {
            position += 1
            return nil
        }
        if case .present = parts[position] { position += 1 }
        guard isAtKey(name) else { return nil }
        position += 1
        return try T.read(from: &self)
    }

    mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
        guard case .openList = try next() else { throw failure() }
        var values: [T] = []
        while position < parts.count {
            if case .closeList = parts[position] {
                position += 1
                return values
            }
            values.append(try T.read(from: &self))
        }
        throw failure()
    }

    private func isAtKey(_ name: StaticString) -> Bool {
        guard position < parts.count, case .key(let key) = parts[position] else { return false }
        guard key.utf8CodeUnitCount == name.utf8CodeUnitCount else { return false }
        return key.withUTF8Buffer { key in
            name.withUTF8Buffer { name in
                for index in key.indices where key[index] != name[index] { return false }
                return true
            }
        }
    }
}
