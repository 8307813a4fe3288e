/// Judges the end of a launch, using only events and effects: a shutdown leaves nothing outstanding, and no effect follows it.
struct ShutdownJudge: Hashable, Sendable {
    /// Whether the flow was shut down.
    private(set) var isOver = false

    /// A judge of a whole run.
    init() {}

    /// A judge that begins in the middle of a run.
    init(at model: FlowModel) { isOver = model.context.isShutDown }

    /// Takes the next event and its effects. Returns whether they break the invariant.
    mutating func isBroken(by step: RunStep) -> Bool {
        if isOver { return !step.effects.isEmpty }
        if case .app(.shutDown) = step.event.origin { isOver = step.before.isLaunched }
        return isOver && !step.after.isEmpty
    }
}
