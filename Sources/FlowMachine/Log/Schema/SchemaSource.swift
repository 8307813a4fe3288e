#if !hasFeature(Embedded)
    /// Supplies a sample of each part of a value and records the schemas of the parts. An enum's object is read once for each case.
    struct SchemaSource: LogSource {
        /// The schema of the value that was read last.
        private(set) var schema = JSONSchema.boolean
        /// The schemas of the types that were read, by the names of the types.
        private(set) var types: [String: JSONSchema] = [:]
        private var fields: [JSONSchema.Field] = []
        /// The index of the enum's case that is being read; `count` is the number of cases.
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
        mutating func hex64() -> UInt64 { sample(0, .hexadecimal(digits: 16)) }

        mutating func text<T: LogText>(_ type: T.Type) throws(CodingFailure) -> T {
            guard let text = T(String(repeating: "a", count: T.length.lowerBound)) else { throw CodingFailure(.outOfRange, column: 0) }
            return sample(text, .text(length: T.length, pattern: T.alphabet.pattern))
        }

        mutating func reference() -> SecretRef {
            sample(SecretRef(.client, 1), .reference(kinds: SecretRef.Kind.allCases.map(\.rawValue)))
        }

        mutating func word<W: Word>(_ type: W.Type) -> W {
            sample(W.allCases[W.allCases.startIndex], .words(W.allCases.map(\.rawValue)))
        }

        mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) -> W {
            let words = Array(W.allCases)
            count = words.count
            fields.append(JSONSchema.Field(name: "\(name)", schema: .words([words[current].rawValue]), isRequired: true))
            return words[current]
        }

        mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
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

        mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T {
            let value = try named(T.self)
            fields.append(JSONSchema.Field(name: "\(name)", schema: schema, isRequired: true))
            return value
        }

        mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T? {
            let value = try named(T.self)
            fields.append(JSONSchema.Field(name: "\(name)", schema: schema, isRequired: false))
            return value
        }

        mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
            let value = try named(T.self)
            return sample([value], .list(schema))
        }

        /// Reads a value and records the schema of its type by name. Later schemas contain the name in place of this schema.
        mutating func named<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> T {
            let value = try T.read(from: &self)
            guard let name = SchemaSource.name(of: T.self) else { return value }
            // The function fails if two types have the same name, or if a type has different schemas in two readings.
            if let known = types[name], known != schema { throw CodingFailure(.doubled(name), column: 0) }
            types[name] = schema
            return sample(value, .named(name))
        }

        /// Returns the name of a type without its module, preceded by the names of the enclosing types; `nil` for types of other modules.
        private static func name<T>(of type: T.Type) -> String? {
            let parts = String(reflecting: type).split(separator: ".")
            guard parts.first == "FlowMachine" else { return nil }
            return parts.dropFirst().filter { !$0.hasPrefix("(") }.joined()
        }
    }

    extension JSONSchema {
        static func hexadecimal(digits: Int) -> JSONSchema { .text(length: nil, pattern: "^[0-9a-f]{\(digits)}$") }
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
