/// Parses JSON (RFC 8259) in UTF-8, within bounds that limit the cost of a hostile answer. Rejects an object with two members of the same name
/// (compared after unescaping), because the correct member is unknown.
package struct JSONParser {
    /// The maximum nesting depth. Adobe's deepest answers, with user metadata, stay far below this bound.
    static let depth = 64

    /// The maximum number of values in an answer. The largest answer, a configuration of 2,000 providers, has about a third as many values.
    static let values = 100_000

    /// The maximum number of bytes in a number.
    static let number = 64

    /// Returns the JSON in `bytes`; `nil` if it is not well-formed or exceeds a bound.
    package static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipBlanks()
        return parser.index == bytes.count ? value : nil
    }

    private let bytes: [UInt8]
    private var index = 0
    private var count = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Skips blanks, and consumes the next character if it is `expected`. Returns whether the character was consumed.
    private mutating func takes(_ expected: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: expected) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        count += 1
        skipBlanks()
        guard count <= JSONParser.values, let byte else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return word("true", .boolean(true))
        case UInt8(ascii: "f"): return word("false", .boolean(false))
        case UInt8(ascii: "n"): return word("null", .null)
        case _: return number()
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        guard depth <= JSONParser.depth else { return nil }
        if takes("}") { return .object([]) }
        var members: [JSONValue.Member] = []
        var names: Set<[UInt8]> = []
        repeat {
            skipBlanks()
            guard byte == UInt8(ascii: "\""), let name = string(), names.insert(Array(name.utf8)).inserted, takes(":"),
                let value = value(depth: depth)
            else { return nil }
            members.append(JSONValue.Member(name: name, value: value))
        } while takes(",")
        return takes("}") ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        guard depth <= JSONParser.depth else { return nil }
        if takes("]") { return .array([]) }
        var elements: [JSONValue] = []
        repeat {
            guard let element = value(depth: depth) else { return nil }
            elements.append(element)
        } while takes(",")
        return takes("]") ? .array(elements) : nil
    }

    private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[index...].starts(with: word.utf8) else { return nil }
        index += word.utf8.count
        return value
    }

    private mutating func number() -> JSONValue? {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else if !takesDigits() { return nil }
        if byte == UInt8(ascii: ".") {
            index += 1
            guard takesDigits() else { return nil }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            guard takesDigits() else { return nil }
        }
        guard index - start <= JSONParser.number else { return nil }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    /// Consumes the digits that follow, and returns whether there is at least one. Stops after one more digit than a number may have.
    private mutating func takesDigits() -> Bool {
        let start = index
        while let byte, (0x30...0x39).contains(byte), index - start <= JSONParser.number { index += 1 }
        return index > start
    }
}

extension JSONParser {
    /// Consumes the string that begins at the current quotation mark, and returns it unescaped; `nil` if it is malformed or not UTF-8.
    private mutating func string() -> String? {
        index += 1
        var unescaped: [UInt8] = []
        var start = index
        while let byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return nil }
            index += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            unescaped += bytes[start..<(index - 1)]
            guard let scalar = escaped() else { return nil }
            unescaped += String(Character(scalar)).utf8
            start = index
        }
        guard byte != nil else { return nil }
        unescaped += bytes[start..<index]
        index += 1
        let text = String(decoding: unescaped, as: UTF8.self)
        // Bytes that are not UTF-8 become replacement characters, and the comparison fails.
        return text.utf8.elementsEqual(unescaped) ? text : nil
    }

    /// Consumes an escape sequence after its backslash, and returns the character that it denotes.
    private mutating func escaped() -> Unicode.Scalar? {
        guard let letter = byte else { return nil }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = fourDigits() else { return nil }
            guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
            guard bytes[index...].starts(with: #"\u"#.utf8) else { return nil }
            index += 2
            guard let second = fourDigits(), (0xDC00...0xDFFF).contains(second) else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        case _: return nil
        }
    }

    private mutating func fourDigits() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
