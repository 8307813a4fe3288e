/// A model that many owners share. An explorer tries many events from one model and keeps few of the results.
package final class SharedModel: Sendable {
    package let model: FlowModel
    /// The references in the model, each once, without resources.
    package let references: [SecretRef]
    /// The code that an engine at this model knows to be kept.
    let persistedCode: SecretRef?
    let collected: [SecretRef]

    /// The model before `launched`.
    package init() {
        model = FlowModel()
        (references, persistedCode, collected) = ([], nil, [])
    }

    fileprivate init(_ engine: borrowing FlowEngine, references: [SecretRef]?) {
        model = engine.run.model
        self.references = (references ?? References.of(engine.run.model).list).copyOfItsSize
        (persistedCode, collected) = (engine.persistedCode, engine.collected.copyOfItsSize)
    }
}

// What an explorer does with the engine's model. The model stays inside the engine: as an argument of a function of another module it would
// be copied each time, and a copy costs more than a decision. The functions are mutating only so that the engine is passed by its address:
// one that reads it copies its 1,000 bytes first, nine times for each event that is tried.
extension FlowEngine {
    /// A copy of the model after an event, to keep.
    /// - Parameter references: the references in the model, if they are known.
    package mutating func shareModel(references: [SecretRef]? = nil) -> SharedModel { SharedModel(self, references: references) }

    /// The invariants that the last event broke, as `judges` report them.
    package mutating func judge(_ judges: inout RunJudges, _ event: FlowEvent, _ settings: FlowSettings) -> [Invariant] {
        let step = judges.step(event, run.turn.effects, settings)
        var steps = StepJudge()
        var broken = judges.judge(step, to: run.model, settings)
        broken.add(steps.judge(step, at: run.model, settings))
        return broken
    }

    /// Whether the last event lost a reference that `judge` knows from the model before.
    package mutating func loses(_ judge: ReferenceJudge, _ event: FlowEvent, after: [SecretRef]) -> Bool {
        judge.wouldBeBroken(by: event, run.turn.effects, after: after)
    }

    /// Begins the digest of the model.
    package mutating func beginDigest(_ canonicalizer: inout Canonicalizer, at now: Instant) { canonicalizer.begin(run.model, at: now) }

    /// The effects of the last event.
    package mutating func lastEffects() -> [Effect] { run.turn.effects }

    /// Whether the model equals `shared`.
    package mutating func isAt(_ shared: SharedModel) -> Bool { run.model == shared.model }

    /// Whether the last event did nothing but forget secrets.
    package mutating func onlyForgets() -> Bool {
        for index in run.turn.effects.indices {
            if case .forget(.secret) = run.turn.effects[index] { continue }
            return false
        }
        return true
    }
}

extension [SecretRef] {
    /// A copy without spare capacity. An engine's own lists keep the capacity of the longest that they ever were, and a copy that shares
    /// their storage keeps it as well: these lists were two thirds of the memory of an exploration.
    fileprivate var copyOfItsSize: [SecretRef] { map { $0 } }
}
