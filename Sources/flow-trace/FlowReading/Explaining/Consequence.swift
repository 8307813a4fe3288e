import FlowMachine

/// The consequence of an event, without numbers and references, so that two consequences can be compared.
package struct Consequence: Equatable {
    let rule: String
    let state: String
    let step: String
    let actions: [Action]

    /// An action of the flow. Effects that keep, forget or cancel something are not actions, because they follow from the other effects.
    enum Action: Hashable {
        case call(EndpointKind)
        case partner(PartnerRequest.Kind)
        case present(PresentationKind)
        case answer(WishAnswer.Kind)
        case refuse(Refusal.Reason)
        case tryAgainLater, holdBackCalls, pollLater
    }

    init(rule: String, state: String, step: String, effects: [Effect]) {
        (self.rule, self.state, self.step) = (rule, state, step)
        actions = effects.compactMap(Action.init)
    }

    init(_ transition: FlowTransition) {
        let state = transition.model.state
        self.init(rule: transition.rule.id, state: state.name, step: state.step, effects: transition.effects)
    }

    init(_ record: LogRecord) { self.init(rule: record.rule, state: record.state, step: record.step, effects: record.effects) }

    /// The state and the step, as `state.step`.
    var place: String { "\(state).\(step)" }
}

extension Consequence.Action {
    init?(_ effect: Effect) {
        switch effect {
        case .call(_, let call): self = .call(EndpointKind(call.endpoint))
        case .partner(_, let request): self = .partner(request.kind)
        case .present(_, .nothing): return nil
        case .present(_, let presentation): self = .present(PresentationKind(presentation))
        case .answer(_, .refused(let refusal)): self = .refuse(refusal.reason)
        case .answer(_, let answer): self = .answer(answer.kind)
        case .arm(_, .retry, _): self = .tryAgainLater
        case .arm(_, .hold, _): self = .holdBackCalls
        case .arm(_, .poll, _): self = .pollLater
        case .cancel, .arm, .disarm, .keep, .forget: return nil
        }
    }

    /// The action as part of a sentence about the flow.
    var words: String {
        switch self {
        case .call(let endpoint): "asks \(endpoint.name)"
        case .partner(.status): "asks the partner framework"
        case .partner(.choice): "lets the viewer choose in the partner framework"
        case .partner(.authentication): "asks the partner framework for SAML"
        case .present(let presentation): "shows \(Consequence.Action.shown(presentation))"
        case .answer(let kind): "answers \(kind.rawValue)"
        case .refuse(let reason): "answers refused, \(reason.rawValue)"
        case .tryAgainLater: "tries again later"
        case .holdBackCalls: "holds back all calls"
        case .pollLater: "polls later"
        }
    }

    private static func shown(_ presentation: PresentationKind) -> String {
        switch presentation.screen {
        case .own: "nothing"
        case .providerPicker: "the provider picker"
        case .providerConfirmation: "the provider confirmation"
        case .profilePicker: "the profile picker"
        case .userAgent: "the user agent"
        case .code: "the code"
        case .codeExpired: "that the code expired"
        case .signOutPage: "the user agent, to sign out"
        case .signOutInSettings: "how to sign out in Settings"
        case .problem: "a problem" + (presentation.problem.map { ": \($0.rawValue)" } ?? "")
        }
    }
}
