/// An endpoint of the legacy REST API V1, with its parameters. Requestor and device go with every call, and no provider or
/// partner status goes with a decision: Adobe knows the viewer by the device.
public enum RESTV1Endpoint: Hashable, Sendable, LogValue {
    /// GET /api/v1/checkauthn (V1-01)
    case checkAuthentication
    /// GET /api/v1/config/{requestor} (V1-05)
    case configuration
    /// GET /api/v1/{requestor}/profile-requests/{mvpd} (V1-12); this configuration says which attributes the provider wants
    case profileRequest(MVPDID, configuration: SecretRef)
    /// POST /api/v1/tokens/authn (V1-17)
    case exchange(MVPDID, saml: SecretRef)
    /// GET /api/v1/tokens/authn (V1-25)
    case authenticationToken
    /// POST /reggie/v1/{requestor}/regcode (V1-20)
    case createCode(mvpd: MVPDID?)
    /// GET /api/v1/authorize (V1-26)
    case authorize(resource: SecretRef)
    /// GET /api/v1/tokens/media (V1-27)
    case mediaToken(resource: SecretRef)
    /// GET /api/v1/preauthorize (V1-28)
    case preauthorize(resources: [SecretRef])
    /// GET /api/v1/tokens/usermetadata (V1-30)
    case userMetadata
    /// DELETE /api/v1/logout (V1-32)
    case logout
    /// POST /api/v1/authenticate/freepreview (V1-29)
    case freePreview(MVPDID)

    /// The endpoint without its parameters.
    public enum Kind: String, Word {
        case checkAuthentication, configuration, profileRequest, exchange, authenticationToken, createCode, authorize, mediaToken
        case preauthorize, userMetadata, logout, freePreview
    }

    /// The endpoint without its parameters.
    public var kind: Kind {
        switch self {
        case .checkAuthentication: .checkAuthentication
        case .configuration: .configuration
        case .profileRequest: .profileRequest
        case .exchange: .exchange
        case .authenticationToken: .authenticationToken
        case .createCode: .createCode
        case .authorize: .authorize
        case .mediaToken: .mediaToken
        case .preauthorize: .preauthorize
        case .userMetadata: .userMetadata
        case .logout: .logout
        case .freePreview: .freePreview
        }
    }

    /// The MVPD that it is about.
    public var mvpd: MVPDID? {
        switch self {
        case .profileRequest(let mvpd, _), .exchange(let mvpd, _), .freePreview(let mvpd): mvpd
        case .createCode(let mvpd): mvpd
        case .checkAuthentication, .configuration, .authenticationToken, .authorize, .mediaToken, .preauthorize, .userMetadata, .logout:
            nil
        }
    }

    private var resource: SecretRef? {
        switch self {
        case .authorize(let resource), .mediaToken(let resource): resource
        case .checkAuthentication, .configuration, .profileRequest, .exchange, .authenticationToken, .createCode, .preauthorize,
            .userMetadata, .logout, .freePreview:
            nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .checkAuthentication: return .checkAuthentication
            case .configuration: return .configuration
            case .profileRequest:
                var configuration: SecretRef?
                if case .profileRequest(_, let value) = old { configuration = value }
                return .profileRequest(
                    try archive.field("mvpd", old?.mvpd), configuration: try archive.field("configuration", configuration))
            case .exchange:
                var saml: SecretRef?
                if case .exchange(_, let value) = old { saml = value }
                return .exchange(try archive.field("mvpd", old?.mvpd), saml: try archive.field("saml", saml))
            case .authenticationToken: return .authenticationToken
            case .createCode: return .createCode(mvpd: try archive.optional("mvpd", old?.mvpd))
            case .authorize: return .authorize(resource: try archive.field("resource", old?.resource))
            case .mediaToken: return .mediaToken(resource: try archive.field("resource", old?.resource))
            case .preauthorize:
                var resources: [SecretRef]?
                if case .preauthorize(let value) = old { resources = value }
                return .preauthorize(resources: try archive.field("resources", resources))
            case .userMetadata: return .userMetadata
            case .logout: return .logout
            case .freePreview: return .freePreview(try archive.field("mvpd", old?.mvpd))
            }
        }
    }
}

extension RESTV1Endpoint {
    /// The kind of reply that belongs to it.
    var answer: Reply.Result.Kind {
        switch self {
        case .checkAuthentication, .authenticationToken: .authentication
        case .configuration: .configuration
        case .profileRequest: .partnerRequest
        case .exchange, .logout, .freePreview: .done
        case .createCode: .session
        case .authorize, .mediaToken, .preauthorize: .decisions
        case .userMetadata: .userMetadata
        }
    }

    /// The secret that it names, other than a resource.
    var secret: SecretRef? {
        switch self {
        case .exchange(_, let saml): saml
        case .profileRequest(_, let configuration): configuration
        case .checkAuthentication, .configuration, .authenticationToken, .createCode, .authorize, .mediaToken, .preauthorize, .userMetadata,
            .logout, .freePreview:
            nil
        }
    }
}
