import FlowMachine
import FlowReading

/// `what-if`: shows what would have happened if some events had been different.
enum WhatIfCommand {
    static let syntax = CommandSyntax(
        name: "what-if",
        summary: "Change a log's events, policy or clock, decide again, and show both outcomes side by side.",
        operands: "LOG",
        examples: [
            Example("what-if --without 5 app.jsonl", "What if event 5 had not happened?"),
            Example("what-if --policy attempts=1 app.jsonl", "What if the policy had been another?"),
            Example("what-if --move 9 +2s --out other.jsonl app.jsonl", "What if the answer had come later? Write that log, too."),
        ],
        options: [
            Option("--without", "N", "Event N does not happen: a reply is lost, a timer does not fire, the viewer does not act.").repeated,
            Option("--move", "N +TIME", "Event N happens so much later (+2s, +500ms, +5min), or earlier (-2s).", valueCount: 2).repeated,
            Option("--change", "N FILE", "The event in FILE happens instead of event N.", valueCount: 2, values: .file).repeated,
            Option("--insert", "FILE", "The event in FILE happens, too, at its own time.", values: .file).repeated,
            Option("--policy", "NAME=VALUE", "The policy has this value; times are in milliseconds. The names are listed below.").repeated,
            Option("--right-clock", nil, "The device's clock is right, as Adobe's answers tell it."),
            Option(
                "--out", "FILE", "Write the edited run as a log, whose header says that it is no recording. FILE must not exist.",
                values: .file
            )
            .shortened("-o"),
            Option("--all", nil, "Print every row of the comparison. Default: equal rows are folded, except near a difference."),
            .pastDamage, .json(), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "What the viewer and the app did happens when it was recorded. An answer arrives as long after its request as\n"
                + "in the log, if the flow makes the same request; otherwise it does not arrive. What follows from an event\n"
                + "that does not happen does not follow.",
            "What the log cannot answer is simulated, and the output names each simulated event. An answer is the one that\n"
                + "the log has for the same question, or else the answer of a simulated Adobe Pass with the providers of the log, or\n"
                + "of a simulated partner framework with its account. The run continues after the log's end, by an hour at\n"
                + "most, while a request is open.",
            "An earlier \"nothing yet\" tells nothing about a later poll. If the log shows later that the viewer had signed\n"
                + "in, a simulated poll finds that; otherwise nothing answers it, and the output says that the log cannot tell.",
            "If a time limit ended a recorded wait and the edited run waits longer, nothing answers the request, and the output\n"
                + "says that the log cannot tell.",
            "FILE has one event as JSON: a whole line of a log, or its object \"event\". The FILE of --out must not exist yet.\n"
                + "LOG may be a folder with one log.",
            "A NAME of a policy is one of \(LogEdit.policies.joined(separator: ", ")).",
            JSONHelp.text("With --json, one object", WhatIfReport.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw UsageFailure("what-if changes one log, but got \(arguments.operands.count): flow-trace what-if --without 5 LOG")
        }
        let look = try Look(arguments, console)
        let content: LogContent
        let name: String
        do throws(ReadLaunch.Failure) {
            (name, content) = try WhatIfCommand.read(operand, arguments, console)
        } catch {
            return error.complain(console)
        }
        let edits = try EditArguments(arguments, content).edits
        if edits.isEmpty {
            throw UsageFailure("nothing is changed: use --without, --move, --change, --insert, --policy or --right-clock")
        }
        let clock = look.clock(json: arguments.has("--json"))
        let texts = edits.map { $0.text(content, clock) }
        let answers = SimulatedAnswers(content)
        let derivation = "what-if: \(texts.joined(separator: "; "))"
        guard let run = EditedRun(content, edits, derivation: derivation, simulation: { answers.reply($0) }) else {
            console.complain(
                Printable.text(
                    "\(name): this build cannot continue from the log's snapshot: use the flow-trace of library \(content.header.library)",
                    ascii: false))
            return .unreadable
        }
        if let file = arguments.text("--out"), let code = WhatIfCommand.write(run.bytes, to: file, console) { return code }
        let report = WhatIfReport(name, content, run, edits: texts, clock)
        if arguments.has("--json") {
            console.write(report.object.json + "\n")
        } else {
            console.write(report.lines(look, showsAll: arguments.has("--all")).joined(separator: "\n") + "\n")
        }
        return content.failure == nil ? .fine : .logFails
    }

    /// Reads the log that the operand names, and reports its damage.
    static func read(
        _ operand: String, _ arguments: Arguments, _ console: Console
    ) throws(ReadLaunch.Failure) -> (name: String, content: LogContent) {
        let file: LogFile
        do throws(UnreadableFile) { file = try LogFile.only(operand) } catch { throw .unreadable(error) }
        let content: LogContent
        do throws(LogFailure) {
            content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
        } catch {
            throw .damaged(error, file: file.name)
        }
        if let failure = content.failure { console.complain(complaint(failure, in: file.name)) }
        return (file.name, content)
    }

    /// Writes a new file. Returns the exit code if writing fails, otherwise `nil`.
    static func write(_ bytes: [UInt8], to path: String, _ console: Console) -> ExitCode? {
        do throws(UnreadableFile) {
            try writeNewFile(bytes, at: path)
            return nil
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }
}
