import FlowMachine
import FlowReading

extension Arguments {
    /// Returns the filter that `--phase`, `--only` and `--grep` describe.
    func filter() throws(UsageFailure) -> EventFilter {
        var filter = EventFilter()
        if let text = text("--phase") {
            for word in text.split(separator: ",") { filter.states.formUnion(try Arguments.states(String(word))) }
            if filter.states.isEmpty { throw UsageFailure("--phase", gets: text, from: Arguments.phases) }
        }
        if text("--only") != nil { filter.only = try word("--only", else: EventFilter.Only.problems) }
        if let text = text("--grep") {
            if text.isEmpty { throw UsageFailure("--grep needs a text to search for") }
            filter.text = text.lowercased()
        }
        return filter
    }

    private static var phases: [String] {
        let letters = FlowStateName.allCases.map { Phase(state: $0.rawValue).letter }.filter { !$0.isEmpty }.sorted()
        return letters + FlowStateName.allCases.map(\.rawValue)
    }

    private static func states(_ word: String) throws(UsageFailure) -> [String] {
        let names = FlowStateName.allCases.map(\.rawValue)
        let found = names.filter { $0.lowercased() == word.lowercased() || Phase(state: $0).letter == word.uppercased() }
        if !found.isEmpty { return found }
        throw UsageFailure("--phase", gets: word, from: phases)
    }
}
