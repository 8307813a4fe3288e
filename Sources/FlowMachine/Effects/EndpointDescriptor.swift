/// The properties that every call of one endpoint shares. Each API has one table of these, beside its endpoints.
package struct EndpointDescriptor: Sendable {
    /// The API of Adobe's to which the endpoint belongs.
    package let api: Family
    package let method: Method
    /// The path, with its parameters in braces: `{serviceProvider}`, `{partner}`, `{mvpd}`, `{code}`.
    package let path: String
    /// The kind of reply that the endpoint returns.
    package let reply: Reply.Result.Kind
    package let role: Role

    /// One of Adobe's APIs.
    package enum Family: String, Sendable {
        /// Credentials and tokens: both APIs need them, and their requests carry no token.
        case registration
        case restV2
        case restV1

        func isSpoken(by api: FlowSettings.API) -> Bool {
            switch self {
            case .registration: true
            case .restV2: api == .restV2
            case .restV1: api == .restV1
            }
        }
    }

    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    /// The purpose of some endpoints, for code that asks for the purpose and not for the endpoint.
    package enum Role: Sendable {
        case other
        /// Decides about one resource, for playback.
        case authorization
        /// Decides about many resources, for display.
        case preview
        /// Checks whether the viewer has signed in elsewhere.
        case poll
        /// Opens a session; the MVPD may still be missing.
        case newSession
    }

    init(_ api: Family, _ method: Method, _ path: String, _ reply: Reply.Result.Kind, _ role: Role = .other) {
        self.api = api
        self.method = method
        self.path = path
        self.reply = reply
        self.role = role
    }
}

/// The parameters of an endpoint by their role, for code that treats all endpoints alike.
package struct EndpointParameters {
    /// The MVPD that the request concerns.
    package var mvpd: MVPDID?
    /// The partner status that the request carries.
    package var status: PartnerStatus?
    /// The secret that only the endpoint holds: a code, a SAML response, credentials, a configuration.
    package var secret: SecretRef?
    /// The resources that the request asks about.
    package var resources: [SecretRef] = []
    /// The identity of a temporary access; the wish holds it, too.
    package var identity: SecretRef?
}
