import FlowReading

/// An outcome of a command. Its exit code is the same for all commands.
enum Ending: CaseIterable {
    case done
    case unfulfilled, damaged, noLine, differs, logsDiffer, unreached, violated, broken, untrue
    case usage, noEvent, noCapture
    case unreadable, portInUse

    var code: ExitCode {
        switch self {
        case .done: .fine
        case .unfulfilled, .damaged, .noLine, .differs, .logsDiffer, .unreached, .violated, .broken, .untrue: .logFails
        case .usage, .noEvent, .noCapture: .usage
        case .unreadable, .portInUse: .unreadable
        }
    }

    /// The description for the table of exit codes.
    var text: String {
        switch self {
        case .done: "done, and none of these"
        case .unfulfilled: "with --exit-code or --quiet: a request was not fulfilled"
        case .damaged: "a log is damaged, or is no log: standard error names the file and the line"
        case .noLine: "a launch has no readable line: standard error names the file"
        case .differs: "this build decides an event differently than recorded"
        case .logsDiffer: "the logs differ"
        case .unreached: "with --require-all: no log reaches a rule"
        case .violated: "an invariant is violated"
        case .broken: "a capture breaks a rule of level must, never or should"
        case .untrue: "what --while says is not true of the log"
        case .usage: "wrong usage"
        case .noEvent: "the log does not have the event"
        case .noCapture: "a file is no capture of traffic with Adobe Pass"
        case .unreadable: "a file cannot be read or written"
        case .portInUse: "the server cannot listen on its port"
        }
    }

    /// A table of these endings: one line for each, with its exit code.
    static func table(_ endings: [Ending]) -> String { CommandSyntax.columns(rows(endings)) }

    /// A table of all endings; one that only a few commands have names them.
    static var tableOfAll: String {
        let rows = rows(Ending.allCases) { ending in
            let commands = Command.allCases.filter { $0.endings.contains(ending) }.map(\.rawValue)
            return ending.text + (commands.count <= 4 ? " (\(commands.joined(separator: ", ")))" : "")
        }
        return CommandSyntax.columns(rows)
    }

    private static func rows(_ endings: [Ending], _ text: (Ending) -> String = { $0.text }) -> [(name: String, text: String)] {
        ExitCode.allCases.flatMap { code in endings.filter { $0.code == code }.map { ("\(code.rawValue)", text($0)) } }
    }
}

/// The possible endings of each command, and the shared options for its output.
extension Command {
    var endings: [Ending] {
        switch self {
        case .table: [.done, .noLine, .usage, .unreadable]
        case .triage: [.done, .unfulfilled, .damaged, .differs, .usage, .unreadable]
        case .render: [.done, .damaged, .usage, .noEvent, .unreadable]
        case .replay, .explain: [.done, .damaged, .differs, .usage, .noEvent, .unreadable]
        case .watch: [.done, .damaged, .usage, .unreadable]
        case .step: [.done, .damaged, .usage, .noEvent, .unreadable]
        case .view: [.done, .damaged, .differs, .usage, .unreadable]
        case .verify: [.done, .damaged, .differs, .usage, .unreadable]
        case .diff: [.done, .logsDiffer, .damaged, .usage, .noEvent, .unreadable]
        case .coverage: [.done, .unreached, .damaged, .usage, .unreadable]
        case .whatIf: [.done, .damaged, .usage, .unreadable]
        case .minimize: [.done, .untrue, .damaged, .usage, .unreadable]
        case .share, .test: [.done, .damaged, .differs, .usage, .unreadable]
        case .import: [.done, .broken, .usage, .noCapture, .unreadable]
        case .check, .simulate: [.done, .violated, .usage, .unreadable]
        case .serve: [.done, .usage, .portInUse]
        case .demo, .spec, .help, .completions, .man, .mcp: [.done, .usage, .unreadable]
        }
    }

    /// The options for output that the command shares with others. `--out` and `--quiet` are missing where a command runs until it is stopped.
    var sharedOptions: [Option] {
        switch self {
        case .triage, .render, .replay, .explain, .verify, .diff, .coverage, .whatIf, .minimize, .import, .check, .simulate, .demo, .spec,
            .table:
            [.out, .quiet, .color]
        case .share, .test: [.quiet]
        case .watch: [.color]
        case .view: [.quiet]
        case .help, .completions, .man: [.out]
        case .step, .serve, .mcp: []
        }
    }

    /// Whether the output is text to read, which a terminal shows through a pager.
    var isPaged: Bool {
        switch self {
        case .triage, .render, .replay, .explain, .verify, .diff, .coverage, .whatIf, .minimize, .import, .spec, .help: true
        case .share, .test, .check, .simulate, .demo, .watch, .step, .view, .table, .completions, .man, .serve, .mcp: false
        }
    }
}
