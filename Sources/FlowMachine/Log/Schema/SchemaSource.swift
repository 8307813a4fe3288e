#if !hasFeature(Embedded)
    /// Supplies a sample of each part and records what was read. An object of an enum is read once for each case.
    struct SchemaSource: LogSource {
        /// The schema of the value that was read last.
        private(set) var schema = JSONSchema.boolean
        private var fields: [JSONSchema.Field] = []
        /// The case of an enum that is being read, and the number of cases.
        private var current = 0
        private var count = 1

        private mutating func sample<T>(_ value: T, _ schema: JSONSchema) -> T {
            self.schema = schema
            return value
        }

        mutating func integer() -> Int64 { sample(0, .integer(-Instant.bound...Instant.bound)) }
        mutating func instant() -> Int64 { sample(0, .integer(0...Instant.bound)) }
        mutating func identifier() -> Int64 { sample(1, .integer(0...Instant.bound)) }
        mutating func boolean() -> Bool { sample(false, .boolean) }
        mutating func text() -> String { sample("", .text(length: nil, pattern: nil)) }
        mutating func hex64() -> UInt64 { sample(0, .text(length: nil, pattern: "^[0-9a-f]{16}$")) }

        mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
            guard let text = T(String(repeating: "a", count: T.length.lowerBound)) else { throw CodingFailure(.outOfRange, column: 0) }
            return sample(text, .text(length: T.length, pattern: T.alphabet.pattern))
        }

        mutating func reference() -> SecretRef {
            let kinds = SecretRef.Kind.allCases.map(\.rawValue).joined(separator: "|")
            return sample(SecretRef(.client, 1), .text(length: nil, pattern: "^(\(kinds))#[0-9]+$"))
        }

        mutating func word<W: Word>(_ type: W.Type) -> W {
            sample(W.allCases[W.allCases.startIndex], .words(W.allCases.map(\.rawValue)))
        }

        mutating func kind<W: Word>(_ type: W.Type) -> W {
            let words = Array(W.allCases)
            count = words.count
            fields.append(JSONSchema.Field(name: "kind", schema: .words([words[current].rawValue]), isRequired: true))
            return words[current]
        }

        mutating func object<T: LogObject>(_ type: T.Type) throws(CodingFailure) -> T {
            let outer = (fields, current, count)
            (current, count) = (0, 1)
            var cases: [JSONSchema] = []
            var value: T
            repeat {
                fields = []
                value = try T.readFields(from: &self)
                cases.append(.object(fields))
                current += 1
            } while current < count
            (fields, current, count) = outer
            return sample(value, cases.count == 1 ? cases[0] : .oneOf(cases))
        }

        mutating func required<T: LogValue>(_ name: StaticString) throws(CodingFailure) -> T {
            let value = try T.read(from: &self)
            fields.append(JSONSchema.Field(name: "\(name)", schema: schema, isRequired: true))
            return value
        }

        mutating func optional<T: LogValue>(_ name: StaticString) throws(CodingFailure) -> T? {
            let value = try T.read(from: &self)
            fields.append(JSONSchema.Field(name: "\(name)", schema: schema, isRequired: false))
            return value
        }

        mutating func list<T: LogValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
            let value = try T.read(from: &self)
            return sample([value], .list(schema))
        }
    }

    extension TextAlphabet {
        fileprivate var pattern: String? {
            switch self {
            case .any: nil
            case .lowerCaseWord: "^[a-z0-9_]*$"
            case .word: "^[A-Za-z0-9_-]*$"
            case .dashed: "^[A-Za-z0-9-]*$"
            }
        }
    }
#endif
