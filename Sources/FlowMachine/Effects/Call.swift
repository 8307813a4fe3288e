/// One request to Adobe.
public struct Call: Hashable, Sendable, LogObject {
    /// The access token that the request carries; `nil` for `/o/client/register` and `/o/client/token`.
    public let token: SecretRef?
    /// The endpoint, with its parameters.
    public let endpoint: Endpoint

    /// Creates a request to Adobe. Each parameter sets the property of the same name.
    public init(token: SecretRef?, endpoint: Endpoint) {
        self.token = token
        self.endpoint = endpoint
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("token", token)
        sink.field("endpoint", endpoint)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Call(token: try source.field("token"), endpoint: try source.field("endpoint"))
    }
}

/// One of Adobe's endpoints, with its parameters.
// Large payloads of events and effects are indirect because they are copied far more often than they are created. A copy then increments
// one reference count instead of copying up to 128 bytes and incrementing a count for each text.
@nonexhaustive
public indirect enum Endpoint: Hashable, Sendable, LogObject {
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
    /// An endpoint of the legacy REST API V1
    case restV1(RESTV1Endpoint)

    /// A kind of endpoint: the endpoint without its parameters.
    @nonexhaustive
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// `POST /o/client/register`
        case register
        /// `POST /o/client/token`
        case token
        /// `GET configuration`
        case configuration
        /// `GET profiles`
        case profiles
        /// `GET profiles/{mvpd}`
        case profile
        /// `GET profiles/code/{code}`
        case profileForCode
        /// `POST sessions`
        case createSession
        /// `POST sessions/{code}`
        case resumeSession
        /// `POST sessions/sso/{partner}`
        case partnerSession
        /// `POST profiles/sso/{partner}`
        case createPartnerProfile
        /// `POST decisions/preauthorize/{mvpd}`
        case preauthorize
        /// `POST decisions/authorize/{mvpd}`
        case authorize
        /// `GET logout/{mvpd}`
        case logout
        /// An endpoint of the legacy REST API V1.
        case restV1
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

    /// The method, the path and the kind of reply of this endpoint.
    package var descriptor: EndpointDescriptor {
        if case .restV1(let endpoint) = self { endpoint.kind.descriptor } else { kind.descriptor }
    }

    /// The parameters of the endpoint, by their roles.
    package var parameters: EndpointParameters {
        switch self {
        case .restV1(let endpoint): endpoint.parameters
        case .preauthorize(_, let resources, _): EndpointParameters(mvpd: mvpd, status: status, resources: resources)
        case .authorize(_, let resource, _, let identity):
            EndpointParameters(mvpd: mvpd, status: status, resources: [resource], identity: identity)
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .logout:
            EndpointParameters(mvpd: mvpd, status: status, secret: secret)
        }
    }

    // These properties do not use `parameters`. If a caller uses only one of the fields of `parameters`, Swift 6.3 drops the list of
    // resources but does not release the other fields.

    /// The partner status that the call carries; `nil` if it carries none.
    package var status: PartnerStatus? {
        switch self {
        case .profiles(let status), .profile(_, let status), .preauthorize(_, _, let status), .authorize(_, _, let status, _): status
        case .partnerSession(let status), .createPartnerProfile(_, let status): status
        case .restV1(let endpoint): endpoint.parameters.status
        case .register, .token, .configuration, .profileForCode, .createSession, .resumeSession, .logout: nil
        }
    }

    /// The MVPD that the call concerns; `nil` if it concerns none.
    package var mvpd: MVPDID? {
        switch self {
        case .profile(let mvpd, _), .preauthorize(let mvpd, _, _), .authorize(let mvpd, _, _, _), .logout(let mvpd): mvpd
        case .createSession(let mvpd), .resumeSession(_, let mvpd): mvpd
        case .restV1(let endpoint): endpoint.parameters.mvpd
        case .register, .token, .configuration, .profiles, .profileForCode, .partnerSession, .createPartnerProfile: nil
        }
    }

    /// The secret that is a parameter of this endpoint only (see `EndpointParameters`); `nil` if there is none.
    var secret: SecretRef? {
        switch self {
        case .token(let secret), .profileForCode(let secret), .resumeSession(let secret, _), .createPartnerProfile(let secret, _): secret
        case .restV1(let endpoint): endpoint.parameters.secret
        case .register, .configuration, .profiles, .profile, .createSession, .partnerSession, .preauthorize, .authorize, .logout: nil
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .register: sink.fields(Kind.register)
        case .token(let client): sink.fields(Kind.token, "client", client)
        case .configuration: sink.fields(Kind.configuration)
        case .profiles(let status): sink.fields(Kind.profiles, "status", status)
        case .profile(let mvpd, let status): sink.fields(Kind.profile, "mvpd", mvpd, "status", status)
        case .profileForCode(let code): sink.fields(Kind.profileForCode, "code", code)
        case .createSession(let mvpd): sink.fields(Kind.createSession, "mvpd", mvpd)
        case .resumeSession(let code, let mvpd): sink.fields(Kind.resumeSession, "code", code, "mvpd", mvpd)
        case .partnerSession(let status): sink.fields(Kind.partnerSession, "status", status)
        case .createPartnerProfile(let saml, let status): sink.fields(Kind.createPartnerProfile, "saml", saml, "status", status)
        case .preauthorize(let mvpd, let resources, let status):
            sink.fields(Kind.preauthorize, "mvpd", mvpd, "resources", resources, "status", status)
        case .authorize(let mvpd, let resource, let status, let identity):
            sink.fields(Kind.authorize, "mvpd", mvpd, "resource", resource, "status", status, "identity", identity)
        case .logout(let mvpd): sink.fields(Kind.logout, "mvpd", mvpd)
        case .restV1(let endpoint): sink.fields(Kind.restV1, "endpoint", endpoint)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .register: return .register
        case .token: return .token(client: try source.field("client"))
        case .configuration: return .configuration
        case .profiles: return .profiles(status: try source.field("status"))
        case .profile: return .profile(try source.field("mvpd"), status: try source.field("status"))
        case .profileForCode: return .profileForCode(try source.field("code"))
        case .createSession: return .createSession(mvpd: try source.field("mvpd"))
        case .resumeSession: return .resumeSession(code: try source.field("code"), mvpd: try source.field("mvpd"))
        case .partnerSession: return .partnerSession(status: try source.field("status"))
        case .createPartnerProfile: return .createPartnerProfile(saml: try source.field("saml"), status: try source.field("status"))
        case .preauthorize:
            return .preauthorize(try source.field("mvpd"), resources: try source.field("resources"), status: try source.field("status"))
        case .authorize:
            return .authorize(
                try source.field("mvpd"), resource: try source.field("resource"), status: try source.field("status"),
                identity: try source.field("identity"))
        case .logout: return .logout(try source.field("mvpd"))
        case .restV1: return .restV1(try source.field("endpoint"))
        }
    }
}

extension Endpoint.Kind {
    /// The method, the path and the kind of reply of each endpoint of the registration and of REST API V2.
    package var descriptor: EndpointDescriptor {
        switch self {
        case .register: .init(.registration, .post, "/o/client/register", .registered)
        case .token: .init(.registration, .post, "/o/client/token", .token)
        case .configuration: .init(.restV2, .get, "/api/v2/{serviceProvider}/configuration", .configuration)
        case .profiles: .init(.restV2, .get, "/api/v2/{serviceProvider}/profiles", .profiles)
        case .profile: .init(.restV2, .get, "/api/v2/{serviceProvider}/profiles/{mvpd}", .profiles)
        case .profileForCode: .init(.restV2, .get, "/api/v2/{serviceProvider}/profiles/code/{code}", .profiles, .poll)
        case .createSession: .init(.restV2, .post, "/api/v2/{serviceProvider}/sessions", .session, .newSession)
        case .resumeSession: .init(.restV2, .post, "/api/v2/{serviceProvider}/sessions/{code}", .session)
        case .partnerSession: .init(.restV2, .post, "/api/v2/{serviceProvider}/sessions/sso/{partner}", .session)
        case .createPartnerProfile: .init(.restV2, .post, "/api/v2/{serviceProvider}/profiles/sso/{partner}", .profiles)
        case .preauthorize: .init(.restV2, .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", .decisions, .preview)
        case .authorize: .init(.restV2, .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", .decisions, .authorization)
        case .logout: .init(.restV2, .get, "/api/v2/{serviceProvider}/logout/{mvpd}", .logouts)
        // This placeholder is never used, because the table of `RESTV1Endpoint.Kind` describes the endpoints of REST API V1.
        case .restV1: .init(.restV1, .get, "", .done)
        }
    }
}

/// One question to the partner framework.
@nonexhaustive
public enum PartnerRequest: Hashable, Sendable, LogObject {
    /// Asks for permission, provider and expiry (phases B and D). The permission dialog may appear only if `prompt` is true. Nothing else
    /// interrupts the viewer.
    case status(prompt: Bool)
    /// Asks for permission, provider and expiry, and lets the viewer choose a provider that the configuration supports (phase C.2).
    case choice(configuration: SecretRef)
    /// Asks for a SAML response to the SAML request `request` (phase C.3). The framework may ask the viewer to sign in only if
    /// `interruption` is true.
    case authentication(request: SecretRef, interruption: Bool)

    /// Whether the partner framework must not show anything to the viewer.
    package var isSilent: Bool {
        switch self {
        case .status(let prompt): !prompt
        case .choice: false
        case .authentication(_, let interruption): !interruption
        }
    }

    package enum Kind: String, Word {
        package static let table = WordTable<Self>()
        case status, choice, authentication
    }

    package var kind: Kind {
        switch self {
        case .status: .status
        case .choice: .choice
        case .authentication: .authentication
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .status(let prompt): sink.fields(Kind.status, "prompt", prompt)
        case .choice(let configuration): sink.fields(Kind.choice, "configuration", configuration)
        case .authentication(let authenticationRequest, let interruption):
            sink.fields(Kind.authentication, "authenticationRequest", authenticationRequest, "interruption", interruption)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .status: return .status(prompt: try source.field("prompt"))
        case .choice: return .choice(configuration: try source.field("configuration"))
        case .authentication:
            return .authentication(request: try source.field("authenticationRequest"), interruption: try source.field("interruption"))
        }
    }
}
