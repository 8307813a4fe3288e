import FlowMachine
import FlowReading

/// `explain`: why was this decided, and what would have changed it?
enum ExplainCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Explain what was decided at an event, by which rule and why, and what would have changed it.",
        operands: "LOG ...",
        examples: [
            Example("explain app.jsonl", "Why could this viewer not play?"),
            Example("explain --at 9 app.jsonl", "Why was this decided at event 9?"),
        ],
        options: [
            Option(
                "--at", "N|TIME",
                "Explain event N, or the first at or after a time. Default: the event that best shows why the first unfulfilled request failed; if there is none, the last event."
            ),
            Option("--wish", "N", "Explain the result of the request with the number N."),
            .pastDamage, .json(per: "log"), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "Facts from the log are printed as such. The text of rules, the state before the event and the\n"
                + "alternatives are not in the log, and are marked. Alternatives are computed, not looked\n"
                + "up: this build gets the same model with another answer, choice, time or setting, and\n"
                + "the whole log with a correct clock or without one event. Everything that was tried is listed.",
            "After a difference between the log and this build, only facts from the log are printed.",
            "A TIME is 18:10 or 18:10:05 (in UTC without --time-zone), 2026-11-22T18:10:05Z, or +90s, +5min, +2h after the first event.",
            "With several logs, each explanation is printed below the name of its log.",
            JSONHelp.text("With --json, one object per log", ExplanationJSON.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let place = try arguments.place("--at")
        let wish = try arguments.number("--wish", in: 0...Int64.max)
        if place != nil, wish != nil { throw UsageFailure("--at and --wish were both given: use only one of them") }
        let look = try Look(arguments, console)
        let clock = look.clock(json: arguments.has("--json"))
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, listing in
            let content: LogContent
            do throws(LogFailure) {
                content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
            } catch {
                console.complain(complaint(error, in: file.name))
                return .logFails
            }
            let verification = Verification(file.bytes)
            for line in verification.complaints(file.name, look) { console.complain(line) }
            let subject: ExplainedEvent
            do throws(PlaceFailure) {
                subject = try self.subject(content, place: place, wish: wish, look.clock, clock)
            } catch {
                let isBehind = content.failure != nil && !arguments.has("--past-damage")
                let advice = isBehind ? "; use --past-damage to read the lines after the damage" : ""
                console.complain(Printable.text("\(file.name): \(error.text)\(advice)", ascii: false))
                return content.records.isEmpty ? verification.exitCode.and(.logFails) : verification.exitCode.and(.usage)
            }
            guard let scene = Scene(subject.number, content, file.bytes, clock) else { return verification.exitCode.and(.usage) }
            if arguments.has("--json") {
                console.write(ExplanationJSON.object(file.name, subject.title, scene).json + "\n")
                return verification.exitCode
            }
            look.note(content.header, of: file.name, console)
            if !isFirst { console.write("\n") }
            isFirst = false
            // Prints the whole name, however long, because several names often end alike.
            let name = listing.count > 1 ? [Printable.text(file.name, ascii: look.glyphs.isASCII), ""] : []
            let title = subject.title.flatMap { wrapped($0, to: look.width, ascii: look.glyphs.isASCII) }
            let origin = Title.derivation(content.header, look)
            let lines = name + origin + title + (origin.isEmpty && title.isEmpty ? [] : [""]) + Explanation.lines(scene, look)
            console.write(lines.joined(separator: "\n") + "\n")
            return verification.exitCode
        }
    }

    /// Returns the event to explain: the event at `place`, the answer to `wish`, or the event that best shows a failure.
    ///
    /// - Parameters:
    ///   - given: The clock by which a time in `place` is read.
    ///   - clock: The clock of the times in the text.
    private static func subject(
        _ content: LogContent, place: EventPlace?, wish: Int64?, _ given: DisplayedClock, _ clock: DisplayedClock
    ) throws(PlaceFailure) -> ExplainedEvent {
        let given = given.of(content.header)
        if let place { return ExplainedEvent(try place.number(in: content.records, by: given), in: content, clock) }
        if let wish {
            guard let subject = ExplainedEvent(wish: wish, in: content, clock) else {
                throw PlaceFailure("there is no request with the number \(wish): \(PlaceFailure.span(content.records, given))")
            }
            return subject
        }
        guard let subject = ExplainedEvent(in: content, clock) else { throw PlaceFailure(PlaceFailure.span(content.records, given)) }
        return subject
    }
}
