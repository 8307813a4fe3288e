/// Decides what to do next: a pure function from a model and an event to the next model and effects.
public struct FlowMachine: Sendable {
    /// Who we are, which API is spoken, and which policy holds.
    public let settings: FlowSettings

    /// A machine with these settings.
    public init(settings: FlowSettings) { self.settings = settings }

    /// What `event` leads to. Total: any event in any state gives a transition.
    ///
    /// In this order: `calls` takes replies and timers of its own; then what holds everywhere; then the state. At the
    /// end, whatever the new state no longer waits for is given up.
    public func reduce(_ model: consuming FlowModel, _ event: FlowEvent) -> Transition {
        let before = References.of(model, event)
        let state = model.state
        var run = Run(turn: Turn(now: event.time, settings: settings), calls: model.calls, known: model.known)
        let next = run.decide(state, event.origin)
        run.giveUpWhatIsNotAwaited(from: state, to: next.state)
        let after = FlowModel(state: next.state, calls: run.calls, known: run.known)
        run.forget(before, unlessIn: after)
        return Transition(model: after, effects: run.turn.effects, rule: next.rule)
    }
}
