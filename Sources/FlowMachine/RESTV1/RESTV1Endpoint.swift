/// An endpoint of the legacy REST API V1, with its parameters.
///
/// Every request also contains the requestor and the device. Adobe identifies the viewer by the device, so requests for decisions contain
/// neither a provider nor a partner status.
@nonexhaustive
public enum RESTV1Endpoint: Hashable, Sendable, LogObject {
    /// GET /api/v1/checkauthn (V1-01)
    case checkAuthentication
    /// GET /api/v1/config/{requestor} (V1-05)
    case configuration
    /// GET /api/v1/{requestor}/profile-requests/{mvpd} (V1-12). The configuration names the attributes that the provider requires.
    case profileRequest(MVPDID, configuration: SecretRef)
    /// POST /api/v1/tokens/authn (V1-17)
    case exchange(MVPDID, saml: SecretRef)
    /// GET /api/v1/tokens/authn (V1-25)
    case authenticationToken
    /// POST /reggie/v1/{requestor}/regcode (V1-20)
    case createCode(mvpd: MVPDID?)
    /// GET /api/v1/authorize (V1-26). For promotional temporary access, the request contains the viewer's identity (V1-29).
    case authorize(resource: SecretRef, identity: SecretRef? = nil)
    /// GET /api/v1/tokens/media (V1-27)
    case mediaToken(resource: SecretRef)
    /// GET /api/v1/preauthorize (V1-28)
    case preauthorize(resources: [SecretRef])
    /// GET /api/v1/tokens/usermetadata (V1-30)
    case userMetadata
    /// DELETE /api/v1/logout (V1-32)
    case logout
    /// POST /api/v1/authenticate/freepreview (V1-29). For promotional temporary access, the request contains the viewer's identity.
    case freePreview(MVPDID, identity: SecretRef? = nil)

    /// The endpoint without its parameters.
    @nonexhaustive
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// `GET /api/v1/checkauthn`
        case checkAuthentication
        /// `GET /api/v1/config/{requestor}`
        case configuration
        /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`
        case profileRequest
        /// `POST /api/v1/tokens/authn`
        case exchange
        /// `GET /api/v1/tokens/authn`
        case authenticationToken
        /// `POST /reggie/v1/{requestor}/regcode`
        case createCode
        /// `GET /api/v1/authorize`
        case authorize
        /// `GET /api/v1/tokens/media`
        case mediaToken
        /// `GET /api/v1/preauthorize`
        case preauthorize
        /// `GET /api/v1/tokens/usermetadata`
        case userMetadata
        /// `DELETE /api/v1/logout`
        case logout
        /// `POST /api/v1/authenticate/freepreview`
        case freePreview
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

    /// The parameters of the endpoint, by their roles.
    var parameters: EndpointParameters {
        switch self {
        case .checkAuthentication, .configuration, .authenticationToken, .userMetadata, .logout: EndpointParameters()
        case .profileRequest(let mvpd, let configuration): EndpointParameters(mvpd: mvpd, secret: configuration)
        case .exchange(let mvpd, let saml): EndpointParameters(mvpd: mvpd, secret: saml)
        case .createCode(let mvpd): EndpointParameters(mvpd: mvpd)
        case .authorize(let resource, let identity): EndpointParameters(resources: [resource], identity: identity)
        case .mediaToken(let resource): EndpointParameters(resources: [resource])
        case .preauthorize(let resources): EndpointParameters(resources: resources)
        case .freePreview(let mvpd, let identity): EndpointParameters(mvpd: mvpd, identity: identity)
        }
    }

    /// The MVPD that the request concerns; `nil` if it concerns none.
    package var mvpd: MVPDID? { parameters.mvpd }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .checkAuthentication: sink.fields(Kind.checkAuthentication)
        case .configuration: sink.fields(Kind.configuration)
        case .profileRequest(let mvpd, let configuration): sink.fields(Kind.profileRequest, "mvpd", mvpd, "configuration", configuration)
        case .exchange(let mvpd, let saml): sink.fields(Kind.exchange, "mvpd", mvpd, "saml", saml)
        case .authenticationToken: sink.fields(Kind.authenticationToken)
        case .createCode(let mvpd): sink.fields(Kind.createCode, "mvpd", mvpd)
        case .authorize(let resource, let identity): sink.fields(Kind.authorize, "resource", resource, "identity", identity)
        case .mediaToken(let resource): sink.fields(Kind.mediaToken, "resource", resource)
        case .preauthorize(let resources): sink.fields(Kind.preauthorize, "resources", resources)
        case .userMetadata: sink.fields(Kind.userMetadata)
        case .logout: sink.fields(Kind.logout)
        case .freePreview(let mvpd, let identity): sink.fields(Kind.freePreview, "mvpd", mvpd, "identity", identity)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .checkAuthentication: return .checkAuthentication
        case .configuration: return .configuration
        case .profileRequest: return .profileRequest(try source.field("mvpd"), configuration: try source.field("configuration"))
        case .exchange: return .exchange(try source.field("mvpd"), saml: try source.field("saml"))
        case .authenticationToken: return .authenticationToken
        case .createCode: return .createCode(mvpd: try source.field("mvpd"))
        case .authorize: return .authorize(resource: try source.field("resource"), identity: try source.field("identity"))
        case .mediaToken: return .mediaToken(resource: try source.field("resource"))
        case .preauthorize: return .preauthorize(resources: try source.field("resources"))
        case .userMetadata: return .userMetadata
        case .logout: return .logout
        case .freePreview: return .freePreview(try source.field("mvpd"), identity: try source.field("identity"))
        }
    }
}

extension RESTV1Endpoint.Kind {
    /// The method, the path and the kind of reply of each endpoint of the legacy API.
    package var descriptor: EndpointDescriptor {
        switch self {
        case .checkAuthentication: .init(.restV1, .get, "/api/v1/checkauthn", .authentication)
        case .configuration: .init(.restV1, .get, "/api/v1/config/{serviceProvider}", .configuration)
        case .profileRequest: .init(.restV1, .get, "/api/v1/{serviceProvider}/profile-requests/{mvpd}", .partnerRequest)
        case .exchange: .init(.restV1, .post, "/api/v1/tokens/authn", .done)
        case .authenticationToken: .init(.restV1, .get, "/api/v1/tokens/authn", .authentication, .poll)
        case .createCode: .init(.restV1, .post, "/reggie/v1/{serviceProvider}/regcode", .session, .newSession)
        case .authorize: .init(.restV1, .get, "/api/v1/authorize", .decisions, .authorization)
        case .mediaToken: .init(.restV1, .get, "/api/v1/tokens/media", .decisions)
        case .preauthorize: .init(.restV1, .get, "/api/v1/preauthorize", .decisions, .preview)
        case .userMetadata: .init(.restV1, .get, "/api/v1/tokens/usermetadata", .userMetadata)
        case .logout: .init(.restV1, .delete, "/api/v1/logout", .done)
        case .freePreview: .init(.restV1, .post, "/api/v1/authenticate/freepreview", .done)
        }
    }
}
