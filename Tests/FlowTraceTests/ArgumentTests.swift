import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct ArgumentTests {
    @Test func `options take their value from the same word or the next, and -- ends the options`() throws {
        let syntax = RenderCommand.syntax
        let arguments = try Arguments(["--as=states", "a.jsonl", "--from", "3", "--ascii", "-", "--", "--to"], syntax)
        #expect(arguments.operands == ["a.jsonl", "-", "--to"])
        #expect(arguments.text("--as") == "states")
        #expect(try arguments.number("--from", in: 1...9) == 3)
        #expect(arguments.has("--ascii"))
        #expect(!arguments.has("--utc"))
    }

    @Test func `help is recognized anywhere before --`() throws {
        #expect(try Arguments(["--nonsense", "-h"], RenderCommand.syntax).asksForHelp)
        #expect(try !Arguments(["--", "--help"], RenderCommand.syntax).asksForHelp)
    }

    @Test func `wrong usage is reported with a suggestion and exits with 2`() {
        let uses: [([String], String)] = [
            (["rendr", "a"], #"there is no command or file "rendr": did you mean render?"#),
            (["frobnicate"], #"there is no command or file "frobnicate""#),
            (["--verson"], #"there is no option "--verson": did you mean --version?"#),
            (["render", "--asci", "a"], "render has no option --asci: did you mean --ascii?"),
            (["render", "--as", "sequense", "a"], #"--as accepts sequence, states or timeline, not "sequense": did you mean sequence?"#),
            (["render", "--as"], "--as needs a value: --as sequence|states|timeline"),
            (["render", "--utc=1", "a"], "--utc takes no value: write --utc alone"),
            (["render", "--to", "1", "--to", "2", "a"], "--to was given more than once: use it once"),
            (["render", "--width", "79", "a"], #"--width accepts a whole number from 80 to 1000, not "79""#),
            (["render", "--width", "wide", "a"], #"--width accepts a whole number from 80 to 1000, not "wide""#),
            (
                ["render", "--from", "0", "a"],
                "--from 0: neither an event number nor a time: use 17, 18:10, 18:10:05, 2026-11-22T18:10:05Z (all in UTC), or "
                    + "+90s, +5min, +2h after the log's first event"
            ),
            (["replay", "--at", "3", "--only", "calls", "a"], "--at shows one event: leave out --from, --to, --phase, --only and --grep"),
            (["render", "--only", "call", "a"], #"--only accepts calls, problems, viewer or refusals, not "call": did you mean calls?"#),
            (
                ["render", "--phase", "X", "a"],
                "--phase accepts A, B, C, D, E, F, unregistered, registered, checking, partnerAuth, basicAuthFallback, deciding or loggedOut, "
                    + "not \"X\""
            ),
            (["render", "--grep", "", "a"], "--grep needs a text to search for"),
            (
                ["render", "--as", "timeline", "--unfold", "a"],
                "--phase, --only, --grep and --unfold work only with --as sequence: other drawings need all events"
            ),
            (["watch"], "no log given: name a file, a folder, or -"),
            (["watch", "a", "b"], "watch follows one log: name one file or folder"),
            (["render"], "no log given: name a file, a folder, or - for standard input"),
            (["demo", "here"], #"demo takes no operand: leave out "here""#),
        ]
        for (words, text) in uses {
            let run = Run(words)
            let command = Command.allCases.map(\.syntax.name).first { $0 == words[0] }
            let help = command.map { "flow-trace \($0) --help" } ?? "flow-trace --help"
            #expect(run.errors == "flow-trace: \(text)\nTry: \(help)\n", "\(words)")
            #expect(run.code == .usage, "\(words)")
            #expect(run.output.isEmpty, "\(words)")
        }
        #expect(Run([]).code == .usage)
    }

    @Test func `the help of the tool and of each command fits 100 columns and names every option`() {
        #expect(Run(["--help"]).output == Tool.help)
        for command in Command.allCases {
            let syntax = command.syntax
            let help = Run([syntax.name, "--help"])
            #expect(help.code == .fine)
            #expect(help.output == Run(["help", syntax.name]).output)
            for option in syntax.options { #expect(help.output.contains("\n  \(option.title)"), "\(option.name)") }
            #expect(Tool.help.contains("\n  \(syntax.name) "))
            for line in lines(help.output) + lines(Tool.help) { #expect(line.count <= 100, "\(line)") }
        }
    }

    @Test func `the help of demo is exactly this`() {
        #expect(
            Run(["demo", "--help"]).output == """
                Simulate two viewers who sign in, write their logs and draw them.

                  flow-trace demo  Write two logs into ./flow-trace-demo and draw them.

                Usage: flow-trace demo [--folder F]

                Options:
                  --folder F                 Write the logs into F, which is created if it does not exist. Default:
                                             ./flow-trace-demo.
                  -o, --out FILE             Write the output to FILE instead, which is replaced once the command is
                                             done.
                  -q, --quiet                Print nothing on standard output: the exit code says what was found.
                  --color auto|always|never  Use color: auto, on a terminal only; always; or never. Default: auto.
                  -h, --help                 Print this help.

                Nothing leaves this machine: Adobe Pass, Apple's framework, the viewers and the time are simulated.

                Exit codes:
                  0  done, and none of these
                  2  wrong usage
                  3  a file cannot be read or written

                """)
    }

    @Test func `every option with a fixed set of values names the values that it accepts`() {
        for command in Command.allCases {
            for option in command.syntax.options where !option.words.isEmpty {
                let run = Run([command.rawValue, option.name, "nonsense"])
                #expect(run.code == .usage, "\(command) \(option.name)")
                for word in option.words { #expect(run.errors.contains(word), "\(command) \(option.name): \(word)") }
            }
        }
    }

    @Test func `the version names tool, format and model`() {
        #expect(Run(["--version"]).output == "flow-trace \(LogHeader.library), log format 1, model revision 4\n")
    }
}
