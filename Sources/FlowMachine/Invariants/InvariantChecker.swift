/// Watches a run from `launched` on and reports which invariants each event broke.
///
/// The checker judges events and effects, and does not trust the model. It reads the model only for values that no effect shows, and to
/// compare the model with the run. These values are the access and the kind of state that the app sees, the references that the flow holds,
/// the open wishes, and the current presentation. Nothing in the model excuses a violation.
///
/// ```swift
/// var checker = InvariantChecker(settings: settings)
/// let transition = reducer.reduce(model, event)
/// let broken = checker.check(event, transition.model, transition.effects)
/// ```
public struct InvariantChecker {
    private let settings: FlowSettings
    private var judges: RunJudges
    private var steps = StepJudge()
    private var references: ReferenceJudge

    /// Creates a checker for one run under `settings`, from the launch on.
    public init(settings: FlowSettings) {
        self.settings = settings
        judges = RunJudges(polls: true)
        references = ReferenceJudge(at: FlowModel())
    }

    /// Creates a checker that begins in the middle of a run.
    ///
    /// Such a checker does not find violations that only a whole run shows: a media token that was handed out twice, a wish that was
    /// answered twice, a wish that waits for nothing, or a sign-out that Adobe has not answered.
    /// - Parameters:
    ///   - settings: the settings of the run.
    ///   - model: the model before the first event to check.
    public init(settings: FlowSettings, at model: FlowModel) {
        self.settings = settings
        judges = RunJudges(at: model)
        references = ReferenceJudge(at: model)
    }

    /// Returns the invariants that an event broke.
    /// - Parameters:
    ///   - event: the next event of the run.
    ///   - after: the model after the event.
    ///   - effects: the effects of the event.
    /// - Returns: the broken invariants; empty if there are none.
    public mutating func check(_ event: FlowEvent, _ after: FlowModel, _ effects: [Effect]) -> [Invariant] {
        let isOver = judges.isOver
        let step = judges.step(event, effects, settings)
        let broken = judges.judge(step, to: after, settings)
        let isLost = references.isBroken(by: event, effects, after: References.of(after).list)
        if isOver { return broken }
        return broken + steps.judge(step, at: after, settings) + (isLost ? [.noReferenceIsLost] : [])
    }
}
