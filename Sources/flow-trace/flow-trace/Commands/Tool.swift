import FlowMachine
import FlowReading

/// The exit status of the tool.
enum ExitCode: Int32, CaseIterable {
    case fine = 0
    case logFails = 1
    case usage = 2
    case unreadable = 3

    /// The descriptions of all endings with this code.
    var meaning: String { Ending.allCases.filter { $0.code == self }.map(\.text).joined(separator: "; ") }

    /// Returns the more severe of the two codes.
    func and(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}

/// One of the tool's commands.
enum Command: String, CaseIterable {
    case demo, triage, render, view, step, watch, diff, verify, replay, explain, coverage, whatIf = "what-if", minimize, share, test,
        `import`,
        spec,
        check
    case table
    case simulate, serve, mcp
    case help, completions, man

    /// The options and the help of the command. They are created only when needed, because the help of some commands takes long to create.
    var syntax: CommandSyntax {
        switch self {
        case .demo: DemoCommand.syntax
        case .triage: TriageCommand.syntax
        case .table: TableCommand.syntax
        case .render: RenderCommand.syntax
        case .view: ViewCommand.syntax
        case .step: StepCommand.syntax
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
        case .mcp: MCPCommand.syntax
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
        case .view: try ViewCommand.run(arguments, console)
        case .step: try StepCommand.run(arguments, console)
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
        case .mcp: try MCPCommand.run(arguments, console)
        case .whatIf: try WhatIfCommand.run(arguments, console)
        case .minimize: try MinimizeCommand.run(arguments, console)
        case .help: try HelpCommand.run(arguments, console)
        case .completions: try CompletionsCommand.run(arguments, console)
        case .man: try ManCommand.run(arguments, console)
        }
    }
}

/// Finds the command for the tool's arguments, and runs it.
enum Tool {
    static func run(_ words: [String], _ console: Console) -> ExitCode {
        do throws(UsageFailure) {
            return try dispatch(words, console)
        } catch {
            let text = Printable.text(error.text, ascii: false)
            if error.code == .unreadable {
                console.complain(text)
            } else {
                console.complain("flow-trace: \(text)")
                console.complain(
                    "Try: flow-trace \(error.command == Command.help.rawValue ? "help" : error.command.map { $0 + " --help" } ?? "--help")")
            }
            return error.code
        }
    }

    private static func dispatch(_ words: [String], _ console: Console) throws(UsageFailure) -> ExitCode {
        guard let first = words.first ?? (console.hasPipe ? "-" : nil) else {
            console.complain(Reflow.text(help, to: console.columns))
            return .usage
        }
        if Option.help.names.contains(first) { return try dispatch(["help"] + words.dropFirst(), console) }
        if first == "--version" || first == "-V" {
            console.write("flow-trace \(LogHeader.library), log format \(LogHeader.format), model revision \(LogHeader.modelRevision)\n")
            return .fine
        }
        // For a log without a command, the command is `triage`.
        let isLog = Command(rawValue: first) == nil && (first == "-" || LogFile.exists(first) || isOptionOfTriage(first) || isPath(first))
        let command = isLog ? Command.triage : try command(named: first)
        do throws(UsageFailure) {
            let arguments = try Arguments(isLog ? words : Array(words.dropFirst()), command.syntax, hasPipe: console.hasPipe)
            // A capture's lines are not events, so no command for logs can read them.
            if command.syntax.operands.hasPrefix("LOG"), let capture = arguments.operands.first(where: { CaptureFile.isCapture($0) }) {
                throw UsageFailure("\(capture) is a capture, not a log: flow-trace import \(shellWord(capture))")
            }
            if arguments.asksForHelp { return try dispatch(["help", command.rawValue], console) }
            let destination = try Destination(arguments, command, console)
            return destination.end(try command.run(arguments, destination.console))
        } catch {
            var failure = error
            failure.command = command.syntax.name
            throw failure
        }
    }

    private static func isOptionOfTriage(_ word: String) -> Bool {
        let name = String(word.prefix { $0 != "=" })
        return word.hasPrefix("-") && TriageCommand.syntax.listed.contains { $0.names.contains(name) }
    }

    /// Whether a word can only be a path, even if no file exists there: it contains a character that no command's name has.
    private static func isPath(_ word: String) -> Bool { !word.hasPrefix("-") && word.contains { "./*?[".contains($0) } }

    private static func command(named name: String) throws(UsageFailure) -> Command {
        if let command = Command(rawValue: name) { return command }
        if HelpTopic(rawValue: name) != nil {
            throw UsageFailure("\"\(name)\" is not a command but a help topic: flow-trace help \(name)")
        }
        let names = Command.allCases.map(\.rawValue) + ["--help", "--version"]
        let what = name.hasPrefix("-") ? "there is no option" : "there is no command or file"
        // A support id consists of eight digits and capital letters.
        let isID = name.utf8.count == 8 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        let hint = isID ? ": for a support id, name the folder with its logs" : suggestion(for: name, among: names)
        throw UsageFailure("\(what) \"\(name)\"" + hint)
    }

    /// The purpose of the tool, in a few words.
    static let summary = "draw, explain, check and compare the logs of FlowMachine"

    /// The paragraphs of the help that concern all commands.
    static let conventions = [
        "flow-trace reads the logs of FlowMachine, the sign-in flow of TV apps. It reports which requests were not fulfilled, why, and "
            + "who can act on it. It also draws and explains every event, and decides all of them again to compare.",
        "A LOG is a file, a folder (all *.jsonl, *.jsonl.gz and *.jsonl.zst in it and below, by name) or - for standard input. If no LOG "
            + "is named, a pipe is read. Compressed logs are read if gzip or zstd is installed.",
        "Findings are printed on standard output. What is wrong with a file is printed on standard error and begins with the file's "
            + "name; what is wrong with the command line begins with flow-trace.",
        "On a terminal, color is used, and long output is shown by a pager.",
    ]

    /// The environment variables that the tool reads, and their meanings.
    static let environment = [
        ("NO_COLOR", "If it is set and not empty, no color is used."),
        ("CLICOLOR_FORCE", "If it is set and neither empty nor 0, color is used without a terminal, too."),
        ("TERM", "On a terminal of type dumb, neither color nor a pager is used."),
        ("FLOW_TRACE_PAGER, PAGER", "The program that shows long output on a terminal; cat or nothing for none. Default: less."),
    ]

    /// The text of `--help`.
    static var help: String {
        var text = """
            flow-trace: \(summary).

              flow-trace app.jsonl   What went wrong, why, and who can act on it?
              flow-trace logs/       The same for all logs in a folder.
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
              -h, --help     Print this help, or after a command the help of that command.
              -V, --version  Print the versions of this tool, the log format and the model.
              -o, --out FILE, -q, --quiet and --color WHEN are explained in the help of each command.

            \(conventions.dropFirst().map(CommandSyntax.filled).joined(separator: "\n"))

            """
    }
}
