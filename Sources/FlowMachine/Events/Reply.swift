/// What an interpreter reports about one request, exactly once.
public struct Reply: Hashable, Sendable, LogValue {
    /// What came.
    public let result: Result
    /// The server's `Date`, when the answer had one: stamps are compared by that clock.
    public let serverTime: Instant?

    /// What came of a request.
    public enum Result: Hashable, Sendable, LogValue {
        /// `/o/client/register`: credentials are in the vault.
        case registered(client: SecretRef)
        /// `/o/client/token`: a token is in the vault.
        case token(AccessToken)
        /// `configuration`.
        case configuration(Configuration)
        /// Any of the profiles endpoints. At most 32.
        case profiles([Profile])
        /// Any of the sessions endpoints.
        case session(Session)
        /// Any of the decisions endpoints. At most 64.
        case decisions([Decision])
        /// `logout`. At most 32.
        case logouts([Logout])
        /// The partner framework.
        case partner(PartnerAnswer)
        /// The legacy API: whether somebody is signed in on this device, and what is known of it.
        case authentication(ServerAuthorization?)
        /// The legacy API: a request for the partner framework to answer (V1-12).
        case partnerRequest(SecretRef)
        /// The legacy API: what is known of the viewer (V1-30).
        case userMetadata(ViewerMetadata)
        /// The legacy API: it is done; there is no more to tell.
        case done
        /// No answer that can be used.
        case failed(CallFailure)

        enum Kind: String, Word {
            case registered, token, configuration, profiles, session, decisions, logouts, partner, authentication, partnerRequest
            case userMetadata, done, failed
        }

        var kind: Kind {
            switch self {
            case .registered: .registered
            case .token: .token
            case .configuration: .configuration
            case .profiles: .profiles
            case .session: .session
            case .decisions: .decisions
            case .logouts: .logouts
            case .partner: .partner
            case .authentication: .authentication
            case .partnerRequest: .partnerRequest
            case .userMetadata: .userMetadata
            case .done: .done
            case .failed: .failed
            }
        }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.kind) {
                case .registered:
                    var client: SecretRef?
                    if case .registered(let value) = old { client = value }
                    return .registered(client: try archive.field("client", client))
                case .token:
                    var token: AccessToken?
                    if case .token(let value) = old { token = value }
                    return .token(try archive.field("token", token))
                case .configuration:
                    var configuration: Configuration?
                    if case .configuration(let value) = old { configuration = value }
                    return .configuration(try archive.field("configuration", configuration))
                case .profiles:
                    var profiles: [Profile]?
                    if case .profiles(let value) = old { profiles = value }
                    return .profiles(try archive.field("profiles", profiles))
                case .session:
                    var session: Session?
                    if case .session(let value) = old { session = value }
                    return .session(try archive.field("session", session))
                case .decisions:
                    var decisions: [Decision]?
                    if case .decisions(let value) = old { decisions = value }
                    return .decisions(try archive.field("decisions", decisions))
                case .logouts:
                    var logouts: [Logout]?
                    if case .logouts(let value) = old { logouts = value }
                    return .logouts(try archive.field("logouts", logouts))
                case .partner:
                    var partner: PartnerAnswer?
                    if case .partner(let value) = old { partner = value }
                    return .partner(try archive.field("partner", partner))
                case .authentication:
                    var word: ServerAuthorization?
                    if case .authentication(let value) = old { word = value }
                    return .authentication(try archive.optional("word", word))
                case .partnerRequest:
                    var request: SecretRef?
                    if case .partnerRequest(let value) = old { request = value }
                    return .partnerRequest(try archive.field("request", request))
                case .userMetadata:
                    var metadata: ViewerMetadata?
                    if case .userMetadata(let value) = old { metadata = value }
                    return .userMetadata(try archive.field("metadata", metadata))
                case .done: return .done
                case .failed:
                    var failure: CallFailure?
                    if case .failed(let value) = old { failure = value }
                    return .failed(try archive.field("failure", failure))
                }
            }
        }
    }

    /// What an interpreter reports about one request.
    public init(_ result: Result, serverTime: Instant? = nil) {
        self.result = result
        self.serverTime = serverTime
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Reply(try archive.field("result", old?.result), serverTime: try archive.optional("serverTime", old?.serverTime))
        }
    }
}
