import FlowMachine
import FlowReading
import FlowSimulation

extension Counterexample {
    /// The path of the events through the states, as plain text. For each state and step on the path, the text lists the events and the rules that
    /// decided them. At the end are the violation and the effects of the last event.
    public var drawing: String { PathDrawing(self).lines.joined(separator: "\n") }
}

/// The path of the events through the states, line by line.
private struct PathDrawing {
    private(set) var lines = [PathDrawing.place(FlowModel())]
    /// The history of requests and timers, from which the question of each reply and timer is known.
    private var history = QuestionHistory()

    init(_ counterexample: Counterexample) {
        let machine = FlowReducer(settings: counterexample.settings)
        let start = counterexample.events.first?.time.milliseconds ?? 0
        var (model, effects) = (FlowModel(), [Effect]())
        for event in counterexample.events {
            let before = PathDrawing.place(model)
            let transition = machine.reduce(model, event)
            let passed = event.time.milliseconds - start
            let time = "\(passed < 0 ? "-" : "")\(passed.magnitude / 1000).\(passed.magnitude / 100 % 10)"
            lines.append(
                "  │ \(String(repeating: " ", count: max(0, 7 - time.count)))\(time)  \(transition.rule.id)  \(words(event))")
            (model, effects) = (transition.model, transition.effects)
            if PathDrawing.place(model) != before { lines.append(PathDrawing.place(model)) }
            history.note(event, effects)
        }
        lines.append("  ✗ \(counterexample.violation) is broken; effects: [\(effects.map { words($0) }.joined(separator: ", "))]")
    }

    private static func place(_ model: FlowModel) -> String { "\(model.state.name).\(model.state.step)" }

    private func words(_ event: FlowEvent) -> String {
        switch event.origin {
        case .app(let event): word(event)
        case .user(.chose(_, let choice)): "chose \(word(choice))"
        case .user(let event): word(event)
        case .timer: "timer \(history.question(event).map { words($0) } ?? "not armed")"
        case .reply(_, let reply): "\(history.question(event).map { words($0) } ?? "not asked"): \(words(reply.result))"
        }
    }

    private func words(_ question: Question) -> String {
        switch question {
        case .call(let call): "call \(call.endpoint.kind.rawValue)"
        case .partner(let question): "partner \(word(question))"
        case .timer(let purpose): purpose.rawValue
        }
    }

    private func words(_ result: Reply.Result) -> String {
        if case .failed(let failure) = result { return "failed, \(word(failure))" }
        if case .session(let session) = result { return "session, \(word(session))" }
        if case .partner(let answer) = result { return answer.error.map { word($0) } ?? answer.status.permission.rawValue }
        return word(result)
    }

    private func words(_ effect: Effect) -> String {
        switch effect {
        case .call(_, let call): words(.call(call))
        case .partner(_, let question): words(.partner(question))
        case .present(_, let presentation): "present \(word(presentation))"
        case .answer(_, let answer): "answer \(word(answer))"
        case .arm(_, let purpose, _): "arm \(purpose.rawValue)"
        case .cancel, .disarm, .keep, .forget: word(effect)
        }
    }

    /// Returns the name of the case of an enum value, without its associated values.
    private func word(_ value: some Any) -> String { String(String(describing: value).prefix { $0 != "(" }) }
}
