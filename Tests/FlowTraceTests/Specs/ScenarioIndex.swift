import FlowMachine

@testable import FlowReading
@testable import flow_trace

/// `Specs/scenarios/README.md`: the scenarios, and the rules that they reach.
enum ScenarioIndex {
    static func text(_ stories: [Story]) -> String {
        head + rows(stories).joined(separator: "\n") + "\n\n" + promises + (Promise.all.map(row) + elsewhere).joined(separator: "\n") + "\n"
    }

    private static let head = """
        # The scenarios

        The scenarios are stories that run in the simulated world; each starts with a launch. A folder contains the log of each launch, as a live
        flow would write it, and the drawings of `flow-trace render`: `sequence.txt`, `states.txt` and `timeline.txt`.
        The tests run every story again, compare log and drawings with these files byte for byte, and replay the logs.

        `SPECS_RECORD=1 swift test --filter Specs` generates this page, the logs and the drawings; nothing here is written
        by hand. [coverage.md](../coverage.md) lists the stories that reach each rule, and [matrix.md](../matrix.md) how each state
        handles each event. Rules are listed without the prefix `V2-`, as in the drawings.

        | scenario | what it shows | launches | events | rules |
        |---|---|---|---|---|

        """

    private static func rows(_ stories: [Story]) -> [String] {
        stories.map { story in
            let name = story.scenario.name
            let rules = words(story).joined(separator: ", ")
            return
                "| [\(name)](\(name)/sequence.txt) | \(story.scenario.title) | \(story.launches.count) | \(story.records.count) | \(rules) |"
        }
    }

    /// Its rules as the drawings name them.
    private static func words(_ story: Story) -> [String] {
        guard let header = story.launches.first?.content.header else { return [] }
        return Coverage.rules(of: story).map { Wording(header).rule($0.id) }
    }

    private static let promises = """
        ## What they promise

        Some stories follow a course of calls that Adobe's documents describe. The tests check each promise on the records of
        the log and on the models of its replay; the named test proves a promise that no log shows.

        | course | scenario | promise |
        |---|---|---|

        """

    private static func row(_ promise: Promise) -> String { "| \(promise.course) | \(promise.scenario) | \(promise.text) |" }

    private static let elsewhere = Promise.elsewhere.map { "| \($0.scenario) | \($0.scenario) | \($0.text): `\($0.test)` |" }
}
