import FlowMachine

/// `replay`: every event, decided again, one a line.
enum ReplayCommand {
    static let syntax = CommandSyntax(
        name: "replay",
        summary: "Decide a log's events again and print them one a line; stop where this build differs.",
        operands: "LOG ...",
        examples: [
            Example("replay app.jsonl", "One line per event."),
            Example("replay --at 9 app.jsonl", "Event 9 in full."),
        ],
        options: [
            Option("--at", "N", "Show event N alone, with all its fields and effects."),
            .utc, .json(per: "event"),
        ],
        notes: [
            "Columns: number, time, state, step, event, rule, effects. A blank state or step is that of the line\n"
                + "above; ~ marks an event that changed nothing.",
            "On a terminal lines are cut at its width; elsewhere they are whole.",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let number = try arguments.number("--at", in: 1...Int64.max)
        let look = try Look(arguments, console, isTable: true)
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, _ in
            let verification = Verification(file.bytes)
            if let header = verification.header {
                if arguments.has("--json") {
                    console.write(json(verification.records, header, at: number))
                } else if let number {
                    if !isFirst { console.write("\n") }
                    guard let text = EventSheet(verification, header, look).text(number, in: file.name) else {
                        let last = verification.records.last.map { ": the last is \($0.number)" } ?? ""
                        console.complain(Printable.text("\(file.name): there is no event \(number)\(last)", ascii: false))
                        return verification.exitCode.and(.usage)
                    }
                    console.write(text)
                } else {
                    if !isFirst { console.write("\n") }
                    let title = Title.lines(file.name, verification.records, header, look)
                    let table = ReplayTable(verification.records, header, look, isCut: console.columns != nil).lines
                    console.write((title + [""] + table).joined(separator: "\n") + "\n")
                }
            }
            isFirst = false
            for line in verification.complaints(file.name, look) { console.complain(line) }
            return verification.exitCode
        }
    }

    private static func json(_ records: [Record], _ header: LogHeader, at number: Int64?) -> String {
        let words = Words(header)
        var outstanding = Outstanding()
        var text = ""
        for record in records {
            if number == nil || number == record.number {
                let said: [Tree.Member] = [
                    Tree.Member("event", .text(words.event(record.event, asked: outstanding.question(record.event)))),
                    Tree.Member("effects", .list(record.effects.map { .text(words.effect($0, at: record.event.time)) })),
                ]
                text += Tree.object([Tree.Member("record", Tree(record)), Tree.Member("words", .object(said))]).json + "\n"
            }
            outstanding.note(record)
        }
        return text
    }
}
