import FlowMachine
import FlowReading

/// `minimize`: finds the smallest log for which a condition still holds.
enum MinimizeCommand {
    static let syntax = CommandSyntax(
        name: "minimize",
        summary: "Leave events out of a log for as long as something stays true of it, and write the smallest log.",
        operands: "LOG",
        examples: [
            Example("minimize --while cause:denied --out small.jsonl app.jsonl", "Write the fewest events that lead to that cause."),
            Example("minimize --while rule:V2-D-13 app.jsonl", "Draw the fewest events that make a rule decide."),
            Example("minimize --while difference old.jsonl", "Draw the fewest events that this build decides differently."),
            Example("minimize --while 'command:./my-test {}' app.jsonl", "Draw the fewest events with the same exit code of a command."),
        ],
        options: [
            Option(
                "--while", "WHAT",
                "What must stay true: rule:ID, cause:ID (flow-trace help causes), outcome:WORD (such as permitted, denied or refused), invariant:NAME, difference, difference:OTHER or command:LINE."
            ),
            Option(
                "--out", "FILE",
                "Write the smallest log, whose header says that it is no recording. FILE must not exist; it has the smallest so far meanwhile.",
                values: .file
            ).shortened("-o"),
            .pastDamage, .json(), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "Whole runs of events are left out first, then shorter ones, down to single events: of the result, no single\n"
                + "event can be left out. What follows from an event that is left out does not follow, and an answer that is\n"
                + "left out is replaced by the next one to the same question, so a log with many polls needs few.",
            "difference: this build makes another decision about an event than the log records, as in the whole log, and\n"
                + "every event before it as recorded. difference:OTHER: the flow-trace of another build, OTHER, decides an event\n"
                + "differently from this one; OTHER verify must exit with 1.",
            "command:LINE runs LINE in the shell for each smaller log, with the name of its file for {}, or at the end\n"
                + "without {}. The log stays small if the exit code is the one for the whole log. The output of LINE is dropped.",
            MinimizeCondition.names,
            "To resume after an interruption, pass the file that --out wrote, and another one for --out.",
            JSONHelp.text("With --json, one object", shape),
        ])

    /// The members of the object that `minimize --json` prints.
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
        let condition = try MinimizeCondition(what)
        let name: String
        let content: LogContent
        do throws(ReadLaunch.Failure) {
            (name, content) = try WhatIfCommand.read(operand, arguments, console)
        } catch {
            return error.complain(console)
        }
        let run: EditedRun
        let tried: Int
        do throws(UnreadableFile) {
            guard let minimizer = try minimized(content, condition, arguments.text("--out"), console) else {
                console.complain(
                    Printable.text("\(name): --while \(what) does not hold in this log, so nothing can be left out", ascii: false))
                return .logFails
            }
            (run, tried) = (minimizer.smallest, minimizer.tried)
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
        let code = content.failure == nil ? ExitCode.fine : .logFails
        if arguments.has("--json") {
            let object = Tree.object([
                Tree.Member("file", .text(name)), Tree.Member("while", .text(what)),
                Tree.Member("before", .number(Int64(content.records.count))),
                Tree.Member("after", .number(Int64(run.steps.count))), Tree.Member("tried", .number(Int64(tried))),
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

    /// The minimum time between two writes of the smallest log so far.
    private static let pause = Duration.seconds(1)

    /// Leaves events out of the log for as long as the condition holds.
    ///
    /// - Parameter file: The path where the smallest log so far is kept; `nil` to keep it only in memory.
    /// - Returns: The minimizer with the smallest log; `nil` if the condition does not hold in the whole log.
    private static func minimized(
        _ content: LogContent, _ condition: MinimizeCondition, _ file: String?, _ console: Console
    ) throws(UnreadableFile) -> Minimizer? {
        let command = try condition.command.map { line throws(UnreadableFile) in try ShellCondition(line) }
        defer { command?.end() }
        let begun =
            switch condition {
            case .known(let condition): Minimizer(content, while: condition)
            case .command, .otherBuild: command.flatMap { command in Minimizer(content) { command.holds($0, expecting: condition.code) } }
            }
        if let failure = command?.failure { throw failure }
        guard var minimizer = begun else { return nil }
        if let file { try writeNewFile(minimizer.bytes, at: file) }
        var (size, written) = (minimizer.smallest.steps.count, ContinuousClock.now)
        while !minimizer.isDone {
            minimizer.step()
            if let failure = command?.failure { throw failure }
            console.report?(
                "\(grouped(minimizer.smallest.steps.count)) of \(grouped(content.records.count)) events, \(grouped(minimizer.tried)) tried")
            guard let file, minimizer.smallest.steps.count < size else { continue }
            if minimizer.isDone || ContinuousClock.now - written > pause {
                try replaceFile(minimizer.bytes, at: file)
                (size, written) = (minimizer.smallest.steps.count, .now)
            }
        }
        console.report?("")
        if let file, minimizer.smallest.steps.count < size { try replaceFile(minimizer.bytes, at: file) }
        return minimizer
    }
}
