import FlowMachine
import FlowReading

/// `triage`: lists what went wrong in logs, why, and who can act on it.
enum TriageCommand {
    static let syntax = CommandSyntax(
        name: "triage",
        summary: "List the unfulfilled requests of each launch, why they failed, and who can act on it.",
        operands: "LOG ...",
        examples: [
            Example("app.jsonl", "What went wrong in this launch?"),
            Example("triage logs", "Every launch in a folder; a table and counts if there are many."),
        ],
        options: [
            Option("--full", nil, "Print every launch in full, no matter how many there are."),
            Option("--exit-code", nil, "Exit with 1 if a request was not fulfilled."),
            .json(per: "launch"), .width, .ascii, .timeZone,
        ],
        notes: [
            "The command may be left out: flow-trace LOG.",
            "A launch has a heading, then problems with its log, its clock or its vault, then differences from\n"
                + "the previous launch, and each request that was denied, refused, canceled or never\n"
                + "answered, with its cause, the events that show it, who can act on it, what to do, and what to\n"
                + "quote to whom. More than \(Triage.mostInFull) launches are printed as one line each, below a summary and counts,\n"
                + "most frequent first; for more than \(mostSorted), the lines come first, in the order of their files.",
            "A cause is what the log shows. An inference begins with \"Probably\". Damaged lines are\n"
                + "skipped, and the lines after them are read.",
            "A launch is compared with the previous one in the same folder if both are of one device: segments\n"
                + "that a flow wrote (flow-<support id>-<number>.jsonl), or logs whose numbers continue.",
            "A property with which a cause is more frequent than chance explains is named with counts on both\n"
                + "sides, such as \"24 of 24 with app DemoTV/5.2.1, 3 of 22 without\", the least likely first: app,\n"
                + "provider, the account on the device, the provider that was kept, an update of the system, system,\n"
                + "library, every setting, the state of the vault, a beginning at one time, a sign-in from before that\n"
                + "time, and pairs of them. At least five devices must have the cause. The test is Fisher's exact test,\n"
                + "corrected for the number of comparisons; versions of the app have a correction of their own.\n"
                + "Launches of one device that do not differ count once.",
            "The summary says who can act. An error says it for one launch; if a cause comes with a version of the\n"
                + "app or with a setting, whatever the provider, it is probably the app's, and if it comes with one\n"
                + "provider, that provider's.",
            "The summary names a provider that Adobe's configuration had until a time and not later, and lifetimes\n"
                + "that are at least twice as long before a time as after it, or the reverse.",
            "Calls that failed and were repeated are counted by endpoint and provider, and so is how long profiles,\n"
                + "tokens and codes were valid. An app that repeats a request within a second of its failure, five times\n"
                + "or more, has a loop, and the summary tells which other launches failed in the same minutes.",
            "A resource that is permitted four times or more, each within a minute of the permit before, is reported:\n"
                + "the playback probably fails after the permit. So are ten previews within a minute, or sixty calls for\n"
                + "them; a 429 or too_many_resources meanwhile is the app's.",
            "What launches have in common is told in UTC with --time-zone device.",
            JSONHelp.text("With --json, one object per launch", TriageJSON.launch),
            JSONHelp.text("With --json, after several launches one more object", TriageJSON.total),
        ])

    /// The maximum number of launches that are sorted by time. If there are more, launches are printed in the order of their files.
    fileprivate static let mostSorted = 2000

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        var look = try Look(arguments, console)
        look.utc = true
        let writesJSON = arguments.has("--json")
        let output = Output(look: look, console: console, writesJSON: writesJSON, isFull: arguments.has("--full"))
        let judges = arguments.has("--exit-code") || arguments.has(Option.quiet.name)
        let clock = look.clock(json: writesJSON)
        return try Logs.forEachLaunch(arguments, console) { paths, progress in
            Judged(paths: paths, result: LaunchTriage.read(paths, progress, clock))
        } body: { judged, launches in
            // Points of no return are searched only for a single launch, because the search takes too long for many launches.
            let result = launches == 1 ? LaunchTriage.withPointsOfNoReturn(judged.result, judged.paths) : judged.result
            return output.take(result, of: launches).and(judges && result.hasUnfulfilled ? .logFails : .fine)
        } end: { _ in
            output.end()
        }
    }

    /// Passes the reports on one launch's files to `body`. Reports damage and files that cannot be read on standard error.
    static func take(_ result: LaunchTriage.Result, _ console: Console, _ body: ([LaunchReport]) -> Void) -> ExitCode {
        switch result {
        case .failed(let failure): return failure.complain(console)
        case .reports(let reports):
            body(reports)
            for finding in reports.flatMap(\.findings) {
                if let complaint = finding.complaint { console.complain(Printable.lines(complaint)) }
            }
            return reports.contains { $0.findings.contains { $0.isAboutLog } } ? .logFails : .fine
        }
    }

    /// The files of a launch, and the result of reading them.
    private struct Judged: Sendable {
        let paths: [String]
        let result: LaunchTriage.Result
    }

    /// Collects the launches, and prints them after the findings that concern several launches.
    private final class Output {
        private let look: Look
        private let console: Console
        private let writesJSON: Bool
        private let isFull: Bool
        private var counts: TriageCounts
        private var comparisons = LaunchComparisons()
        private var reports: [LaunchReport] = []
        private var launches = 0

        init(look: Look, console: Console, writesJSON: Bool, isFull: Bool) {
            self.look = look
            counts = TriageCounts(look.clock)
            self.console = console
            self.writesJSON = writesJSON
            self.isFull = isFull
        }

        func take(_ result: LaunchTriage.Result, of launches: Int) -> ExitCode {
            TriageCommand.take(result, console) { reports in
                for report in reports {
                    if !writesJSON { look.note(report.header, of: report.file, console) }
                    write(report, of: max(launches, reports.count))
                }
            }
        }

        private func write(_ report: LaunchReport, of launches: Int) {
            self.launches = launches
            if launches <= TriageCommand.mostSorted {
                reports.append(report)
                return
            }
            if counts.isCopy(report) { return }
            // With more than `mostSorted` launches, each report is printed at once, so that memory does not grow with the reports.
            var report = report
            let known = comparisons.changes(&report)
            let changes = known ?? []
            if writesJSON {
                console.write(TriageJSON.object(report, changes).json + "\n")
            } else {
                let lines =
                    isFull
                    ? (counts.launches > 0 ? ["", ""] : []) + TriageText.lines(report, changes, look, isNamed: true)
                    : TriageText.row(report, changes, look)
                console.write(lines.joined(separator: "\n") + "\n")
            }
            counts.add(report, known)
        }

        func end() {
            if launches > TriageCommand.mostSorted {
                guard counts.launches > 0 else { return }
                counts.conclude(by: Workers.Mapper())
                if writesJSON { return console.write(TriageJSON.total(counts).json + "\n") }
                let head =
                    TriageText.copies(counts, look) + TriageText.summary(counts, look) + TriageText.lines(counts, look, areAbove: true)
                console.write("\n" + head.joined(separator: "\n") + "\n")
                return
            }
            let triage = Triage(reports, by: look.clock, Workers.Mapper())
            if writesJSON {
                for object in triage.objects { console.write(object.json + "\n") }
            } else if !triage.launches.isEmpty {
                console.write(triage.lines(look, isFull: isFull, of: launches).joined(separator: "\n") + "\n")
            }
        }
    }
}
