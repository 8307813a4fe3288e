/// The result of one event.
public struct FlowTransition: Sendable {
    /// The model after the event.
    public let model: FlowModel
    /// The effects of the event, in order.
    public let effects: [Effect]
    /// The rule that decided about the event.
    public let rule: Rule
    /// The change that the event made to the state.
    public let outcome: Outcome

    /// The change that an event made to the state.
    public enum Outcome: Hashable, Sendable {
        /// The flow is in a different state, or in a different step of an attempt.
        case moved
        /// The flow is in the same state and step. The requests in progress and the stored values may have changed.
        case stayed
        /// The event asks for something that is not possible now, and changes nothing.
        case ignored
        /// The event concerns a request, timer, presentation or wish that has ended or never existed, and changes nothing.
        case stale
    }
}
