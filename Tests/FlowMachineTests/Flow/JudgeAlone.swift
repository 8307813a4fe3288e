import FlowTestSupport

@testable import FlowMachine

/// A judge that is tried alone, with what its run waits for.
struct JudgeAlone<Judge> {
    var judge: Judge
    private var outstanding = Outstanding()

    init(_ judge: Judge) { self.judge = judge }

    /// Begins in the middle of a run.
    init(_ judge: Judge, at model: FlowModel) {
        self.judge = judge
        outstanding = Outstanding(at: model)
    }

    mutating func step(_ event: FlowEvent, _ effects: [Effect]) -> RunStep { outstanding.step(event, effects, .box) }
}

extension JudgeAlone<SendingJudge> {
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool { judge.isBroken(by: step(event, effects), .box) }
}

extension JudgeAlone<LoopJudge> {
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool { judge.isBroken(by: step(event, effects)) }
}

extension JudgeAlone<OfferJudge> {
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool { judge.isBroken(by: step(event, effects)) }
}

extension JudgeAlone<ShutdownJudge> {
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool { judge.isBroken(by: step(event, effects)) }
}

extension JudgeAlone<PollJudge> {
    mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] { judge.judge(step(event, effects), .box) }
}

extension JudgeAlone<LeavingJudge> {
    mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] { judge.judge(step(event, effects), .box) }
}

extension JudgeAlone<ScreenJudge> {
    mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] { judge.judge(step(event, effects)) }
}

extension JudgeAlone<WaitingJudge> {
    mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] { judge.judge(step(event, effects), isAtRest: true) }
}

extension JudgeAlone<ExpiryJudge> {
    /// Takes an event whose effects are not judged.
    mutating func take(_ event: FlowEvent, _ effects: [Effect]) {
        let step = step(event, effects)
        judge.take(step)
        judge.note(step)
    }

    /// Whether the judge reports the event, which it does not remember.
    func breaks(_ event: FlowEvent, _ effects: [Effect]) -> Bool {
        var copy = self
        let step = copy.step(event, effects)
        copy.judge.take(step)
        return copy.judge.isBroken(by: step, .box)
    }

    /// The step that follows, which the judge does not remember.
    func next(_ event: FlowEvent, _ effects: [Effect]) -> RunStep {
        var copy = self
        return copy.step(event, effects)
    }
}

extension RunJudges {
    /// Takes an event and its effects.
    /// - Returns: the invariants that it broke.
    mutating func judge(_ event: FlowEvent, to after: FlowModel, _ effects: [Effect], _ settings: FlowSettings) -> [Invariant] {
        judge(step(event, effects, settings), to: after, settings)
    }
}
