import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// One file of `Specs/output`: what a command prints, for some command lines.
struct OutputPage: Sendable, CustomTestStringConvertible {
    let name: String
    /// The words after `flow-trace`.
    let commands: [[String]]

    static let folder = "Specs/output"
    var testDescription: String { name }
    var path: String { "\(OutputPage.folder)/\(name).txt" }

    /// The command lines are separated by line breaks. `@name` is the log of the scenario with that name, and `+name` one of
    /// `Specs/output/logs`.
    init(_ name: String, _ commands: String) {
        self.name = name
        self.commands = commands.split(separator: "\n").map { $0.split(separator: " ").map { OutputPage.path(of: String($0)) } }
    }

    private static func path(of word: String) -> String {
        let path: String
        if word.hasPrefix("@") {
            path = "\(Story.folder)/\(word.dropFirst())"
        } else if word.hasPrefix("+"), word.dropFirst().first?.isNumber == false {
            path = "\(OutputLogs.folder)/\(word.dropFirst())"
        } else {
            return word
        }
        return path.hasSuffix("/") ? String(path.dropLast()) : path.hasPrefix(Story.folder) ? path + "/log.jsonl" : path + ".jsonl"
    }

    /// Every command line with its text on both outputs, and its exit code.
    func text() -> String { commands.map { OutputPage.entry($0, Run($0)) }.joined(separator: "\n\n") }

    static func entry(_ words: [String], _ run: Run) -> String {
        var text = "$ \((["flow-trace"] + words).map(shellWord).joined(separator: " "))\n\n"
        text += run.output.isEmpty ? "(prints nothing)\n" : run.output
        if !text.hasSuffix("\n") { text += "\n(no line break at the end)\n" }
        if !run.errors.isEmpty { text += "\nStandard error:\n" + run.errors }
        return text + "\nExit code: \(run.code.rawValue)\n"
    }
}

extension OutputPage {
    static let all: [OutputPage] = [
        OutputPage(
            "triage",
            """
            triage @denied-second-screen
            triage --width 80 @denied-second-screen
            triage --ascii --width 140 @throttled-until-expiry
            triage --json @denied-second-screen
            triage --time-zone -07:00 @denied-second-screen
            triage --time-zone device @denied-second-screen
            triage @happy-apple-sso
            triage @happy-apple-sso @clock-ahead @legacy-denied
            triage @relaunch-with-code/ @slow-answers
            triage Specs/scenarios
            triage --width 80 Specs/scenarios
            triage --full Specs/changes
            triage --json Specs/changes
            triage +damaged
            triage +damaged-twice
            triage +wide-names +control-characters
            triage +launch/
            triage +hand-made
            triage --exit-code @denied-second-screen
            triage --quiet @denied-second-screen
            """),
        OutputPage("render-sequence", drawings("sequence")),
        OutputPage("render-states", drawings("states")),
        OutputPage("render-timeline", drawings("timeline")),
        OutputPage(
            "render-filters",
            """
            render --from 5 --to 9 @denied-second-screen
            render --from +10s --to +20s @denied-second-screen
            render --from 00:00:05 --utc @denied-second-screen
            render --from 05:30:05 --time-zone +05:30 @denied-second-screen
            render --phase D @denied-second-screen
            render --phase A,C @denied-second-screen
            render --only calls @denied-second-screen
            render --only problems @denied-second-screen
            render --only viewer @denied-second-screen
            render --grep authorize @denied-second-screen
            render --grep nothing-has-this @denied-second-screen
            render --only problems --as states @denied-second-screen
            render --phase F --as timeline @denied-second-screen
            render --from 1000 @denied-second-screen
            """),
        OutputPage(
            "render-logs",
            """
            render +many-polls
            render --unfold --to 40 +many-polls
            render +damaged
            render --past-damage +damaged
            render --past-damage --as states +damaged-twice
            render --past-damage --as timeline +damaged-twice
            render +torn
            render +wide-names
            render --width 80 +control-characters
            render +launch/
            render @denied-second-screen @happy-apple-sso
            render --json --only problems @denied-second-screen
            render --json --as states @denied-second-screen
            render --json --as timeline @denied-second-screen
            """),
        OutputPage(
            "render-beside",
            """
            render @legacy-second-screen @denied-second-screen
            render --width 80 @legacy-second-screen @denied-second-screen
            render --ascii --width 140 @legacy-apple-sso @happy-apple-sso
            """),
        OutputPage(
            "replay",
            """
            replay @denied-second-screen
            replay --utc @denied-second-screen
            replay --at 9 @denied-second-screen
            replay --at +10s @denied-second-screen
            replay --at 99 @denied-second-screen
            replay --json --from 5 --to 7 @denied-second-screen
            replay --json --at 9 @denied-second-screen
            replay --from 8 --to 12 @denied-second-screen
            replay --phase D @denied-second-screen
            replay --only problems @denied-second-screen
            replay --only calls --grep code @denied-second-screen
            replay +damaged
            replay --past-damage +damaged
            replay +differs
            replay --past-damage +differs
            replay +launch/
            replay +control-characters
            """),
        OutputPage(
            "explain",
            """
            explain @denied-second-screen
            explain --at 9 @denied-second-screen
            explain --at +10s --utc @denied-second-screen
            explain --at 9 --width 80 --ascii @denied-second-screen
            explain --at 9 --width 140 @denied-second-screen
            explain --wish 1 @denied-second-screen
            explain --wish 77 @denied-second-screen
            explain --at 99 @denied-second-screen
            explain @happy-apple-sso
            explain @throttled-until-expiry
            explain @legacy-denied
            explain +damaged
            explain --past-damage +damaged
            explain --past-damage --at 40 +damaged
            explain --at 5 +other-rule
            explain --at 12 +other-rule
            explain +differs
            explain @denied-second-screen @happy-apple-sso
            """),
        OutputPage(
            "verify",
            """
            verify @denied-second-screen
            verify Specs/scenarios/relaunch-with-code
            verify +launch/
            verify +damaged
            verify +damaged-twice
            verify +torn
            verify +differs
            verify +other-rule
            verify +hand-made
            verify --json @denied-second-screen +damaged +differs +other-rule +launch/
            verify --all @denied-second-screen +many-polls
            verify --all +differs +other-rule +damaged +launch/
            verify --all --json +differs +other-rule +damaged
            verify --repair-to Specs/output/logs/torn.jsonl +damaged
            verify --repair-to Specs/output/logs/torn.jsonl +many-polls
            verify --repair-to Specs/output/logs/torn.jsonl +torn
            """),
        OutputPage(
            "diff",
            """
            diff @denied-second-screen @poll-throttled
            diff --width 80 @denied-second-screen @poll-throttled
            diff --all --width 140 @denied-second-screen @poll-throttled
            diff --ascii --utc @denied-second-screen @poll-throttled
            diff --at 9 @denied-second-screen @poll-throttled
            diff --json @denied-second-screen @poll-throttled
            diff +many-polls +other-provider
            diff @denied-second-screen @denied-second-screen
            diff @legacy-second-screen @denied-second-screen
            diff --against-build +differs
            diff --against-build --all +differs
            diff --against-build --at 11 +differs
            diff --against-build --json +differs
            diff --against-build @denied-second-screen
            diff --against-build +other-rule
            diff @denied-second-screen +damaged
            diff --past-damage @denied-second-screen +damaged
            diff +wide-names +launch/
            """),
        OutputPage(
            "coverage",
            """
            coverage @denied-second-screen
            coverage --width 80 @denied-second-screen
            coverage --ascii --width 140 @denied-second-screen
            coverage --json @denied-second-screen
            coverage --all @denied-second-screen
            coverage --require-all Specs/scenarios
            coverage +damaged
            coverage --past-damage +damaged
            coverage +other-rule
            """),
        OutputPage(
            "share",
            """
            share --out Specs/output/logs/torn.jsonl @denied-second-screen
            share --out Specs/output/logs/torn.jsonl +other-rule +damaged
            share --out copy.jsonl Specs/scenarios/sign-out-owed
            """),
        OutputPage(
            "test",
            """
            test @denied-second-screen
            test @legacy-block-page
            test +other-rule
            test +damaged
            test --scenario Specs/scenarios/denied-second-screen @denied-second-screen
            test --out test.txt @denied-second-screen
            """),
        OutputPage(
            "spec",
            """
            spec
            spec --format mermaid
            """),
        OutputPage(
            "watch",
            """
            watch --until-idle 0 @denied-second-screen
            watch --until-idle 0 --only problems @denied-second-screen
            watch --until-idle 0 --ascii +wide-names
            watch --until-idle 0 +damaged
            watch --until-idle 0 --json --only problems @denied-second-screen
            """),
        OutputPage(
            "help",
            (["--help", "help", "--version"] + HelpTopic.allCases.map { "help \($0.rawValue)" }
                + Command.allCases.map { "\($0.rawValue) --help" } + ["help rules V2-C-18", "help rules V2-C", "help terms wish"])
                .joined(separator: "\n")),
        OutputPage(
            "import",
            """
            import Tests/Fixtures/captures/java-good.har
            import Tests/Fixtures/captures/java-bad.har
            import --width 80 --ascii Tests/Fixtures/captures/perl-v1-bad.har
            import --time-zone -07:00 Tests/Fixtures/captures/perl-bad.har
            import --json Tests/Fixtures/captures/perl-bad-codes.har
            import --sarif Tests/Fixtures/captures/perl-bad-codes.har
            import --junit Tests/Fixtures/captures/perl-bad-codes.har
            import Tests/Fixtures/captures/perl-good.har Tests/Fixtures/captures/perl-bad-retries.har
            import Specs/rules/README.md
            import no-such.har
            import --json --sarif Tests/Fixtures/captures/java-good.har
            import --out imported.jsonl Tests/Fixtures/captures/java-good.har Tests/Fixtures/captures/java-bad.har
            import
            """),
        OutputPage("completions", "completions bash\ncompletions zsh\ncompletions fish"),
        OutputPage("man", "man"),
        OutputPage(
            "wrong-usage",
            """
            rendr app.jsonl
            help rendr
            rules
            --jsn
            render
            render --widht 80 @denied-second-screen
            render --width 79 @denied-second-screen
            render --width @denied-second-screen
            render --as circle @denied-second-screen
            render --phase Z @denied-second-screen
            render --json --format svg @denied-second-screen
            render --as sequence --as states @denied-second-screen
            render --from yesterday @denied-second-screen
            replay --at 0 @denied-second-screen
            replay --at 3 --from 2 @denied-second-screen
            diff @denied-second-screen
            diff --at 99 @denied-second-screen @poll-throttled
            verify --repair-to copy.jsonl --json @denied-second-screen
            verify --repair-to copy.jsonl @denied-second-screen @poll-throttled
            no-such-log.jsonl
            triage no-such-log.jsonl
            triage Specs/output/no-such-*.jsonl
            triage Specs/rules
            completions fihs
            mcp
            mcp no-such-folder
            """),
    ]

    private static func drawings(_ kind: String) -> String {
        let log = "@denied-second-screen"
        let looks = [
            "--width 80", "--width 100", "--width 140", "--ascii", "--ascii --width 80", "--ascii --width 140", "--utc",
            "--format mermaid", "--format svg", "--format svg --utc",
        ]
        return
            (looks.map { "render --as \(kind) \($0) \(log)" } + ["render --as \(kind) +hand-made", "render --as \(kind) @legacy-denied"])
            .joined(separator: "\n")
    }
}
