import Testing

@testable import FlowMachine

@Suite struct SchemaTests {
    private static let reference =
        "^(client|token|code|link|request|saml|media|attributes|configuration|text|resource|identity)#[0-9]+$"

    @Test func `the schema of a struct lists its fields`() throws {
        let schema = try JSONSchema.of(Profile.self)
        #expect(
            schema
                == .object([
                    JSONSchema.Field(name: "mvpd", schema: .text(length: 1...128, pattern: nil), isRequired: true),
                    JSONSchema.Field(name: "type", schema: .text(length: 1...64, pattern: "^[A-Za-z0-9_-]*$"), isRequired: true),
                    JSONSchema.Field(name: "notAfter", schema: .integer(0...9_007_199_254_740_991), isRequired: true),
                    JSONSchema.Field(name: "attributes", schema: .text(length: nil, pattern: Self.reference), isRequired: false),
                ]))
        #expect(
            schema.json
                == #"{"type":"object","properties":{"mvpd":{"type":"string","minLength":1,"maxLength":128},"#
                + #""type":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Za-z0-9_-]*$"},"#
                + #""notAfter":{"type":"integer","minimum":0,"maximum":9007199254740991},"#
                + #""attributes":{"type":"string","pattern":"\#(Self.reference)"}},"required":["mvpd","type","notAfter"]}"#)
    }

    @Test func `the schema of an enum has an object for each case`() throws {
        guard case .object(let fields) = try JSONSchema.of(Decision.self) else {
            Issue.record("no object")
            return
        }
        #expect(fields.map(\.name) == ["resource", "verdict", "source", "notAfter", "attributes"])
        #expect(fields.map(\.isRequired) == [true, true, true, false, false])
        #expect(fields[2].schema == .words(["mvpd", "degradation", "temppass", "dummy", "other"]))
        guard case .oneOf(let cases) = fields[1].schema, case .object(let permit) = cases[0], case .object(let deny) = cases[1] else {
            Issue.record("no cases")
            return
        }
        #expect(cases.count == 2)
        #expect(permit.map(\.name) == ["kind", "media"])
        #expect(permit.map(\.isRequired) == [true, false])
        #expect(permit[0].schema == .words(["permit"]))
        #expect(deny.map(\.name) == ["kind", "error"])
        #expect(deny[0].schema == .words(["deny"]))
    }

    @Test func `every kind of log line has a schema`() throws {
        let header = try JSONSchema.of(LogHeader.self).json
        let snapshot = try JSONSchema.of(Snapshot.self).json
        let record = try JSONSchema.of(Record.self).json
        #expect(header.contains("serviceProvider"))
        #expect(snapshot.contains("hasReregistered"))
        #expect(record.contains("createPartnerProfile"))
    }
}
