import FlowMachine

/// A filter for the events of a log that a drawing or a table shows.
package struct EventFilter: Equatable, Sendable {
    /// A kind of events. A filter with this kind shows no other events.
    package enum Only: String, CaseIterable, Sendable {
        /// Events that sent a request to Adobe or the partner framework, or contain an answer.
        case calls
        /// Events with a problem.
        case problems
        /// Events that the viewer caused or saw.
        case viewer
        /// Events that denied or refused a request, unless the viewer canceled it.
        case refusals
    }

    /// The names of the states to show; empty for all states.
    package var states: Set<String> = []
    package var only: Only?
    /// A text that the printed event must contain, in lower case.
    package var text = ""

    package init(states: Set<String> = [], only: Only? = nil, text: String = "") {
        self.states = states
        self.only = only
        self.text = text
    }

    /// Whether all events are shown.
    package var isEverything: Bool { self == EventFilter() }

    /// Returns whether `record` is shown.
    ///
    /// - Parameters:
    ///   - previous: The record before `record`; `nil` if there is none.
    ///   - outstanding: The requests before the record's event.
    package func shows(_ record: LogRecord, after previous: LogRecord?, _ outstanding: QuestionHistory, _ words: Wording) -> Bool {
        if isEverything { return true }
        if !states.isEmpty, !states.contains(record.state), previous.map({ !states.contains($0.state) }) ?? true { return false }
        let asked = outstanding.question(record.event)
        if let only, !EventFilter.isOf(only, record, asked) { return false }
        return text.isEmpty || EventFilter.printed(record, asked, outstanding, words).lowercased().contains(text: text)
    }

    private static func isOf(_ only: Only, _ record: LogRecord, _ asked: Question?) -> Bool {
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
        case .refusals: return record.effects.contains { $0.isRefusal }
        }
    }

    /// Returns everything that a drawing or a table prints about an event, on one line.
    private static func printed(_ record: LogRecord, _ asked: Question?, _ outstanding: QuestionHistory, _ words: Wording) -> String {
        var parts = [record.state, record.step, record.rule, words.event(record.event, asked: asked), record.trace ?? ""]
        parts += record.effects.map { words.effect($0, at: record.event.time) }
        for case .call(_, let call) in record.effects { parts.append(words.request(call).text) }
        parts += words.memory(record, asked: asked, owed: outstanding.owed).map { $0.label.text }
        return parts.joined(separator: " ")
    }
}

extension Effect {
    /// Whether the event tells the app that its request was denied or refused; a viewer who canceled knows.
    fileprivate var isRefusal: Bool {
        switch self {
        case .answer(_, .denied): true
        case .answer(_, .refused(let refusal)): refusal.reason != .canceled
        case _: false
        }
    }

    /// Whether the event answers a request that the app gave up, or the viewer canceled.
    fileprivate var isGivenUp: Bool {
        switch self {
        case .answer(_, .dropped): true
        case .answer(_, .refused(let refusal)): refusal.reason == .canceled
        case _: false
        }
    }
}
