/// An authentication session at Adobe, with its code.
public struct OpenSession: Hashable, Sendable, LogObject {
    /// The reference to the code.
    public let code: SecretRef
    /// The expiry of the code, by Adobe's clock; `nil` if Adobe names none.
    public let notAfter: Instant?
    /// The reference to the link of the page on which the viewer signs in; `nil` if the action is not `authenticate`.
    public let link: SecretRef?
    /// The MVPD of the session; `nil` if Adobe does not name it (G-38).
    public let mvpd: MVPDID?
    /// The parameters that are still missing if Adobe's action is `resume` or `retry`; otherwise empty.
    public let missing: [MissingParameter]
    /// The reason that Adobe returned this session.
    public let reason: Reason

    /// A parameter that a session lacks.
    @nonexhaustive
    public enum MissingParameter: String, Word {
        package static let table = WordTable<Self>()
        /// The provider with which the viewer signs in.
        case mvpd
        /// A domain registered for the service provider.
        case domainName
        /// The address to which the user agent redirects at the end.
        case redirectUrl
        /// A parameter that this build does not know.
        case other
    }

    /// The reasons that Adobe returns a session.
    @nonexhaustive
    public enum Reason: String, Word {
        package static let table = WordTable<Self>()
        /// No special reason: the viewer must sign in as usual.
        case none
        /// The partner status was missing or refused.
        case partnerStatusFallback
        /// Partner single sign-on is not configured or is switched off at Adobe.
        case configurationFallback
        /// The domain or the redirect URL was missing.
        case missingParametersFallback
        /// A reason that this build does not know.
        case other
    }

    /// Creates an authentication session at Adobe. Each parameter sets the property of the same name.
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("code", code)
        sink.field("notAfter", notAfter)
        sink.field("link", link)
        sink.field("mvpd", mvpd)
        sink.field("missing", missing)
        sink.field("reason", reason)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        OpenSession(
            code: try source.field("code"),
            notAfter: try source.field("notAfter"),
            link: try source.field("link"),
            mvpd: try source.field("mvpd"),
            missing: try source.field("missing"),
            reason: try source.field("reason"))
    }
}

/// Adobe's answer to a request that creates or resumes a session or opens a partner session. Each case is one of Adobe's values of
/// `actionName`.
@nonexhaustive
public enum AdobeSession: Hashable, Sendable, LogObject {
    /// `authorize`: no authentication is needed.
    case authorize(ServerAuthorization)
    /// `authenticate`: the viewer signs in on the page at the link, or types the code on a second screen.
    case authenticate(OpenSession)
    /// `resume`: parameters are missing.
    case resume(OpenSession)
    /// `retry`: parameters are still missing. Adobe gives this answer only to a request that resumes a session (G-36).
    case retry(OpenSession)
    /// `partner_profile`: the partner framework must answer the SAML request `request`.
    case partnerProfile(request: SecretRef, mvpd: MVPDID?)
    /// A value of `actionName` that this build does not know.
    case unsupported

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case authorize, authenticate, resume, retry, partnerProfile, unsupported
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .authorize(let word): sink.fields(Kind.authorize, "word", word)
        case .authenticate(let session): sink.fields(Kind.authenticate, "session", session)
        case .resume(let session): sink.fields(Kind.resume, "session", session)
        case .retry(let session): sink.fields(Kind.retry, "session", session)
        case .partnerProfile(let request, let mvpd): sink.fields(Kind.partnerProfile, "request", request, "mvpd", mvpd)
        case .unsupported: sink.fields(Kind.unsupported)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .authorize: return .authorize(try source.field("word"))
        case .authenticate: return .authenticate(try source.field("session"))
        case .resume: return .resume(try source.field("session"))
        case .retry: return .retry(try source.field("session"))
        case .partnerProfile: return .partnerProfile(request: try source.field("request"), mvpd: try source.field("mvpd"))
        case .unsupported: return .unsupported
        }
    }
}
