import Testing

@testable import FlowMachine

@Suite struct SchemaTests {
    private typealias Field = JSONSchema.Field

    @Test func `the schema of a struct lists its fields, with their types by name`() throws {
        let schema = try LogSchema()
        #expect(
            schema["Profile"]
                == .object([
                    Field(name: "mvpd", schema: .named("MVPDID"), isRequired: true),
                    Field(name: "type", schema: .named("ProfileType"), isRequired: true),
                    Field(name: "notAfter", schema: .named("Instant"), isRequired: true),
                    Field(name: "attributes", schema: .named("SecretRef"), isRequired: false),
                ]))
        #expect(schema["MVPDID"] == .text(length: 1...128, pattern: nil))
        #expect(schema["ProfileType"] == .text(length: 1...64, pattern: "^[A-Za-z0-9_-]*$"))
        #expect(schema["Instant"] == .integer(0...9_007_199_254_740_991))
        #expect(schema["SecretRef"] == .reference(kinds: SecretRef.Kind.allCases.map(\.rawValue)))
        #expect(schema["AdobeDecisionSource"] == .words(["mvpd", "degradation", "temppass", "dummy", "other"]))
    }

    @Test func `the schema of an enum has an object for each case`() throws {
        guard case .oneOf(let cases)? = try LogSchema()["AdobeDecisionVerdict"] else {
            Issue.record("no cases")
            return
        }
        #expect(
            cases == [
                .object([
                    Field(name: "kind", schema: .words(["permit"]), isRequired: true),
                    Field(name: "media", schema: .named("MediaToken"), isRequired: false),
                ]),
                .object([
                    Field(name: "kind", schema: .words(["deny"]), isRequired: true),
                    Field(name: "error", schema: .named("AdobeError"), isRequired: true),
                ]),
            ])
    }

    @Test func `the schema of a state has an object for each step`() throws {
        let schema = try LogSchema()
        let steps = ["Checking": 6, "PartnerAuth": 8, "BasicAuthFallback": 11, "LoggedOut": 5]
        for (state, count) in steps {
            guard case .oneOf(let cases)? = schema[state] else {
                Issue.record("\(state) has no cases")
                continue
            }
            #expect(cases.count == count, "\(state)")
        }
    }

    @Test func `a line of the log is a header, a snapshot or a record, each with a checksum`() throws {
        let schema = try LogSchema()
        #expect(schema[LogSchema.line] == .oneOf([.named("HeaderLine"), .named("SnapshotLine"), .named("RecordLine")]))
        #expect(schema["RecordLine"] == .allOf([.named("LogRecord"), .named("Seal")]))
        #expect(schema["Seal"] == .object([Field(name: "crc", schema: .text(length: nil, pattern: "^[0-9a-f]{8}$"), isRequired: true)]))
    }
}
