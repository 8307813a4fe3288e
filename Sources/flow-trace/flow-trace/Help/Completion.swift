import FlowReading

/// The texts that the completions of all shells share.
enum Completion {
    /// The names that can follow a topic of the help. Names with blanks are left out, so that every shell accepts the names unquoted.
    static let details: [(topic: HelpTopic, words: [String])] = [
        (.rules, RuleWords.all.map(\.id)), (.codes, CodesTopic.codes), (.terms, Term.all.flatMap(\.words).filter { !$0.contains(" ") }),
    ]

    /// The options that are accepted in place of a command.
    static let toolOptions = [("--help", "Print the commands and topics."), ("--version", "Print the versions.")]

    /// Returns `text` in single quotes, as bash and zsh read it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns the first sentence of an option's help.
    static func short(_ help: String) -> String {
        let text = help.split(separator: "\n").joined(separator: " ")
        var sentence = ""
        for word in text.split(separator: " ") {
            sentence += (sentence.isEmpty ? "" : " ") + word
            if word.hasSuffix(".") { break }
        }
        return sentence
    }
}
