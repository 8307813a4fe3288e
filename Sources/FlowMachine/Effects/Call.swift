/// One request to Adobe.
public struct Call: Hashable, Sendable, LogValue {
    /// The access token it goes with; none for registration and token.
    public let token: SecretRef?
    /// What is called, with its parameters.
    public let endpoint: Endpoint

    /// One request to Adobe.
    public init(token: SecretRef?, endpoint: Endpoint) {
        self.token = token
        self.endpoint = endpoint
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Call(token: try archive.optional("token", old?.token), endpoint: try archive.field("endpoint", old?.endpoint))
        }
    }
}

/// An endpoint of Adobe's, with its parameters.
public enum Endpoint: Hashable, Sendable, LogValue {
    /// POST /o/client/register
    case register
    /// POST /o/client/token
    case token(client: SecretRef)
    /// GET configuration
    case configuration
    /// GET profiles, with the partner status if it is valid
    case profiles(status: PartnerStatus?)
    /// GET profiles/{mvpd}
    case profile(MVPDID, status: PartnerStatus?)
    /// GET profiles/code/{code}
    case profileForCode(SecretRef)
    /// POST sessions
    case createSession(mvpd: MVPDID?)
    /// POST sessions/{code}
    case resumeSession(code: SecretRef, mvpd: MVPDID?)
    /// POST sessions/sso/{partner}
    case partnerSession(status: PartnerStatus)
    /// POST profiles/sso/{partner}
    case createPartnerProfile(saml: SecretRef, status: PartnerStatus)
    /// POST decisions/preauthorize/{mvpd}
    case preauthorize(MVPDID, resources: [SecretRef], status: PartnerStatus?)
    /// POST decisions/authorize/{mvpd}
    case authorize(MVPDID, resource: SecretRef, status: PartnerStatus?, identity: SecretRef?)
    /// GET logout/{mvpd}
    case logout(MVPDID)
    /// One of the legacy REST API V1's
    case restV1(RESTV1Endpoint)

    /// The endpoint without its parameters.
    public enum Kind: String, Word {
        case register, token, configuration, profiles, profile, profileForCode, createSession, resumeSession, partnerSession
        case createPartnerProfile, preauthorize, authorize, logout, restV1
    }

    /// The endpoint without its parameters.
    public var kind: Kind {
        switch self {
        case .register: .register
        case .token: .token
        case .configuration: .configuration
        case .profiles: .profiles
        case .profile: .profile
        case .profileForCode: .profileForCode
        case .createSession: .createSession
        case .resumeSession: .resumeSession
        case .partnerSession: .partnerSession
        case .createPartnerProfile: .createPartnerProfile
        case .preauthorize: .preauthorize
        case .authorize: .authorize
        case .logout: .logout
        case .restV1: .restV1
        }
    }

    /// The partner status that goes with it.
    public var status: PartnerStatus? {
        switch self {
        case .profiles(let status), .profile(_, let status), .preauthorize(_, _, let status), .authorize(_, _, let status, _): status
        case .partnerSession(let status), .createPartnerProfile(_, let status): status
        case .register, .token, .configuration, .profileForCode, .createSession, .resumeSession, .logout, .restV1: nil
        }
    }

    /// The MVPD that it is about.
    public var mvpd: MVPDID? {
        switch self {
        case .profile(let mvpd, _), .preauthorize(let mvpd, _, _), .authorize(let mvpd, _, _, _), .logout(let mvpd): mvpd
        case .createSession(let mvpd), .resumeSession(_, let mvpd): mvpd
        case .restV1(let endpoint): endpoint.mvpd
        case .register, .token, .configuration, .profiles, .profileForCode, .partnerSession, .createPartnerProfile: nil
        }
    }

    private var secret: SecretRef? {
        switch self {
        case .token(let ref), .profileForCode(let ref), .resumeSession(let ref, _), .createPartnerProfile(let ref, _): ref
        case .authorize(_, let ref, _, _): ref
        case .register, .configuration, .profiles, .profile, .createSession, .partnerSession, .preauthorize, .logout, .restV1: nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .register: return .register
            case .token: return .token(client: try archive.field("client", old?.secret))
            case .configuration: return .configuration
            case .profiles: return .profiles(status: try archive.optional("status", old?.status))
            case .profile: return .profile(try archive.field("mvpd", old?.mvpd), status: try archive.optional("status", old?.status))
            case .profileForCode: return .profileForCode(try archive.field("code", old?.secret))
            case .createSession: return .createSession(mvpd: try archive.optional("mvpd", old?.mvpd))
            case .resumeSession:
                return .resumeSession(code: try archive.field("code", old?.secret), mvpd: try archive.optional("mvpd", old?.mvpd))
            case .partnerSession: return .partnerSession(status: try archive.field("status", old?.status))
            case .createPartnerProfile:
                return .createPartnerProfile(saml: try archive.field("saml", old?.secret), status: try archive.field("status", old?.status))
            case .preauthorize:
                var resources: [SecretRef]?
                if case .preauthorize(_, let value, _) = old { resources = value }
                return .preauthorize(
                    try archive.field("mvpd", old?.mvpd), resources: try archive.field("resources", resources),
                    status: try archive.optional("status", old?.status))
            case .authorize:
                var identity: SecretRef?
                if case .authorize(_, _, _, let value) = old { identity = value }
                return .authorize(
                    try archive.field("mvpd", old?.mvpd), resource: try archive.field("resource", old?.secret),
                    status: try archive.optional("status", old?.status), identity: try archive.optional("identity", identity))
            case .logout: return .logout(try archive.field("mvpd", old?.mvpd))
            case .restV1:
                var endpoint: RESTV1Endpoint?
                if case .restV1(let value) = old { endpoint = value }
                return .restV1(try archive.field("endpoint", endpoint))
            }
        }
    }
}

/// One question to the partner framework.
public enum PartnerRequest: Hashable, Sendable, LogValue {
    /// Permission, provider and expiry, without interrupting the person (phases B and D). `prompt`: the permission
    /// dialog may appear.
    case status(prompt: Bool)
    /// The same, and the person may choose a provider (phase C.2), of those that this configuration supports.
    case choice(configuration: SecretRef)
    /// A SAML response to this request (phase C.3). `interruption`: the person may be asked to sign in.
    case authentication(request: SecretRef, interruption: Bool)

    /// Whether nothing comes before the person.
    public var isSilent: Bool {
        switch self {
        case .status(let prompt): !prompt
        case .choice: false
        case .authentication(_, let interruption): !interruption
        }
    }

    enum Kind: String, Word {
        case status, choice, authentication
    }

    var kind: Kind {
        switch self {
        case .status: .status
        case .choice: .choice
        case .authentication: .authentication
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .status:
                var prompt: Bool?
                if case .status(let value) = old { prompt = value }
                return .status(prompt: try archive.field("prompt", prompt))
            case .choice:
                var configuration: SecretRef?
                if case .choice(let value) = old { configuration = value }
                return .choice(configuration: try archive.field("configuration", configuration))
            case .authentication:
                var parts: (SecretRef, Bool)?
                if case .authentication(let request, let interruption) = old { parts = (request, interruption) }
                return .authentication(
                    request: try archive.field("authenticationRequest", parts?.0), interruption: try archive.field("interruption", parts?.1)
                )
            }
        }
    }
}
