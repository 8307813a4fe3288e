/// The answer to a wish.
public enum Answer: Hashable, Sendable, LogValue {
    /// Play: permitted, with the media token for this one playback.
    case permitted(resource: SecretRef, media: MediaToken, source: Decision.Source)
    /// Play: denied, by the provider or by a rule of Adobe's (V2-D-13).
    case denied(resource: SecretRef, error: AdobeError)
    /// Preview: a decision for each resource; never a reason to play (V2-D-09).
    case previewed([Decision])
    /// Start or other provider: decisions can be asked.
    case signedIn(Access)
    /// Sign-out: done. `owed`: Adobe could not be told yet.
    case signedOut(owed: Bool)
    /// User metadata, in the vault.
    case userMetadata(attributes: SecretRef)
    /// It could not be done.
    case refused(Refusal)
    /// The app gave it up.
    case dropped

    /// The answer without its content.
    public enum Kind: String, Word {
        case permitted, denied, previewed, signedIn, signedOut, userMetadata, refused, dropped
    }

    /// The answer without its content.
    public var kind: Kind {
        switch self {
        case .permitted: .permitted
        case .denied: .denied
        case .previewed: .previewed
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .userMetadata: .userMetadata
        case .refused: .refused
        case .dropped: .dropped
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .permitted:
                var parts: (SecretRef, MediaToken, Decision.Source)?
                if case .permitted(let resource, let media, let source) = old { parts = (resource, media, source) }
                return .permitted(
                    resource: try archive.field("resource", parts?.0), media: try archive.field("media", parts?.1),
                    source: try archive.field("source", parts?.2))
            case .denied:
                var parts: (SecretRef, AdobeError)?
                if case .denied(let resource, let error) = old { parts = (resource, error) }
                return .denied(resource: try archive.field("resource", parts?.0), error: try archive.field("error", parts?.1))
            case .previewed:
                var decisions: [Decision]?
                if case .previewed(let value) = old { decisions = value }
                return .previewed(try archive.field("decisions", decisions))
            case .signedIn:
                var access: Access?
                if case .signedIn(let value) = old { access = value }
                return .signedIn(try archive.field("access", access))
            case .signedOut:
                var owed: Bool?
                if case .signedOut(let value) = old { owed = value }
                return .signedOut(owed: try archive.field("owed", owed))
            case .userMetadata:
                var attributes: SecretRef?
                if case .userMetadata(let value) = old { attributes = value }
                return .userMetadata(attributes: try archive.field("attributes", attributes))
            case .refused:
                var refusal: Refusal?
                if case .refused(let value) = old { refusal = value }
                return .refused(try archive.field("refusal", refusal))
            case .dropped: return .dropped
            }
        }
    }
}

/// Why a wish was not granted, and the ways on.
public struct Refusal: Hashable, Sendable, LogValue {
    /// Why.
    public let reason: Reason
    /// Adobe's error, if it reported one.
    public let error: AdobeError?
    /// What the app can offer the person.
    public let ways: [Problem.Way]

    /// Why a wish was not granted.
    public enum Reason: String, Word {
        /// Nobody is signed in, and this wish does not ask anybody.
        case notSignedIn
        /// The person gave up.
        case cancelled
        /// The viewer signed out meanwhile.
        case signedOut
        /// Temporary access is not set up, or used up.
        case temporaryAccess
        /// Too many wishes are open; at most 16 are.
        case tooManyWishes
        /// Adobe or the way to it failed.
        case service
        /// Adobe was not reachable.
        case unreachable
        /// The app's registration was refused.
        case registration
        /// The viewer is signed in, and yet the sign-in cannot be used for this.
        case authentication
    }

    /// Why a wish was not granted.
    public init(reason: Reason, error: AdobeError? = nil, ways: [Problem.Way] = []) {
        self.reason = reason
        self.error = error
        self.ways = ways
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Refusal(
                reason: try archive.field("reason", old?.reason),
                error: try archive.optional("error", old?.error),
                ways: try archive.field("ways", old?.ways))
        }
    }
}
