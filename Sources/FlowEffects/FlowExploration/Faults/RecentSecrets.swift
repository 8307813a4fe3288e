import FlowEffects
import FlowMachine
import FlowSimulation

/// The vault, which also remembers the most recent secrets so that they can be lost.
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

    /// Loses one of the most recent secrets, and returns its reference.
    func lose(_ number: Int) -> SecretRef? {
        let refs = recent.withLock { $0 }
        guard !refs.isEmpty else { return nil }
        let ref = refs[number % refs.count]
        guard vault.secret(ref) != nil else { return nil }
        try? vault.forget(.secret(ref))
        return ref
    }
}
