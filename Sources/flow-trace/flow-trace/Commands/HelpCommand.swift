import FlowReading

/// `help`: prints the list of commands and topics, or the help of one command or topic.
enum HelpCommand {
    static let syntax = CommandSyntax(
        name: "help",
        summary: "Print the commands and topics, or explain one of them.",
        operands: "[COMMAND | TOPIC [NAME]]",
        examples: [
            Example("help", "All commands and topics."), Example("help render", "The same as flow-trace render --help."),
            Example("help rules V2-C-18", "What this rule says."), Example("help terms wish", "What this word means."),
        ],
        options: [],
        notes: ["Topics:\n" + topics.dropLast()],
        operandWords: (Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)))

    /// The topics, one per line.
    static var topics: String {
        CommandSyntax.columns(HelpTopic.allCases.map { ($0.rawValue, $0.summary) })
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        console.write(Reflow.text(try text(arguments.operands), to: console.columns))
        return .fine
    }

    private static func text(_ words: [String]) throws(UsageFailure) -> String {
        guard let name = words.first else { return Tool.help }
        if let topic = HelpTopic(rawValue: name.lowercased()) {
            return CommandSyntax.filled(try topic.text(words.count > 1 ? words.dropFirst().joined(separator: " ") : nil))
        }
        if let command = Command(rawValue: name) {
            guard words.count == 1 else { throw UsageFailure("help \(name) takes no further word: leave out \"\(words[1])\"") }
            return command.syntax.help
        }
        // A rule, a code or a word of the glossary is found without naming its topic.
        if words.count == 1, let rule = RulesTopic.rule(name) { return try RulesTopic.text(of: rule.id) }
        if words.count == 1, CausesTopic.all.contains(where: { $0.id == name.lowercased() }) { return try CausesTopic.text(of: name) }
        if words.count == 1, CodesTopic.codes.contains(name.lowercased()) { return try CodesTopic.text(of: name) }
        let whole = words.joined(separator: " ")
        if !Term.named(whole).isEmpty { return try TermsTopic.text(of: whole) }
        let names = Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
        throw UsageFailure("there is no command or topic \"\(whole)\"" + suggestion(for: name, among: names))
    }
}

/// The purpose of a command. The help groups the commands by purpose.
enum Purpose: String, CaseIterable {
    case diagnosis = "What went wrong?"
    case look = "Look closer"
    case comparison = "Check and compare"
    case passing = "Pass it on"
    case machine = "The machine itself"
    case trial = "Try it"
    case help = "Help"

    var commands: [Command] { Command.allCases.filter { $0.purpose == self } }
}

extension Command {
    var purpose: Purpose {
        switch self {
        case .triage, .explain, .whatIf: .diagnosis
        case .render, .view, .step, .replay, .watch: .look
        case .verify, .diff, .coverage, .minimize, .import: .comparison
        case .share, .test, .table, .mcp: .passing
        case .spec, .check, .simulate: .machine
        case .demo, .serve: .trial
        case .help, .completions, .man: .help
        }
    }
}
