import FlowMachine

/// The error of a request that the flow did not fulfill: the reason, and the options that the app can offer the viewer.
///
/// ```swift
/// do {
///     _ = try await flow.play("channel-1")
/// } catch let refusal as FlowRefusal {
///     if refusal.isCancellation { return }
///     tell(refusal.details ?? "\(refusal.reason)", refusal.options.contains(.retry))
/// }
/// ```
public struct FlowRefusal: Error, Hashable, Sendable {
    /// The kind of refusal.
    @nonexhaustive
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The provider, or a rule of Adobe's, does not allow this resource (V2-D-13).
        case denied
        /// No viewer is signed in, and this request never asks the viewer to sign in.
        case notSignedIn
        /// The viewer canceled, or the app requested temporary access, which ends a sign-in in progress (V2-T-01).
        case canceled
        /// The viewer signed out meanwhile.
        case signedOut
        /// The flow was shut down.
        case shutDown
        /// Another flow used the vault when this flow began, so this flow does nothing. The app has created two flows with this vault, or has not
        /// shut down the first flow.
        case vaultInUse
        /// Temporary access is not configured, or has been used up.
        case temporaryAccess
        /// Too many requests of the app are open; the maximum is 16.
        case tooManyWishes
        /// Adobe's service failed, or a server between the device and Adobe failed.
        case service
        /// Adobe answered without a decision about the resource, as old servers do.
        case noDecision
        /// Adobe could not be reached.
        case unreachable
        /// Adobe refused the app's registration.
        case registration
        /// The app is set up wrongly, for example with a redirect URL that is not registered at Adobe.
        case setup
        /// Adobe asks for a sign-in although the viewer is signed in, or the status of the device's account cannot be used.
        case authentication
        /// Adobe has shut down the API that this version of the app uses (V1-50): only an update of the app helps.
        case apiEnded
    }

    /// The kind of refusal.
    public let reason: Reason
    /// Adobe's error code; `nil` if Adobe reported no code.
    public let code: String?
    /// Adobe's trace id, to quote to Adobe's support.
    public let trace: String?
    /// Adobe's message, meant for developers rather than viewers.
    public let message: String?
    /// The provider's or programmer's text for the viewer; show it unchanged.
    public let details: String?
    /// The options that the app can offer the viewer. For `retry`, make the same request again; for `otherProvider`, call
    /// `Flow.signIn(with: .otherProvider)`; for `cancel`, do nothing. Empty if the reason already implies the remedy, as `notSignedIn` implies a
    /// sign-in.
    public let options: [Problem.Option]

    /// Whether the viewer or the app ended the request, so that there is no error to show: the reason is `canceled`, `signedOut` or
    /// `shutDown`.
    public var isCancellation: Bool { reason == .canceled || reason == .signedOut || reason == .shutDown }

    /// The address of the documentation of ``code``, relative to the root of the documentation site, for the app's log or its debug menu. `nil`
    /// without a code. The page also explains codes that Adobe does not document.
    public var documentation: String? { code.map { DocumentationAnchor.code($0) } }

    /// Creates a refusal, for previews and tests of the app's screens. Each parameter sets the property of the same name.
    public init(
        _ reason: Reason, code: String? = nil, trace: String? = nil, message: String? = nil, details: String? = nil,
        options: [Problem.Option] = []
    ) {
        self.reason = reason
        self.code = code
        self.trace = trace
        self.message = message
        self.details = details
        self.options = options
    }
}

extension FlowRefusal: Redacted {
    /// The reason and Adobe's error code, without the texts, which name people and titles.
    public var description: String { "FlowRefusal: \(reason.rawValue)\(code.map { " (\($0))" } ?? "")" }
}

extension FlowRefusal {
    /// Creates a refusal with the texts of `error`, and removes these texts from the vault.
    init(_ reason: Reason, _ error: AdobeError?, options: [Problem.Option], from vault: FlowVault) {
        var text: ErrorText?
        if let ref = error?.text, case .text(let value) = vault.take(ref) { text = value }
        self.init(
            reason, code: error?.code?.text, trace: error?.trace?.text, message: text?.message, details: text?.details, options: options)
    }
}

extension FlowRefusal.Reason {
    init(_ reason: Refusal.Reason) {
        switch reason {
        case .notSignedIn: self = .notSignedIn
        case .canceled: self = .canceled
        case .signedOut: self = .signedOut
        case .temporaryAccess: self = .temporaryAccess
        case .tooManyWishes: self = .tooManyWishes
        case .service: self = .service
        case .noDecision: self = .noDecision
        case .unreachable: self = .unreachable
        case .registration: self = .registration
        case .setup: self = .setup
        case .authentication: self = .authentication
        case .apiEnded: self = .apiEnded
        }
    }
}
