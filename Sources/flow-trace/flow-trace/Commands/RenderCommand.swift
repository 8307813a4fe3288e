import FlowMachine
import FlowReading

/// `render`: draws a log.
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
            Option("--as", oneOf: LogDrawing.Kind.self, "What to draw. Default: sequence."),
            Option("--format", oneOf: LogDrawing.Format.self, "Text for a terminal, Mermaid, or a picture as SVG. Default: text."),
            Option("--from", "N|TIME", "Start with event N, or at a time."),
            Option("--to", "N|TIME", "End with event N, or at a time."),
            Option("--phase", "A|B|C|D|E|F", "Draw only what happened in this phase, or in the state of that name; several with commas."),
            .only("Draw"),
            Option("--grep", "TEXT", "Draw only events in whose text TEXT appears."),
            Option("--unfold", nil, "Draw repeated requests one by one."),
            .pastDamage,
            .json(per: "log"),
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
            JSONHelp.text("With --json, one object per log", DrawingJSON.shape),
        ])

    /// The requested drawing, and the part of the log that it shows.
    struct Request {
        var drawing = LogDrawing()
        var from: EventPlace?
        var to: EventPlace?

        /// Returns the numbers of the events to draw.
        func numbers(_ content: LogContent) throws(PlaceFailure) -> ClosedRange<Int64> {
            try EventPlace.numbers(from: from, to: to, in: content.records, by: drawing.look.clock.of(content.header))
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let request = try request(arguments, console)
        let writesJSON = arguments.has("--json")
        if writesJSON, arguments.text("--format") != nil { throw UsageFailure("--json and --format exclude each other") }
        if !writesJSON, let beside = try Beside(arguments, request) {
            beside.note(request.drawing.look, console)
            console.write(beside.text(request))
            return .fine
        }
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            do throws(LogFailure) {
                var request = request
                let content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
                if !isFirst, !writesJSON { console.write("\n") }
                isFirst = false
                do throws(PlaceFailure) {
                    request.drawing.part.numbers = try request.numbers(content)
                } catch {
                    console.complain(Printable.text("\(file.name): \(error.text)", ascii: false))
                    return content.failure == nil ? .usage : .logFails
                }
                if writesJSON {
                    console.write(request.drawing.object(content, name: file.name).json + "\n")
                } else {
                    request.drawing.look.note(content.header, of: file.name, console)
                    console.write(request.drawing.text(content, name: file.name))
                }
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
        request.drawing.kind = try arguments.word("--as", else: .sequence)
        request.drawing.format = try arguments.word("--format", else: .text)
        request.from = try arguments.place("--from")
        request.to = try arguments.place("--to")
        request.drawing.part.filter = try arguments.filter()
        request.drawing.part.isUnfolded = arguments.has("--unfold")
        if request.drawing.kind != .sequence, !request.drawing.part.filter.isEverything || request.drawing.part.isUnfolded {
            throw UsageFailure(
                "--phase, --only, --grep and --unfold work only with --as sequence: other drawings need all events"
            )
        }
        request.drawing.look = try Look(arguments, console)
        return request
    }
}
