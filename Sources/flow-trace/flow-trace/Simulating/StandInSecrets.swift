import FlowEffects
import FlowMachine

/// The simulated secrets for the references in a log, which contains no secrets. A reference without a simulated secret stands for the newest
/// simulated secret of the same kind.
final class StandInSecrets: SecretStore {
    private struct State {
        var secrets: [SecretRef: Secret] = [:]
        var newest: [SecretRef.Kind: Secret] = [:]
        var next = firstNumber
    }

    private let state = Lock(State())

    /// The first number of simulated secrets: no log and no other simulated answer uses these numbers.
    private static let firstNumber: Int64 = 950_000

    func put(_ secret: Secret) -> SecretRef {
        state.withLock { state in
            let ref = SecretRef(secret.kind, state.next)
            state.next += 1
            state.secrets[ref] = secret
            state.newest[secret.kind] = secret
            return ref
        }
    }

    func secret(_ ref: SecretRef) -> Secret? {
        // Each resource has a different text, so that a denial concerns only one resource.
        if case .resource = ref.kind { return .resource("resource-\(ref.number)") }
        return state.withLock { $0.secrets[ref] ?? $0.newest[ref.kind] }
    }

    /// Returns whether a simulated secret was created with the reference `ref`.
    func made(_ ref: SecretRef) -> Bool { state.withLock { $0.secrets[ref] != nil } }

    /// Binds a reference of the log to the newest simulated secret of its kind. The reference keeps this secret when a newer secret is created.
    func bind(_ ref: SecretRef) {
        state.withLock { state in
            if state.secrets[ref] == nil, let secret = state.newest[ref.kind] { state.secrets[ref] = secret }
        }
    }
}
