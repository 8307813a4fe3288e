/// Adobe's remedy for an error; it decides, not the HTTP status (G-31).
public enum ErrorAction: String, Word {
    case none, configuration, applicationRegistration, authentication, authorization, retry

    /// The action by Adobe's word; one that this build does not know counts as `none`.
    public init(adobe word: String) {
        self = word == "application-registration" ? .applicationRegistration : ErrorAction(rawValue: word) ?? .none
    }
}

/// An error code of Adobe's: 1 to 64 of `a`–`z`, `0`–`9` and `_`. The set may grow (V2-X-22).
public struct ErrorCode: Hashable, Sendable, LogValue {
    /// The code.
    public let text: String

    /// The code, if it is one.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A, 0x30...0x39, 0x5F: continue
            case _: return nil
            }
        }
        self.text = text
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        guard let code = Self(try archive.text(old?.text)) else { throw CodingFailure(.outOfRange, column: 0) }
        return code
    }
}

/// An error that Adobe reported, as the body of an answer or with one decision (ERR-02).
public struct AdobeError: Hashable, Sendable, LogValue {
    /// The remedy.
    public let action: ErrorAction
    /// The status in the error, which may differ from the HTTP status.
    public let status: Int64
    /// The code; `nil` if it is none that may be logged.
    public let code: ErrorCode?
    /// Message and details for the viewer, in the vault.
    public let text: SecretRef?
    /// Adobe's trace id, to quote to its support: at most 64 of letters, digits and `-`.
    public let trace: String?

    /// An error that Adobe reported.
    public init(action: ErrorAction, status: Int64, code: ErrorCode?, text: SecretRef? = nil, trace: String? = nil) {
        self.action = action
        self.status = status
        self.code = code
        self.text = text
        self.trace = trace
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            AdobeError(
                action: try archive.field("action", old?.action),
                status: try archive.field("status", old?.status),
                code: try archive.optional("code", old?.code),
                text: try archive.optional("text", old?.text),
                trace: try archive.optional("trace", old?.trace))
        }
    }
}

/// Why a call brought no answer that can be used.
public enum CallFailure: Error, Hashable, Sendable, LogValue {
    /// HTTP 401: the access token was refused, with or without an error (V2-X-08).
    case unauthorized(AdobeError?)
    /// HTTP 429 (V2-X-10).
    case throttled
    /// Adobe reported an error; `http` is the HTTP status.
    case refused(http: Int64, AdobeError)
    /// Registration or token was refused with one of the codes of RFC 7591 and RFC 6749.
    case registrationRefused(ErrorCode)
    /// No answer, or none that can be read.
    case transport(Transport)

    /// What went wrong on the way.
    public enum Transport: String, Word {
        /// Nothing came in time.
        case timedOut
        /// No connection, or it broke.
        case connection
        /// An HTTP status without Adobe's error, 5xx or HTML.
        case status
        /// The body was not what the endpoint returns, or too big.
        case unreadable
        /// A secret that the request needs is no longer there.
        case secretMissing
    }

    enum Kind: String, Word {
        case unauthorized, throttled, refused, registrationRefused, transport
    }

    var kind: Kind {
        switch self {
        case .unauthorized: .unauthorized
        case .throttled: .throttled
        case .refused: .refused
        case .registrationRefused: .registrationRefused
        case .transport: .transport
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .unauthorized:
                var error: AdobeError?
                if case .unauthorized(let value) = old { error = value }
                return .unauthorized(try archive.optional("error", error))
            case .throttled: return .throttled
            case .refused:
                var parts: (Int64, AdobeError)?
                if case .refused(let http, let error) = old { parts = (http, error) }
                return .refused(http: try archive.field("http", parts?.0), try archive.field("error", parts?.1))
            case .registrationRefused:
                var code: ErrorCode?
                if case .registrationRefused(let value) = old { code = value }
                return .registrationRefused(try archive.field("code", code))
            case .transport:
                var transport: Transport?
                if case .transport(let value) = old { transport = value }
                return .transport(try archive.field("transport", transport))
            }
        }
    }
}
