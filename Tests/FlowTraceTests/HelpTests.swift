import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct HelpTests {
    @Test func `every command and topic is listed once, with commands grouped by purpose`() {
        let text = lines(Tool.help)
        for command in Command.allCases { #expect(text.count { $0.hasPrefix("  \(command.rawValue) ") } == 1, "\(command)") }
        for topic in HelpTopic.allCases { #expect(text.count { $0.hasPrefix("  \(topic.rawValue) ") } == 1, "\(topic)") }
        for purpose in Purpose.allCases { #expect(text.contains(purpose.rawValue) == !purpose.commands.isEmpty, "\(purpose)") }
        #expect(Run(["help"]).output == Tool.help)
        #expect(Run([]).errors == Tool.help + "\n")
    }

    @Test func `every topic fits 100 columns and ends with one newline`() {
        for topic in HelpTopic.allCases {
            let run = Run(["help", topic.rawValue])
            #expect(run.code == .fine)
            #expect(run.output.hasSuffix("\n") && !run.output.hasSuffix("\n\n"), "\(topic)")
            for line in lines(run.output) { #expect(DisplayedWidth.of(line) <= 100, "\(line)") }
        }
        for line in lines(Run(["help", "rules", "V2-X"]).output) { #expect(DisplayedWidth.of(line) <= 100, "\(line)") }
    }

    @Test func `a rule is found by its id with or without V2, and several by a common prefix`() {
        let rule = Run(["help", "rules", "V2-C-18"])
        #expect(rule.output.hasPrefix("V2-C-18\n\n  when "))
        #expect(rule.output.contains("  decides in  partnerAuth.session\n"))
        for words in [["rules", "c-18"], ["C-18"], ["v2-c-18"]] { #expect(Run(["help"] + words).output == rule.output, "\(words)") }
        let phase = lines(Run(["help", "rules", "V2-C"]).output)
        #expect(phase.filter { $0.hasPrefix("V2-C-") }.count == RuleWords.all.count { $0.id.hasPrefix("V2-C-") })
        for rule in RuleWords.all { #expect(Run(["help", "rules", rule.id]).output.hasPrefix("\(rule.id)\n"), "\(rule.id)") }
    }

    @Test func `an error code is found with and without its topic, says who can act, and leads to its page`() {
        let code = Run(["help", "codes", "invalid_client"])
        #expect(code.output.hasPrefix("invalid_client\n\n  where        token, status 400"))
        #expect(code.output.contains("documentation/floweffects/errorreference/#invalidclient on the documentation site\n"))
        #expect(Run(["help", "INVALID_CLIENT"]).output == code.output)
        for words in ErrorWords.all { #expect(Run(["help", "codes", words.code]).output.contains(words.rule), "\(words.code)") }
        #expect(lines(Run(["help", "codes"]).output).count { $0 == "  invalid_client" } == 1)
    }

    @Test func `a glossary term is found by each of its names, in any case and in the plural`() {
        let wish = Run(["help", "terms", "wish"])
        #expect(wish.output.hasPrefix("wish\n\n  means       "))
        #expect(Run(["help", "terms", "Wish"]).output == wish.output)
        #expect(Run(["help", "wish"]).output == wish.output)
        #expect(Run(["help", "terms", "owed", "sign-out"]).output == Run(["help", "terms", "owed logouts"]).output)
        for term in Term.all {
            for word in term.words { #expect(Run(["help", "terms", word]).output.contains("  means "), "\(word)") }
        }
    }

    @Test func `an unknown topic is reported with a suggestion`() {
        let uses: [([String], String)] = [
            (["help", "termz"], #"there is no command or topic "termz": did you mean terms?"#),
            (["help", "rendr"], #"there is no command or topic "rendr": did you mean render?"#),
            (["help", "codes", "invalid_clint"], #"Adobe documents no error code "invalid_clint": did you mean invalid_client?"#),
            (["help", "terms", "wsh"], #"there is no term "wsh": did you mean wish?"#),
            (["help", "terms", "frobnicate"], #"there is no term "frobnicate": flow-trace help terms lists all"#),
            (["help", "rules", "V2-C-" + "38"], #"there is no rule "V2-C-"# + #"38" that decides events: did you mean V2-C-"#),
            (["help", "json", "x"], #"help json takes no further word: leave out "x""#),
            (["help", "render", "x"], #"help render takes no further word: leave out "x""#),
            (["completions"], "no shell given: name bash, zsh or fish"),
            (["completions", "fihs"], #"completions accepts bash, zsh or fish, not "fihs": did you mean fish?"#),
        ]
        for (words, text) in uses {
            let run = Run(words)
            #expect(run.errors.hasPrefix("flow-trace: \(text)"), "\(run.errors)")
            #expect(run.code == .usage && run.output.isEmpty, "\(words)")
        }
        #expect(Run(["rules"]).errors.contains("flow-trace help rules"))
    }

    @Test func `an option may precede the log if the command is omitted`() throws {
        let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"
        let run = Run(["--json", log])
        #expect(run.code == .fine)
        #expect(run.output == Run(["triage", "--json", log]).output)
        #expect(Run(["--width=80", log]).output == Run(["triage", "--width", "80", log]).output)
        #expect(Run(["--jsom", log]).code == .usage)
    }

    @Test func `the topic json names every command that has --json`() {
        let text = lines(Run(["help", "json"]).output)
        for command in Command.allCases {
            let has = command.syntax.options.contains { $0.name == "--json" }
            #expect(text.contains { $0.hasPrefix("  \(command.rawValue) ") } == has, "\(command)")
        }
    }

    @Test func `shared options have the same text in each command`() {
        for shared in [Option.width, .ascii] {
            for command in Command.allCases {
                for option in command.syntax.options where option.name == shared.name { #expect(option.help == shared.help, "\(command)") }
            }
        }
    }

    /// A copy of a log with one flipped bit.
    private func damaged(_ log: String, _ folder: TemporaryFolder) throws -> String {
        var bytes = try LogFile.read(log).bytes
        bytes[bytes.count / 2] ^= 1
        return try folder.write(bytes, "damaged.jsonl")
    }

    @Test func `every example in a help text works`() throws {
        let folder = TemporaryFolder()
        let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"
        let replacements = [
            "app.jsonl": log, "old.jsonl": log, "logs": "\(Repository.path)/\(Story.folder)/poll-throttled", "100000": "300", "100": "2",
            "small.jsonl": "\(folder.path)/small.jsonl", "other.jsonl": "\(folder.path)/other.jsonl",
            "capture.har": "\(Repository.path)/Tests/Fixtures/captures/java-good.har", "imported.jsonl": "\(folder.path)/imported.jsonl",
            "public.jsonl": "\(folder.path)/public.jsonl", "DeniedTests.swift": "\(folder.path)/DeniedTests.swift",
            "denied": "\(folder.path)/denied", "public": "\(folder.path)/public", "page.html": "\(folder.path)/page.html",
            "viewer.html": "\(folder.path)/viewer.html",
        ]
        // `serve` and `mcp` run until they are stopped, and `step` needs a terminal.
        for command in Command.allCases where command != .serve && command != .mcp && command != .step {
            let examples = command.syntax.examples
            #expect(!examples.isEmpty && examples.count <= 4, "\(command)")
            for example in examples {
                var words = example.words.split(separator: " ").map { replacements[String($0)] ?? String($0) }
                #expect(words.first == command.rawValue || (command == .triage && words.first == log))
                switch command {
                // Otherwise it ends with Ctrl-C.
                case .watch: words += ["--until-idle", "0"]
                case .verify where words.contains("--repair-to"):
                    words = try ["verify", "--repair-to", "\(folder.path)/repaired.jsonl", damaged(log, folder)]
                case .minimize where words.contains("difference"):
                    words[words.count - 1] = "\(Repository.path)/Specs/changes/0.2.0/apple-logout.jsonl"
                case .minimize where example.words.contains("command:"): words = ["minimize", "--while", "command:true {}", log]
                case .demo: words += ["--folder", folder.path]
                case .simulate where words.contains("--folder"): words[words.count - 1] = folder.path
                case .check where words.contains("--only"): words += ["--depth", "3"]
                case _: break
                }
                let run = Run(words)
                #expect(run.code == .fine, "\(example.words): \(run.errors)")
                #expect(!run.output.isEmpty, "\(example.words)")
            }
        }
    }
}
