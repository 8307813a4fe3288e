import FlowEffects
import FlowMachine

/// A vault in memory, which outlasts a simulated process. It is a class because the interpreters of a world share it.
public final class SimulatedVault: SecretStore {
    private let vault: FlowVault
    /// The references of the last 12 secrets. A fault may lose one of these secrets.
    private let recent: Lock<[SecretRef]>

    /// Creates an empty vault.
    public convenience init() { self.init(.inMemory(), recent: []) }

    private init(_ vault: FlowVault, recent: [SecretRef]) {
        self.vault = vault
        self.recent = Lock(recent)
    }

    /// Returns a vault with the same contents.
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

    /// Returns the kept value of the kind `kind`; `nil` if there is none.
    package func fact(_ kind: PersistedValue.Kind) -> PersistedValue? { vault.fact(kind) }

    /// Keeps `fact` across launches, in place of the previous value of the same kind.
    package func keep(_ fact: PersistedValue) { try? vault.keep(fact) }

    /// Forgets a secret or a kept value.
    package func forget(_ forgotten: ForgetTarget) { try? vault.forget(forgotten) }

    /// Loses the secret that `number` selects among the last secrets. Returns the secret's reference; `nil` if the secret was already gone.
    package func lose(_ number: Int) -> SecretRef? {
        let refs = recent.withLock { $0 }
        guard !refs.isEmpty, vault.secret(refs[number % refs.count]) != nil else { return nil }
        forget(.secret(refs[number % refs.count]))
        return refs[number % refs.count]
    }

    /// Notes the next free numbers, so that a later launch does not use the same numbers again.
    package func note(_ next: NextNumbers) { try? vault.note(next) }

    /// Begins a launch and returns the kept values. Secrets to which no kept value refers were lost with the previous process.
    package func beginLaunch() -> PersistedState {
        var kept = vault.beginLaunch()
        // On a real device, the runtime chooses this number at random. Here it depends only on the vault, so that worlds are repeatable.
        kept.jitter = Jitter(kept.first.request)
        return kept
    }
}
