import FlowMachine

/// Where interpreters put secrets and look them up. Safe to use from any thread; never suspends.
public protocol SecretStore: Sendable {
    /// Keeps `secret` and names it. Client credentials and tokens are on disk when this returns; all others are in
    /// memory. Resources that are equal get equal references.
    func put(_ secret: Secret) -> SecretRef
    /// The secret behind a reference, if it is still there.
    func secret(_ ref: SecretRef) -> Secret?
}
