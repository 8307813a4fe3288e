/// Judges the shutdown of the flow, using only events and effects. A shutdown leaves nothing outstanding, and no effect follows it.
struct ShutdownJudge: Hashable, Sendable {
    /// Whether the flow was shut down.
    private(set) var isOver = false

    /// Creates a judge for a run that is followed from its launch on.
    init() {}

    /// Creates a judge that begins in the middle of a run, at `model`.
    init(at model: FlowModel) { isOver = model.context.isShutDown }

    /// Returns whether the step breaks the invariant.
    mutating func isBroken(by step: RunStep) -> Bool {
        if isOver { return !step.effects.isEmpty }
        if case .app(.shutDown) = step.event.origin { isOver = step.before.isLaunched }
        return isOver && !step.after.isEmpty
    }
}
