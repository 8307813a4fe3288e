import FlowMachine

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
        switch try next() {
        case .number(let value), .identifier(let value): return value
        case .instant, .truth, .text, .word, .bits, .reference, .key, .absent, .present, .open, .close, .openList, .closeList:
            throw failure()
        }
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
        guard case .word(let value) = try next(), let word = W.spelled(value) else { throw failure() }
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
