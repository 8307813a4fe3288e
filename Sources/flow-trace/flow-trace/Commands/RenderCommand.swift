import FlowMachine
import FlowReading

/// `render`: a log as a diagram.
enum RenderCommand {
    static let syntax = CommandSyntax(
        name: "render",
        summary: "Draw a log: who called whom, the states of the flow, or what the time was spent on.",
        operands: "LOG ...",
        examples: [
            Example("render app.jsonl", "Who called whom, when and by which rule."),
            Example("render --as timeline app.jsonl", "What the time was spent on."),
        ],
        options: [
            Option("--as", oneOf: Kind.self, "What to draw. Default: sequence."),
            Option("--format", oneOf: Format.self, "Text for a terminal, Mermaid, or a picture as SVG. Default: text."),
            Option("--from", "N|TIME", "Start with event N, or at a time."),
            Option("--to", "N|TIME", "End with event N, or at a time."),
            Option("--phase", "A|B|C|D|E|F", "Draw only what happened in this phase, or in the state of that name; several with commas."),
            Option("--only", "calls|problems|viewer", "Draw only events of this kind."),
            Option("--grep", "TEXT", "Draw only events in whose text TEXT appears."),
            Option("--unfold", nil, "Draw repeated requests one by one."),
            .pastDamage,
            .ascii,
            .width,
            .utc,
            .timeZone,
        ],
        notes: [
            "A damaged log is drawn up to the damage. The problem is printed to standard error, and the exit\ncode is 1.",
            "A log with REST V1 and one with REST V2 are drawn side by side, state by state.",
            "A TIME is 18:10 or 18:10:05 (in UTC without --time-zone), 2026-11-22T18:10:05Z, or +90s, +5min, +2h after the first event.",
            "Repeated polls and retries are counted on one line. Timers that only check for overdue requests\n"
                + "and find none are not drawn. Events that a filter leaves out are counted in their place.",
            "In the sequence, ! marks a problem and ~ an event that changed nothing. The rule that decided is at\n"
                + "the right.",
        ])

    enum Kind: String, CaseIterable { case sequence, states, timeline }
    enum Format: String, CaseIterable { case text, mermaid, svg }

    /// What to draw, and how.
    struct Request {
        var kind = Kind.sequence
        var format = Format.text
        var part = Part()
        var from: EventPlace?
        var to: EventPlace?
        var look = Look()

        /// The numbers of the events to draw.
        func numbers(_ content: LogContent) throws(PlaceFailure) -> ClosedRange<Int64> {
            try EventPlace.numbers(from: from, to: to, in: content.records, by: look.clock.of(content.header))
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let request = try request(arguments, console)
        if let beside = try Beside(arguments, request) {
            beside.note(request.look, console)
            console.write(beside.text(request))
            return .fine
        }
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            do throws(LogFailure) {
                var request = request
                let content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
                if !isFirst { console.write("\n") }
                isFirst = false
                do throws(PlaceFailure) {
                    request.part.numbers = try request.numbers(content)
                } catch {
                    console.complain(Printable.text("\(file.name): \(error.text)", ascii: false))
                    return content.failure == nil ? .usage : .logFails
                }
                request.look.note(content.header, of: file.name, console)
                console.write(text(content, name: file.name, request))
                guard let failure = content.failure else { return .fine }
                throw failure
            } catch {
                console.complain(complaint(error, in: file.name))
                return .logFails
            }
        }
    }

    private static func request(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> Request {
        var request = Request()
        request.kind = try arguments.word("--as", else: .sequence)
        request.format = try arguments.word("--format", else: .text)
        request.from = try arguments.place("--from")
        request.to = try arguments.place("--to")
        request.part.filter = try arguments.filter()
        request.part.isUnfolded = arguments.has("--unfold")
        if request.kind != .sequence, !request.part.filter.isEverything || request.part.isUnfolded {
            throw UsageFailure(
                "--phase, --only, --grep and --unfold work only with --as sequence: other drawings need all events"
            )
        }
        request.look = try Look(arguments, console)
        return request
    }

    /// The drawing, with a newline at its end.
    static func text(_ content: LogContent, name: String, _ request: Request, note: String = "") -> String {
        let records = content.records
        let look = request.look
        let shown = records.filter { request.part.numbers.contains($0.number) }
        let part = shown.count == records.count ? note : "\(shown.count) of them shown"
        let scale = TimeScale(records, utc: look.utc, look.clock.of(content.header))
        let lines: [String]
        let heading = {
            let look = Look(width: 106, glyphs: look.glyphs, clock: look.clock)
            let gaps = request.kind == .sequence ? [] : Title.gaps(content.gaps, look)
            return Title.lines(name, records, content.header, look, note: part) + gaps
        }
        switch (request.kind, request.format) {
        case (.sequence, .text):
            let sequence = SequenceDiagram(records, header: content.header, part: request.part, gaps: content.gaps, look.clock)
            lines = SequenceText.lines(sequence, scale: scale, look)
        case (.states, .text): lines = StateText.lines(Passage(shown), look)
        case (.timeline, .text): lines = TimelineText.lines(Timeline(shown), look)
        case (.sequence, .mermaid):
            let sequence = SequenceDiagram(records, header: content.header, part: request.part, gaps: content.gaps, look.clock)
            return Mermaid.sequence(sequence, scale: scale, look).joined(separator: "\n") + "\n"
        case (.states, .mermaid): return Mermaid.states(Passage(shown), look).joined(separator: "\n") + "\n"
        case (.timeline, .mermaid):
            return Mermaid.timeline(Timeline(shown), name: name, look).joined(separator: "\n") + "\n"
        case (.sequence, .svg):
            let sequence = SequenceDiagram(records, header: content.header, part: request.part, gaps: content.gaps, look.clock)
            return SVGSequence.lines(sequence, scale: scale, heading: heading(), name: name, look).joined(separator: "\n") + "\n"
        case (.states, .svg): return SVGStates.lines(Passage(shown), heading: heading(), name: name, look).joined(separator: "\n") + "\n"
        case (.timeline, .svg):
            let timeline = Timeline(shown)
            return SVGTimeline.lines(timeline, heading: heading(), name: name, look).joined(separator: "\n") + "\n"
        }
        var title = Title.lines(name, records, content.header, look, note: part)
        if request.kind != .sequence { title += Title.gaps(content.gaps, look) }
        return (title + [""] + lines).joined(separator: "\n") + "\n"
    }
}
