/// The report of an interpreter about one request; there is exactly one report per request.
public struct Reply: Hashable, Sendable, LogObject {
    /// The result of the request.
    public let result: Result
    /// The time in the answer's `Date` header; `nil` if there is none. It shows Adobe's clock, by which the flow judges expiry times from
    /// Adobe.
    public let serverTime: Instant?
    /// The time to wait before the next request, as the server demands (`Retry-After`), from 0 to one day; `nil` if the server demands
    /// none.
    public let retryAfter: Interval?
    /// The values by which Adobe's support can find the answer; `nil` if there are none. No decision depends on these values.
    public let trace: AnswerTrace?

    /// The result of a request.
    @nonexhaustive
    public indirect enum Result: Hashable, Sendable, LogObject {
        /// The answer of `/o/client/register`. The credentials are in the vault.
        case registered(client: SecretRef)
        /// The answer of `/o/client/token`. The token is in the vault.
        case token(AccessToken)
        /// The answer of the `configuration` endpoint.
        case configuration(AdobeConfiguration)
        /// The answer of a profiles endpoint, with at most 32 profiles.
        case profiles([Profile])
        /// The answer of a sessions endpoint.
        case session(AdobeSession)
        /// The answer of a decisions endpoint, with at most 64 decisions.
        case decisions([AdobeDecision])
        /// The answer of a logout endpoint, with at most 32 logouts.
        case logouts([Logout])
        /// The partner framework's answer to a question.
        case partner(PartnerAnswer)
        /// The legacy API's answer about the sign-in on this device; `nil` if no viewer is signed in.
        case authentication(ServerAuthorization?)
        /// The legacy API's answer with a SAML request that the partner framework must answer (V1-12).
        case partnerRequest(SecretRef)
        /// The legacy API's answer with Adobe's metadata about the viewer (V1-30).
        case userMetadata(ViewerMetadata)
        /// The legacy API's answer to a request that succeeded and returned no value.
        case done
        /// The request failed, or its answer was not usable.
        case failed(CallFailure)

        package enum Kind: String, Word {
            package static let table = WordTable<Self>()
            case registered, token, configuration, profiles, session, decisions, logouts, partner, authentication, partnerRequest
            case userMetadata, done, failed
        }

        package var kind: Kind {
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

        package func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .registered(let client): sink.fields(Kind.registered, "client", client)
            case .token(let token): sink.fields(Kind.token, "token", token)
            case .configuration(let configuration): sink.fields(Kind.configuration, "configuration", configuration)
            case .profiles(let profiles): sink.fields(Kind.profiles, "profiles", profiles)
            case .session(let session): sink.fields(Kind.session, "session", session)
            case .decisions(let decisions): sink.fields(Kind.decisions, "decisions", decisions)
            case .logouts(let logouts): sink.fields(Kind.logouts, "logouts", logouts)
            case .partner(let partner): sink.fields(Kind.partner, "partner", partner)
            case .authentication(let word): sink.fields(Kind.authentication, "word", word)
            case .partnerRequest(let request): sink.fields(Kind.partnerRequest, "request", request)
            case .userMetadata(let metadata): sink.fields(Kind.userMetadata, "metadata", metadata)
            case .done: sink.fields(Kind.done)
            case .failed(let failure): sink.fields(Kind.failed, "failure", failure)
            }
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .registered: return .registered(client: try source.field("client"))
            case .token: return .token(try source.field("token"))
            case .configuration: return .configuration(try source.field("configuration"))
            case .profiles: return .profiles(try source.field("profiles"))
            case .session: return .session(try source.field("session"))
            case .decisions: return .decisions(try source.field("decisions"))
            case .logouts: return .logouts(try source.field("logouts"))
            case .partner: return .partner(try source.field("partner"))
            case .authentication: return .authentication(try source.field("word"))
            case .partnerRequest: return .partnerRequest(try source.field("request"))
            case .userMetadata: return .userMetadata(try source.field("metadata"))
            case .done: return .done
            case .failed: return .failed(try source.field("failure"))
            }
        }
    }

    /// Creates the report of an interpreter about one request. Each parameter sets the property of the same name.
    public init(_ result: Result, serverTime: Instant? = nil, retryAfter: Interval? = nil, trace: AnswerTrace? = nil) {
        self.result = result
        self.serverTime = serverTime
        self.retryAfter = retryAfter.map { min(max($0, .seconds(0)), .seconds(86_400)) }
        self.trace = trace
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("result", result)
        sink.field("serverTime", serverTime)
        sink.field("retryAfter", retryAfter)
        sink.field("trace", trace)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Reply(
            try source.field("result"), serverTime: try source.field("serverTime"), retryAfter: try source.field("retryAfter"),
            trace: try source.field("trace"))
    }
}
