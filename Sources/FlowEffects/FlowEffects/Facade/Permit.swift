#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// Permission to play one resource once (V2-D-11).
public final class Permit: Sendable {
    /// The resource, as the app named it.
    public let resource: String
    /// The party that decided: the provider, Adobe or a rule of Adobe's.
    public let source: AdobeDecision.Source
    /// The attributes that Adobe reports about the viewer with the permit, for example the package; `nil` if Adobe reports none (before Adobe Pass
    /// 3.10).
    public let attributes: UserMetadata?
    /// The time when the media token expires, by the device's clock: usually a few minutes after the permit. From then on, ``redeem()`` throws
    /// `expired`.
    public var expiry: Date { Date(state.end) }
    /// The time when Adobe's decision expires, by Adobe's clock; `nil` if Adobe did not report it. Until then, another request receives the same
    /// decision. The media token expires much earlier.
    public var decisionExpiry: Date? { state.decisionEnd.map { Date($0) } }
    private let media: SecretRef
    private let state: MediaState
    private let vault: FlowVault
    private let clock: any FlowClock

    init(
        resource: String, source: AdobeDecision.Source, attributes: UserMetadata? = nil, media: SecretRef, state: MediaState,
        vault: FlowVault,
        clock: any FlowClock
    ) {
        self.resource = resource
        self.source = source
        self.attributes = attributes
        self.media = media
        self.state = state
        self.vault = vault
        self.clock = clock
    }

    /// Creates a permit for a test of the app's player. No server accepts its token.
    /// - Parameters:
    ///   - resource: the resource that may be played.
    ///   - token: the text that ``redeem()`` returns as the media token.
    ///   - expiry: the time from which ``redeem()`` throws `expired`.
    public convenience init(_ resource: String, token: String, expiry: Date = .distantFuture) {
        let vault = FlowVault.inMemory()
        self.init(
            resource: resource, source: .mvpd, media: vault.put(.media(token)), state: MediaState(end: Instant(expiry)), vault: vault,
            clock: SystemClock())
    }

    deinit { _ = vault.take(media) }

    /// Returns the serialized media token, for the server that verifies it. Works once, and only while the token is valid: a few minutes
    /// (V2-D-12).
    /// - Throws: `PermitFailure` if the token was returned before, has expired, or was removed because the viewer signed out or the flow was shut
    ///   down. To get a new token, request the playback again.
    public func redeem() throws(PermitFailure) -> String {
        guard case .media(let token) = vault.take(media) else { throw state.failure.withLock { $0 } ?? .alreadyRedeemed }
        if clock.now >= state.end {
            state.fail(.expired)
            throw .expired
        }
        state.fail(.alreadyRedeemed)
        return token
    }
}

extension Permit: Redacted {
    /// Redacted: does not reveal the resource.
    public var description: String { "<permit>" }
}

/// The expiry of a media token, and the reason if the token is no longer available. The permit shares this object with the flow, which withdraws
/// the token.
final class MediaState: Sendable {
    /// The time when the token expires, by the device's clock.
    let end: Instant
    /// The time when the decision that arrived with the token expires, by Adobe's clock; `nil` if Adobe did not report it.
    let decisionEnd: Instant?
    /// The first reason for which the token is no longer available.
    let failure = Lock<PermitFailure?>(nil)

    init(end: Instant, decisionEnd: Instant? = nil) {
        self.end = end
        self.decisionEnd = decisionEnd
    }

    func fail(_ reason: PermitFailure) { failure.withLock { if $0 == nil { $0 = reason } } }
}

/// The reason why a permit has no media token to return.
@nonexhaustive
public enum PermitFailure: Error, Hashable, Sendable {
    /// The token was returned before.
    case alreadyRedeemed
    /// The token has expired.
    case expired
    /// The viewer has signed out since the permit was granted.
    case signedOut
    /// The flow was shut down after the permit was granted.
    case shutDown
}
