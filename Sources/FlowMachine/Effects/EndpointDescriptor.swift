/// The properties that all calls of one endpoint share. Each API has one table of descriptors, next to its endpoints.
package struct EndpointDescriptor: Sendable {
    /// The API to which the endpoint belongs.
    package let api: Family
    package let method: Method
    /// The path, with its parameters in braces: `{serviceProvider}`, `{partner}`, `{mvpd}`, `{code}`.
    package let path: String
    /// The kind of reply that the endpoint returns.
    package let reply: Reply.Result.Kind
    package let role: Role

    /// One of Adobe's APIs.
    package enum Family: String, Sendable {
        /// The endpoints for credentials and tokens. Both REST APIs need them, and their requests carry no token.
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

    /// The purpose of an endpoint. Code uses it to treat endpoints with the same purpose alike in both REST APIs.
    package enum Role: Sendable {
        case other
        /// Decides about one resource for playback.
        case authorization
        /// Decides about many resources for display.
        case preview
        /// Checks whether the viewer has signed in on a page or a second screen.
        case poll
        /// Opens a session. Its MVPD may not be known yet.
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

/// The parameters of an endpoint by their meaning. Code uses them to treat all endpoints alike.
package struct EndpointParameters {
    /// The MVPD that the request concerns.
    package var mvpd: MVPDID?
    /// The partner status that the request carries.
    package var status: PartnerStatus?
    /// The secret that is a parameter of this endpoint only: a code, a SAML response, credentials or a configuration.
    package var secret: SecretRef?
    /// The resources that the request asks about.
    package var resources: [SecretRef] = []
    /// The viewer's identity for promotional temporary access. The wish contains the same identity.
    package var identity: SecretRef?
}
