/// The completion for fish.
enum FishCompletion {
    static var script: String {
        let names = Command.allCases.map(\.rawValue)
        var text = """
            # Completion of flow-trace for fish: write it to ~/.config/fish/completions/flow-trace.fish
            complete -c flow-trace -e

            """
        for command in Command.allCases { text += line(first, "-a \(command.rawValue)", command.syntax.summary) }
        for (name, meaning) in Completion.toolOptions { text += line(first, "-l \(name.drop { $0 == "-" })", meaning) }
        for command in Command.allCases {
            let seen = "__fish_seen_subcommand_from \(command.rawValue)"
            text += options(command.syntax, seen)
            if !command.syntax.takesLogs { text += line(seen, "-f", nil) }
            if command == .help { continue }
            if !command.syntax.operandWords.isEmpty { text += line(seen, "-a \(list(command.syntax.operandWords))", nil) }
        }
        // If the first word is a log and not a command, the command is `triage`.
        let none = "not __fish_use_subcommand; and not __fish_seen_subcommand_from \(names.joined(separator: " "))"
        text += options(Command.triage.syntax, none)
        let count = "test (count (commandline -opc)) -eq 2"
        text += line("__fish_seen_subcommand_from help; and \(count)", "-a \(list(HelpCommand.syntax.operandWords))", nil)
        for (topic, words) in Completion.details {
            let condition = "test (count (commandline -opc)) -eq 3; and string match -q \(topic.rawValue) (commandline -opc)[3]"
            text += line("__fish_seen_subcommand_from help; and \(condition)", "-a \(list(words))", nil)
        }
        return text
    }

    private static let first = "__fish_use_subcommand"

    private static func options(_ syntax: CommandSyntax, _ condition: String) -> String {
        syntax.listed.map { option in
            let short = option.short.map { "-s \($0.drop { $0 == "-" }) " } ?? ""
            return line(condition, "\(short)-l \(option.name.drop { $0 == "-" })" + value(option), Completion.short(option.help))
        }.joined()
    }

    private static func value(_ option: Option) -> String {
        guard option.value != nil else { return "" }
        switch option.values {
        case .anything: return " -x"
        case .oneOf(let words), .someOf(let words): return " -x -a \(list(words))"
        case .folder: return " -x -a '(__fish_complete_directories)'"
        case .file: return " -r -F"
        }
    }

    private static func line(_ condition: String, _ what: String, _ meaning: String?) -> String {
        "complete -c flow-trace -n \(quoted(condition)) \(what)\(meaning.map { " -d " + quoted($0) } ?? "")\n"
    }

    private static func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }

    /// Returns `text` in single quotes. Unlike other shells, fish also interprets a backslash in single quotes.
    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { text, character in text += "\\'".contains(character) ? "\\\(character)" : String(character) } + "'"
    }
}
