/// What Adobe decided about one resource.
public struct Decision: Hashable, Sendable, LogValue {
    /// The resource.
    public let resource: SecretRef
    /// Permit or deny.
    public let verdict: Verdict
    /// Who decided.
    public let source: Source
    /// Until when Adobe holds to it, if it says so.
    public let notAfter: Instant?

    /// Who decided.
    public enum Source: String, Word {
        case mvpd, degradation, temppass, dummy
        /// One this build does not know.
        case other
    }

    /// Permit or deny.
    public enum Verdict: Hashable, Sendable, LogValue {
        /// By authorize with a media token, by preauthorize without.
        case permit(media: MediaToken?)
        /// With Adobe's error.
        case deny(AdobeError)

        enum Kind: String, Word {
            case permit, deny
        }

        var kind: Kind {
            switch self {
            case .permit: .permit
            case .deny: .deny
            }
        }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.kind) {
                case .permit:
                    var media: MediaToken?
                    if case .permit(let value) = old { media = value }
                    return .permit(media: try archive.optional("media", media))
                case .deny:
                    var error: AdobeError?
                    if case .deny(let value) = old { error = value }
                    return .deny(try archive.field("error", error))
                }
            }
        }
    }

    /// What Adobe decided about one resource.
    public init(resource: SecretRef, verdict: Verdict, source: Source, notAfter: Instant? = nil) {
        self.resource = resource
        self.verdict = verdict
        self.source = source
        self.notAfter = notAfter
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Decision(
                resource: try archive.field("resource", old?.resource),
                verdict: try archive.field("verdict", old?.verdict),
                source: try archive.field("source", old?.source),
                notAfter: try archive.optional("notAfter", old?.notAfter))
        }
    }
}

/// A media token: good for one playback, never kept (V2-D-12).
public struct MediaToken: Hashable, Sendable, LogValue {
    /// The token, at the interpreter.
    public let ref: SecretRef
    /// When it ends, by Adobe's clock.
    public let notAfter: Instant

    /// A media token.
    public init(ref: SecretRef, notAfter: Instant) {
        self.ref = ref
        self.notAfter = notAfter
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            MediaToken(ref: try archive.field("ref", old?.ref), notAfter: try archive.field("notAfter", old?.notAfter))
        }
    }
}

/// What is to be done about one profile that Adobe removed (V2-E-03).
public struct Logout: Hashable, Sendable, LogValue {
    /// The MVPD; `nil` by the legacy API, which signs out whoever is signed in on this device.
    public let mvpd: MVPDID?
    /// What is to be done.
    public let action: Action

    /// Adobe's `actionName` at sign-out.
    public enum Action: Hashable, Sendable, LogValue {
        /// `logout`: open this in a user agent (V2-E-04).
        case logout(link: SecretRef?)
        /// `partner_logout`: the viewer signs out in Settings (V2-E-05).
        case partnerLogout
        /// `complete`: nothing.
        case complete
        /// `invalid`: there was no profile.
        case invalid
        /// One this build does not know: nothing.
        case unsupported

        enum Kind: String, Word {
            case logout, partnerLogout, complete, invalid, unsupported
        }

        var kind: Kind {
            switch self {
            case .logout: .logout
            case .partnerLogout: .partnerLogout
            case .complete: .complete
            case .invalid: .invalid
            case .unsupported: .unsupported
            }
        }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.kind) {
                case .logout:
                    var link: SecretRef?
                    if case .logout(let value) = old { link = value }
                    return .logout(link: try archive.optional("link", link))
                case .partnerLogout: return .partnerLogout
                case .complete: return .complete
                case .invalid: return .invalid
                case .unsupported: return .unsupported
                }
            }
        }
    }

    /// What is to be done about one removed profile.
    public init(mvpd: MVPDID?, action: Action) {
        self.mvpd = mvpd
        self.action = action
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Logout(mvpd: try archive.optional("mvpd", old?.mvpd), action: try archive.field("action", old?.action))
        }
    }
}
