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
        /// The flow is in another state, or in another step of an attempt.
        case moved
        /// The flow is in the same state and step. The requests in progress and the facts that the flow knows may have changed.
        case stayed
        /// The event asks for something that is not possible now; it changes nothing.
        case ignored
        /// The event is about a request, timer, presentation or wish that has ended or never existed; it changes nothing.
        case stale
    }
}
