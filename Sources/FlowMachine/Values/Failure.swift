/// Adobe's remedy for an error. The flow follows the remedy, not the HTTP status (G-31).
@nonexhaustive
public enum ErrorAction: String, Word {
    package static let table = WordTable<Self>()
    /// There is no remedy, so the request fails.
    case none
    /// The configuration at Adobe must be changed.
    case configuration
    /// The token must be replaced. The flow does this once. If the new token is refused, too, the app registers again (V2-X-09).
    case applicationRegistration
    /// The viewer must sign in again (V2-D-14).
    case authentication
    /// Authorization must be requested again. Only the legacy API names this remedy.
    case authorization
    /// The same request may succeed if it is sent again, up to 3 attempts in total (V2-X-11).
    case retry

    /// Creates the action for Adobe's value. A value that this build does not know is treated as `none`.
    package init(adobe word: String) {
        self = word == "application-registration" ? .applicationRegistration : ErrorAction(rawValue: word) ?? .none
    }
}

/// One of Adobe's error codes: 1 to 64 of `a`–`z`, `0`–`9` and `_`. Adobe may add codes (V2-X-22).
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

    /// Returns whether the code's spelling is `code`.
    func isSpelled(_ code: String) -> Bool { haveSameBytes(text, code) }
}

/// Adobe's trace id, by which Adobe's support finds a request: 1 to 64 letters, digits and `-`.
public struct TraceID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The trace id as Adobe sent it.
    public var text: String { kept.string }

    package static let length = 1...64
    package static let alphabet = TextAlphabet.dashed
    package static var meaning: TextMeaning { .trace }

    /// Creates the trace id; `nil` if `text` is outside the bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }
}

/// An error that Adobe reported, as the body of an answer or within one decision (ERR-02).
public struct AdobeError: Hashable, Sendable, LogObject {
    /// The remedy that Adobe names.
    public let action: ErrorAction
    /// The status in the error, which may differ from the HTTP status. It is limited to ±(2^53 - 1).
    public let status: Int64
    /// The code; `nil` if Adobe sent no code, or a text that is not a valid `ErrorCode`. Logs must not contain such a text.
    public let code: ErrorCode?
    /// The reference to Adobe's message and details for the viewer; `nil` if there are none.
    public let text: SecretRef?
    /// The trace id, by which Adobe's support finds the request; `nil` if Adobe sent none.
    public let trace: TraceID?

    /// Creates an error that Adobe reported. Each parameter sets the property of the same name.
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

/// The reason that a call returned no usable answer.
@nonexhaustive
public enum CallFailure: Error, Hashable, Sendable, LogObject {
    /// HTTP 401: Adobe refused the access token, with or without an error (V2-X-08).
    indirect case unauthorized(AdobeError?)
    /// HTTP 429: Adobe throttled the app (V2-X-10).
    case throttled
    /// Adobe reported an error; `http` is the HTTP status.
    indirect case refused(http: Int64, AdobeError)
    /// Adobe refused the registration or the request for a token, with a code of RFC 7591 or RFC 6749.
    case registrationRefused(ErrorCode)
    /// An HTTP status outside 2xx, other than 401 and 429, without an Adobe error. The answer may be from a proxy or a captive portal.
    case status(http: Int64)
    /// No answer arrived, or the answer could not be read.
    case transport(Transport)

    /// The reasons that no answer arrived or that an answer could not be read.
    @nonexhaustive
    public enum Transport: String, Word {
        package static let table = WordTable<Self>()
        /// The request timed out.
        case timedOut
        /// There was no connection, or the connection broke.
        case connection
        /// An HTTP status without an Adobe error. Only logs of library 0.1.0 contain this word; later logs contain `CallFailure.status`.
        case status
        /// The answer's body was not a valid answer of the endpoint, or was too long.
        case unreadable
        /// A secret that the request needs is missing.
        case secretMissing
        /// The legacy REST API V1 has been shut down (V1-50). The flow concludes this from the API's answers. No interpreter reports it.
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
