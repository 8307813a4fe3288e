import FlowMachine

/// A failed call without what differs from call to call, such as a trace id.
package enum FailureKind: Hashable, Sendable {
    case unauthorized, throttled
    case refused(http: Int64, ErrorCode?)
    case registrationRefused(ErrorCode)
    case status(http: Int64)
    case transport(CallFailure.Transport)

    init(_ failure: CallFailure) {
        switch failure {
        case .unauthorized: self = .unauthorized
        case .throttled: self = .throttled
        case .refused(let http, let error): self = .refused(http: http, error.code)
        case .registrationRefused(let code): self = .registrationRefused(code)
        case .status(let http): self = .status(http: http)
        case .transport(let transport): self = .transport(transport)
        }
    }

    /// Whether no answer arrived that can be read as one.
    var isLost: Bool { if case .transport = self { true } else { false } }

    /// Whether Adobe refused the access token.
    var isRefusedToken: Bool {
        switch self {
        case .unauthorized: true
        case .refused(let http, _), .status(let http): http == 401
        case .registrationRefused, .throttled, .transport: false
        }
    }

    /// Whether the answer was probably another server's: not Adobe's, and not that of a failing host of Adobe.
    var isInBetween: Bool {
        switch self {
        case .status(let http): http < 500
        case .transport(let transport):
            switch transport {
            case .status, .unreadable: true
            case .timedOut, .connection, .secretMissing, .apiEnded: false
            }
        case .unauthorized, .throttled, .refused, .registrationRefused: false
        }
    }

    /// The code that Adobe reported.
    var code: ErrorCode? {
        switch self {
        case .refused(_, let code): code
        case .registrationRefused(let code): code
        case .unauthorized, .throttled, .status, .transport: nil
        }
    }
}

extension FailureKind {
    /// The failure as an arrow says it, in two parts.
    var text: String {
        switch self {
        case .unauthorized: "401  token refused"
        case .throttled: "429  throttled"
        case .refused(let http, let code): "\(http)  \(code?.text ?? "refused")"
        case .registrationRefused(let code): "refused, \(code.text)"
        case .status(let http): "\(http)  not an answer from Adobe"
        case .transport(let transport): FailureKind.text(transport)
        }
    }

    /// The failure as part of a sentence.
    var sentence: String { Label.sentence(text) }

    /// The same, with how often it was met if that was more than once.
    func sentence(times count: Int) -> String { count == 1 ? sentence : "\(sentence), \(count) times" }

    private static func text(_ transport: CallFailure.Transport) -> String {
        switch transport {
        case .timedOut: "no answer in time"
        case .connection: "no connection"
        case .status: "an answer from another server"
        case .unreadable: "an unreadable answer"
        case .secretMissing: "a secret that it needs is missing"
        case .apiEnded: "REST API V1 has been shut down"
        }
    }
}
