/// Writes values as JSON: keys in the order in which they are passed, no white space, integers only.
struct Writer: Archive {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    init() { bytes.reserveCapacity(1024) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isFirst = true
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Puts the line's checksum, which goes on from `previous`, in place of the outermost object's end, and a newline.
    mutating func seal(after previous: UInt32) -> UInt32 {
        if !bytes.isEmpty { bytes.removeLast() }
        let checksum = Checksum.extend(previous, bytes, 0..<bytes.count)
        append(LineWriter.seal)
        hex(UInt64(checksum), digits: 8)
        append("\"}\n")
        return checksum
    }

    private mutating func key(_ name: StaticString) {
        if isFirst { isFirst = false } else { bytes.append(0x2C) }
        bytes.append(0x22)
        append(name)
        bytes.append(0x22)
        bytes.append(0x3A)
    }

    private mutating func digits(_ value: Int64) {
        var rest = value.magnitude
        if value < 0 { bytes.append(0x2D) }
        if rest < 10 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest))
            return
        }
        var count = 0
        var scale = rest
        while scale > 0 {
            count += 1
            scale /= 10
        }
        var index = bytes.count + count
        bytes.append(contentsOf: repeatElement(0x30, count: count))
        while rest > 0 {
            index -= 1
            bytes[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    mutating func integer(_ old: Int64?) -> Int64 {
        let value = old ?? 0
        digits(value)
        return value
    }

    mutating func instant(_ old: Int64?) -> Int64 { integer(old) }

    mutating func identifier(_ old: Int64?) -> Int64 { integer(old) }

    mutating func boolean(_ old: Bool?) -> Bool {
        let value = old ?? false
        if value { append("true") } else { append("false") }
        return value
    }

    mutating func hex64(_ old: UInt64?) -> UInt64 {
        let value = old ?? 0
        bytes.append(0x22)
        hex(value, digits: 16)
        bytes.append(0x22)
        return value
    }

    mutating func hex(_ value: UInt64, digits: Int) {
        for place in stride(from: digits - 1, through: 0, by: -1) {
            bytes.append(hexDigit(UInt8(truncatingIfNeeded: value >> UInt64(place * 4)) & 15))
        }
    }

    mutating func text(_ old: String?) -> String {
        var value = old ?? ""
        bytes.append(0x22)
        let isPlain = value.withUTF8 { text in
            for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
            bytes.append(contentsOf: text)
            return true
        }
        if !isPlain { escape(value) }
        bytes.append(0x22)
        return value
    }

    private mutating func escape(_ value: String) {
        for byte in value.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0x0A: append("\\n")
            case 0..<0x20:
                append("\\u00")
                hex(UInt64(byte), digits: 2)
            case _: bytes.append(byte)
            }
        }
    }

    mutating func reference(_ old: SecretRef?) -> SecretRef {
        let value = old ?? SecretRef(.client, 0)
        bytes.append(0x22)
        var kind = value.kind.rawValue
        kind.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(0x23)
        digits(value.number)
        bytes.append(0x22)
        return value
    }

    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T {
        bytes.append(0x7B)
        isFirst = true
        let value = try body(&self)
        isFirst = false
        bytes.append(0x7D)
        return value
    }

    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        key(name)
        return try T.pass(old, through: &self)
    }

    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else { return nil }
        key(name)
        return try T.pass(old, through: &self)
    }

    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T] {
        let values = old ?? []
        bytes.append(0x5B)
        for index in values.indices {
            if index > 0 { bytes.append(0x2C) }
            _ = try T.pass(values[index], through: &self)
        }
        bytes.append(0x5D)
        return values
    }

    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        key("kind")
        return try word(old)
    }

    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        guard let old else { throw CodingFailure(.unknown(""), column: bytes.count) }
        var word = old.rawValue
        bytes.append(0x22)
        word.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(0x22)
        return old
    }
}

func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
