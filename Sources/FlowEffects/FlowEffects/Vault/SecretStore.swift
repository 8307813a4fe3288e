import FlowMachine

/// The store in which interpreters put secrets and look them up. Its functions can be called from any thread and never suspend.
public protocol SecretStore: Sendable {
    /// Stores `secret` and returns a reference to it. Client credentials and tokens are on disk when this function returns; other secrets are in
    /// memory. Equal resources receive equal references.
    func put(_ secret: Secret) -> SecretRef
    /// Returns the secret that a reference names; `nil` if it no longer exists.
    func secret(_ ref: SecretRef) -> Secret?
}
