import FlowEffects
import FlowMachine

/// A vault in memory, which outlasts a simulated process. A reference type, because a world's interpreters share it.
public final class SimulatedVault: SecretStore {
    private let vault: FlowVault
    /// The secrets that were put last, which a fault may lose.
    private let recent: Lock<[SecretRef]>

    /// Creates an empty vault.
    public convenience init() { self.init(.inMemory(), recent: []) }

    private init(_ vault: FlowVault, recent: [SecretRef]) {
        self.vault = vault
        self.recent = Lock(recent)
    }

    /// A vault with the same contents.
    func copy() -> SimulatedVault { SimulatedVault(vault.copyInMemory(), recent: recent.withLock { $0 }) }

    public func put(_ secret: Secret) -> SecretRef {
        let ref = vault.put(secret)
        recent.withLock { recent in
            recent.append(ref)
            if recent.count > 12 { recent.removeFirst() }
        }
        return ref
    }

    public func secret(_ ref: SecretRef) -> Secret? { vault.secret(ref) }

    /// The number of secrets.
    public var count: Int { vault.secretCount }

    /// The fact of that kind that is kept.
    package func fact(_ kind: PersistedValue.Kind) -> PersistedValue? { vault.fact(kind) }

    /// Remembers `fact` across launches; replaces the fact of the same kind.
    package func keep(_ fact: PersistedValue) { try? vault.keep(fact) }

    /// Forgets a secret or a fact.
    package func forget(_ forgotten: ForgetTarget) { try? vault.forget(forgotten) }

    /// Loses one of the last secrets, and returns its reference; `nil` if it is gone already.
    package func lose(_ number: Int) -> SecretRef? {
        let refs = recent.withLock { $0 }
        guard !refs.isEmpty, vault.secret(refs[number % refs.count]) != nil else { return nil }
        forget(.secret(refs[number % refs.count]))
        return refs[number % refs.count]
    }

    /// Notes which numbers the next launch must not use again.
    package func note(_ next: NextNumbers) { try? vault.note(next) }

    /// What a new process finds. Secrets that no fact names are gone with the previous process.
    package func beginLaunch() -> PersistedState {
        var kept = vault.beginLaunch()
        // A device's own number; every simulated device has the same.
        kept.jitter = Jitter(kept.first.request)
        return kept
    }
}
