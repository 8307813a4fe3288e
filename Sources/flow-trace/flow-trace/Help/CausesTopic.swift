import FlowReading

/// `help causes`: the ids of causes and patterns, and one of them.
enum CausesTopic {
    static var text: String {
        """
        Each cause that triage finds has an id, and so has each pattern of several launches. triage --json and table print
        it. An id is never renamed and never used for another cause: count and filter by it. Texts may change.

        Causes of one launch

        \(CommandSyntax.columns(causes))
        Patterns of several launches

        \(CommandSyntax.columns(patterns))
          flow-trace help causes code-expired          one of them
          flow-trace minimize --while cause:denied LOG  the smallest log with this cause

        """
    }

    private static var causes: [(name: String, text: String)] { FlowCause.ID.allCases.map { ($0.rawValue, $0.words) } }
    private static var patterns: [(name: String, text: String)] { TriagePattern.ID.allCases.map { ($0.rawValue, $0.words) } }

    /// The ids of causes and patterns.
    static var all: [(id: String, words: String)] { (causes + patterns).map { ($0.name, $0.text) } }

    static func text(of name: String) throws(UsageFailure) -> String {
        let id = name.lowercased()
        // A cause and a pattern may have the same id.
        var rows: [(name: String, text: String)] = []
        for cause in causes where cause.name == id { rows.append(("cause of one launch", cause.text)) }
        for pattern in patterns where pattern.name == id { rows.append(("pattern of several launches", pattern.text)) }
        if rows.isEmpty {
            throw UsageFailure(
                "there is no cause \"\(name)\"" + suggestion(for: id, among: all.map { $0.id }, else: ": see flow-trace help causes"))
        }
        return "\(id)\n\n" + CommandSyntax.columns(rows)
    }
}
