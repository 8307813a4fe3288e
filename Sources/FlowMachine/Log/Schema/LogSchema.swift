#if !hasFeature(Embedded)
    /// The schemas of all types that a log contains, by name. They include the line, its three kinds (header, snapshot and record), and
    /// every type in these, such as settings, events and effects.
    package struct LogSchema: Sendable {
        /// The name of the type that describes a line.
        package static let line = "Line"

        /// The types, sorted by name.
        package let types: [(name: String, schema: JSONSchema)]

        /// Determines the schemas by reading samples with the functions that also read a log.
        /// - Throws: `CodingFailure` if a value of a type cannot be created from samples of its parts.
        package init() throws(CodingFailure) {
            var source = SchemaSource()
            var types: [(name: String, schema: JSONSchema)] = []
            var lines: [JSONSchema] = []
            func add<T: LogValue>(_ type: T.Type, _ name: String) throws(CodingFailure) {
                _ = try source.named(T.self)
                types.append((name, .allOf([source.schema, .named("Seal")])))
                lines.append(.named(name))
            }
            try add(LogHeader.self, "HeaderLine")
            try add(Snapshot.self, "SnapshotLine")
            try add(LogRecord.self, "RecordLine")
            types.append(("Seal", .object([JSONSchema.Field(name: "crc", schema: .hexadecimal(digits: 8), isRequired: true)])))
            types.append((LogSchema.line, .oneOf(lines)))
            types += source.types.map { ($0.key, $0.value) }
            self.types = types.sorted { $0.name < $1.name }
        }

        /// The schema of the type `name`; `nil` if the log contains no such type.
        package subscript(name: String) -> JSONSchema? { types.first { $0.name == name }?.schema }
    }
#endif
