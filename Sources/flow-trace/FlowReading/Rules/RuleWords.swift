/// The text of a rule in `Specs/rules`.
package struct RuleWords: Equatable {
    package let id: String
    /// The condition under which the rule applies.
    package let when: String
    /// The behavior that the rule demands under the condition `when`.
    package let then: String
    /// The rules that cover this rule: one of them decides whenever this rule applies. Empty if this rule can decide alone.
    package let coveredWith: [String]

    /// All rules that decide a transition, alone or together with another rule, in the order of `Specs/rules`. A test compares them with the tables
    /// there.
    package static let all: [RuleWords] = RecordedText.rules.split(separator: "\n").compactMap { RuleWords(line: $0) }

    private static let byID = Dictionary(first: all.map { ($0.id, $0) })

    /// Returns the rule with this id; `nil` if this build does not know it.
    static func of(_ id: String) -> RuleWords? { byID[id] }

    /// The rules that this rule covers: the `coveredWith` of each contains the id of this rule.
    package var covers: [RuleWords] { RuleWords.all.filter { $0.coveredWith.contains(id) } }

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

    /// The rule as a line of the recorded text.
    var line: String { [id, coveredWith.joined(separator: ","), when, then].joined(separator: "|") }
}
