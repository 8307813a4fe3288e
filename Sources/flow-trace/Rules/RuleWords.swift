/// A rule of `Specs/rules` in its own words.
struct RuleWords: Equatable {
    let id: String
    /// What must be the case.
    let when: String
    /// What then holds.
    let then: String
    /// The rules with which it holds, if no transition names it alone.
    let coveredWith: [String]

    /// All rules that a transition decides, alone or with another, in the order of `Specs/rules`. A test keeps them equal.
    static let all: [RuleWords] = text.split(separator: "\n").compactMap { RuleWords(line: $0) }

    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// The rule with that id; `nil` for one that this build does not know.
    static func of(_ id: String) -> RuleWords? { byID[id] }

    /// The rules that hold with this one.
    var covers: [RuleWords] { RuleWords.all.filter { $0.coveredWith.contains(id) } }

    init(id: String, when: String, then: String, coveredWith: [String]) {
        self.id = id
        self.when = when
        self.then = then
        self.coveredWith = coveredWith
    }

    private init?(line: Substring) {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
        guard cells.count == 4 else { return nil }
        let with = cells[1].split(separator: ",").map { String($0) }
        self.init(id: cells[0], when: cells[2], then: cells[3], coveredWith: with)
    }

    /// The line of the table that says this rule.
    var line: String { [id, coveredWith.joined(separator: ","), when, then].joined(separator: "|") }
}
