import FlowMachine

/// The kind of a call's failure, without details that differ from call to call, such as a trace id.
package enum FailureKind: Hashable, Sendable {
    case unauthorized, throttled
    case refused(http: Int64, ErrorCode?)
    case registrationRefused(ErrorCode)
    case status(http: Int64)
    case transport(CallFailure.Transport)

    package init(_ failure: CallFailure) {
        switch failure {
        case .unauthorized: self = .unauthorized
        case .throttled: self = .throttled
        case .refused(let http, let error): self = .refused(http: http, error.code)
        case .registrationRefused(let code): self = .registrationRefused(code)
        case .status(let http): self = .status(http: http)
        case .transport(let transport): self = .transport(transport)
        }
    }

    /// Whether no readable answer arrived.
    package var isLost: Bool { if case .transport = self { true } else { false } }

    /// Whether Adobe refused the access token.
    package var isRefusedToken: Bool {
        switch self {
        case .unauthorized: true
        case .refused(let http, _), .status(let http): http == 401
        case .registrationRefused, .throttled, .transport: false
        }
    }

    /// The HTTP status with which a network asks its users to sign in or to accept its terms first (RFC 6585). Only servers in between answer so.
    package static let networkSignIn: Int64 = 511

    /// Whether the answer probably came from a server other than Adobe's: it has no error from Adobe, and its HTTP status is below 500, or that of a
    /// network that asks for a sign-in.
    package var isInBetween: Bool {
        switch self {
        case .status(let http): http < 500 || http == FailureKind.networkSignIn
        case .transport(let transport):
            switch transport {
            case .status, .unreadable: true
            case .timedOut, .connection, .secretMissing, .apiEnded: false
            }
        case .unauthorized, .throttled, .refused, .registrationRefused: false
        }
    }

    /// The code that Adobe reported; `nil` if it reported none.
    package var code: ErrorCode? {
        switch self {
        case .refused(_, let code): code
        case .registrationRefused(let code): code
        case .unauthorized, .throttled, .status, .transport: nil
        }
    }
}
