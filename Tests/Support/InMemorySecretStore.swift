import FlowEffects
import FlowMachine
import Foundation

/// A secret store for tests: numbers from 1 for each kind, nothing on disk, all contents readable.
public final class InMemorySecretStore: SecretStore, @unchecked Sendable {
    // Sound: `secrets` and `numbers` are only accessed while `lock` is held.
    private let lock = NSLock()
    private var secrets: [SecretRef: Secret] = [:]
    private var numbers: [SecretRef.Kind: Int64] = [:]

    /// An empty store.
    public init() {}

    /// Keeps `secret`; equal resources get equal references.
    public func put(_ secret: Secret) -> SecretRef {
        lock.withLock {
            if case .resource(let name) = secret {
                for (ref, kept) in secrets {
                    if case .resource(let other) = kept, other.utf8.elementsEqual(name.utf8) { return ref }
                }
            }
            let number = (numbers[secret.kind] ?? 0) + 1
            numbers[secret.kind] = number
            let ref = SecretRef(secret.kind, number)
            secrets[ref] = secret
            return ref
        }
    }

    /// The secret, if it was stored and not removed.
    public func secret(_ ref: SecretRef) -> Secret? {
        lock.withLock { secrets[ref] }
    }

    /// Loses the secret.
    public func remove(_ ref: SecretRef) {
        lock.withLock { secrets[ref] = nil }
    }

    /// All secrets, in no order.
    public var all: [Secret] { lock.withLock { Array(secrets.values) } }

    /// All that it holds, by reference.
    public var entries: [SecretRef: Secret] { lock.withLock { secrets } }

    /// How many secrets it holds.
    public var count: Int { lock.withLock { secrets.count } }
}
