/// Decides what to do next: a pure function from a model and an event to the next model and effects.
public struct FlowReducer: Sendable {
    private let shared: SharedSettings

    /// Who we are, which API is spoken, and which policy holds.
    public var settings: FlowSettings { shared.settings }

    /// A machine with these settings.
    public init(settings: FlowSettings) { shared = SharedSettings(settings) }

    /// What `event` leads to. Total: any event in any state gives a transition.
    ///
    /// In this order: `calls` takes replies and timers of its own; then what holds everywhere; then the state. At the
    /// end, whatever the new state no longer waits for is given up.
    public func reduce(_ model: consuming FlowModel, _ event: FlowEvent) -> Transition {
        var run = Run(model, Turn(now: event.time, shared: shared))
        var before: [SecretRef] = []
        before.reserveCapacity(8)
        run.model.state.collect(&before)
        run.model.calls.collect(&before)
        run.model.context.collect(&before)
        event.origin.collect(&before)
        let state = run.model.state
        let next = run.decide(state, event.origin)
        run.giveUpWhatIsNotAwaited(from: state, to: next.state)
        run.forget(before, state: next.state)
        return run.end(next)
    }
}

/// The settings, passed on by reference: they are read at every event and never change.
final class SharedSettings: Sendable {
    let settings: FlowSettings

    init(_ settings: FlowSettings) { self.settings = settings }
}
