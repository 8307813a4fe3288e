/// What one event leads to.
public struct Transition: Sendable {
    /// The model after it.
    public let model: FlowModel
    /// What is to be done, in order.
    public let effects: [Effect]
    /// The rule that decided.
    public let rule: Rule
    /// What the event did to the state.
    public let outcome: Outcome

    /// What an event did to the state.
    public enum Outcome: Hashable, Sendable {
        /// The flow is in another state, or another step of an attempt began.
        case moved
        /// The flow is in the same state; what is under way there, and what the flow knows, may have changed.
        case stayed
        /// The event asks for nothing that can be done now.
        case ignored
        /// The event is about something that is over, or that never was.
        case stale
    }
}
