import FlowMachine

@testable import flow_trace

/// Which rules the scenarios reach.
struct Coverage {
    /// How many transitions each rule decided, over all scenarios.
    private(set) var transitions: [String: Int] = [:]
    /// The scenarios in which it did, in their order.
    private(set) var scenarios: [String: [String]] = [:]

    init(_ stories: [Story]) {
        for story in stories {
            for record in story.records {
                transitions[record.rule, default: 0] += 1
                if scenarios[record.rule]?.last != story.scenario.name { scenarios[record.rule, default: []].append(story.scenario.name) }
            }
        }
    }

    /// The rules that a story reaches, in the order of the cookbook.
    static func rules(of story: Story) -> [Rule] {
        let reached = Set(story.records.map(\.rule))
        return Rule.allCases.filter { reached.contains($0.id) }
    }

    /// `Specs/coverage.md`.
    var text: String {
        var text = """
            # Coverage

            How often each rule that a transition names decided in the [scenarios](scenarios/README.md), and in which of them.
            Made by `SPECS_RECORD=1 swift test --filter Specs`.

            | rule | transitions | scenarios | which |
            |---|---:|---:|---|

            """
        for rule in Rule.allCases {
            let names = scenarios[rule.id] ?? []
            let most = 6
            let more = names.count > most ? " and \(names.count - most) more" : ""
            let which = names.isEmpty ? "none" : names.prefix(most).joined(separator: ", ") + more
            text += "| \(rule.id) | \(transitions[rule.id] ?? 0) | \(names.count) | \(which) |\n"
        }
        return text
    }
}
