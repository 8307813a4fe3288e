import FlowMachine

/// How the tool ends.
enum ExitCode: Int32 {
    case fine = 0
    /// A log is damaged, or decides differently in this build, or a check found a violation.
    case logFails = 1
    /// The command line is wrong.
    case usage = 2
    /// A file cannot be read or written.
    case unreadable = 3

    /// The graver of two.
    func and(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}

/// One of the tool's commands.
enum Command: String, CaseIterable {
    case demo, triage, render, watch, verify, replay, explain, coverage, spec, check, simulate, serve

    /// Its options and its help. Finding a command needs only its name, because the help of some is long to build.
    var syntax: CommandSyntax {
        switch self {
        case .demo: DemoCommand.syntax
        case .triage: TriageCommand.syntax
        case .render: RenderCommand.syntax
        case .watch: WatchCommand.syntax
        case .verify: VerifyCommand.syntax
        case .replay: ReplayCommand.syntax
        case .explain: ExplainCommand.syntax
        case .coverage: CoverageCommand.syntax
        case .spec: SpecCommand.syntax
        case .check: CheckCommand.syntax
        case .simulate: SimulateCommand.syntax
        case .serve: ServeCommand.syntax
        }
    }

    fileprivate func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        switch self {
        case .demo: try DemoCommand.run(arguments, console)
        case .triage: try TriageCommand.run(arguments, console)
        case .render: try RenderCommand.run(arguments, console)
        case .watch: try WatchCommand.run(arguments, console)
        case .verify: try VerifyCommand.run(arguments, console)
        case .replay: try ReplayCommand.run(arguments, console)
        case .explain: try ExplainCommand.run(arguments, console)
        case .coverage: try CoverageCommand.run(arguments, console)
        case .spec: try SpecCommand.run(arguments, console)
        case .check: try CheckCommand.run(arguments, console)
        case .simulate: try SimulateCommand.run(arguments, console)
        case .serve: try ServeCommand.run(arguments, console)
        }
    }
}

/// The tool: from its words to its exit code.
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
        if first == "--help" || first == "-h" || first == "help" { return try giveHelp(Array(words.dropFirst()), console) }
        if first == "--version" {
            console.write("flow-trace \(LogHeader.library), log format \(LogHeader.format), model revision \(LogHeader.modelRevision)\n")
            return .fine
        }
        // A log without a command: what is wrong with it?
        let isLog = Command(rawValue: first) == nil && (first == "-" || LogFile.exists(first))
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

    private static func giveHelp(_ words: [String], _ console: Console) throws(UsageFailure) -> ExitCode {
        if let name = words.first {
            console.write(try command(named: name).syntax.help)
        } else {
            console.write(help)
        }
        return .fine
    }

    private static func command(named name: String) throws(UsageFailure) -> Command {
        if let command = Command(rawValue: name) { return command }
        let names = Command.allCases.map(\.rawValue) + ["--help", "--version"]
        throw UsageFailure("there is no command \(name)" + suggestion(for: name, among: names))
    }

    /// The text of `--help`.
    static var help: String {
        var text = """
            flow-trace draws, replays and verifies the logs of FlowMachine.

            Usage: flow-trace LOG ...            What went wrong, why, and whose business is it?
                   flow-trace <command> [options] [LOG ...]

            Commands:

            """
        for command in Command.allCases { text += "  \(padded(command.syntax.name, to: 10))\(command.syntax.summary)\n" }
        return text + """

            Options:
              --help      Print this help, or after a command the command's.
              --version   Print the versions of this tool, the log's format and the model.

            A LOG is a file, a folder (all *.jsonl in it and below, by name) or - for the standard input.
            Colour is used on a terminal only, and never if NO_COLOR is set.

            Exit codes: 0 all is well, 1 a log is damaged or decides differently in this build, logs do
            not take every rule that they must, or a check found a violation, 2 wrong usage, 3 a file
            cannot be read or written.

            Start with: flow-trace demo

            """
    }
}
