/// The change that an event made to the state, and the rule that decided it.
enum Next {
    /// The flow is in another state, or another step of an attempt begins: the previous state is replaced.
    case move(FlowState, Rule)
    /// The flow is in the same state, which may have been changed in place.
    case stay(Rule)
    /// The event asks for nothing that can be done now.
    case ignore(Rule)
    /// The event is about something that has ended, or never existed.
    case stale(Rule)

    /// The decision where an event cannot arrive: the event is ignored, as is a reply to a request that is not outstanding. A state receives
    /// only outcomes of a request that it waits for, and some events are decided before the state receives them. The compiler does not know
    /// that, so each state lists the steps that wait for nothing, and the compiler reports a new step there.
    static var unexpected: Next { .stale(.`FM-02`) }

    /// The same, decided by another rule.
    consuming func decided(by rule: Rule) -> Next {
        switch consume self {
        case .move(let next, _): .move(next, rule)
        case .stay: .stay(rule)
        case .ignore: .ignore(rule)
        case .stale: .stale(rule)
        }
    }

    /// Replaces the state if the flow moved.
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
