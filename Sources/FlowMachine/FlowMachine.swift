/// Decides what to do next: a pure function from a model and an event to the next model and effects.
public struct FlowMachine: Sendable {
    /// Who we are, which API is spoken, and which policy holds.
    public let settings: FlowSettings

    /// A machine with these settings.
    public init(settings: FlowSettings) { self.settings = settings }

    /// What `event` leads to. Total: any event in any state gives a transition.
    public func reduce(_ model: consuming FlowModel, _ event: FlowEvent) -> Transition {
        Transition(model: model, effects: [], rule: .`FM-05`)
    }
}
