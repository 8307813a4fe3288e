import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// `Specs/schema`: the types of the log for other languages.
@Suite("Specs: the types of the log") struct SpecsSchemaTests {
    @Test func `the types in Specs are those of this build`() throws {
        let schema = try LogSchema()
        try Golden.check(
            [
                Golden.File("Specs/schema/README.md", readme),
                Golden.File("Specs/schema/flowmachine.schema.json", SchemaJSON.text(schema)),
                Golden.File("Specs/schema/flowmachine.d.ts", SchemaTypeScript.text(schema)),
            ], inFolder: "Specs/schema")
    }

    @Test func `spec prints the files in Specs`() throws {
        let schema = try LogSchema()
        #expect(Run(["spec", "--format", "json-schema"]).output == SchemaJSON.text(schema))
        #expect(Run(["spec", "--format", "typescript"]).output == SchemaTypeScript.text(schema))
    }

    @Test func `no two types have the same name, and every name that is used has a type`() throws {
        let schema = try LogSchema()
        let names = schema.types.map(\.name)
        #expect(Set(names).count == names.count)
        let used = SchemaJSON.text(schema).split(separator: "#/$defs/").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(used) == Set(names))
    }

    private var readme: String {
        """
        # The types of the log

        This folder has the types of a line of the log, including settings, events and effects, for programs in other languages. `flow-trace spec --format
        json-schema` and `flow-trace spec --format typescript` derive them from the functions that read the log.

        | file | for |
        |---|---|
        | [flowmachine.schema.json](flowmachine.schema.json) | validators: a JSON Schema (2020-12) for one line of a log; `$defs` defines each type |
        | [flowmachine.d.ts](flowmachine.d.ts) | TypeScript: the same types; a line is a `Line` |

        - An absent value has no field: `null` is not accepted for it.
        - Readers skip fields that they do not know, so a later version may add some. An unknown word, for example an unknown kind of event,
          is an error.
        - A maximum length counts bytes of UTF-8, as the log does. JSON Schema counts characters, so a validator accepts some texts that
          the log's reader refuses.
        - The types of a snapshot's model are those of this model revision. A reader of another revision skips the model.
        - Neither file checks the order of the lines, the checksums or the decisions: use `flow-trace verify`.

        `Tests/Languages/check-types` validates the logs in Specs, and compiles a program against the TypeScript types.

        """
    }
}
