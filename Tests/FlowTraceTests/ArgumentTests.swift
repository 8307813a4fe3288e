import FlowMachine
import Testing

@testable import flow_trace

@Suite struct ArgumentTests {
    @Test func `Options take their value from the same word or the next, and -- ends them`() throws {
        let syntax = RenderCommand.syntax
        let arguments = try Arguments(["--as=states", "a.jsonl", "--from", "3", "--ascii", "-", "--", "--to"], syntax)
        #expect(arguments.operands == ["a.jsonl", "-", "--to"])
        #expect(arguments.text("--as") == "states")
        #expect(try arguments.number("--from", in: 1...9) == 3)
        #expect(arguments.has("--ascii"))
        #expect(!arguments.has("--utc"))
    }

    @Test func `Help is asked for wherever it stands before --`() throws {
        #expect(try Arguments(["--nonsense", "-h"], RenderCommand.syntax).asksForHelp)
        #expect(try !Arguments(["--", "--help"], RenderCommand.syntax).asksForHelp)
    }

    @Test func `Wrong use is told with what was probably meant, and exits with 2`() {
        let uses: [([String], String)] = [
            (["rendr", "a"], "there is no command rendr: did you mean render?"),
            (["frobnicate"], "there is no command frobnicate"),
            (["--verson"], "there is no command --verson: did you mean --version?"),
            (["render", "--asci", "a"], "render has no option --asci: did you mean --ascii?"),
            (["render", "--as", "sequense", "a"], "--as sequense: one of sequence, states, timeline: did you mean sequence?"),
            (["render", "--as"], "--as needs a value: --as sequence|states|timeline"),
            (["render", "--utc=1", "a"], "--utc takes no value"),
            (["render", "--to", "1", "--to", "2", "a"], "--to stands there twice"),
            (
                ["render", "--from", "0", "a"],
                "--from 0: neither the number of an event nor a time: give 17, 18:10, 18:10:05, 2026-11-22T18:10:05Z (all in UTC), or "
                    + "+90s, +5min, +2h since the log's first event"
            ),
            (["replay", "--at", "3", "--only", "calls", "a"], "--at shows one event: leave out --from, --to, --phase, --only and --grep"),
            (["render", "--only", "call", "a"], "--only call: one of calls, problems, viewer: did you mean calls?"),
            (
                ["render", "--phase", "X", "a"],
                "--phase X: one of A, B, C, D, E, F, unregistered, registered, checking, partnerAuth, basicAuthFallback, deciding, loggedOut"
            ),
            (["render", "--grep", "", "a"], "--grep needs a text to look for"),
            (
                ["render", "--as", "timeline", "--unfold", "a"],
                "--phase, --only, --grep and --unfold are for --as sequence: part of the events would make a false timeline"
            ),
            (["watch"], "no log: name a file, a folder, or -"),
            (["watch", "a", "b"], "watch follows one log: name one file or folder"),
            (["render", "--width", "79", "a"], "--width 79: a whole number from 80 to 1000"),
            (["render", "--width", "wide", "a"], "--width wide: a whole number from 80 to 1000"),
            (["render"], "no log: name a file, a folder, or - for the standard input"),
            (["demo", "here"], "demo takes no operand, and got here"),
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

    @Test func `Help of the tool and of each command fits 100 columns and names every option`() {
        #expect(Run(["--help"]).output == Tool.help)
        for command in Command.allCases {
            let syntax = command.syntax
            let help = Run([syntax.name, "--help"])
            #expect(help.code == .fine)
            #expect(help.output == Run(["help", syntax.name]).output)
            for option in syntax.options { #expect(help.output.contains("\n  \(option.name)"), "\(option.name)") }
            #expect(Tool.help.contains("\n  \(syntax.name) "))
            for line in lines(help.output) + lines(Tool.help) { #expect(line.count <= 100, "\(line)") }
        }
    }

    @Test func `The help of verify is exactly this`() {
        #expect(
            Run(["verify", "--help"]).output == """
                Check that logs are undamaged, and that this build decides every event the same way.

                Usage: flow-trace verify [--json] LOG ...

                Options:
                  --json  Print one JSON object a log.
                  --help  Print this help.

                Every event is decided again; rule, state, every field of every effect and the digest of the model
                must be those recorded. The first difference is told on the standard error.

                The segments of a launch must go on from each other: the snapshot with which one begins must be the
                model with which the one before it ends. Events that a failing disk did not keep are named.

                With --json: file, events, result (verified, damaged or differs), skipsDigests, for a segment that
                does not begin with a launch beginning, and breach if it does not go on from the one before, and
                for a failure line, column, text and untrusted (first and last lines), or line, event and
                differences (field, recorded, thisBuild).

                """)
    }

    @Test func `The version names tool, format and model`() {
        #expect(Run(["--version"]).output == "flow-trace 0.1.0, log format 1, model revision 3\n")
    }
}
