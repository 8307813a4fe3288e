/// An authentication session at Adobe, with a code of its own.
public struct OpenSession: Hashable, Sendable, LogValue {
    /// The code, in the vault.
    public let code: SecretRef
    /// When the code ends, by Adobe's clock.
    public let notAfter: Instant?
    /// Where the viewer signs in, with `authenticate`.
    public let link: SecretRef?
    /// The MVPD, if the session knows it (G-38).
    public let mvpd: MVPDID?
    /// What is still missing, with `resume` and `retry`.
    public let missing: [MissingParameter]
    /// Why there is such a session.
    public let reason: Reason

    /// A parameter that a session lacks.
    public enum MissingParameter: String, Word {
        case mvpd, domainName, redirectUrl
        /// One this build does not know.
        case other
    }

    /// Why Adobe answered with a session.
    public enum Reason: String, Word {
        /// Authentication is required.
        case none
        /// The partner status was missing or refused.
        case partnerStatusFallback
        /// Partner single sign-on is not set up or switched off at Adobe.
        case configurationFallback
        /// The domain or the redirect URL was missing.
        case missingParametersFallback
        /// One this build does not know.
        case other
    }

    /// An authentication session at Adobe.
    public init(
        code: SecretRef, notAfter: Instant?, link: SecretRef?, mvpd: MVPDID?, missing: [MissingParameter] = [], reason: Reason = .none
    ) {
        self.code = code
        self.notAfter = notAfter
        self.link = link
        self.mvpd = mvpd
        self.missing = missing.count <= 8 ? missing : Array(missing[..<8])
        self.reason = reason
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            OpenSession(
                code: try archive.field("code", old?.code),
                notAfter: try archive.optional("notAfter", old?.notAfter),
                link: try archive.optional("link", old?.link),
                mvpd: try archive.optional("mvpd", old?.mvpd),
                missing: try archive.field("missing", old?.missing),
                reason: try archive.field("reason", old?.reason))
        }
    }
}

/// What Adobe answers when a session is created, resumed or asked for the partner: its `actionName`.
public enum Session: Hashable, Sendable, LogValue {
    /// `authorize`: no authentication is needed.
    case authorize(ServerAuthorization)
    /// `authenticate`: the viewer signs in at the link, or types the code elsewhere.
    case authenticate(OpenSession)
    /// `resume`: parameters are missing.
    case resume(OpenSession)
    /// `retry`: parameters are still missing (only after a resume, G-36).
    case retry(OpenSession)
    /// `partner_profile`: the partner framework is to answer this SAML request.
    case partnerProfile(request: SecretRef, mvpd: MVPDID?)
    /// An action this build does not know.
    case unsupported

    enum Kind: String, Word {
        case authorize, authenticate, resume, retry, partnerProfile, unsupported
    }

    var kind: Kind {
        switch self {
        case .authorize: .authorize
        case .authenticate: .authenticate
        case .resume: .resume
        case .retry: .retry
        case .partnerProfile: .partnerProfile
        case .unsupported: .unsupported
        }
    }

    private var open: OpenSession? {
        switch self {
        case .authenticate(let session), .resume(let session), .retry(let session): session
        case .authorize, .partnerProfile, .unsupported: nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .authorize:
                var word: ServerAuthorization?
                if case .authorize(let value) = old { word = value }
                return .authorize(try archive.field("word", word))
            case .authenticate: return .authenticate(try archive.field("session", old?.open))
            case .resume: return .resume(try archive.field("session", old?.open))
            case .retry: return .retry(try archive.field("session", old?.open))
            case .partnerProfile:
                var parts: (SecretRef, MVPDID?)?
                if case .partnerProfile(let request, let mvpd) = old { parts = (request, mvpd) }
                return .partnerProfile(
                    request: try archive.field("request", parts?.0), mvpd: try archive.optional("mvpd", parts?.1))
            case .unsupported: return .unsupported
            }
        }
    }
}
