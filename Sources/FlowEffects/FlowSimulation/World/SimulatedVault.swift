import FlowEffects
import FlowMachine

/// Secrets and kept facts in memory, and which of them survive a process.
///
/// A reference type, because interpreters share it: copies of a world share their vault.
public final class SimulatedVault: SecretStore {
    private struct Contents: Sendable {
        var secrets: [SecretRef: Secret] = [:]
        var resources: [[UInt8]: SecretRef] = [:]
        var facts: [PersistedValue.Kind: PersistedValue] = [:]
        var numbers: [SecretRef.Kind: Int64] = [:]
    }

    private let contents = Lock(Contents())

    /// Creates an empty vault.
    public init() {}

    public func put(_ secret: Secret) -> SecretRef {
        contents.withLock { contents in
            if case .resource(let name) = secret, let ref = contents.resources[Array(name.utf8)] { return ref }
            let number = contents.numbers[secret.kind, default: 0] + 1
            contents.numbers[secret.kind] = number
            let ref = SecretRef(secret.kind, number)
            contents.secrets[ref] = secret
            if case .resource(let name) = secret { contents.resources[Array(name.utf8)] = ref }
            return ref
        }
    }

    public func secret(_ ref: SecretRef) -> Secret? { contents.withLock { $0.secrets[ref] } }

    /// The number of secrets.
    public var count: Int { contents.withLock { $0.secrets.count } }

    /// The access token that is kept.
    var token: SecretRef? {
        contents.withLock { contents in
            if case .token(let token)? = contents.facts[.token] { token.ref } else { nil }
        }
    }

    /// The fact of that kind that is kept.
    func fact(_ kind: PersistedValue.Kind) -> PersistedValue? { contents.withLock { $0.facts[kind] } }

    /// Remembers `fact` across launches; replaces the fact of the same kind.
    package func keep(_ fact: PersistedValue) { contents.withLock { $0.facts[fact.kind] = fact } }

    /// Forgets a secret or a fact.
    func forget(_ forgotten: ForgetTarget) {
        contents.withLock { contents in
            switch forgotten {
            case .secret(let ref): contents.secrets[ref] = nil
            case .fact(let kind): contents.facts[kind] = nil
            }
        }
    }

    /// What a new process finds. Secrets that no fact names are gone with the previous process.
    func relaunched(first: Numbers) -> PersistedState {
        contents.withLock { contents in
            // A device's own number; every simulated device has the same.
            var kept = PersistedState(first: first, jitter: Jitter(first.request))
            var named: [SecretRef] = []
            for fact in contents.facts.values {
                switch fact {
                case .client(let client):
                    kept.client = client
                    named.append(client)
                case .token(let token):
                    kept.token = token
                    named.append(token.ref)
                case .provider(let provider): kept.provider = provider
                case .profile(let profile):
                    kept.profile = profile
                    if let attributes = profile.attributes { named.append(attributes) }
                case .code(let code):
                    kept.code = code
                    named.append(code.code)
                case .signedOut(let mark): kept.signedOut = mark
                case .owedLogouts(let logouts): kept.owedLogouts = logouts
                }
            }
            contents.secrets = contents.secrets.filter { named.contains($0.key) }
            contents.resources = [:]
            return kept
        }
    }
}
