import FlowMachine
import FlowReading

/// `diff`: compares two logs, or one log with the decisions of this build.
enum DiffCommand {
    static let syntax = CommandSyntax(
        name: "diff",
        summary: "Compare the meaning of two logs, or one log with this build's decisions.",
        operands: "A [B]",
        examples: [
            Example("diff old.jsonl app.jsonl", "Where do two logs diverge, and what differs from there on?"),
            Example("diff --against-build app.jsonl", "What does this build decide differently, event by event?"),
        ],
        options: [
            Option("--against-build", nil, "Compare the single log A with this build's decisions about its events."),
            Option("--all", nil, "Print every row. Default: equal rows are folded, except near a difference."),
            Option("--at", "N|TIME", "Print only the row with event N of A, or with the first event at or after a time."),
            .pastDamage, .json(), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "A and B are logs, or folders with the files of one launch. First come differences in app, library,\n"
                + "system and settings, which are often the cause; then the first difference, with the state of both\n"
                + "before it and the open requests; then both logs side by side.",
            "  =  the same in both               <  only in A\n"
                + "  !  in both, but the values below  >  only in B\n"
                + "     it differ                      ~  not compared (see --against-build)",
            "Events match if they have the same kind, answer the same request and are decided by the same\n"
                + "rule. Numbers of events, requests, timers and secrets are not compared, nor are Adobe's trace ids\n"
                + "and times, nor the timer for requests without an answer, which follows from the requests. Times\n"
                + "are compared roughly, by how far ahead they are; times that are hours ahead are equal. Names of\n"
                + "providers that differ are reported once. Repeated polls and retries are one row with a count.\n"
                + "In long logs that have little in common, rows are matched within windows of 1,000 rows, and the\n"
                + "output reports it.",
            "With --against-build, every recorded event of A is decided again, also after a difference. An\n"
                + "event is not compared (~) while the recorded state and this build's state differ, if it answers a\n"
                + "request that this build did not send, or after damage until both states are equal again. To\n"
                + "count differences over many logs, use flow-trace verify --all.",
            JSONHelp.text("With --json, one object per line", ComparisonJSON.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let isAgainstBuild = arguments.has("--against-build")
        let expected = isAgainstBuild ? 1 : 2
        guard arguments.operands.count == expected else {
            throw UsageFailure(
                isAgainstBuild
                    ? "--against-build compares one log, but got \(arguments.operands.count): flow-trace diff --against-build LOG"
                    : "diff compares two logs, but got \(arguments.operands.count): flow-trace diff A B, or diff --against-build A")
        }
        if arguments.operands == ["-", "-"] { throw UsageFailure("standard input can be only one of the logs: name a file for the other") }
        let place = try arguments.place("--at")
        let look = try Look(arguments, console)
        var launches: [ReadLaunch] = []
        var code = ExitCode.fine
        for operand in arguments.operands {
            do throws(ReadLaunch.Failure) {
                let launch = try ReadLaunch(operand, pastDamage: arguments.has("--past-damage"))
                for complaint in launch.complaints {
                    console.complain(complaint)
                    code = code.and(.logFails)
                }
                if !arguments.has("--json") { look.note(launch.header, of: launch.name, console) }
                launches.append(launch)
            } catch {
                code = code.and(error.complain(console))
            }
        }
        if launches.count < expected { return code }
        let clock = look.clock(json: arguments.has("--json"))
        let comparison: Comparison
        if isAgainstBuild, let launch = launches.first {
            guard let redecided = launch.againstBuild(clock) else {
                console.complain(
                    Printable.text(
                        "\(launch.name): this build cannot continue from the log's snapshot, which another revision of the model wrote: "
                            + "use the flow-trace of library \(launch.header.library)", ascii: false))
                return .unreadable
            }
            comparison = redecided
        } else {
            var table = KeyTable()
            let logs = launches.map { ComparedLog($0.name, $0.header, $0.records, &table) }
            guard let left = logs.first, let right = logs.last else { return .usage }
            comparison = Comparison(left, right, clock)
        }
        let names = ComparisonText.Names(left: isAgainstBuild ? "recorded" : "A", right: isAgainstBuild ? "this build" : "B")
        var number: Int64?
        do throws(PlaceFailure) {
            number = if let place { try place.number(in: comparison.left.records, by: look.clock.of(launches[0].header)) } else { nil }
        } catch {
            console.complain(Printable.text("\(comparison.left.name): \(error.text)", ascii: false))
            return .usage
        }
        return print(comparison, names, at: number, arguments, look, console).and(code)
    }

    private static func print(
        _ comparison: Comparison, _ names: ComparisonText.Names, at number: Int64?, _ arguments: Arguments, _ look: Look, _ console: Console
    ) -> ExitCode {
        let showsAll = arguments.has("--all")
        if arguments.has("--json") {
            for object in ComparisonJSON.objects(comparison, showsAll: showsAll, at: number) { console.write(object.json + "\n") }
        } else {
            let text = ComparisonText(comparison, names, showsAll: showsAll, look)
            guard let lines = number == nil ? text.text() : number.flatMap({ text.text(at: $0) }) else {
                let last = comparison.left.records.last.map { ": the last is \($0.number)" } ?? ""
                console.complain(Printable.text("\(comparison.left.name): there is no event \(number ?? 0)\(last)", ascii: false))
                return .usage
            }
            console.write(lines.joined(separator: "\n") + "\n")
        }
        return comparison.firstDifference == nil ? .fine : .logFails
    }
}
