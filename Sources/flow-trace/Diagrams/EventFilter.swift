import FlowMachine

/// Which events of a log are shown.
struct EventFilter: Equatable, Sendable {
    /// A kind of events.
    enum Only: String, CaseIterable, Sendable {
        /// Events that sent a request to Adobe or the partner framework, or contain an answer.
        case calls
        /// Events with a problem.
        case problems
        /// Events that the viewer caused or saw.
        case viewer
    }

    /// The states to show by their names; all if there is none.
    var states: Set<String> = []
    var only: Only?
    /// What the printed event must contain, in lower case.
    var text = ""

    /// Whether nothing is left out.
    var isEverything: Bool { self == EventFilter() }

    /// Whether `record` is shown; `outstanding` contains the requests before it.
    func shows(_ record: Record, after previous: Record?, _ outstanding: Outstanding, _ words: Words) -> Bool {
        if isEverything { return true }
        if !states.isEmpty, !states.contains(record.state), previous.map({ !states.contains($0.state) }) ?? true { return false }
        let asked = outstanding.question(record.event)
        if let only, !EventFilter.isOf(only, record, asked) { return false }
        return text.isEmpty || EventFilter.printed(record, asked, outstanding, words).lowercased().contains(text)
    }

    private static func isOf(_ only: Only, _ record: Record, _ asked: Question?) -> Bool {
        switch only {
        case .calls:
            if case .reply = record.event.origin { return true }
            return record.effects.contains { effect in
                switch effect {
                case .call, .partner: true
                case .cancel, .present, .answer, .arm, .disarm, .keep, .forget: false
                }
            }
        case .problems: return Trouble.isIn(record, asked: asked) || record.effects.contains { Trouble.isIn($0) || $0.isGivenUp }
        case .viewer:
            if case .user = record.event.origin { return true }
            return record.effects.contains { effect in
                switch effect {
                case .present, .answer: true
                case .call, .partner, .cancel, .arm, .disarm, .keep, .forget: false
                }
            }
        }
    }

    /// All that a drawing or a table prints of an event, on one line.
    private static func printed(_ record: Record, _ asked: Question?, _ outstanding: Outstanding, _ words: Words) -> String {
        var parts = [record.state, record.step, record.rule, words.event(record.event, asked: asked), record.trace ?? ""]
        parts += record.effects.map { words.effect($0, at: record.event.time) }
        for case .call(_, let call) in record.effects { parts.append(words.request(call).text) }
        parts += words.memory(record, asked: asked, owed: outstanding.owed).map(\.label.text)
        return parts.joined(separator: " ")
    }
}

extension Arguments {
    /// What `--phase`, `--only` and `--grep` ask for.
    func filter() throws(UsageFailure) -> EventFilter {
        var filter = EventFilter()
        if let text = text("--phase") {
            for word in text.split(separator: ",") { filter.states.formUnion(try Arguments.states(String(word), text)) }
            if filter.states.isEmpty { throw UsageFailure("--phase needs a phase: one of \(Arguments.phases)") }
        }
        if text("--only") != nil { filter.only = try word("--only", else: EventFilter.Only.problems) }
        if let text = text("--grep") {
            if text.isEmpty { throw UsageFailure("--grep needs a text to search for") }
            filter.text = text.lowercased()
        }
        return filter
    }

    private static var phases: String {
        let letters = FlowState.Name.allCases.map { Phase(state: $0.rawValue).letter }.filter { !$0.isEmpty }.sorted()
        return (letters + FlowState.Name.allCases.map(\.rawValue)).joined(separator: ", ")
    }

    private static func states(_ word: String, _ text: String) throws(UsageFailure) -> [String] {
        let names = FlowState.Name.allCases.map(\.rawValue)
        let found = names.filter { $0.lowercased() == word.lowercased() || Phase(state: $0).letter == word.uppercased() }
        if !found.isEmpty { return found }
        throw UsageFailure("--phase \(text): one of \(phases)" + suggestion(for: word, among: names))
    }
}

extension Effect {
    /// Whether it answers a request that the app gave up, or the viewer canceled.
    fileprivate var isGivenUp: Bool {
        switch self {
        case .answer(_, .dropped): true
        case .answer(_, .refused(let refusal)): refusal.reason == .cancelled
        case _: false
        }
    }
}
