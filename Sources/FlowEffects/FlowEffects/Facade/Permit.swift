import FlowMachine

/// Permission to play one resource once (V2-D-11).
public final class Permit: Sendable {
    /// The resource, as the app named it.
    public let resource: String
    /// Who decided.
    public let source: Decision.Source
    /// What Adobe says of the viewer beside the permit, for example the package; `nil` where it says nothing (before Adobe Pass 3.10).
    public let attributes: UserMetadata?
    /// Until when Adobe holds to its decision, by Adobe's clock, in milliseconds since 1970: asking again sooner brings the same; `nil` if it
    /// did not say. The media token ends long before.
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

    /// The serialised media token, for the programmer's verifier. It is handed out once, and not after its end (V2-D-12).
    /// - Throws: `PermitFailure` if there is none any more: play again for another.
    public func redeem() throws(PermitFailure) -> String {
        guard case .media(let token) = vault.take(media) else { throw .alreadyRedeemed }
        if clock.now >= end { throw .expired }
        return token
    }
}

extension Permit: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the resource.
    public var description: String { "<permit>" }
    /// Nothing of the resource.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a permit holds no media token.
public enum PermitFailure: Error, Hashable, Sendable {
    /// It was handed out before, or the viewer has signed out or the flow was shut down since.
    case alreadyRedeemed
    /// It has ended.
    case expired
}
