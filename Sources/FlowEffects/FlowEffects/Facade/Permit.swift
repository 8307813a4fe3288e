import FlowMachine

/// Permission to play one resource once (V2-D-11).
public final class Permit: Sendable {
    /// The resource, as the app named it.
    public let resource: String
    /// Who decided.
    public let source: Decision.Source
    /// The attributes that Adobe reports about the viewer with the permit, for example the package; `nil` if it reports none (before Adobe
    /// Pass 3.10).
    public let attributes: UserMetadata?
    /// When Adobe's decision expires, by Adobe's clock, in milliseconds since 1970; `nil` if Adobe did not report it. Until then another
    /// request gets the same decision. The media token expires much earlier.
    public let decisionNotAfter: Instant?
    private let media: SecretRef
    private let vault: FlowVault
    private let clock: any FlowClock
    private let end: Instant

    init(
        resource: String, source: Decision.Source, attributes: UserMetadata? = nil, decisionNotAfter: Instant? = nil, media: SecretRef,
        end: Instant, vault: FlowVault, clock: any FlowClock
    ) {
        self.decisionNotAfter = decisionNotAfter
        self.resource = resource
        self.attributes = attributes
        self.source = source
        self.media = media
        self.vault = vault
        self.clock = clock
        self.end = end
    }

    deinit { _ = vault.take(media) }

    /// Returns the serialized media token, for the server that verifies it. Works once, and only while the token is valid: a few minutes
    /// (V2-D-12).
    /// - Throws: `PermitFailure` if the token was returned before or has expired: play again.
    public func redeem() throws(PermitFailure) -> String {
        guard case .media(let token) = vault.take(media) else { throw .alreadyRedeemed }
        if clock.now >= end { throw .expired }
        return token
    }
}

extension Permit: Redacted {
    /// Redacted: does not reveal the resource.
    public var description: String { "<permit>" }
}

/// Why a permit has no media token to return.
@nonexhaustive
public enum PermitFailure: Error, Hashable, Sendable {
    /// The token was returned before, or the viewer has signed out or the flow was shut down since.
    case alreadyRedeemed
    /// The token has expired.
    case expired
}
