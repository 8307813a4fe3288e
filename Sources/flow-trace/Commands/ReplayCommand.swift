import FlowMachine

/// `replay`: every event, decided again, one a line.
enum ReplayCommand {
    static let syntax = CommandSyntax(
        name: "replay",
        summary: "Decide a log's events again and print them one a line; stop where this build differs.",
        operands: "LOG ...",
        options: [
            Option("--at", "N|TIME", "Show one event alone, with all its fields and\neffects: event N, or the first at or after a time."),
            Option("--from", "N|TIME", "Begin with event N, or at a time."),
            Option("--to", "N|TIME", "End with event N, or at a time."),
            Option("--phase", "A|B|C|D|E|F", "Print only what happened in this phase, or in\nthe state of that name; several with commas."),
            Option("--only", "calls|problems|viewer", "Print only events of this kind."),
            Option("--grep", "TEXT", "Print only events in whose text TEXT appears."),
            Option("--utc", nil, "Show times of day in UTC instead of the time since the first event."),
            Option("--json", nil, "Print one JSON object an event."),
        ],
        notes: [
            "Columns: number, time, state, step, event, rule, effects. A blank state or step is that of the line\n"
                + "above; ~ marks an event that changed nothing, and ! one that did not go well. What a filter leaves\n"
                + "out is counted where it would stand.",
            "A TIME is 18:10, 18:10:05 or 2026-11-22T18:10:05Z in UTC, or +90s, +5min, +2h since the first event.",
            "On a terminal lines are cut at its width; elsewhere they are whole.",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let at = try arguments.place("--at")
        let (from, to) = (try arguments.place("--from"), try arguments.place("--to"))
        var part = Part()
        part.filter = try arguments.filter()
        if at != nil, from != nil || to != nil || !part.filter.isEverything {
            throw UsageFailure("--at shows one event: leave out --from, --to, --phase, --only and --grep")
        }
        let look = Look(width: max(Look.narrowest, console.columns ?? 100), utc: arguments.has("--utc"), colour: console.usesColour)
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            let verification = Verification(file.bytes)
            if let header = verification.header {
                let number: Int64?
                do throws(PlaceFailure) {
                    number = if let at { try at.number(in: verification.decided) } else { nil }
                    part.numbers =
                        if let number { number...number } else { try EventPlace.numbers(from: from, to: to, in: verification.records) }
                } catch {
                    console.complain(Printable.text("\(file.name): \(error.text)", ascii: false))
                    for line in verification.complaints(file.name, look) { console.complain(line) }
                    return verification.exitCode.and(.usage)
                }
                if arguments.has("--json") {
                    console.write(json(number == nil ? verification.records : verification.decided, header, part))
                } else if let number {
                    if !isFirst { console.write("\n") }
                    console.write(EventSheet(verification, header, look).text(number, in: file.name) ?? "")
                } else {
                    if !isFirst { console.write("\n") }
                    let title = Title.lines(file.name, verification.records, header, look)
                    let table = ReplayTable.lines(
                        verification.records, header, look, isCut: console.columns != nil, part: part)
                    console.write((title + [""] + table).joined(separator: "\n") + "\n")
                }
            }
            isFirst = false
            for line in verification.complaints(file.name, look) { console.complain(line) }
            return verification.exitCode
        }
    }

    private static func json(_ records: [Record], _ header: LogHeader, _ part: Part) -> String {
        let words = Words(header)
        var outstanding = Outstanding()
        var text = ""
        var previous: Record?
        for record in records {
            if part.numbers.contains(record.number), part.filter.shows(record, after: previous, outstanding, words) {
                let said: [Tree.Member] = [
                    Tree.Member("event", .text(words.event(record.event, asked: outstanding.question(record.event)))),
                    Tree.Member("effects", .list(record.effects.map { .text(words.effect($0, at: record.event.time)) })),
                    Tree.Member("memory", .list(memory(record, words, outstanding))),
                ]
                text += Tree.object([Tree.Member("record", Tree(record)), Tree.Member("words", .object(said))]).json + "\n"
            }
            outstanding.note(record)
            previous = record
        }
        return text
    }

    private static func memory(_ record: Record, _ words: Words, _ outstanding: Outstanding) -> [Tree] {
        words.memory(record, asked: outstanding.question(record.event), owed: outstanding.owed).map { .text($0.label.text) }
    }
}
