import FlowMachine

/// Why something that the app asked for was not granted, and what it can offer the viewer.
public struct FlowRefusal: Error, Equatable, Sendable {
    /// Why.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The provider, or a rule of Adobe's, does not allow this resource (V2-D-13).
        case denied
        /// The flow was shut down.
        case shutDown
        /// The request ended without a permit or a denial, for example because the viewer canceled.
        case refused(Refusal.Reason)
    }

    /// Why.
    public let reason: Reason
    /// Adobe's error code, if it reported one.
    public let code: String?
    /// Adobe's trace id, to quote to its support.
    public let trace: String?
    /// Adobe's message, meant for developers rather than viewers.
    public let message: String?
    /// The provider's or programmer's text for the viewer; show it unchanged.
    public let details: String?
    /// What the app can offer: `retry` is the same call again, `otherProvider` is `Flow.signIn(with: .otherProvider)`, and `cancel` does
    /// nothing. Empty where only the reason says what helps: after `notSignedIn`, a sign-in.
    public let options: [Problem.Option]
}

extension FlowRefusal: Redacted {
    /// The reason and the code; omits the texts, which name people and titles.
    public var description: String {
        let name =
            switch reason {
            case .denied: "denied"
            case .shutDown: "shutDown"
            case .refused(let reason): reason.rawValue
            }
        return "FlowRefusal: \(name)\(code.map { " (\($0))" } ?? "")"
    }
}

extension FlowRefusal {
    static let shutDown = FlowRefusal(reason: .shutDown, code: nil, trace: nil, message: nil, details: nil, options: [])

    /// With the texts of `error`, which the vault then no longer keeps.
    init(_ reason: Reason, _ error: AdobeError?, options: [Problem.Option], from vault: FlowVault) {
        var text: ErrorText?
        if let ref = error?.text, case .text(let value) = vault.take(ref) { text = value }
        self.init(
            reason: reason, code: error?.code?.text, trace: error?.trace?.text, message: text?.message, details: text?.details,
            options: options)
    }
}
