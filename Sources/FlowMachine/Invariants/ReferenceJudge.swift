/// Judges whether references are lost or forgotten too early. Which references are held is read from the model, field by field, since no
/// effect says that a reference is not forgotten.
package struct ReferenceJudge {
    /// The references in the model before.
    private var held: [SecretRef]
    /// The lost secrets that have been forgotten, although a question that was asked with them is still open.
    private var lost: [SecretRef] = []

    /// A judge of a run that begins at `model`.
    package init(at model: FlowModel) { held = References.of(model).list }

    /// Takes the next event and its effects.
    /// - Parameter after: the references in the model after it.
    /// - Returns: whether they break the invariant.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], after: [SecretRef]) -> Bool {
        if case .app(.secretLost(let secret)) = event.origin, effects.contains(.forget(.secret(secret))) { lost.append(secret) }
        let forgetsTooMuch = effects.contains { $0.isForgottenSecret } && forgetsTooMuch(event, after, effects)
        let gone = (held + References.of(event).list).filter { !after.contains($0) && !lost.contains($0) }
        if !lost.isEmpty { lost.removeAll { !after.contains($0) } }
        held = after
        if forgetsTooMuch { return true }
        if gone.isEmpty { return false }
        let done = References.of(effects).list
        return !gone.allSatisfy { done.contains($0) }
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
