import FlowMachine

/// `spec`: what the machine does, from the machine itself.
enum SpecCommand {
    static let syntax = CommandSyntax(
        name: "spec",
        summary: "Print the state diagram and the transition table, made from the machine itself.",
        operands: "",
        options: [
            Option(
                "--format", "text|mermaid|markdown",
                "Text for a terminal, Mermaid (the diagram alone),\nor Markdown as in Specs/transitions.md; text\nif not given."),
            Option("--ascii", nil, "Use ASCII only."),
            Option("--width", "N", "Use at most N columns, 80 to 1000; if not given\nthe terminal's, at most 140, or 100."),
        ],
        notes: [
            "The table is what the machine did in every story of the simulated world and in seeded random\n"
                + "walks on four kinds of devices: always the same runs, so it changes only with the machine.\n"
                + "Events that change nothing are left out."
        ])

    enum Format: String, CaseIterable { case text, mermaid, markdown }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let format = try arguments.word("--format", else: Format.text)
        let width = try arguments.number("--width", in: Int64(Look.narrowest)...1000).map { Int($0) }
        let look = Look(
            width: width ?? Look.width(console), glyphs: arguments.has("--ascii") ? .ascii : .unicode, colour: console.usesColour)
        let table = MachineRuns.table
        switch format {
        case .text: console.write(SpecText.lines(table, look, isCut: console.columns != nil).joined(separator: "\n") + "\n")
        case .mermaid: console.write(SpecMermaid.lines(table, look).joined(separator: "\n") + "\n")
        case .markdown: console.write(SpecText.markdown(table))
        }
        return .fine
    }
}
