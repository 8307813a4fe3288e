import FlowMachine

/// `coverage`: which rules, transitions and error codes do these logs take?
enum CoverageCommand {
    static let syntax = CommandSyntax(
        name: "coverage",
        summary: "Count which rules, transitions and error codes logs took, and name those they did not.",
        operands: "LOG ...",
        examples: [Example("coverage logs", "Which rules did these logs take, and which not?")],
        options: [
            Option("--all", nil, "Name the transitions that were not taken, too."),
            Option("--require-all", nil, "Exit with 1 if a rule of this build was not taken."),
            .json(per: "run of the command"), .width,
        ],
        notes: [
            "The rules are those that transitions name; with them count the rules of Specs/rules that they cover.\n"
                + "The transitions (from step to step) are those of flow-trace spec. A damaged log counts up to\n"
                + "the damage.",
            "With --json: logs, events, and for rules, covered, transitions and codes an object with count, taken\n"
                + "(names with how often) and missing.",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let look = try Look(arguments, console)
        var coverage = LogCoverage()
        let code = try Logs.forEach(arguments, console) { file, _ in
            do throws(LogFailure) {
                let content = try LogContent(file.bytes)
                coverage.add(content.records, after: content.snapshot)
                guard let failure = content.failure else { return .fine }
                throw failure
            } catch {
                console.complain(Logs.complaint(error, in: file.name))
                return .logFails
            }
        }
        // Nothing was read: that no rule was taken would say nothing.
        if coverage.logs == 0 { return code }
        let report = CoverageReport(coverage, possible: MachineRuns.table)
        if arguments.has("--json") {
            console.write(report.json + "\n")
        } else {
            console.write(report.lines(look, namesTransitions: arguments.has("--all")).joined(separator: "\n") + "\n")
        }
        guard arguments.has("--require-all"), !coverage.missingRules.isEmpty else { return code }
        console.complain("\(coverage.missingRules.count) of \(coverage.countedRules.count) rules were not taken")
        return code.and(.logFails)
    }
}
