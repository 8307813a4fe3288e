/// A model that many owners share. An explorer tries many events from one model and keeps few of the results.
package final class SharedModel: Sendable {
    package let model: FlowModel

    package init(_ model: consuming FlowModel) { self.model = model }
}

// What an explorer does with the engine's model. The model stays inside the engine: as an argument of a function of another module it would
// be copied each time, and a copy costs more than a decision.
extension FlowEngine {
    /// A copy of the model, to keep.
    package func shareModel() -> SharedModel { SharedModel(run.model) }

    /// The invariants that the last event broke, as `judges` report them.
    package func judge(_ judges: inout RunJudges, _ event: FlowEvent, _ settings: FlowSettings) -> [Invariant] {
        let step = judges.step(event, run.turn.effects, settings)
        var steps = StepJudge()
        return judges.judge(step, to: run.model, settings) + steps.judge(step, at: run.model, settings)
    }

    /// Whether the last event lost a reference that `judge` knows from the model before.
    package func loses(_ judge: ReferenceJudge, _ event: FlowEvent, after: [SecretRef]) -> Bool {
        judge.wouldBeBroken(by: event, run.turn.effects, after: after)
    }

    /// Begins the digest of the model.
    package func beginDigest(_ canonicalizer: inout Canonicalizer, at now: Instant) { canonicalizer.begin(run.model, at: now) }

    /// Whether the model equals `shared`.
    package func isAt(_ shared: SharedModel) -> Bool { run.model == shared.model }

    /// Whether the last event did nothing but forget secrets.
    package var onlyForgets: Bool {
        for index in run.turn.effects.indices {
            if case .forget(.secret) = run.turn.effects[index] { continue }
            return false
        }
        return true
    }
}
