import FlowEffects
import FlowMachine

/// The secrets of a simulated world behind the references of a log, which has none: a reference that the world did not make stands for its
/// newest secret of that kind.
final class StandInSecrets: SecretStore {
    private struct State {
        var secrets: [SecretRef: Secret] = [:]
        var newest: [SecretRef.Kind: Secret] = [:]
        var next = firstNumber
    }

    private let state = Lock(State())

    /// Numbers of secrets that no log has, and that no other simulated answer gets.
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
        // Each resource has a text of its own, so that a denial is about one of them.
        if case .resource = ref.kind { return .resource("resource-\(ref.number)") }
        return state.withLock { $0.secrets[ref] ?? $0.newest[ref.kind] }
    }

    /// Whether the world made a secret with this reference.
    func made(_ ref: SecretRef) -> Bool { state.withLock { $0.secrets[ref] != nil } }

    /// From now on a reference of the log stands for the newest secret of its kind, also when there is a newer one.
    func bind(_ ref: SecretRef) {
        state.withLock { state in
            if state.secrets[ref] == nil, let secret = state.newest[ref.kind] { state.secrets[ref] = secret }
        }
    }
}
