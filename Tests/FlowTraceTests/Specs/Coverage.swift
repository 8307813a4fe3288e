import FlowMachine

@testable import flow_trace

/// The rules that the scenarios reach.
struct Coverage {
    /// How many transitions each rule decided, over all scenarios.
    private(set) var transitions: [String: Int] = [:]
    /// The scenarios in which they did, in order.
    private(set) var scenarios: [String: [String]] = [:]

    private var logs = LogCoverage()

    /// The tests that produce each error code, including codes that no scenario has.
    static let errorTests = [
        "each error code leads to the rule that Specs names", "an error does what its action says, at every place",
    ]

    init(_ stories: [Story]) {
        for story in stories {
            for launch in story.launches { logs.add(LogCoverage(launch.content.records, after: launch.content.snapshot)) }
            for record in story.records {
                transitions[record.rule, default: 0] += 1
                if scenarios[record.rule]?.last != story.scenario.name { scenarios[record.rule, default: []].append(story.scenario.name) }
            }
        }
    }

    private func taken(_ count: Int, _ missing: [String]) -> String { "\(count - missing.count) of \(count)" }

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

            `flow-trace coverage Specs/scenarios` counts the same from the logs: \(taken(Rule.allCases.count, logs.missingRules)) rules and \
            \(taken(ErrorCodes.all.count, logs.missingCodes)) error codes.
            The codes that it names as not taken come in no scenario. What is done about every code, at every endpoint, is proved by
            these tests in SpecsErrorTests:

            \(Coverage.errorTests.map { "- `\($0)`" }.joined(separator: "\n"))

            `flow-trace coverage Specs` reads the samples of the [log's format](formats/README.md) too, complains of the damaged ones
            among them, and ends with 1.

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
