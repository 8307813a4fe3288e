/// Decides about events: a pure function from a model and an event to the next model and the effects.
///
/// ```swift
/// let reducer = FlowReducer(settings: settings)
/// let launch = FlowEvent(time: now, origin: .app(.launched(PersistedState())))
/// let transition = reducer.reduce(FlowModel(), launch)
/// report("\(transition.rule.rawValue), \(transition.effects.count) effects")
/// ```
public struct FlowReducer: Sendable {
    let shared: SharedSettings

    /// The app's identity, the API in use, and the policy.
    public var settings: FlowSettings { shared.settings }

    /// Creates a reducer for `settings`.
    public init(settings: FlowSettings) { shared = SharedSettings(settings) }

    /// Returns the result of `event` in `model`. Every event in every state has a result.
    ///
    /// To decide about many events in a row, use a `FlowEngine`, which changes its model in place and is faster.
    public func reduce(_ model: consuming FlowModel, _ event: FlowEvent) -> FlowTransition {
        var engine = FlowEngine(self, model)
        let decision = engine.apply(event)
        return engine.end(decision)
    }
}

/// Decides about events one by one, and changes its model in place.
public struct FlowEngine: Sendable {
    var run: Run
    /// The code that the state keeps across launches. The values of `persistedCode` and `collected` (the references in the model) are valid
    /// only if `isSurveyed` is true.
    private(set) var persistedCode: SecretRef?
    private(set) var collected: [SecretRef] = []
    private var isSurveyed = false
    /// The references in the model before the last event, and the references in that event.
    private var previous: [SecretRef] = []

    /// The decision about an event, and its result.
    public struct AppliedRule: Hashable, Sendable {
        /// The rule that decided about the event.
        public let rule: Rule
        /// The change that the event made to the state.
        public let outcome: FlowTransition.Outcome
    }

    /// Creates an engine with the settings of `reducer`, which starts from `model`.
    public init(_ reducer: FlowReducer, _ model: consuming FlowModel = FlowModel()) { run = Run(model, Turn(reducer.shared)) }

    /// The settings of the reducer.
    public var settings: FlowSettings { run.settings }

    /// The model after the last event.
    public var model: FlowModel { _read { yield run.model } }

    /// The effects of the last event, in order.
    public var effects: [Effect] { _read { yield run.turn.effects } }

    /// Decides about the next event. Afterward, `model` and `effects` are the results of this event.
    ///
    /// The model's `calls` decide first, about the replies and timers of the calls. Then the rules that apply in every state decide, and
    /// last the current state. Finally, everything that the new state no longer needs is canceled.
    @discardableResult
    public mutating func apply(_ event: FlowEvent) -> AppliedRule {
        run.turn.begin(at: event.time)
        if run.context.isShutDown { return AppliedRule(rule: .`FM-01`, outcome: .ignored) }
        if !isSurveyed { survey(run.model.state.awaiting) }
        swap(&collected, &previous)
        event.origin.collect(&previous)
        let persistedCode = persistedCode
        var state = run.model.takeState()
        let decision = run.decide(&state, event.origin).settle(&state)
        run.model.putBack(&state)
        let awaiting = run.model.state.awaiting
        run.giveUpAll(but: awaiting, persistedCode: persistedCode)
        survey(awaiting)
        if collected != previous { run.forget(previous, but: &collected) }
        return decision
    }

    /// Continues with a copy of the model in `shared`.
    package mutating func begin(at shared: SharedModel) {
        run.model = shared.model
        persistedCode = shared.persistedCode
        collected.removeAll(keepingCapacity: true)
        collected.append(contentsOf: shared.collected)
        isSurveyed = true
    }

    private mutating func survey(_ awaiting: borrowing Awaiting) {
        persistedCode = awaiting.persistedCode
        collected.removeAll(keepingCapacity: true)
        awaiting.collect(&collected)
        run.model.collect(&collected)
        isSurveyed = true
    }

    fileprivate consuming func end(_ decision: AppliedRule) -> FlowTransition {
        FlowTransition(model: run.model, effects: run.turn.effects, rule: decision.rule, outcome: decision.outcome)
    }
}
