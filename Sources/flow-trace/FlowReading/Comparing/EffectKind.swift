import FlowMachine

/// An effect without numbers and values. Effects are paired, compared and counted by their kinds.
enum EffectKind: Hashable, Sendable {
    case call(EndpointKind)
    case partner(PartnerRequest.Kind)
    case cancel
    case present(PresentationKind)
    case answer(TriagedRequest.Outcome)
    case arm(TimerPurpose)
    case disarm
    case keep(PersistedValue.Kind)
    case forgetSecret(SecretRef.Kind)
    case forget(PersistedValue.Kind)

    init(_ effect: Effect) {
        switch effect {
        case .call(_, let call): self = .call(EndpointKind(call.endpoint))
        case .partner(_, let request): self = .partner(request.kind)
        case .cancel: self = .cancel
        case .present(_, let presentation): self = .present(PresentationKind(presentation))
        case .answer(_, let answer): self = .answer(TriagedRequest.Outcome(answer))
        case .arm(_, let purpose, _): self = .arm(purpose)
        case .disarm: self = .disarm
        case .keep(let fact): self = .keep(fact.kind)
        case .forget(.secret(let ref)): self = .forgetSecret(ref.kind)
        case .forget(.fact(let kind)): self = .forget(kind)
        }
    }

    /// The effect in words, such as `call authorize` or `arm poll`.
    var words: String {
        switch self {
        case .call(let endpoint): "call " + endpoint.words
        case .partner(let request): "ask Apple's framework: \(request.rawValue)"
        case .cancel: "cancel a request"
        case .present(let presentation): "present " + presentation.words
        case .answer(let outcome): "answer " + outcome.rawValue
        case .arm(let purpose): "arm \(purpose.rawValue)"
        case .disarm: "disarm a timer"
        case .keep(let value): "keep \(value.rawValue)"
        case .forgetSecret(let secret): "forget a secret (\(secret.rawValue))"
        case .forget(let value): "forget \(value.rawValue)"
        }
    }
}

extension EndpointKind {
    /// The name without the API to which the endpoint belongs.
    var name: String {
        switch self {
        case .restV1(let kind): kind.rawValue
        case .other(let kind): kind.rawValue
        }
    }

    /// The name, preceded by `V1` if the endpoint belongs to the legacy API.
    var words: String { if case .restV1 = self { "V1 " + name } else { name } }
}

/// The kind of a presentation, without numbers and values.
struct PresentationKind: Hashable, Sendable {
    let screen: Screen
    /// The reason for a problem; `nil` for all other presentations.
    let problem: Problem.Reason?

    init(_ presentation: Presentation) {
        screen = Screen(presentation)
        if case .problem(let problem) = presentation { self.problem = problem.reason } else { problem = nil }
    }

    var words: String {
        switch screen {
        case .own: "nothing"
        case .providerPicker: "provider picker"
        case .providerConfirmation: "provider confirmation"
        case .profilePicker: "profile picker"
        case .userAgent: "user agent"
        case .code: "code"
        case .codeExpired: "expired code"
        case .signOutPage: "sign-out page"
        case .signOutInSettings: "sign out in Settings"
        case .problem: "problem" + (problem.map { " \($0.rawValue)" } ?? "")
        }
    }
}

/// The kind of a question, without its parameters.
enum QuestionKind: Hashable, Sendable {
    case call(EndpointKind)
    case partner(PartnerRequest.Kind)
    case timer(TimerPurpose)

    init(_ question: Question) {
        switch question {
        case .call(let call): self = .call(EndpointKind(call.endpoint))
        case .partner(let request): self = .partner(request.kind)
        case .timer(let purpose): self = .timer(purpose)
        }
    }
}

extension Effect {
    /// The number of the request, timer or screen that the effect creates; `nil` if the effect creates none. Later events refer to this number.
    var issues: Issued? {
        switch self {
        case .call(let id, _), .partner(let id, _): .request(id.number)
        case .arm(let id, _, _): .timer(id.number)
        case .present(_, .nothing): nil
        case .present(let id, _): .presentation(id.number)
        case .cancel, .answer, .disarm, .keep, .forget: nil
        }
    }
}

/// A number that an effect assigns to a new request, timer or screen.
enum Issued: Hashable {
    case request(Int64)
    case timer(Int64)
    case presentation(Int64)
}
