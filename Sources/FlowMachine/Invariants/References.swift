/// The references in a value, each once, found by passing all of its fields: slow and complete, to check `collect` by.
/// Resources are left out: the app names them for a whole launch.
struct References: Archive {
    private(set) var list: [SecretRef] = []

    static func of<T: LogValue>(_ value: T) -> References {
        var references = References()
        references.add(value)
        return references
    }

    private mutating func add<T: LogValue>(_ value: T) {
        // Collecting cannot fail: it only reads.
        _ = try? T.pass(value, through: &self)
    }

    mutating func integer(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func instant(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func identifier(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func boolean(_ old: Bool?) -> Bool { old ?? false }
    mutating func text(_ old: String?) -> String { old ?? "" }
    mutating func hex64(_ old: UInt64?) -> UInt64 { old ?? 0 }

    mutating func reference(_ old: SecretRef?) -> SecretRef {
        let value = old ?? SecretRef(.resource, 0)
        if value.kind != .resource, !list.contains(value) { list.append(value) }
        return value
    }

    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T { try body(&self) }

    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        try T.pass(old, through: &self)
    }

    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else { return nil }
        return try T.pass(old, through: &self)
    }

    mutating func whole<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        guard let old else { throw CodingFailure(.missing(""), column: 0) }
        return old
    }

    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T] {
        let values = old ?? []
        for value in values { _ = try T.pass(value, through: &self) }
        return values
    }

    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W { try word(old) }

    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        guard let old else { throw CodingFailure(.unknown(""), column: 0) }
        return old
    }
}
