/// A model with many owners. An explorer, which searches the flow's possible runs, tries many events from one model and keeps few of the
/// resulting models.
package final class SharedModel: Sendable {
    package let model: FlowModel
    /// The references in the model, each once, except references to resources.
    package let references: [SecretRef]
    /// The code that the model's state keeps across launches; `nil` if there is none.
    let persistedCode: SecretRef?
    let collected: [SecretRef]

    /// Creates the model of a flow before its first event, `launched`.
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

// Functions by which an explorer uses the engine's model. The model stays inside the engine, because passing it to a function of a
// different module would copy it, and a copy costs more than a decision. The functions are mutating only so that Swift passes the engine by
// address. Otherwise Swift would copy the engine's 1,000 bytes nine times for each event that the explorer tries.
extension FlowEngine {
    /// Returns a copy of the current model, for the explorer to keep.
    /// - Parameter references: the references in the model; `nil` if they are not known.
    package mutating func shareModel(references: [SecretRef]? = nil) -> SharedModel { SharedModel(self, references: references) }

    /// Returns the invariants that the last event broke.
    /// - Parameters:
    ///   - judges: the judges of the run so far, which the function updates with the event.
    ///   - event: the last event.
    ///   - settings: the settings of the flow.
    package mutating func judge(_ judges: inout RunJudges, _ event: FlowEvent, _ settings: FlowSettings) -> [Invariant] {
        let step = judges.step(event, run.turn.effects, settings)
        var steps = StepJudge()
        var broken = judges.judge(step, to: run.model, settings)
        broken.add(steps.judge(step, at: run.model, settings))
        return broken
    }

    /// Returns whether the last event broke the invariant of `judge`, which follows the run up to the model before the event.
    package mutating func loses(_ judge: ReferenceJudge, _ event: FlowEvent, after: [SecretRef]) -> Bool {
        judge.wouldBeBroken(by: event, run.turn.effects, after: after)
    }

    /// Begins the digest of the current model with `canonicalizer`.
    package mutating func beginDigest(_ canonicalizer: inout Canonicalizer, at now: Instant) { canonicalizer.begin(run.model, at: now) }

    /// Returns the effects of the last event.
    package mutating func lastEffects() -> [Effect] { run.turn.effects }

    /// Returns whether the current model equals `shared`.
    package mutating func isAt(_ shared: SharedModel) -> Bool { run.model == shared.model }

    /// Returns whether all effects of the last event forget secrets.
    package mutating func onlyForgets() -> Bool {
        for index in run.turn.effects.indices {
            if case .forget(.secret) = run.turn.effects[index] { continue }
            return false
        }
        return true
    }
}

extension [SecretRef] {
    /// A copy without spare capacity. The engine's lists keep the capacity of their maximum length, and an ordinary copy would share that
    /// storage. Ordinary copies took two thirds of the memory of an exploration.
    fileprivate var copyOfItsSize: [SecretRef] { map { $0 } }
}
