/// What an event did to the state, and the rule that decided it.
enum Next {
    /// The flow is in another state, or another step of an attempt begins: the state that was handed in is replaced.
    case move(FlowState, Rule)
    /// The flow is in the same state, which may have been changed in place.
    case stay(Rule)
    /// The event asks for nothing that can be done now.
    case ignore(Rule)
    /// The event is about something that is over, or that never was.
    case stale(Rule)

    var rule: Rule {
        switch self {
        case .move(_, let rule), .stay(let rule), .ignore(let rule), .stale(let rule): rule
        }
    }

    var outcome: Transition.Outcome {
        switch self {
        case .move: .moved
        case .stay: .stayed
        case .ignore: .ignored
        case .stale: .stale
        }
    }
}
