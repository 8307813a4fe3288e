/// The result of one event.
public struct FlowTransition: Sendable {
    /// The model after the event.
    public let model: FlowModel
    /// The effects, in order.
    public let effects: [Effect]
    /// The rule that decided.
    public let rule: Rule
    /// The change that the event made to the state.
    public let outcome: Outcome

    /// The change that an event made to the state.
    public enum Outcome: Hashable, Sendable {
        /// The flow is in another state, or another step of an attempt began.
        case moved
        /// The flow is in the same state; requests in progress and the flow's knowledge may have changed.
        case stayed
        /// The event asks for nothing that can be done now.
        case ignored
        /// The event is about something that has ended, or never existed.
        case stale
    }
}
