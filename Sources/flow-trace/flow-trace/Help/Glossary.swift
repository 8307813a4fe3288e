import FlowReading

/// One word of the glossary.
struct Term: Equatable {
    /// The heading under which the term is listed.
    let section: String
    /// The words for the term. The first word is the preferred word; the tool or older texts also use the others.
    let words: [String]
    let meaning: String
    /// The names of the term in code and in the log; empty where there are none.
    let code: String
    let log: String

    /// All terms of `Specs/glossary.md`, in the order of that page. A test compares them with the page.
    static var all: [Term] { RecordedText.glossary.split(separator: "\n").compactMap { Term(line: $0) } }

    init(section: String, words: [String], meaning: String, code: String, log: String) {
        self.section = section
        self.words = words
        self.meaning = meaning
        self.code = code
        self.log = log
    }

    private init?(line: Substring) {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 5 else { return nil }
        let words = cells[1].split(separator: ";").map(String.init)
        self.init(section: cells[0], words: words, meaning: cells[2], code: cells[3], log: cells[4])
    }

    /// The recorded line for this term.
    var line: String { [section, words.joined(separator: ";"), meaning, code, log].joined(separator: "|") }

    /// Returns the terms that a user may mean by `name`: one of a term's words, in singular or plural, in upper or lower case.
    static func named(_ name: String) -> [Term] {
        let name = name.lowercased()
        return all.filter { term in term.words.contains { $0.lowercased() == name || $0.lowercased() + "s" == name } }
    }
}

/// `help terms`: prints the glossary, or explains one of its terms.
enum TermsTopic {
    /// All terms, by section.
    static var text: String {
        let terms = Term.all
        var text = "The terms that this tool, its logs and its documentation use. flow-trace help terms WORD prints one.\n"
        var section = ""
        for term in terms where term.section != section {
            section = term.section
            let rows = terms.filter { $0.section == section }.map { ($0.words.joined(separator: ", "), $0.meaning) }
            text += "\n\(section)\n\n" + CommandSyntax.columns(rows)
        }
        return text
    }

    /// Explains the terms that `name` may mean.
    static func text(of name: String) throws(UsageFailure) -> String {
        let terms = Term.named(name)
        guard !terms.isEmpty else {
            let words = Term.all.flatMap(\.words)
            throw UsageFailure(
                "there is no term \"\(name)\"" + suggestion(for: name, among: words, else: ": flow-trace help terms lists all"))
        }
        return terms.map { term in
            var rows = [("means", term.meaning)]
            if !term.code.isEmpty { rows.append(("in code", term.code)) }
            if !term.log.isEmpty { rows.append(("in the log", term.log)) }
            return term.words.joined(separator: ", ") + "\n\n" + CommandSyntax.columns(rows)
        }.joined(separator: "\n")
    }
}
