import FlowMachine

/// The place where interpreters put secrets and look them up. Safe to use from any thread; never suspends.
public protocol SecretStore: Sendable {
    /// Keeps `secret` and returns a reference to it. Client credentials and tokens are on disk when this returns; all others are in memory.
    /// Equal resources get equal references.
    func put(_ secret: Secret) -> SecretRef
    /// The secret that a reference names, if it still exists.
    func secret(_ ref: SecretRef) -> Secret?
}
