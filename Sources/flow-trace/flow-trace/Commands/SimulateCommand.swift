import Dispatch
import FlowEffects
import FlowMachine
import FlowExploration
import FlowReading
import FlowSimulation

/// `simulate`: runs many sessions with faults, each from a seed, on all cores.
enum SimulateCommand {
    static let syntax = CommandSyntax(
        name: "simulate",
        summary: "Simulate many sessions with faults, and check that nothing is lost and no request hangs.",
        operands: "",
        examples: [
            Example("simulate --seeds 100", "Simulate 100 sessions with every kind of fault."),
            Example("simulate --seeds 1 --from 42 --logs --folder logs", "Write the logs of the session with seed 42."),
        ],
        options: [
            Option("--seeds", "N", "Simulate N sessions. Default: 1,000."),
            Option("--from", "S", "Start with seed S. Default: 1."),
            Option(
                "--faults", "LIST", "Use only these faults, separated by commas, or none. Default: all faults listed below.",
                values: .someOf(["none"] + Fault.allCases.map(\.rawValue))),
            Option("--logs", nil, "Write the logs of every launch, even if no invariant is violated."),
            Option(
                "--folder", "F", "Write the logs into F, which is created if it does not exist. Default: the current folder.",
                values: .folder),
            .json(),
        ],
        notes: [
            "Faults:\n" + Fault.allCases.map { "  \(padded($0.rawValue, to: 13))\($0.title)" }.joined(separator: "\n"),
            "A session runs the real core, vault and interpreters in virtual time. Adobe, Apple's framework, the\n"
                + "viewer, the disk and two clocks are simulated, and everything follows from the seed. After the last\n"
                + "fault everything works again, and the viewer tries until a playback succeeds.",
            "Every invariant is checked at every event. Before every effect, the log must have reported its record.\n"
                + "At the end of every process, its log must contain every durable record and name the missing\n"
                + "ones, and a replay must decide the same. At every launch, the vault must contain the kept values.",
            "The first session with a violation is repeated with fewer and fewer faults, drawn, and\n"
                + "written to violation.jsonl, and the exit code is 1.",
            JSONHelp.text("With --json, one object", shape),
        ])

    /// The members of the object that `simulate --json` prints.
    static let shape = JSONShape(
        "The report",
        [
            .init("sessions", "the number of sessions, and the first seed"), .init("seed", "the number of sessions, and the first seed"),
            .init("events", "their total numbers"), .init("launches", "their total numbers"), .init("milliseconds", "the duration"),
            .init("faults", "an object: how often each fault happened", .map([])),
            .init("steps", "an object: how often each step of a state was reached", .map([])),
            .init("answers", "objects: how often each answer was sent and each screen was shown", .map([])),
            .init("shown", "objects: how often each answer was sent and each screen was shown", .map([])),
            .init("lostRecords", "records lost at crashes, none of them durable"),
            .init("longestRecovery", "the most events after the last fault until a viewer played"),
            .init("relaunches", "how often the app had to be restarted until then"),
            .init("violation", "null, or what was violated; then seed is that of the session"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let count = Int(try arguments.number("--seeds", in: 1...1_000_000_000) ?? 1_000)
        let first = UInt64(try arguments.number("--from", in: 0...Int64.max / 2) ?? 1)
        let faults = try faults(arguments.text("--faults"))
        let folder = arguments.text("--folder") ?? "."
        let writesLogs = arguments.has("--logs")
        let watch = Stopwatch()
        var counts = SessionCounts()
        var done = 0
        while done < count {
            let seeds = (done..<min(done + SimulateCommand.round, count)).map { first + UInt64($0) }
            for (seed, result) in zip(seeds, play(seeds, faults)) {
                counts.add(result.counts)
                done += 1
                if writesLogs, let code = write(result, seed, folder, console) { return code }
                guard let violation = result.violation else { continue }
                console.report?("")
                if arguments.has("--json") {
                    console.write(SimulateReport(counts, faults).json(done, seed, watch, violation: violation) + "\n")
                    return .logFails
                }
                return tell(violation, SimulatedSession(seed: seed, faults: faults), folder, console)
            }
            console.report?(
                "\(grouped(done)) of \(grouped(count)) sessions, \(grouped(counts.events)) events, \(grouped(watch.rate(done))) sessions/s"
            )
        }
        console.report?("")
        if arguments.has("--json") {
            console.write(SimulateReport(counts, faults).json(count, first, watch, violation: nil) + "\n")
            return .fine
        }
        let chosen = faults.count == Fault.allCases.count ? "all faults" : "\(faults.count) of \(Fault.allCases.count) faults"
        console.write(
            "\(grouped(count)) sessions from seed \(first) with \(chosen), no violation: \(grouped(counts.events)) events in "
                + "\(watch.text), \(grouped(watch.rate(count))) sessions/s\n\n")
        console.write(SimulateReport(counts, faults).text)
        return .fine
    }

    /// The number of sessions in one batch. The results of a batch are read after all its sessions, in the order of the seeds.
    private static let round = 256

    private static func play(_ seeds: [UInt64], _ faults: Set<Fault>) -> [SimulatedSession.Result] {
        let results = Lock([SimulatedSession.Result?](repeating: nil, count: seeds.count))
        DispatchQueue.concurrentPerform(iterations: seeds.count) { index in
            let result = SimulatedSession(seed: seeds[index], faults: faults).run()
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }

    private static func faults(_ list: String?) throws(UsageFailure) -> Set<Fault> {
        guard let list else { return Set(Fault.allCases) }
        var faults: Set<Fault> = []
        for word in list.split(separator: ",").map(String.init) where word != "none" {
            guard let fault = Fault(rawValue: word) else {
                throw UsageFailure("--faults", gets: word, from: ["none"] + Fault.allCases.map(\.rawValue))
            }
            faults.insert(fault)
        }
        if faults.contains(.torn), !faults.contains(.crash) { throw UsageFailure("--faults torn also needs crash: --faults torn,crash") }
        return faults
    }

    // MARK: Writing

    private static func write(_ result: SimulatedSession.Result, _ seed: UInt64, _ folder: String, _ console: Console) -> ExitCode? {
        for (index, log) in result.logs.enumerated() {
            let launch = result.launches[index]
            // Numbers with the same number of digits keep the segments of a launch in order.
            let number = "\(result.launches[...index].count { $0 == launch })"
            let digits = String(repeating: "0", count: max(4 - number.count, 0)) + number
            do throws(UnreadableFile) {
                _ = try writeFile(log, named: "seed-\(seed)-launch-\(launch)-\(digits).jsonl", in: folder)
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                return .unreadable
            }
        }
        return nil
    }

    /// Repeats the session with fewer and fewer faults, draws its last launch and writes its log.
    static func tell(_ violation: String, _ session: SimulatedSession, _ folder: String, _ console: Console) -> ExitCode {
        let smaller = session.minimized() ?? session
        let result = smaller.run()
        console.write(
            "seed \(session.plan.seed): \(result.violation ?? violation)\n"
                + "with \(smaller.plan.entries.count) of its \(session.plan.entries.count) faults, in launch \(result.launches.last ?? 0):\n"
        )
        for entry in smaller.plan.entries { console.write("  step \(padded("\(entry.step)", to: 5))\(entry.text)\n") }
        console.write("from a plan with these options:\n")
        for option in smaller.plan.options.text.split(separator: "\n") { console.write("  \(option)\n") }
        console.write("\n")
        return CheckCommand.show(result.lastLaunch, folder, console)
    }
}

/// The results of all sessions, as text or as JSON.
struct SimulateReport {
    private let reached: SessionCounts
    private let faults: Set<Fault>

    init(_ reached: SessionCounts, _ faults: Set<Fault>) {
        self.reached = reached
        self.faults = faults
    }

    var text: String {
        var text = section("faults", Fault.allCases.filter { faults.contains($0) }.map { ($0.rawValue, reached.faults[$0] ?? 0) })
        for state in FlowStateName.allCases {
            let name = state.rawValue
            let steps = SimulateReport.places.filter { $0.hasPrefix(name + ".") }
            text += section(name, steps.map { (String($0.dropFirst(name.count + 1)), reached.steps[$0] ?? 0) })
        }
        text += section("answers", WishAnswer.Kind.allCases.map { ($0.rawValue, reached.answers[$0] ?? 0) })
        text += section(
            "shown", Presentation.Kind.allCases.filter { $0 != .nothing }.map { ($0.rawValue, reached.presentations[$0] ?? 0) })
        text +=
            "\n"
            + wrapped(never.isEmpty ? "Everything was reached." : "Never reached: \(never.joined(separator: ", ")).", to: 76)
            .joined(separator: "\n") + "\n"
        return text + """

            \(grouped(reached.launches)) launches; \(grouped(reached.lostRecords)) records lost at crashes, none of them durable.
            After the last fault a viewer played within \(reached.longestRecovery) events; \
            \(grouped(reached.relaunchesToRecover)) times the app had to be restarted.

            """
    }

    /// The chosen faults, steps, answers and presentations that no session reached.
    private var never: [String] {
        Fault.allCases.filter { faults.contains($0) && reached.faults[$0] == nil }.map { $0.rawValue }
            + SimulateReport.places.filter { reached.steps[$0] == nil }
            + WishAnswer.Kind.allCases.filter { reached.answers[$0] == nil }.map { $0.rawValue }
            + Presentation.Kind.allCases.filter { $0 != .nothing && reached.presentations[$0] == nil }.map { $0.rawValue }
    }

    /// Returns the report as JSON on one line.
    func json(_ sessions: Int, _ seed: UInt64, _ watch: Stopwatch, violation: String?) -> String {
        func counts(_ counts: [(String, Int)]) -> Tree { .object(counts.map { Tree.Member($0.0, .number(Int64($0.1))) }) }
        return Tree.object([
            Tree.Member("sessions", .number(Int64(sessions))), Tree.Member("seed", .number(Int64(clamping: seed))),
            Tree.Member("events", .number(Int64(reached.events))), Tree.Member("launches", .number(Int64(reached.launches))),
            Tree.Member("milliseconds", .number(Int64(watch.milliseconds))),
            Tree.Member("faults", counts(Fault.allCases.filter { faults.contains($0) }.map { ($0.rawValue, reached.faults[$0] ?? 0) })),
            Tree.Member("steps", counts(SimulateReport.places.map { ($0, reached.steps[$0] ?? 0) })),
            Tree.Member("answers", counts(WishAnswer.Kind.allCases.map { ($0.rawValue, reached.answers[$0] ?? 0) })),
            Tree.Member("shown", counts(Presentation.Kind.allCases.map { ($0.rawValue, reached.presentations[$0] ?? 0) })),
            Tree.Member("lostRecords", .number(Int64(reached.lostRecords))),
            Tree.Member("longestRecovery", .number(Int64(reached.longestRecovery))),
            Tree.Member("relaunches", .number(Int64(reached.relaunchesToRecover))),
            Tree.Member("violation", violation.map { .text($0) } ?? .null),
        ]).json
    }

    /// All steps of the machine, as `state.step`.
    private static let places = MachineTransitions.places.sorted()

    private func section(_ title: String, _ counts: [(name: String, count: Int)]) -> String {
        let words = counts.map { "\($0.name) \($0.count == 0 ? "NEVER" : grouped($0.count))" }
        let lines = wrapped(words.joined(separator: "  "), to: 76)
        return lines.enumerated().map { padded($0.offset == 0 ? title : "", to: 20) + $0.element + "\n" }.joined()
    }
}
