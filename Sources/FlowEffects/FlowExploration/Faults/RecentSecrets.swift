import FlowEffects
import FlowMachine
import FlowSimulation

/// The vault, with a note of what was put into it last, so that it can be lost.
final class RecentSecrets: SecretStore {
    let vault = FlowVault()
    private let recent = Lock<[SecretRef]>([])

    func put(_ secret: Secret) -> SecretRef {
        let ref = vault.put(secret)
        recent.withLock { recent in
            recent.append(ref)
            if recent.count > 12 { recent.removeFirst() }
        }
        return ref
    }

    func secret(_ ref: SecretRef) -> Secret? { vault.secret(ref) }

    /// Loses one of the last secrets, and tells which.
    func lose(_ number: Int) -> SecretRef? {
        let refs = recent.withLock { $0 }
        guard !refs.isEmpty else { return nil }
        let ref = refs[number % refs.count]
        guard vault.secret(ref) != nil else { return nil }
        try? vault.forget(.secret(ref))
        return ref
    }
}
