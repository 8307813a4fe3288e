import FlowMachine

extension FailureKind {
    /// The failure in two parts, separated by two spaces, as a label needs them.
    var text: String {
        switch self {
        case .unauthorized: "401  token refused"
        case .throttled: "429  throttled"
        case .refused(let http, let code): "\(http)  \(code?.text ?? "refused")"
        case .registrationRefused(let code): "refused, \(code.text)"
        case .status(let http): "\(http)  \(FailureKind.status(http: http).isInBetween ? "not an answer from Adobe" : "server error")"
        case .transport(let transport): FailureKind.text(transport)
        }
    }

    /// The failure as part of a sentence.
    var sentence: String { Label.sentence(text) }

    /// Returns the failure as part of a sentence, with the number of times if it is more than one.
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
