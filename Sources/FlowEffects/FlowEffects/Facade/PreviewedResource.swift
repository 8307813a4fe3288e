import FlowMachine

/// Adobe's decision about one resource in a preview.
public struct PreviewedResource: Hashable, Sendable, Identifiable {
    /// Adobe's decision, or `unanswered` if Adobe made no decision.
    public enum Outcome: Hashable, Sendable {
        /// The resource could be played. `attributes`: the viewer's attributes that Adobe reports with the permit, for example the package;
        /// `nil` if Adobe reports none (before Adobe Pass 3.10).
        case permitted(attributes: UserMetadata?)
        /// The resource may not be played, with the reason.
        case denied(Denial)
        /// Adobe's answer did not contain the resource.
        case unanswered
    }

    /// The reason why a resource may not be played.
    public struct Denial: Hashable, Sendable {
        /// Adobe's error code; `nil` if Adobe reported no code.
        public let code: String?
        /// The remedy that Adobe names.
        public let action: ErrorAction
        /// Adobe's message, meant for developers rather than viewers.
        public let message: String?
        /// The provider's or programmer's text for the viewer, if there is one; show it unchanged.
        public let details: String?

        /// Creates a denial, for Xcode previews and tests of the app's screens. Each parameter sets the property of the same name.
        public init(code: String? = nil, action: ErrorAction = .none, message: String? = nil, details: String? = nil) {
            self.code = code
            self.action = action
            self.message = message
            self.details = details
        }
    }

    /// The resource, as the app named it.
    public let resource: String
    /// Adobe's decision, or `unanswered` if Adobe made no decision.
    public let outcome: Outcome

    /// The resource, as the id of an element in a list. The id is unique unless a resource was previewed twice.
    public var id: String { resource }

    /// Whether the resource could be played.
    public var isPermitted: Bool { if case .permitted = outcome { true } else { false } }

    /// Creates a result, for Xcode previews and tests of the app's screens. Each parameter sets the property of the same name.
    public init(_ resource: String, _ outcome: Outcome) {
        self.resource = resource
        self.outcome = outcome
    }

    init(_ resource: String, _ decision: AdobeDecision, from vault: FlowVault) {
        switch decision.verdict {
        case .permit:
            var attributes: UserMetadata?
            // The attributes stay in the vault, because the flow may answer a later preview with them.
            if let ref = decision.attributes, case .attributes(let metadata) = vault.secret(ref) { attributes = metadata }
            self.init(resource, .permitted(attributes: attributes))
        case .deny(let error):
            var text: ErrorText?
            if let ref = error.text, case .text(let value) = vault.take(ref) { text = value }
            self.init(
                resource,
                .denied(Denial(code: error.code?.text, action: error.action, message: text?.message, details: text?.details)))
        }
    }
}

extension PreviewedResource: Redacted {
    /// Redacted: contains neither the resource nor the text.
    public var description: String { "<preview: \(outcome.description)>" }
}

extension PreviewedResource.Outcome: Redacted {
    /// Redacted: contains no text.
    public var description: String {
        switch self {
        case .permitted: "permitted"
        case .denied: "denied"
        case .unanswered: "unanswered"
        }
    }
}

extension PreviewedResource.Denial: Redacted {
    /// Adobe's error code, without the texts.
    public var description: String { "denied\(code.map { " (\($0))" } ?? "")" }
}
