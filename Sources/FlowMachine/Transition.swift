/// What one event leads to.
public struct Transition: Sendable {
    /// The model after it.
    public let model: FlowModel
    /// What is to be done, in order.
    public let effects: [Effect]
    /// The rule that decided.
    public let rule: Rule
}
