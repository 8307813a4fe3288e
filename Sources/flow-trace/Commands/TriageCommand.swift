import FlowMachine

/// `triage`: what went wrong in these logs, why, and whose business it is.
enum TriageCommand {
    static let syntax = CommandSyntax(
        name: "triage",
        summary: "Say what each launch asked for and did not get, why, and who can do something about it.",
        operands: "LOG ...",
        examples: [
            Example("triage app.jsonl", "What went wrong in this launch?"),
            Example("triage logs", "One line per launch, then what is most frequent."),
        ],
        options: [
            .json(per: "log"), .width, .ascii,
        ],
        notes: [
            "The command may be left out: flow-trace LOG.",
            "One log: a heading, then each request that was denied, refused, canceled, given up or never\n"
                + "answered, with its cause, the events that show it, and what to quote to whom. Several logs: a\n"
                + "line each, then counts by outcome, cause, provider, app and error code, most frequent first.",
            "A cause is what the log shows. What is inferred begins with \"Probably\".",
            "With --json, one object a log:\n\(fields)",
        ])

    /// The members of the JSON, a line each.
    private static let fields = """
          file, app, library, system, support  text; system is null where nobody said
          start, end                           milliseconds since 1970, by the device's clock
          events                               how many the log has
          clockAhead                           how far the device's clock was ahead of Adobe's, in
                                               milliseconds; null if no answer told
          provider                             the MVPD that the viewer was signed in with last, or null
          damage                               what is wrong with the log itself, or null
          requests                             a list: name, event, time, outcome, answerEvent,
                                               answerTime, reason, code, and where there is a cause
                                               kind, cause, owner, advice, quotes, evidence
        """

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        var asked = try Look(arguments, console)
        asked.utc = true
        let look = asked
        let work: @Sendable (LogFile) -> Triaged = { file in
            let verification = Verification(file.bytes)
            return Triaged(
                name: file.name, report: LaunchReport(file.name, verification), complaints: verification.complaints(file.name, look),
                exitCode: verification.exitCode)
        }
        let writesJSON = arguments.has("--json")
        var reports: [LaunchReport] = []
        var isAlone = true
        let code = try Logs.forEachInParallel(arguments, console, work) { log, listing in
            isAlone = listing.count == 1
            guard let report = log.report else {
                for line in log.complaints { console.complain(line) }
                return log.exitCode
            }
            if writesJSON { console.write(TriageJSON.object(report).json + "\n") } else { reports.append(report) }
            return log.exitCode
        }
        if !writesJSON, !reports.isEmpty {
            let lines = isAlone ? reports.flatMap { TriageText.lines($0, look) } : TriageText.table(reports, look)
            console.write(lines.joined(separator: "\n") + "\n")
        }
        return code
    }

    /// What remains of a log once it is judged.
    private struct Triaged: Sendable {
        let name: String
        let report: LaunchReport?
        let complaints: [String]
        let exitCode: ExitCode
    }
}
