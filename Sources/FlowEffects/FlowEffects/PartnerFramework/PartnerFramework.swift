import FlowMachine

/// One question to the partner framework with everything it needs.
public struct PartnerQuestion: Sendable, Equatable {
    /// Whether the permission dialog may appear.
    public var isPromptAllowed: Bool
    /// `isInterruptionAllowed`: whether the framework may show its picker or a sign-in (G-02).
    public var isInterruptionAllowed: Bool
    /// `supportedAccountProviderIdentifiers`; empty outside phase C.2.
    public var supportedMappings: [String]
    /// `featuredAccountProviderIdentifiers`; empty outside phase C.2.
    public var featuredMappings: [String]
    /// `verificationToken` and `attributeNames`, in phase C.3 only.
    public var authentication: AuthenticationRequest?

    /// Creates a question to the partner framework. Each parameter sets the property of the same name.
    public init(
        isPromptAllowed: Bool, isInterruptionAllowed: Bool, supportedMappings: [String] = [], featuredMappings: [String] = [],
        authentication: AuthenticationRequest? = nil
    ) {
        self.isPromptAllowed = isPromptAllowed
        self.isInterruptionAllowed = isInterruptionAllowed
        self.supportedMappings = supportedMappings
        self.featuredMappings = featuredMappings
        self.authentication = authentication
    }

    /// `channelIdentifier`: the SAML issuer, in all questions (G-07).
    public static let channelIdentifier = "https://saml.sp.auth.adobe.com"
}

extension PartnerQuestion: Redacted {
    /// The flags only: the SAML request is a secret.
    public var description: String { "<partner question: prompt \(isPromptAllowed), interruption \(isInterruptionAllowed)>" }
}

/// The partner framework's answer, unchanged.
public struct PartnerOutcome: Sendable, Equatable {
    /// The permission that the viewer has given the app.
    public var permission: Permission
    /// `accountProviderIdentifier`: the platform mapping id of the account's provider, not the id of an MVPD.
    public var mapping: String?
    /// `authenticationExpirationDate`, in milliseconds since 1970.
    public var expiry: Int64?
    /// `samlAttributeQueryResponse` as received or, if it is missing, the body of `accountProviderResponse`.
    public var saml: String?
    /// The error, reduced to what the machine needs to decide.
    public var error: PartnerError?

    /// Creates an answer of the partner framework. Each parameter sets the property of the same name.
    public init(permission: Permission, mapping: String? = nil, expiry: Int64? = nil, saml: String? = nil, error: PartnerError? = nil) {
        self.permission = permission
        self.mapping = mapping
        self.expiry = expiry
        self.saml = saml
        self.error = error
    }
}

extension PartnerOutcome: Redacted {
    /// The permission only, because the rest identifies the viewer.
    public var description: String { "<partner outcome: \(permission.rawValue)>" }
}

/// The device's partner framework. It performs one request once and decides nothing.
public protocol PartnerFramework: Sendable {
    /// Asks, waits for the viewer if the framework asks them, and returns the framework's answer. Canceling the task cancels the question.
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome
}
