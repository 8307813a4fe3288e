/// Reads values from the JSON of one line. Fields may be in any order, but the writer's order is fastest. Unknown fields are skipped.
struct Reader: LogSource {
    let bytes: [UInt8]
    private let lineStart: Int
    let end: Int
    private let isSealed: Bool
    var position: Int
    private var objectStart = 0
    private var isFirst = true
    /// Whether fields are read sequentially, in the writer's order. Otherwise the reader searches the whole object for each field.
    private var isInOrder = true
    /// The names of the fields that were requested from the current object; `nil` if unknown fields are skipped.
    private var asked: [StaticString]?
    private(set) var leavesDefaults = false
    var depth = 0

    static let deepest = 32

    /// Reads the line `range` of `bytes`. In a sealed line, which ends with a checksum, the outermost object ends before the seal.
    init(_ bytes: [UInt8], _ range: Range<Int>, isSealed: Bool = false) {
        self.bytes = bytes
        self.isSealed = isSealed
        lineStart = range.lowerBound
        position = range.lowerBound
        end = min(range.upperBound, bytes.count) - (isSealed ? LineWriter.sealLength : 0)
    }

    init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    /// Reads input that was written by hand or by a different program. Rejects unknown fields, because their names may be misspelled. An
    /// absent field keeps its default.
    init(strict bytes: [UInt8]) {
        self.init(bytes)
        asked = []
        leavesDefaults = true
    }

    /// Throws if anything other than white space remains.
    mutating func finish() throws(CodingFailure) {
        skipSpace()
        if position < end { throw failure(.syntax) }
    }

    @inline(never) func failure(_ reason: CodingFailure.Reason) -> CodingFailure { CodingFailure(reason, column: position - lineStart) }

    var here: UInt8 { position < end ? bytes[position] : 0 }
    private var isAtObjectEnd: Bool { here == 0x7D || (isSealed && position == end) }

    mutating func skipSpace() {
        while here == 0x20 || here == 0x09 || here == 0x0A || here == 0x0D { position += 1 }
    }

    mutating func expect(_ byte: UInt8) throws(CodingFailure) {
        if here != byte {
            skipSpace()
            if here != byte { throw failure(.syntax) }
        }
        position += 1
    }

    private func matches(_ name: StaticString, at start: Int) -> Bool {
        let count = name.utf8CodeUnitCount
        guard start + count < end, bytes[start + count] == 0x22 else { return false }
        return name.withUTF8Buffer { name in
            for index in 0..<count where bytes[start + index] != name[index] { return false }
            return true
        }
    }

    // MARK: Values

    mutating func integer() throws(CodingFailure) -> Int64 {
        skipSpace()
        let start = position
        let isNegative = here == 0x2D
        if isNegative { position += 1 }
        let firstDigit = position
        var value: Int64 = 0
        while case 0x30...0x39 = here {
            value = value * 10 + Int64(here - 0x30)
            position += 1
            if position - firstDigit > 16 { break }
        }
        let digits = position - firstDigit
        guard digits > 0, digits == 1 || bytes[firstDigit] != 0x30 else { throw failure(.syntax) }
        switch here {
        case 0x2E, 0x45, 0x65, 0x30...0x39:
            position = start
            throw failure(.outOfRange)
        case _: break
        }
        guard value <= Instant.bound, !(isNegative && value == 0) else {
            position = start
            throw failure(.outOfRange)
        }
        return isNegative ? -value : value
    }

    mutating func instant() throws(CodingFailure) -> Int64 { try natural() }
    mutating func identifier() throws(CodingFailure) -> Int64 { try natural() }

    private mutating func natural() throws(CodingFailure) -> Int64 {
        let value = try integer()
        if value < 0 { throw failure(.outOfRange) }
        return value
    }

    mutating func boolean() throws(CodingFailure) -> Bool {
        skipSpace()
        if take("true") { return true }
        if take("false") { return false }
        throw failure(.syntax)
    }

    mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard position + count <= end else { return false }
        let start = position
        let isHere = literal.withUTF8Buffer { literal in
            for index in 0..<count where bytes[start + index] != literal[index] { return false }
            return true
        }
        if isHere { position += count }
        return isHere
    }

    mutating func hex64() throws(CodingFailure) -> UInt64 {
        try expect(0x22)
        let value = try hex(digits: 16)
        guard here == 0x22 else { throw failure(.syntax) }
        position += 1
        return value
    }

    private mutating func hex(digits: Int) throws(CodingFailure) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<digits {
            switch here {
            case 0x30...0x39: value = value << 4 | UInt64(here - 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(here - 0x57)
            case _: throw failure(.syntax)
            }
            position += 1
        }
        return value
    }

    mutating func reference() throws(CodingFailure) -> SecretRef {
        skipSpace()
        let start = position
        guard here == 0x22 else { throw failure(.syntax) }
        var index = position + 1
        while index < end, bytes[index] != 0x23, bytes[index] != 0x22 { index += 1 }
        guard index < end, bytes[index] == 0x23 else { throw failure(.syntax) }
        let word = String(decoding: bytes[position + 1..<index], as: UTF8.self)
        guard let kind = SecretRef.Kind.spelled(word) else { throw failure(.unknown(word)) }
        position = index + 1
        let number = try natural()
        guard here == 0x22 else {
            position = start
            throw failure(.syntax)
        }
        position += 1
        return SecretRef(kind, number)
    }

    mutating func text() throws(CodingFailure) -> String {
        try expect(0x22)
        let start = position
        var isASCII = true
        while position < end {
            let byte = bytes[position]
            if byte == 0x22 {
                if !isASCII, !isUTF8(bytes[start..<position]) { throw failure(.notText) }
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                position += 1
                return text
            }
            if byte == 0x5C { return try escapedText(from: start) }
            if byte < 0x20 { throw failure(.syntax) }
            if byte >= 0x80 { isASCII = false }
            position += 1
        }
        throw failure(.syntax)
    }

    private mutating func escapedText(from start: Int) throws(CodingFailure) -> String {
        var text = Array(bytes[start..<position])
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22:
                guard isUTF8(text[...]) else { throw failure(.notText) }
                return String(decoding: text, as: UTF8.self)
            case 0x5C: try appendEscape(to: &text)
            case 0..<0x20: throw failure(.syntax)
            case _: text.append(byte)
            }
        }
        throw failure(.syntax)
    }

    mutating func word<W: Word>(_ type: W.Type) throws(CodingFailure) -> W {
        let start = position
        let word = try text()
        guard let value = W.spelled(word) else {
            position = start
            throw failure(.unknown(word))
        }
        return value
    }

    mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) throws(CodingFailure) -> W {
        try find(name)
        return try word(type)
    }

    // MARK: Objects and arrays

    /// Reads an object in the writer's order, which is fast because an absent field needs no search. If this order fails or does not reach
    /// the object's end, reads the object again and searches for each field.
    mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
        var object = try beginObject()
        while true {
            do throws(CodingFailure) {
                let value = try T.readFields(from: &self)
                if try isComplete(object) { return value }
            } catch {
                if object.isCareful { throw error }
            }
            readWithCare(&object)
        }
    }

    /// An object that is being read: its position, and the reader's values for the enclosing object.
    struct OpenObject {
        let outer: (start: Int, isInOrder: Bool, asked: [StaticString]?)
        let start: Int
        let depth: Int
        var isCareful: Bool
    }

    @inline(never) mutating func beginObject() throws(CodingFailure) -> OpenObject {
        try expect(0x7B)
        depth += 1
        if depth > Reader.deepest { throw failure(.tooDeep) }
        var object = OpenObject(outer: (objectStart, isInOrder, asked), start: position, depth: depth, isCareful: false)
        objectStart = position
        isFirst = true
        if !isInOrder { readWithCare(&object) }
        return object
    }

    /// Returns to the object's first field, and from now on searches for each field.
    @inline(never) mutating func readWithCare(_ object: inout OpenObject) {
        object.isCareful = true
        (position, depth) = (object.start, object.depth)
        objectStart = position
        isInOrder = false
        isFirst = true
        if asked != nil { asked = [] }
    }

    /// Moves past the object if each of its fields has been read or may be skipped. Returns false if the object must be read again.
    @inline(never) mutating func isComplete(_ object: OpenObject) throws(CodingFailure) -> Bool {
        if object.isCareful {
            // This check is necessary even at the end of the object, because an earlier key may be a duplicate.
            try skipUnaskedFields()
        } else if !isAtObjectEnd {
            return false
        }
        if position < end { position += 1 }
        depth -= 1
        (objectStart, isInOrder, asked) = object.outer
        isFirst = false
        return true
    }

    /// Reads the first fields of an object. Reads the later fields only if the fields are not in the writer's order.
    mutating func beginning<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
        var object = try beginObject()
        if let value = try? T.readFields(from: &self) { return value }
        readWithCare(&object)
        let value = try T.readFields(from: &self)
        _ = try isComplete(object)
        return value
    }

    mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T {
        try find(name)
        return try T.read(from: &self)
    }

    mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T? {
        guard try seek(name) else { return nil }
        return try T.read(from: &self)
    }

    mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
        try expect(0x5B)
        skipSpace()
        var values: [T] = []
        if here == 0x5D {
            position += 1
            return values
        }
        while true {
            skipSpace()
            values.append(try T.read(from: &self))
            skipSpace()
            guard here == 0x2C else { break }
            position += 1
        }
        try expect(0x5D)
        return values
    }

    @inline(never) private mutating func find(_ name: StaticString) throws(CodingFailure) {
        guard try seek(name) else { throw failure(.missing(spelled(name))) }
    }

    /// Moves to the value of `name`. Returns false if the object has no field `name`.
    private mutating func seek(_ name: StaticString) throws(CodingFailure) -> Bool {
        let start = position
        if !isInOrder { asked?.append(name) }
        let isSeparated = isFirst || here == 0x2C
        if !isFirst, isSeparated { position += 1 }
        if isSeparated, here == 0x22, matches(name, at: position + 1) {
            position += name.utf8CodeUnitCount + 2
            isFirst = false
            try expect(0x3A)
            skipSpace()
            return true
        }
        position = start
        return isInOrder ? false : try scan(for: name)
    }

    private mutating func scan(for name: StaticString) throws(CodingFailure) -> Bool {
        let start = position
        position = objectStart
        var isFresh = true
        while true {
            skipSpace()
            if isAtObjectEnd {
                position = start
                return false
            }
            if isFresh {
                isFresh = false
            } else {
                try expect(0x2C)
                skipSpace()
            }
            guard here == 0x22 else { throw failure(.syntax) }
            if matches(name, at: position + 1) {
                position += name.utf8CodeUnitCount + 2
                try expect(0x3A)
                skipSpace()
                isFirst = false
                return true
            }
            try skipText()
            try expect(0x3A)
            try skipValue()
        }
    }

    /// Reads the object again and moves to its end. Throws if a key is duplicate. If unknown fields are rejected, also throws if a key is
    /// unknown.
    private mutating func skipUnaskedFields() throws(CodingFailure) {
        position = objectStart
        var keys = ObjectKeys()
        skipSpace()
        if isAtObjectEnd { return }
        while true {
            skipSpace()
            let start = position
            let key = try text()
            if let doubled = keys.add(key, at: start) { throw failure(doubled) }
            if let asked, !asked.contains(where: { haveSameBytes(key, spelled($0)) }) {
                position = start
                throw failure(.unknown(key))
            }
            try expect(0x3A)
            try skipValue()
            skipSpace()
            if isAtObjectEnd {
                if let doubled = keys.finish() { throw failure(doubled) }
                return
            }
            try expect(0x2C)
        }
    }

    @inline(never) private func spelled(_ name: StaticString) -> String {
        name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    }
}
