/// Judges whether references are lost or forgotten too early. Which references the model has is read from the model, field by field, since no
/// effect says that a reference is not forgotten.
package struct ReferenceJudge {
    /// The references in the model before.
    private var references: [SecretRef]
    /// The lost secrets that have been forgotten, although a question that was asked with them is still open.
    private var lost: [SecretRef] = []

    /// A judge of a run that begins at `model`.
    package init(at model: FlowModel) { references = References.of(model).list }

    /// A judge of a run that begins at a model with these references.
    package init(holding references: [SecretRef]) { self.references = references }

    /// Takes the next event and its effects.
    /// - Parameter after: the references in the model after it.
    /// - Returns: whether they break the invariant.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], after: [SecretRef]) -> Bool {
        let isBroken = wouldBeBroken(by: event, effects, after: after)
        if let secret = newlyLost(event, effects) { lost.append(secret) }
        if !lost.isEmpty { lost.removeAll { !after.contains($0) } }
        references = after
        return isBroken
    }

    /// Does the same as `isBroken`, but the judge does not change: an explorer tries many events from one model.
    package func wouldBeBroken(by event: FlowEvent, _ effects: [Effect], after: [SecretRef]) -> Bool {
        for effect in effects where effect.isForgottenSecret {
            if forgetsTooMuch(event, after, effects) { return true }
            break
        }
        // Most events lose nothing, so no list is made of what is still there.
        var gone: [SecretRef] = []
        for reference in references where !after.contains(reference) { gone.append(reference) }
        for reference in References.of(event).list where !after.contains(reference) { gone.append(reference) }
        if gone.isEmpty { return false }
        let lostNow = newlyLost(event, effects)
        let done = References.of(effects).list
        return !gone.allSatisfy { done.contains($0) || lost.contains($0) || $0 == lostNow }
    }

    /// The secret that the event reports as lost, if it has been forgotten.
    private func newlyLost(_ event: FlowEvent, _ effects: [Effect]) -> SecretRef? {
        guard case .app(.secretLost(let secret)) = event.origin, effects.contains(.forget(.secret(secret))) else { return nil }
        return secret
    }

    /// Whether a secret is forgotten that the flow still holds, or hands to the app at this moment. A lost secret cannot be kept.
    private func forgetsTooMuch(_ event: FlowEvent, _ after: [SecretRef], _ effects: [Effect]) -> Bool {
        var needed = after
        for effect in effects {
            if case .answer = effect { needed += References.of(effect).list }
        }
        if case .app(.secretLost(let lost)) = event.origin { needed.removeAll { $0 == lost } }
        for case .forget(.secret(let ref)) in effects where needed.contains(ref) { return true }
        return false
    }
}

extension Effect {
    fileprivate var isForgottenSecret: Bool { if case .forget(.secret) = self { true } else { false } }
}
