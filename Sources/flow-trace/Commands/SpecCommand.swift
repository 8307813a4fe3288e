import FlowMachine

/// `spec`: what the machine does, from the machine itself.
enum SpecCommand {
    static let syntax = CommandSyntax(
        name: "spec",
        summary: "Print the state diagram and the transition table, made from the machine itself.",
        operands: "",
        examples: [
            Example("spec", "The states, their transitions and the rules."),
            Example("spec --format mermaid", "The diagram for a web page."),
        ],
        options: [
            Option(
                "--format", oneOf: Format.self,
                "Text for a terminal, Mermaid (the diagram alone), or Markdown as in Specs/transitions.md. Default: text."),
            .ascii, .width,
        ],
        notes: [
            "The table contains what the machine did in every scenario of the simulated world and in seeded\n"
                + "random walks on four kinds of devices. The runs are always the same, so the table changes only with\n"
                + "the machine; the tests compare it with this build. Events that change nothing are left out."
        ])

    enum Format: String, CaseIterable { case text, mermaid, markdown }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let format = try arguments.word("--format", else: Format.text)
        let look = try Look(arguments, console)
        let entries = MachineTransitions.entries
        switch format {
        case .text: console.write(SpecText.lines(entries, look).joined(separator: "\n") + "\n")
        case .mermaid: console.write(SpecMermaid.lines(entries, look).joined(separator: "\n") + "\n")
        case .markdown: console.write(SpecText.markdown(entries))
        }
        return .fine
    }
}
