/// Watches a run from `launched` on and reports which invariants each event broke.
///
/// Events and effects decide, never what the machine remembers. The model is read only for what no effect shows, and for whether it agrees:
/// the access and the kind of state that the app sees, the references that are still held, the open wishes, and the screen. Nothing that the
/// model says excuses a violation.
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

    /// A checker for one run under these settings.
    public init(settings: FlowSettings) {
        self.settings = settings
        judges = RunJudges(polls: true)
        references = ReferenceJudge(at: FlowModel())
    }

    /// A checker that begins in the middle of a run under `settings`, at `model`. It does not find what only a whole run shows: a media token that was
    /// handed out twice, a wish that was answered twice, a wish that waits for nothing, or a sign-out that Adobe has not answered.
    public init(settings: FlowSettings, at model: FlowModel) {
        self.settings = settings
        judges = RunJudges(at: model)
        references = ReferenceJudge(at: model)
    }

    /// The invariants that `event` broke, with the model and effects it led to.
    /// - Parameters:
    ///   - event: the next event of the run.
    ///   - after: the model after it.
    ///   - effects: its effects.
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
