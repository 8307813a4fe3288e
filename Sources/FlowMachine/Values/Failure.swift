/// Adobe's remedy for an error; it decides, not the HTTP status (G-31).
@nonexhaustive
public enum ErrorAction: String, Word {
    package static let table = WordTable<Self>()
    /// Nothing can be done: the request fails.
    case none
    /// Somebody must change the configuration at Adobe.
    case configuration
    /// The token is replaced, once; then the app registers again (V2-X-09).
    case applicationRegistration
    /// The viewer must sign in again (V2-D-14).
    case authentication
    /// Authorization must be requested again; only the legacy API says so.
    case authorization
    /// The same request may succeed: up to 3 attempts in all (V2-X-11).
    case retry

    /// The action for Adobe's value; a value that this build does not know is treated as `none`.
    package init(adobe word: String) {
        self = word == "application-registration" ? .applicationRegistration : ErrorAction(rawValue: word) ?? .none
    }
}

/// An error code of Adobe's: 1 to 64 of `a`–`z`, `0`–`9` and `_`. The set may grow (V2-X-22).
public struct ErrorCode: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The code as Adobe spells it.
    public var text: String { kept.string }

    package static let length = 1...64
    package static let alphabet = TextAlphabet.lowerCaseWord
    package static var meaning: TextMeaning { .errorCode }

    /// Creates the code; `nil` if `text` cannot be a code.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }

    /// Whether the code is spelled like this.
    func isSpelled(_ code: String) -> Bool { haveSameBytes(text, code) }
}

/// The id by which Adobe's support finds a request: 1 to 64 letters, digits and `-`.
public struct TraceID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The id as Adobe sent it.
    public var text: String { kept.string }

    package static let length = 1...64
    package static let alphabet = TextAlphabet.dashed
    package static var meaning: TextMeaning { .trace }

    /// The id, if it is within its bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }
}

/// An error that Adobe reported, as the body of an answer or with one decision (ERR-02).
public struct AdobeError: Hashable, Sendable, LogObject {
    /// The remedy that Adobe names.
    public let action: ErrorAction
    /// The status in the error, which may differ from the HTTP status; within what the log can hold.
    public let status: Int64
    /// The code; `nil` if Adobe sent none that may be logged.
    public let code: ErrorCode?
    /// Message and details for the viewer, in the vault.
    public let text: SecretRef?
    /// Adobe's trace id, to quote to its support.
    public let trace: TraceID?

    /// Creates an error that Adobe reported. Each parameter is the property of that name.
    public init(action: ErrorAction, status: Int64, code: ErrorCode?, text: SecretRef? = nil, trace: TraceID? = nil) {
        self.action = action
        self.status = min(max(status, -Instant.bound), Instant.bound)
        self.code = code
        self.text = text
        self.trace = trace
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("action", action)
        sink.field("status", status)
        sink.field("code", code)
        sink.field("text", text)
        sink.field("trace", trace)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        AdobeError(
            action: try source.field("action"),
            status: try source.field("status"),
            code: try source.field("code"),
            text: try source.field("text"),
            trace: try source.field("trace"))
    }
}

/// Why a call returned no usable answer.
@nonexhaustive
public enum CallFailure: Error, Hashable, Sendable, LogObject {
    /// HTTP 401: the access token was refused, with or without an error (V2-X-08).
    indirect case unauthorized(AdobeError?)
    /// HTTP 429 (V2-X-10).
    case throttled
    /// Adobe reported an error; `http` is the HTTP status.
    indirect case refused(http: Int64, AdobeError)
    /// Registration or token was refused with one of the codes of RFC 7591 and RFC 6749.
    case registrationRefused(ErrorCode)
    /// An HTTP status outside 2xx without an Adobe error, other than 401 and 429: a page of the server, or of a proxy or captive portal.
    case status(http: Int64)
    /// No answer, or none that can be read.
    case transport(Transport)

    /// The failure of a transport: the reason why no answer arrived.
    @nonexhaustive
    public enum Transport: String, Word {
        package static let table = WordTable<Self>()
        /// No answer arrived in time.
        case timedOut
        /// No connection, or it broke.
        case connection
        /// An HTTP status without an Adobe error. Only logs of library 0.1.0 contain it: later ones have `CallFailure.status`.
        case status
        /// The body was not what the endpoint returns, or was too big.
        case unreadable
        /// A secret that the request needs is missing.
        case secretMissing
        /// The legacy REST API V1 has been shut down, as far as its answers show (V1-50). The flow's own finding: no interpreter reports it.
        case apiEnded
    }

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case unauthorized, throttled, refused, registrationRefused, status, transport
    }

    var kind: Kind {
        switch self {
        case .unauthorized: .unauthorized
        case .throttled: .throttled
        case .refused: .refused
        case .registrationRefused: .registrationRefused
        case .status: .status
        case .transport: .transport
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .unauthorized(let error): sink.fields(Kind.unauthorized, "error", error)
        case .throttled: sink.fields(Kind.throttled)
        case .refused(let http, let error): sink.fields(Kind.refused, "http", http, "error", error)
        case .registrationRefused(let code): sink.fields(Kind.registrationRefused, "code", code)
        case .status(let http): sink.fields(Kind.status, "http", http)
        case .transport(let transport): sink.fields(Kind.transport, "transport", transport)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .unauthorized: return .unauthorized(try source.field("error"))
        case .throttled: return .throttled
        case .refused: return .refused(http: try source.field("http"), try source.field("error"))
        case .registrationRefused: return .registrationRefused(try source.field("code"))
        case .status: return .status(http: try source.field("http"))
        case .transport: return .transport(try source.field("transport"))
        }
    }
}
