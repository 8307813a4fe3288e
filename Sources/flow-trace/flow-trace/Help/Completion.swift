import FlowReading

/// What the completions of all shells share.
enum Completion {
    /// What can follow a topic of the help: names without blanks, which every shell takes as they are.
    static let details: [(topic: HelpTopic, words: [String])] = [
        (.rules, RuleWords.all.map(\.id)), (.codes, CodesTopic.codes), (.terms, Term.all.flatMap(\.words).filter { !$0.contains(" ") }),
    ]

    /// The options that can stand in a command's place.
    static let toolOptions = [("--help", "Print the commands and topics."), ("--version", "Print the versions.")]

    /// `text` in single quotes, for any of the shells.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The first sentence of an option's help.
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
