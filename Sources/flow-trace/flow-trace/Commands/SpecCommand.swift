import FlowMachine
import FlowReading

/// `spec`: prints specifications of the machine, which are found by running the machine itself.
enum SpecCommand {
    static let syntax = CommandSyntax(
        name: "spec",
        summary: "Print what the machine does, what its logs contain and what an interpreter does.",
        operands: "",
        examples: [
            Example("spec", "The states, their transitions and the rules."),
            Example("spec --format mermaid", "The diagram for a web page."),
            Example("spec --format typescript", "The types of a log's lines."),
        ],
        options: [
            Option(
                "--format", oneOf: Format.self,
                "The state diagram and the transition table: text for a terminal, mermaid (the diagram alone) or "
                    + "markdown. The types of a log's lines: json-schema or typescript. The requests and the answers of every "
                    + "call: interpreter. Default: text."),
            .json(per: "transition"), .ascii, .width,
        ],
        notes: [
            "The table contains what the machine did in every scenario of the simulated world and in seeded\n"
                + "random walks on four kinds of devices. The runs are always the same, so the table changes only with\n"
                + "the machine; the tests compare it with this build. Events that change nothing are left out.",
            JSONHelp.text("With --json, one object per transition", TransitionTable.Entry.shape),
        ])

    enum Format: String, CaseIterable {
        case text, mermaid, markdown
        case jsonSchema = "json-schema"
        case typescript, interpreter
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let format = try arguments.word("--format", else: Format.text)
        let look = try Look(arguments, console)
        let entries = MachineTransitions.entries
        if arguments.has("--json") {
            if arguments.text("--format") != nil { throw UsageFailure("--json and --format exclude each other") }
            for entry in entries { console.write(entry.object.json + "\n") }
            return .fine
        }
        switch format {
        case .text: console.write(SpecText.lines(entries, look).joined(separator: "\n") + "\n")
        case .mermaid: console.write(SpecMermaid.lines(entries, look).joined(separator: "\n") + "\n")
        case .markdown: console.write(SpecText.markdown(entries))
        case .jsonSchema: console.write(SchemaJSON.text(try schema()))
        case .typescript: console.write(SchemaTypeScript.text(try schema()))
        case .interpreter: console.write(InterpreterContract.text)
        }
        return .fine
    }

    private static func schema() throws(UsageFailure) -> LogSchema {
        do throws(CodingFailure) { return try LogSchema() } catch { throw UsageFailure("the types have no schema: \(error.text)") }
    }
}
