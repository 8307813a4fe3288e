/// What is the same for every call of one endpoint. Each API has one table of these, beside its endpoints.
package struct EndpointDescriptor: Sendable {
    /// Which part of Adobe's interface it belongs to.
    package let api: Family
    package let method: Method
    /// The path, with the names of what stands in it in braces: `{serviceProvider}`, `{partner}`, `{mvpd}`, `{code}`.
    package let path: String
    /// The kind of reply that belongs to it.
    package let reply: Reply.Result.Kind
    package let role: Role

    /// Which part of Adobe's interface an endpoint belongs to.
    package enum Family: Sendable {
        /// Credentials and tokens, which both APIs need and which need no token.
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

    /// What some endpoints are for, where code asks for the purpose and not for the endpoint.
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

/// The parameters of an endpoint by what they are, for code that treats all endpoints alike.
package struct EndpointParameters {
    /// The MVPD that it is about.
    package var mvpd: MVPDID?
    /// The partner status that goes with it.
    package var status: PartnerStatus?
    /// The secret that the endpoint alone holds: a code, a SAML response, credentials, a configuration.
    package var secret: SecretRef?
    /// The resources that it asks about.
    package var resources: [SecretRef] = []
    /// The identity of a temporary access; the wish holds it, too.
    package var identity: SecretRef?
}
