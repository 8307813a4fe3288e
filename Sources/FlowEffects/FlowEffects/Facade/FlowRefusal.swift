import FlowMachine

/// Why something that the app asked for was not granted, and what it can offer the viewer.
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
        /// No viewer is signed in, and this call does not ask the viewer to sign in.
        case notSignedIn
        /// The viewer gave up, or another sign-in replaced this one.
        case canceled
        /// The viewer signed out meanwhile.
        case signedOut
        /// The flow was shut down.
        case shutDown
        /// Another flow was using the vault when this flow began, so this flow does nothing: the app has created two, or has not shut down
        /// the first one.
        case vaultInUse
        /// Temporary access is not configured, or has been used up.
        case temporaryAccess
        /// Too many requests of the app are open; the maximum is 16.
        case tooManyWishes
        /// Adobe failed, or a server on the way.
        case service
        /// Adobe answered without a decision about the resource, as old servers do.
        case noDecision
        /// Adobe could not be reached.
        case unreachable
        /// Adobe refused the app's registration.
        case registration
        /// The app is set up wrongly, for example with a redirect URL that is not registered at Adobe.
        case setup
        /// The viewer is signed in, and Adobe still asks for a sign-in, or the status of the device's account cannot be used.
        case authentication
        /// Adobe has shut down the API that this version of the app uses (V1-50): only an update of the app helps.
        case apiEnded
    }

    /// The kind of refusal.
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

    /// Whether the request ended because the viewer or the app gave it up: there is no error to show. Such a refusal has the reason
    /// `canceled`, `signedOut` or `shutDown`.
    public var isCancellation: Bool { reason == .canceled || reason == .signedOut || reason == .shutDown }

    /// Where ``code`` is documented: an address below the root of the documentation site, for the app's log or its debug menu. `nil` without a
    /// code. The page says what a code means that Adobe does not document.
    public var documentation: String? { code.map { DocumentationAnchor.code($0) } }

    /// Creates a refusal, for previews and tests of the app's screens. Each parameter is the property of that name.
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
    /// The reason and the code; omits the texts, which name people and titles.
    public var description: String { "FlowRefusal: \(reason.rawValue)\(code.map { " (\($0))" } ?? "")" }
}

extension FlowRefusal {
    /// Creates a refusal with the texts of `error`, which the vault then no longer keeps.
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
