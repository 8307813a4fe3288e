/// The change that an event made to the state, and the rule that decided it.
enum Next {
    /// A different state, or a different step of an attempt, replaces the current state.
    case move(FlowState, Rule)
    /// The flow stays in the same state, whose data may have been changed in place.
    case stay(Rule)
    /// The flow cannot do what the event requests in this state.
    case ignore(Rule)
    /// The event concerns a request, timer, wish or screen that has ended or never existed.
    case stale(Rule)

    /// The decision about an event that cannot arrive in this state: to ignore the event, like a reply to a request that is not
    /// outstanding.
    ///
    /// A state receives only outcomes of requests that it waits for, and some events are handled before they reach a state. The compiler
    /// does not know this. Each state therefore lists the steps without such a request, and the compiler reports every new step that is
    /// missing there.
    static var unexpected: Next { .stale(.`FM-02`) }

    /// Returns the same change, with `rule` as the rule that decided it.
    consuming func decided(by rule: Rule) -> Next {
        switch consume self {
        case .move(let next, _): .move(next, rule)
        case .stay: .stay(rule)
        case .ignore: .ignore(rule)
        case .stale: .stale(rule)
        }
    }

    /// Replaces the state if the flow moved.
    /// - Returns: the rule that decided, and the outcome of the event.
    consuming func settle(_ state: inout FlowState) -> FlowEngine.AppliedRule {
        switch consume self {
        case .move(let next, let rule):
            state = next
            return FlowEngine.AppliedRule(rule: rule, outcome: .moved)
        case .stay(let rule): return FlowEngine.AppliedRule(rule: rule, outcome: .stayed)
        case .ignore(let rule): return FlowEngine.AppliedRule(rule: rule, outcome: .ignored)
        case .stale(let rule): return FlowEngine.AppliedRule(rule: rule, outcome: .stale)
        }
    }
}
