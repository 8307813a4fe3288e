import FlowMachine

/// `render`: a log as a diagram.
enum RenderCommand {
    static let syntax = CommandSyntax(
        name: "render",
        summary: "Draw a log: who called whom, through which states, or where the time went.",
        operands: "LOG ...",
        examples: [
            Example("render app.jsonl", "Who called whom, when and by which rule."),
            Example("render --as timeline app.jsonl", "Where the time went."),
        ],
        options: [
            Option("--as", oneOf: Kind.self, "What to draw. Default: sequence."),
            Option("--format", oneOf: Format.self, "Text for a terminal, or Mermaid. Default: text."),
            .ascii,
            Option("--from", "N", "Begin with event N."),
            Option("--to", "N", "End with event N."),
            .pastDamage,
            .width,
            .utc,
        ],
        notes: [
            "A damaged log is drawn up to the damage; what is wrong is then told on the standard error,\nand the exit code is 1.",
            "Two logs of which one speaks REST V1 and the other REST V2 are drawn side by side, state by state.",
            "In the sequence, ! marks what did not go well and ~ an event that changed nothing; at the right\n"
                + "stands the rule that decided.",
        ])

    enum Kind: String, CaseIterable { case sequence, states, timeline }
    enum Format: String, CaseIterable { case text, mermaid }

    /// What to draw, and how.
    struct Request {
        var kind = Kind.sequence
        var format = Format.text
        var numbers: ClosedRange<Int64> = 0...Int64.max
        var look = Look()
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let request = try request(arguments, console)
        if let beside = try Beside(arguments, request) {
            console.write(beside.text(request))
            return .fine
        }
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            do throws(LogFailure) {
                let content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
                if !isFirst { console.write("\n") }
                isFirst = false
                console.write(text(content, name: file.name, request))
                guard let failure = content.failure else { return .fine }
                throw failure
            } catch {
                console.complain(Logs.complaint(error, in: file.name))
                return .logFails
            }
        }
    }

    private static func request(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> Request {
        var request = Request()
        request.kind = try arguments.word("--as", else: .sequence)
        request.format = try arguments.word("--format", else: .text)
        let first = try arguments.number("--from", in: 1...Int64.max) ?? 0
        let last = try arguments.number("--to", in: 1...Int64.max) ?? Int64.max
        if first > last { throw UsageFailure("--from \(first) comes after --to \(last)") }
        request.numbers = first...last
        request.look = try Look(arguments, console)
        return request
    }

    /// The drawing, with a newline at its end.
    static func text(_ content: LogContent, name: String, _ request: Request, note: String = "") -> String {
        let records = content.records
        let look = request.look
        let shown = records.filter { request.numbers.contains($0.number) }
        let part = shown.count == records.count ? note : "\(shown.count) of them shown"
        let scale = TimeScale(records, utc: look.utc)
        let lines: [String]
        switch (request.kind, request.format) {
        case (.sequence, .text):
            let sequence = SequenceDiagram(records, header: content.header, numbers: request.numbers)
            lines = SequenceText.lines(sequence, scale: scale, look)
        case (.states, .text): lines = StateText.lines(Passage(shown), look)
        case (.timeline, .text): lines = TimelineText.lines(Timeline(shown, header: content.header), look)
        case (.sequence, .mermaid):
            let sequence = SequenceDiagram(records, header: content.header, numbers: request.numbers)
            return Mermaid.sequence(sequence, scale: scale, look).joined(separator: "\n") + "\n"
        case (.states, .mermaid): return Mermaid.states(Passage(shown), look).joined(separator: "\n") + "\n"
        case (.timeline, .mermaid):
            return Mermaid.timeline(Timeline(shown, header: content.header), name: name, look).joined(separator: "\n") + "\n"
        }
        let title = Title.lines(name, records, content.header, look, note: part)
        return (title + [""] + lines).joined(separator: "\n") + "\n"
    }
}
