/// Judges whether references to secrets are lost, or forgotten too early. The references that the flow holds are read from the model, field
/// by field, because no effect shows them.
package struct ReferenceJudge {
    /// The references in the model before the next event.
    private var references: [SecretRef]
    /// The references whose secrets were lost and forgotten, although the model still contains the reference.
    private var lost: [SecretRef] = []

    /// Creates a judge for a run that begins at `model`.
    package init(at model: FlowModel) { references = References.of(model).list }

    /// Creates a judge for a run that begins at a model that contains `references`.
    package init(holding references: [SecretRef]) { self.references = references }

    /// Judges the next event and its effects.
    /// - Parameter after: the references in the model after the event.
    /// - Returns: whether the event broke the invariant.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], after: [SecretRef]) -> Bool {
        let isBroken = wouldBeBroken(by: event, effects, after: after)
        if let secret = newlyLost(event, effects) { lost.append(secret) }
        if !lost.isEmpty { lost.removeAll { !after.contains($0) } }
        references = after
        return isBroken
    }

    /// Returns the same as `isBroken`, but leaves the judge unchanged. An explorer, which searches the flow's possible runs, needs this
    /// because it tries many events from one model.
    package func wouldBeBroken(by event: FlowEvent, _ effects: [Effect], after: [SecretRef]) -> Bool {
        for effect in effects where effect.isForgottenSecret {
            if forgetsTooMuch(event, after, effects) { return true }
            break
        }
        // Most events remove no reference, so only the removed references are collected.
        var gone: [SecretRef] = []
        for reference in references where !after.contains(reference) { gone.append(reference) }
        for reference in References.of(event).list where !after.contains(reference) { gone.append(reference) }
        if gone.isEmpty { return false }
        let lostNow = newlyLost(event, effects)
        let done = References.of(effects).list
        return !gone.allSatisfy { done.contains($0) || lost.contains($0) || $0 == lostNow }
    }

    /// Returns the secret that the event reports as lost; `nil` if the event reports none or the flow does not forget the secret.
    private func newlyLost(_ event: FlowEvent, _ effects: [Effect]) -> SecretRef? {
        guard case .app(.secretLost(let secret)) = event.origin, effects.contains(.forget(.secret(secret))) else { return nil }
        return secret
    }

    /// Whether the effects forget a secret that the flow still holds or hands to the app in this step. A lost secret is exempt, because the
    /// flow must forget it.
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
