import FlowMachine
import FlowReading

/// `replay`: decides every event again, and prints one event per line.
enum ReplayCommand {
    static let syntax = CommandSyntax(
        name: "replay",
        summary: "Decide a log's events again and print them, one per line; stop where this build differs.",
        operands: "LOG ...",
        examples: [
            Example("replay app.jsonl", "One line per event."),
            Example("replay --at 9 app.jsonl", "Event 9 in full."),
        ],
        options: [
            Option("--at", "N|TIME", "Show only one event, with all its fields and effects: event N, or the first at or after a time."),
            Option("--from", "N|TIME", "Start with event N, or at a time."),
            Option("--to", "N|TIME", "End with event N, or at a time."),
            Option("--phase", "A|B|C|D|E|F", "Print only what happened in this phase, or in the state of that name; several with commas."),
            .only("Print"),
            Option("--grep", "TEXT", "Print only events in whose text TEXT appears."),
            Option(
                "--past-damage", nil,
                "Print the events as recorded, also those after damage and after the first difference from this build."),
            .utc, .timeZone, .json(per: "event"),
        ],
        notes: [
            "Columns: number, time, state, step, event, rule, effects. A blank state or step is the same as on the line\n"
                + "above. ~ marks an event that changed nothing, and ! a problem. Events that a filter leaves\n"
                + "out are counted in their place.",
            "A TIME is 18:10 or 18:10:05 (in UTC without --time-zone), 2026-11-22T18:10:05Z, or +90s, +5min, +2h after the first event.",
            "On a terminal, lines are cut at its width; elsewhere they are complete.",
            JSONHelp.text("With --json, one object per event", EventObjects.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let at = try arguments.place("--at")
        let (from, to) = (try arguments.place("--from"), try arguments.place("--to"))
        var part = Part()
        part.filter = try arguments.filter()
        if at != nil, from != nil || to != nil || !part.filter.isEverything {
            throw UsageFailure("--at shows one event: leave out --from, --to, --phase, --only and --grep")
        }
        let look = try Look(arguments, console, isTable: true)
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            let verification = Verification(file.bytes)
            let records = Shown(verification, file.bytes, isRecorded: arguments.has("--past-damage"))
            if let header = verification.header {
                let clock = look.clock.of(header)
                let number: Int64?
                do throws(PlaceFailure) {
                    number = if let at { try at.number(in: records.one, by: clock) } else { nil }
                    part.numbers =
                        if let number { number...number } else { try EventPlace.numbers(from: from, to: to, in: records.all, by: clock) }
                } catch {
                    console.complain(Printable.text("\(file.name): \(error.text)", ascii: false))
                    for line in verification.complaints(file.name, look) { console.complain(line) }
                    return verification.exitCode.and(.usage)
                }
                if arguments.has("--json") {
                    console.write(json(number == nil ? records.all : records.one, header, part))
                } else if let number {
                    look.note(header, of: file.name, console)
                    if !isFirst { console.write("\n") }
                    console.write(EventSheet(records.one, header, look).text(number, in: file.name) ?? "")
                } else {
                    look.note(header, of: file.name, console)
                    if !isFirst { console.write("\n") }
                    let title = Title.lines(file.name, records.all, header, look)
                    let table = ReplayTable.lines(records.all, header, look, isCut: console.columns != nil, part: part)
                    console.write((title + [""] + table).joined(separator: "\n") + "\n")
                }
            }
            isFirst = false
            let writesJSON = arguments.has("--json")
            if case .differs = verification.verdict, !writesJSON { console.write("\n") }
            verification.tell(verification.complaints(file.name, look), console, writesJSON: writesJSON)
            return verification.exitCode
        }
    }

    /// The events of a log that are printed.
    private struct Shown {
        /// The records of the table.
        let all: [LogRecord]
        /// The records from which `--at` selects the record to print in full. Unlike `all`, they include the first event that this build decides
        /// differently.
        let one: [LogRecord]

        /// Chooses the records.
        ///
        /// - Parameter isRecorded: Whether to print the events as recorded, also after damage and differences. Otherwise, the events are printed as
        ///   this build decides them.
        init(_ verification: Verification, _ bytes: [UInt8], isRecorded: Bool) {
            if isRecorded, let content = try? LogContent(bytes, pastDamage: true) {
                (all, one) = (content.records, content.records)
            } else {
                (all, one) = (verification.records, verification.decided)
            }
        }
    }

    private static func json(_ records: [LogRecord], _ header: LogHeader, _ part: Part) -> String {
        var objects = EventObjects(header)
        var text = ""
        for record in records {
            if part.numbers.contains(record.number), objects.shows(record, part.filter) { text += objects.object(record).json + "\n" }
            objects.note(record)
        }
        return text
    }
}
