import FlowMachine
import FlowReading

/// `test`: turns a log into a test in Swift, or into a scenario's folder.
enum TestCommand {
    static let syntax = CommandSyntax(
        name: "test",
        summary: "Turn a log into a test in Swift that fails when its decisions change.",
        operands: "LOG",
        examples: [
            Example("test app.jsonl", "Print a test with the log in it."),
            Example("test --out DeniedTests.swift --log-beside app.jsonl", "Write the test, and the log beside it."),
            Example("test --scenario denied app.jsonl", "Write the log and its drawings into the folder denied."),
        ],
        options: [
            Option("--out", "FILE", "Write the test to FILE, which must not exist yet. Default: standard output.", values: .file).shortened(
                "-o"),
            Option(
                "--name", "TEXT",
                "Name the test. Default: what the log shows, and the support id: denied at event 19, K7PWQ3MX."),
            Option(
                "--log-beside", nil,
                "With --out: write the log into a file beside FILE with the ending .jsonl. Default: the log is in the test, as a literal."),
            Option(
                "--scenario", "FOLDER",
                "Write log.jsonl and its three drawings into FOLDER, which must not contain them, instead of a test.",
                values: .folder),
        ],
        notes: [
            "The test uses Swift Testing and FlowMachine. It feeds the recorded events to the machine, with the settings\n"
                + "of the log, and expects two lists: the recorded answer to each request of the app, and the recorded\n"
                + "rule of each event. It passes as long as the build makes the same decisions. To begin with a red\n"
                + "test, change the answer that is wrong to the one that the viewer should have gotten.",
            "If a setting is at fault, such as a policy, the decisions are right for that setting, and no change of the\n"
                + "library makes the test green. Make the log with the right setting first, and test that one: flow-trace\n"
                + "what-if --policy NAME=VALUE --out right.jsonl LOG. Its answers say what a viewer gets with the setting;\n"
                + "that the app sends it is the app's own test.",
            "The test is named after the first request that was not fulfilled; its comment has the cause, the owner\n"
                + "and what to quote. The log in it is pseudonymous personal data. For a public repository, copy it\n"
                + "with flow-trace share first.",
            "A damaged log becomes a test of the events before the damage. If this build already takes another rule or\n"
                + "gives another answer, the test contains what was recorded and fails.",
            "With --scenario, the folder has log.jsonl, sequence.txt, states.txt and timeline.txt, as the\n"
                + "scenarios in the repository of FlowMachine have.",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let target = arguments.text("--out")
        let folder = arguments.text("--scenario")
        if folder != nil, target != nil || arguments.has("--name") || arguments.has("--log-beside") {
            throw UsageFailure("--scenario writes no test: leave out --out, --name and --log-beside")
        }
        if arguments.has("--log-beside"), target == nil {
            throw UsageFailure("--log-beside needs --out FILE: the log is written beside that file")
        }
        if let target, !target.hasSuffix(".swift") { throw UsageFailure("--out \(target): name a file that ends with .swift") }
        if let name = arguments.text("--name"), name.isEmpty { throw UsageFailure("--name needs a text") }
        let look = try Look(arguments, console)
        return try SingleLog.read(arguments, "test reads", console) { file in
            let test: RegressionTest
            do throws(RegressionTest.Failure) {
                test = try RegressionTest(file.bytes, file: file.name, name: arguments.text("--name"))
            } catch {
                console.complain(
                    error.damage.map { complaint($0, in: file.name) }
                        ?? Printable.text("\(file.name): contains no event", ascii: false))
                return .logFails
            }
            do throws(UnreadableFile) {
                if let folder {
                    try write(test, toFolder: folder, console)
                } else {
                    try write(test, to: target, isBeside: arguments.has("--log-beside"), console)
                }
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                return .unreadable
            }
            let verification = Verification(file.bytes)
            for line in verification.complaints(file.name, look) { console.complain(line) }
            switch verification.verdict {
            case .verified: break
            case .damaged: console.complain("  Only the events before the damage are in it.")
            case .differs:
                console.complain(
                    test.passes
                        ? "  Rules and answers are the same, so the test passes with this build."
                        : "  The test expects what was recorded, so it fails with this build.")
            }
            return verification.exitCode
        }
    }

    private static func write(_ test: RegressionTest, to target: String?, isBeside: Bool, _ console: Console) throws(UnreadableFile) {
        guard let target else { return console.write(test.source(.inSource)) }
        var place = RegressionTest.Place.inSource
        if isBeside {
            let log = String(target.dropLast(".swift".count)) + ".jsonl"
            try writeNewFile(test.log, at: log)
            place = .beside(String(log[(log.lastIndex(of: "/").map { log.index(after: $0) } ?? log.startIndex)...]))
        }
        try writeNewFile(Array(test.source(place).utf8), at: target)
        let events = "\(grouped(test.events)) event\(test.events == 1 ? "" : "s")"
        console.write(Printable.text("\(target): the test \"\(test.name)\" decides \(events).", ascii: false) + "\n")
    }

    private static func write(_ test: RegressionTest, toFolder folder: String, _ console: Console) throws(UnreadableFile) {
        var path = folder
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        let files: [(file: String, bytes: [UInt8])]
        do throws(RegressionTest.Failure) { files = try test.scenario(in: name) } catch {
            throw UnreadableFile(name: folder, reason: "the log cannot be drawn")
        }
        // If one of the files exists, none is written.
        for (file, _) in files where LogFile.exists("\(path)/\(file)") {
            throw UnreadableFile(name: "\(path)/\(file)", reason: "already exists: name another folder")
        }
        for (file, bytes) in files { _ = try writeFile(bytes, named: file, in: path) }
        console.write(Printable.text("\(path): \(files.map(\.file).joined(separator: ", ")): \(test.finding).", ascii: false) + "\n")
    }
}
