import FlowMachine
import FlowReading

/// `coverage`: which rules, transitions and error codes do these logs cover?
enum CoverageCommand {
    static let syntax = CommandSyntax(
        name: "coverage",
        summary: "Count the rules, transitions and error codes that logs reach, and list those they do not.",
        operands: "LOG ...",
        examples: [
            Example("coverage logs", "What do these logs reach, how often, and what not?"),
            Example("coverage --all app.jsonl", "The same, with every transition between steps."),
        ],
        options: [
            Option("--all", nil, "List the transitions and the covered rules, too."),
            Option("--require-all", nil, "Exit with 1 if no log reaches a rule of this build."),
            .pastDamage, .json(), .width, .ascii,
        ],
        notes: [
            "Each rule, error code and transition is listed with the number of events and logs that reach it,\n"
                + "most frequent first; then those that no log reaches. A rule's text says\n"
                + "when the rule applies; it is not read from the log. flow-trace help rules prints more.",
            "A covered rule decides nothing alone: it can apply only where a rule that it is covered with decides.\n"
                + "It is counted whenever one of those was taken, because a log does not show whether it applied.\n"
                + "Transitions lead from one step to another; flow-trace spec lists them.",
            "A damaged log is counted up to the damage, or with --past-damage as far as it can be read.",
            JSONHelp.text("With --json, one object", shape),
        ])

    /// The members of the object that `coverage --json` prints.
    static let shape = JSONShape(
        "The report",
        [
            .init("logs", "number of logs"), .init("events", "number of events in them"),
            .init("rules", "the rules that decide transitions", .objects([partShape])),
            .init("covered", "the rules that are covered with others", .objects([partShape])),
            .init("transitions", "\"STEP to STEP\"", .objects([partShape])), .init("codes", "Adobe's error codes", .objects([partShape])),
        ])

    private static let partShape = JSONShape(
        "Each of the last four",
        [
            .init("count", "how many there are"), .init("taken", "an object: name to counts", .map([countShape])),
            .init("missing", "a list of the names that no log reaches"),
            .init("unknown", "a list of the names in the logs that this build does not know"),
        ])

    private static let countShape = JSONShape("Each in taken", [.init("events", "number of events"), .init("logs", "number of logs")])

    private static func covered(_ path: String, pastDamage: Bool, _ progress: Progress?) -> Result<Covered, UnreadableFile> {
        do throws(RecordStream.OpeningFailure) {
            var stream = try RecordStream(path, pastDamage: pastDamage, progress)
            do throws(UnreadableFile) {
                let coverage = try LogCoverage(after: stream.snapshot) { () throws(UnreadableFile) -> LogRecord? in
                    while let element = try stream.next() {
                        if case .record(let record) = element { return record }
                    }
                    return nil
                }
                return .success(Covered(coverage: coverage, complaint: stream.failure.map { complaint($0, in: stream.name) }))
            } catch { return .failure(error) }
        } catch {
            switch error {
            case .unreadable(let file): return .failure(file)
            case .damaged(let failure):
                return .success(Covered(coverage: LogCoverage(), complaint: complaint(failure, in: LogFile.name(of: path))))
            }
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let look = try Look(arguments, console)
        var coverage = LogCoverage()
        let pastDamage = arguments.has("--past-damage")
        let code = try Logs.forEachPath(arguments, console, { covered($0, pastDamage: pastDamage, $1) }) { log, _ in
            coverage.add(log.coverage)
            guard let complaint = log.complaint else { return .fine }
            console.complain(complaint)
            return .logFails
        }
        // Nothing was read, so a report that no rule was covered would be meaningless.
        if coverage.logs == 0 { return code }
        let report = CoverageReport(coverage, possible: MachineTransitions.entries)
        if arguments.has("--json") {
            console.write(report.json + "\n")
        } else {
            console.write(report.lines(look, namesAll: arguments.has("--all")).joined(separator: "\n") + "\n")
        }
        guard arguments.has("--require-all"), !coverage.missingRules.isEmpty else { return code }
        let finding = "\(coverage.missingRules.count) of \(coverage.countedRules.count) rules were not reached by any log"
        if arguments.has("--json") { console.complain("flow-trace: \(finding)") } else { console.write("\n\(capitalized(finding)).\n") }
        return code.and(.logFails)
    }

    /// The coverage of one log.
    private struct Covered: Sendable {
        let coverage: LogCoverage
        let complaint: String?
    }
}
