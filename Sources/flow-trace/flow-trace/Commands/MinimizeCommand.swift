import FlowMachine
import FlowReading

/// `minimize`: the smallest log that still shows something.
enum MinimizeCommand {
    static let syntax = CommandSyntax(
        name: "minimize",
        summary: "Leave events out of a log for as long as something stays true of it, and write the smallest log.",
        operands: "LOG",
        examples: [
            Example("minimize --while cause:denied --out small.jsonl app.jsonl", "Write the fewest events that lead to that cause."),
            Example("minimize --while rule:V2-D-13 app.jsonl", "Draw the fewest events that make a rule decide."),
        ],
        options: [
            Option(
                "--while", "WHAT",
                "What must stay true: rule:ID, cause:ID (Specs/causes.md), outcome:WORD (such as permitted, denied or refused) or invariant:NAME."
            ),
            Option("--out", "FILE", "Write the smallest log, whose header says that it is no recording.", values: .file).shortened("-o"),
            .pastDamage, .json(), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "Whole runs of events are left out first, then shorter ones, down to single events: of the result, no single\n"
                + "event can be left out. What follows from an event that is left out does not follow, and an answer that is\n"
                + "left out is replaced by the next one to the same question, so a log with many polls needs few.",
            "A minimized log can be minimized again: to resume, pass the file that --out wrote.",
            JSONHelp.text("With --json, one object", shape),
        ])

    /// The object.
    static let shape = JSONShape(
        "A minimized log",
        [
            .init("file", "the log"), .init("while", "what stays true"), .init("before", "how many events the log has"),
            .init("after", "how many events are left"), .init("tried", "how many runs were tried"),
            .init("out", "the file that was written, or null"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw UsageFailure("minimize takes one log, but got \(arguments.operands.count): flow-trace minimize --while cause:denied LOG")
        }
        guard let what = arguments.text("--while") else { throw UsageFailure("--while is missing: what must stay true of the log?") }
        let look = try Look(arguments, console)
        let condition = try MinimizeCommand.condition(what)
        let name: String
        let content: LogContent
        do throws(ReadLaunch.Failure) {
            (name, content) = try WhatIfCommand.read(operand, arguments, console)
        } catch {
            return WhatIfCommand.complain(error, console)
        }
        guard var minimizer = Minimizer(content, while: condition) else {
            console.complain(Printable.text("\(name): --while \(what) does not hold in this log, so nothing can be left out", ascii: false))
            return .logFails
        }
        while !minimizer.isDone {
            minimizer.step()
            console.report?(
                "\(grouped(minimizer.smallest.steps.count)) of \(grouped(content.records.count)) events, \(grouped(minimizer.tried)) tried")
        }
        console.report?("")
        let run = minimizer.smallest
        let code = content.failure == nil ? ExitCode.fine : .logFails
        if let file = arguments.text("--out"), let code = WhatIfCommand.write(run.bytes, to: file, console) { return code }
        if arguments.has("--json") {
            let object = Tree.object([
                Tree.Member("file", .text(name)), Tree.Member("while", .text(what)),
                Tree.Member("before", .number(Int64(content.records.count))),
                Tree.Member("after", .number(Int64(run.steps.count))), Tree.Member("tried", .number(Int64(minimizer.tried))),
                Tree.Member("out", arguments.text("--out").map { .text($0) } ?? .null),
            ])
            console.write(object.json + "\n")
            return code
        }
        console.write(
            "\(grouped(run.steps.count)) of \(grouped(content.records.count)) events are needed for \(Printable.text(what, ascii: false)):\n\n"
        )
        guard let small = try? LogContent(run.bytes) else { return code }
        console.write(LogDrawing(.sequence, .text, look: look).text(small, name: arguments.text("--out") ?? name))
        return code
    }

    private static func condition(_ what: String) throws(UsageFailure) -> Minimizer.Condition {
        let parts = what.split(separator: ":", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "rule":
            guard Rule(rawValue: value) != nil else {
                throw UsageFailure(
                    "--while rule:\(value): there is no such rule\(suggestion(for: value, among: Rule.allCases.map(\.rawValue)))")
            }
            return .rule(value)
        case "cause":
            guard let id = FlowCause.ID(rawValue: value) else {
                let names = FlowCause.ID.allCases.map(\.rawValue)
                throw UsageFailure(
                    "--while cause:\(value): there is no such cause\(suggestion(for: value, among: names, else: ": triage --json names the ids of a log's causes"))"
                )
            }
            return .cause(id)
        case "outcome":
            guard let outcome = RequestOutcome(rawValue: value) else {
                throw UsageFailure("--while outcome:", gets: value, from: RequestOutcome.allCases.map(\.rawValue))
            }
            return .outcome(outcome)
        case "invariant":
            guard let invariant = Invariant(rawValue: value) else {
                let names = Invariant.allCases.map(\.rawValue)
                throw UsageFailure("--while invariant:\(value): there is no such invariant\(suggestion(for: value, among: names))")
            }
            return .invariant(invariant)
        case _: throw UsageFailure("--while \(what): write rule:ID, cause:ID, outcome:WORD or invariant:NAME")
        }
    }
}
