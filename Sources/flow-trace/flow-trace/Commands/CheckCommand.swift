import FlowMachine
import FlowExploration
import FlowReading
import FlowSimulation

/// `check`: tries every sequence of events of a finite alphabet, or many random sequences.
enum CheckCommand {
    static let syntax = CommandSyntax(
        name: "check",
        summary: "Try every sequence of events of an alphabet, and check every invariant at each of them.",
        operands: "",
        examples: [
            Example("check --only pinned", "Explore one alphabet."),
            Example("check --random 100000", "Try 100,000 random events."),
        ],
        options: [
            Option("--only", "NAME", "Explore only this alphabet of those listed below.", values: .oneOf(Alphabet.all.map(\.name))),
            Option("--faults", "N", "Allow at most N faults per path, 0 to 4."),
            Option("--providers", "N", "Offer 1 or 2 providers."),
            Option("--depth", "N", "Stop at paths of N events."),
            Option("--random", "N", "Try N random events instead, in sequences of 400."),
            Option("--seed", "S", "Start the random events with seed S. Default: 1."),
            Option(
                "--folder", "F", "Write the log of a violation into F, which is created if it does not exist. Default: the current folder.",
                values: .folder),
            .json(per: "alphabet"),
        ],
        notes: [
            "Alphabets:\n" + Alphabet.all.map { "  \(padded($0.name, to: widestName))  \($0.title)" }.joined(separator: "\n"),
            "An alphabet is the kinds of events that are tried in every order. Situations that differ only in\n"
                + "the numbers of requests, timers and secrets, or in how long ago something happened, are one state.\n"
                + "Every invariant is checked on every edge. Then the states as a whole are checked: from each of\n"
                + "them a viewer can still sign in, no request waits forever in a cycle, and no option that a refusal\n"
                + "or a problem offers leads back to the same refusal or problem.",
            "Not tried:\n" + Alphabet.exclusions.map { "  - \($0)" }.joined(separator: "\n"),
            "If an invariant is violated, the shortest sequence of events that violates it is drawn and written\n"
                + "to violation.jsonl, and the exit code is 1.",
            JSONHelp.text("With --json, one object per alphabet, or one with --random", shape),
        ])

    /// The members of the JSON object for an alphabet, or for random events.
    static let shape = JSONShape(
        "An alphabet",
        [
            .init("alphabet", "its name; with --random \"random\""), .init("states", "how many were explored; absent with --random"),
            .init("edges", "how many were explored; absent with --random"), .init("depth", "the longest path; absent with --random"),
            .init("longestWait", "the most events that a viewer waited; null if nobody waited; absent with --random"),
            .init("isComplete", "whether all states were explored; absent with --random"),
            .init("events", "with --random: how many events, from which seed"),
            .init("seed", "with --random: how many events, from which seed"), .init("milliseconds", "the duration"),
            .init("violation", "null, or the invariant that is violated"),
            .init("log", "the file with the events that violate it; absent without a violation"),
        ])

    private static let widestName = Alphabet.all.reduce(0) { max($0, $1.name.count) }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let target = Target(folder: arguments.text("--folder") ?? ".", writesJSON: arguments.has("--json"), console: console)
        let seed = try arguments.number("--seed", in: 0...Int64.max)
        if let count = try arguments.number("--random", in: 1...1_000_000_000) {
            return random(Int(count), seed: UInt64(seed ?? 1), target)
        }
        if seed != nil { throw UsageFailure("--seed needs --random: add --random N") }
        var alphabets = Alphabet.all
        if let name = arguments.text("--only") {
            alphabets = alphabets.filter { $0.name == name }
        }
        let faults = try arguments.number("--faults", in: 0...4)
        let providers = try arguments.number("--providers", in: 1...2)
        let depth = try arguments.number("--depth", in: 1...Int64.max)
        if !target.writesJSON { console.write(header) }
        for var alphabet in alphabets {
            if let faults { alphabet.faults = Int(faults) }
            if let providers { alphabet.providers = Int(providers) }
            var explorer = Explorer(alphabet)
            explorer.maximumDepth = depth.map { Int($0) }
            if let violation = explore(explorer, alphabet.name, target) { return target.tell(violation) }
        }
        return .fine
    }

    // MARK: Exploring

    private static let header =
        "alphabet          states         edges  depth  longest wait       time    states/s\n"

    private static func explore(_ explorer: Explorer, _ name: String, _ target: Target) -> Counterexample? {
        let console = target.console
        let watch = Stopwatch()
        let found = explorer.run { progress in
            console.report?(
                "\(name): depth \(progress.depth), \(grouped(progress.states)) states, \(grouped(progress.open)) open, "
                    + "\(grouped(watch.rate(progress.states)))/s")
        }
        console.report?("")
        if target.writesJSON {
            target.write(
                [
                    Tree.Member("alphabet", .text(name)), Tree.Member("states", .number(Int64(found.states))),
                    Tree.Member("edges", .number(Int64(found.edges))), Tree.Member("depth", .number(Int64(found.depth))),
                    Tree.Member("longestWait", found.longestWait.map { .number(Int64($0)) } ?? .null),
                    Tree.Member("isComplete", .truth(found.isComplete)), Tree.Member("milliseconds", .number(Int64(watch.milliseconds))),
                ], found.violation)
            return found.violation
        }
        let columns = [
            (grouped(found.states), 12), (grouped(found.edges), 14), (grouped(found.depth), 7),
            (found.longestWait.map { "\($0) events" } ?? "-", 14), (watch.text, 11), (grouped(watch.rate(found.states)), 12),
        ]
        var line = padded(name, to: 12)
        for (text, width) in columns { line += String(repeating: " ", count: max(0, width - text.count)) + text }
        console.write(line + (found.isComplete || found.violation != nil ? "" : "  not all") + "\n")
        return found.violation
    }

    // MARK: Random events

    private static func random(_ count: Int, seed: UInt64, _ target: Target) -> ExitCode {
        let console = target.console
        let watch = Stopwatch()
        let kinds: [(String, FlowSettings)] = [
            ("appleTV", .appleTV), ("iPhone", .iPhone), ("withoutPartner", .withoutPartner), ("legacyTV", .legacyTV),
            ("legacyPhone", .legacyPhone),
        ]
        for (name, settings) in kinds {
            let run = PropertyRun(settings: settings, seed: seed, events: (count + kinds.count - 1) / kinds.count)
            let violation = run.violation { done in
                if done % 40_000 == 0 { console.report?("\(name): \(grouped(done)) events") }
            }
            console.report?("")
            guard let violation else { continue }
            if target.writesJSON {
                target.write(randomMembers(count, violation.seed, watch), violation.counterexample)
                return .logFails
            }
            console.write(
                "\(name): seed \(violation.seed), \(violation.originalLength) events shrunk to \(violation.counterexample.events.count)\n")
            return tell(violation.counterexample, target.folder, console)
        }
        if target.writesJSON {
            target.write(randomMembers(count, seed, watch), nil)
            return .fine
        }
        console.write("\(grouped(count)) random events from seed \(seed), no violation, in \(watch.text)\n")
        return .fine
    }

    private static func randomMembers(_ count: Int, _ seed: UInt64, _ watch: Stopwatch) -> [Tree.Member] {
        [
            Tree.Member("alphabet", .text("random")), Tree.Member("events", .number(Int64(count))),
            Tree.Member("seed", .number(Int64(clamping: seed))), Tree.Member("milliseconds", .number(Int64(watch.milliseconds))),
        ]
    }

    // MARK: A violation

    /// The console for the results, and the folder for the logs of violations.
    private struct Target {
        let folder: String
        let writesJSON: Bool
        let console: Console

        /// Prints one result as JSON, and writes the log of its violation.
        func write(_ members: [Tree.Member], _ violation: Counterexample?) {
            var members = members + [Tree.Member("violation", violation.map { .text("\($0.violation)") } ?? .null)]
            if let violation {
                do throws(UnreadableFile) {
                    members.append(Tree.Member("log", .text(try writeFile(violation.log, named: "violation.jsonl", in: folder))))
                } catch {
                    console.complain(Printable.text(error.text, ascii: false))
                }
            }
            console.write(Tree.object(members).json + "\n")
        }

        /// Draws a violation, unless it was printed as JSON.
        func tell(_ violation: Counterexample) -> ExitCode {
            writesJSON ? .logFails : CheckCommand.tell(violation, folder, console)
        }
    }

    /// Draws the events that violate an invariant, and writes their log.
    static func tell(_ violation: Counterexample, _ folder: String, _ console: Console) -> ExitCode {
        console.write("\n\(violation.violation) is violated by the last of these \(violation.events.count) events:\n\n")
        return show(violation.log, folder, console)
    }

    /// Draws the log of a violation, and writes it to `violation.jsonl` in `folder`.
    static func show(_ log: [UInt8], _ folder: String, _ console: Console) -> ExitCode {
        do throws(LogFailure) {
            var drawing = LogDrawing()
            drawing.look.width = Look.width(console)
            drawing.look.color = console.usesColor
            let content = try LogContent(log)
            console.write(drawing.text(content, name: "violation.jsonl"))
        } catch {
            console.complain(complaint(error, in: "violation.jsonl"))
        }
        do throws(UnreadableFile) {
            let path = try writeFile(log, named: "violation.jsonl", in: folder)
            console.write("\nThe log: \(path)\n")
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
        }
        return .logFails
    }
}
