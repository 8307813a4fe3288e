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
            (["render", "--from", "0", "a"], "--from 0: a whole number from 1"),
            (["render", "--width", "79", "a"], "--width 79: a whole number from 80 to 1000"),
            (["render", "--width", "wide", "a"], "--width wide: a whole number from 80 to 1000"),
            (["render", "--from", "5", "--to", "4", "a"], "--from 5 comes after --to 4"),
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

                Usage: flow-trace verify [--all] [--json] LOG ...

                Options:
                  --all   Count every difference between this build and the logs, by rule and by
                          what differs, instead of only the first of each log.
                  --json  Print JSON, one object per line: one per log, or with --all one per kind
                          of difference and one with the totals.
                  --help  Print this help.

                Every event is decided again. Rule, state, every field of every effect and the digest of the model
                must be those recorded. The first difference is printed to the standard error.

                The segments of a launch must continue each other: the snapshot with which one begins must be the
                model with which the one before it ends. Events that a failing disk did not keep are named.

                With --all, the comparison continues after the first difference of a log with the events as
                recorded, not with what would have followed from this build's decisions. Numbers that this build
                gives out differently are matched to the recorded ones. From there on digests are not compared.
                An event is not compared while the recorded state and this build's are different, when it answers
                something that this build did not ask for, and behind damage. The most frequent difference comes
                first, each with one example. Use it to review a change of rules against logs from production.

                With --json, one object per log:
                  file          the log
                  events        how many events agree
                  result        verified, damaged or differs
                  skipsDigests  whether another revision of the model wrote the log: digests are not compared
                  beginning     how a segment that does not begin with a launch begins; else absent
                  breach        why the segment does not continue the one before it; else absent
                  line, column  damaged: where; differs: line alone
                  text          damaged: what is wrong
                  untrusted     damaged: first and last line of each stretch that cannot be trusted
                  total         differs: how many events the log has
                  event         differs: the number of the first event that differs
                  differences   differs: a list of field, recorded, thisBuild; null where there is no such field

                With --all --json, one object per kind of difference, then one with the totals:
                  kind            difference or total
                  recordedRule    difference: the rule that decided when the log was written
                  thisBuildRule   difference: the rule that decides in this build
                  what            difference: a list of what differs, without numbers and values
                  events          difference: how many events differ like this; total: all events
                  logs            difference: how many logs have it; total: all logs
                  file, line      difference: an example
                  event, words    difference: the example's number and event
                  differences     difference: the example's field, recorded, thisBuild, in words
                  command         difference: the command that shows the example
                  logsThatDiffer  total: logs with a difference
                  logsNotRead     total: logs that cannot be compared to the end
                  differing       total: events that this build decides differently
                  notCompared     total: events that were not compared

                Exit codes: 0 this build decides every event as recorded, 1 it does not, or a log is damaged,
                2 wrong usage, 3 a file cannot be read.

                """)
    }

    @Test func `The version names tool, format and model`() {
        #expect(Run(["--version"]).output == "flow-trace 0.1.0, log format 1, model revision 3\n")
    }
}
