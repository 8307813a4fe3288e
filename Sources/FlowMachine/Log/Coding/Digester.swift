/// Digests a value to 64 bits, the same on every machine. Not against forgery: it tells two models apart.
struct Digester: Archive {
    private(set) var digest: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func mix(_ value: UInt64) {
        let product = (digest ^ value).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        digest = (product.high ^ product.low) &+ 0x2545_F491_4F6C_DD1D
    }

    mutating func integer(_ old: Int64?) -> Int64 {
        let value = old ?? 0
        mix(UInt64(bitPattern: value))
        return value
    }

    mutating func instant(_ old: Int64?) -> Int64 { integer(old) }

    mutating func identifier(_ old: Int64?) -> Int64 { integer(old) }

    mutating func boolean(_ old: Bool?) -> Bool {
        let value = old ?? false
        mix(value ? 1 : 2)
        return value
    }

    mutating func hex64(_ old: UInt64?) -> UInt64 {
        let value = old ?? 0
        mix(value)
        return value
    }

    mutating func text(_ old: String?) -> String {
        var value = old ?? ""
        value.withUTF8 { text in
            let bytes = UnsafeRawBufferPointer(text)
            var offset = 0
            while bytes.count - offset >= 8 {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            var word: UInt64 = 0
            while offset < bytes.count {
                word = word << 8 | UInt64(bytes[offset])
                offset += 1
            }
            mix(word)
            mix(UInt64(bytes.count))
        }
        return value
    }

    mutating func reference(_ old: SecretRef?) -> SecretRef {
        let value = old ?? SecretRef(.client, 0)
        _ = text(value.kind.rawValue)
        _ = integer(value.number)
        return value
    }

    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T { try body(&self) }

    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        try T.pass(old, through: &self)
    }

    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else {
            mix(3)
            return nil
        }
        mix(4)
        return try T.pass(old, through: &self)
    }

    mutating func whole<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        guard let old else { throw CodingFailure(.missing(""), column: 0) }
        return old
    }

    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T] {
        let values = old ?? []
        mix(UInt64(values.count))
        for value in values { _ = try T.pass(value, through: &self) }
        return values
    }

    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W { try word(old) }

    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        guard let old else { throw CodingFailure(.unknown(""), column: 0) }
        _ = text(old.rawValue)
        return old
    }
}
