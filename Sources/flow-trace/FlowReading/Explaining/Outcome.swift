import FlowMachine

/// The result of an event, as far as it can be compared without numbers and references.
package struct Outcome: Equatable {
    let rule: String
    /// `state.step`.
    let place: String
    /// What is done, without numbers: calls, questions, presentations, answers and waits.
    let deeds: [String]

    init(rule: String, state: String, step: String, effects: [Effect]) {
        self.rule = rule
        place = "\(state).\(step)"
        deeds = effects.compactMap(Outcome.deed)
    }

    init(_ transition: Transition) {
        let state = transition.model.state
        self.init(rule: transition.rule.id, state: state.name, step: state.step, effects: transition.effects)
    }

    init(_ record: Record) { self.init(rule: record.rule, state: record.state, step: record.step, effects: record.effects) }

    private static func deed(_ effect: Effect) -> String? {
        switch effect {
        case .call(_, let call): "asks \(call.endpoint.kind.rawValue)"
        case .partner(_, .status): "asks the partner framework"
        case .partner(_, .choice): "lets the viewer choose in the partner framework"
        case .partner(_, .authentication): "asks the partner framework for SAML"
        case .present(_, .nothing): nil
        case .present(_, let presentation): "shows \(shown(presentation))"
        case .answer(_, let answer): "answers \(answered(answer))"
        case .arm(_, .retry, _): "tries again later"
        case .arm(_, .hold, _): "holds back all calls"
        case .arm(_, .poll, _): "polls later"
        case .cancel, .arm, .disarm, .keep, .forget: nil
        }
    }

    private static func shown(_ presentation: Presentation) -> String {
        switch presentation {
        case .nothing: "nothing"
        case .providerPicker: "the provider picker"
        case .providerConfirmation: "the provider confirmation"
        case .profilePicker: "the profile picker"
        case .userAgent: "the user agent"
        case .code: "the code"
        case .codeExpired: "that the code expired"
        case .signOutUserAgent, .legacySignOut: "the user agent, to sign out"
        case .signOutInSettings: "how to sign out in Settings"
        case .problem(let problem): "a problem: \(problem.reason.rawValue)"
        }
    }

    private static func answered(_ answer: Answer) -> String {
        if case .refused(let refusal) = answer { return "refused, \(refusal.reason.rawValue)" }
        return answer.kind.rawValue
    }
}
