import FlowMachine
import FlowReading

/// The exit status of the tool.
enum ExitCode: Int32, CaseIterable {
    case fine = 0
    case logFails = 1
    case usage = 2
    case unreadable = 3

    /// The exit code.
    var meaning: String {
        switch self {
        case .fine: "All is well."
        case .logFails:
            "A log is damaged, this build decides it differently, the logs do not reach every rule that they must, a check found a "
                + "violation, or a capture breaks a rule."
        case .usage: "The command line is wrong, or names an event that the log does not have or a file that is no capture."
        case .unreadable: "A file cannot be read or written."
        }
    }

    /// The more severe of two.
    func and(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}

/// One of the tool's commands.
enum Command: String, CaseIterable {
    case demo, triage, render, watch, diff, verify, replay, explain, coverage, whatIf = "what-if", minimize, share, test, `import`, spec,
        check
    case table
    case simulate, serve
    case help, completions, man

    /// Its options and its help. Finding a command needs only its name, because the help of some is long to build.
    var syntax: CommandSyntax {
        switch self {
        case .demo: DemoCommand.syntax
        case .triage: TriageCommand.syntax
        case .table: TableCommand.syntax
        case .render: RenderCommand.syntax
        case .diff: DiffCommand.syntax
        case .watch: WatchCommand.syntax
        case .verify: VerifyCommand.syntax
        case .replay: ReplayCommand.syntax
        case .explain: ExplainCommand.syntax
        case .coverage: CoverageCommand.syntax
        case .import: ImportCommand.syntax
        case .share: ShareCommand.syntax
        case .test: TestCommand.syntax
        case .spec: SpecCommand.syntax
        case .check: CheckCommand.syntax
        case .simulate: SimulateCommand.syntax
        case .serve: ServeCommand.syntax
        case .whatIf: WhatIfCommand.syntax
        case .minimize: MinimizeCommand.syntax
        case .help: HelpCommand.syntax
        case .completions: CompletionsCommand.syntax
        case .man: ManCommand.syntax
        }
    }

    fileprivate func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        switch self {
        case .demo: try DemoCommand.run(arguments, console)
        case .triage: try TriageCommand.run(arguments, console)
        case .table: try TableCommand.run(arguments, console)
        case .render: try RenderCommand.run(arguments, console)
        case .diff: try DiffCommand.run(arguments, console)
        case .watch: try WatchCommand.run(arguments, console)
        case .verify: try VerifyCommand.run(arguments, console)
        case .replay: try ReplayCommand.run(arguments, console)
        case .explain: try ExplainCommand.run(arguments, console)
        case .coverage: try CoverageCommand.run(arguments, console)
        case .import: try ImportCommand.run(arguments, console)
        case .share: try ShareCommand.run(arguments, console)
        case .test: try TestCommand.run(arguments, console)
        case .spec: try SpecCommand.run(arguments, console)
        case .check: try CheckCommand.run(arguments, console)
        case .simulate: try SimulateCommand.run(arguments, console)
        case .serve: try ServeCommand.run(arguments, console)
        case .whatIf: try WhatIfCommand.run(arguments, console)
        case .minimize: try MinimizeCommand.run(arguments, console)
        case .help: try HelpCommand.run(arguments, console)
        case .completions: try CompletionsCommand.run(arguments, console)
        case .man: try ManCommand.run(arguments, console)
        }
    }
}

/// The tool: from its arguments to its exit code.
enum Tool {
    static func run(_ words: [String], _ console: Console) -> ExitCode {
        do throws(UsageFailure) {
            return try dispatch(words, console)
        } catch {
            console.complain("flow-trace: \(Printable.text(error.text, ascii: false))")
            console.complain("Try: flow-trace \(error.command.map { $0 + " " } ?? "")--help")
            return .usage
        }
    }

    private static func dispatch(_ words: [String], _ console: Console) throws(UsageFailure) -> ExitCode {
        guard let first = words.first else {
            console.complain(help)
            return .usage
        }
        if first == "--help" || first == "-h" { return try dispatch(["help"] + words.dropFirst(), console) }
        if first == "--version" {
            console.write("flow-trace \(LogHeader.library), log format \(LogHeader.format), model revision \(LogHeader.modelRevision)\n")
            return .fine
        }
        // A log without a command: what is wrong with it?
        let isLog = Command(rawValue: first) == nil && (first == "-" || LogFile.exists(first) || isOptionOfTriage(first))
        let command = isLog ? Command.triage : try command(named: first)
        do throws(UsageFailure) {
            let arguments = try Arguments(isLog ? words : Array(words.dropFirst()), command.syntax)
            if !arguments.asksForHelp { return try command.run(arguments, console) }
        } catch {
            var failure = error
            failure.command = command.syntax.name
            throw failure
        }
        console.write(command.syntax.help)
        return .fine
    }

    private static func isOptionOfTriage(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        return word.hasPrefix("-") && TriageCommand.syntax.options.contains { $0.name == name }
    }

    private static func command(named name: String) throws(UsageFailure) -> Command {
        if let command = Command(rawValue: name) { return command }
        if HelpTopic(rawValue: name) != nil {
            throw UsageFailure("\"\(name)\" is not a command but a help topic: flow-trace help \(name)")
        }
        let names = Command.allCases.map(\.rawValue) + ["--help", "--version"]
        let what = name.hasPrefix("-") ? "there is no option" : "there is no command or file"
        throw UsageFailure("\(what) \"\(name)\"" + suggestion(for: name, among: names))
    }

    /// What it does, in a few words.
    static let summary = "draw, explain, check and compare the logs of FlowMachine"

    /// What all commands have in common.
    static let conventions = [
        "flow-trace reads the logs of FlowMachine, the sign-in flow of TV apps. It reports which requests were not fulfilled, why, and "
            + "who can act on it. It also draws and explains every event, and decides all of them again to compare.",
        "A LOG is a file, a folder (all *.jsonl files in it and below, by name) or - for standard input.",
        "Color is used only on a terminal, and never if NO_COLOR is set.",
    ]

    /// The environment variables that it reads.
    static let environment = [
        ("NO_COLOR", "If it is set and not empty, no color is used."), ("TERM", "On a terminal of type dumb, no color is used."),
    ]

    /// The text of `--help`.
    static var help: String {
        var text = """
            flow-trace: \(summary).

              flow-trace app.jsonl   What went wrong, why, and who can act on it?
              flow-trace logs        The same for all logs in a folder.
              flow-trace demo        See what it does, without your own log.

            Usage: flow-trace LOG ...
                   flow-trace COMMAND [OPTION ...] [LOG ...]

            """
        let widest = Command.allCases.reduce(0) { max($0, $1.rawValue.count) }
        for purpose in Purpose.allCases where !purpose.commands.isEmpty {
            let rows = purpose.commands.map { ($0.rawValue, $0.syntax.summary) }
            text += "\n\(purpose.rawValue)\n" + CommandSyntax.columns(rows, atLeast: widest)
        }
        text += "\nTopics: flow-trace help TOPIC\n"
        text += CommandSyntax.columns(HelpTopic.allCases.map { ($0.rawValue, $0.summary) }, atLeast: widest)
        return text + """

            Options:
              --help       Print this help, or after a command the help of that command.
              --version    Print the versions of this tool, the log format and the model.

            \(conventions.dropFirst().joined(separator: "\n"))

            """
    }
}
