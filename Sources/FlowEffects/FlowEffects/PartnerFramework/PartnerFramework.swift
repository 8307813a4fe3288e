import FlowMachine

/// One question to the partner framework, with all values that the framework needs.
public struct PartnerQuestion: Sendable, Equatable {
    /// Whether the permission dialog may appear.
    public var isPromptAllowed: Bool
    /// `isInterruptionAllowed`: whether the framework may show its picker or a sign-in (G-02).
    public var isInterruptionAllowed: Bool
    /// `supportedAccountProviderIdentifiers`: the providers that the picker offers. Empty outside phase C.2.
    public var supportedMappings: [String]
    /// `featuredAccountProviderIdentifiers`: the providers that the picker shows first. Empty outside phase C.2.
    public var featuredMappings: [String]
    /// `verificationToken` and `attributeNames`: Adobe's request to authenticate the viewer; `nil` outside phase C.3.
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

    /// `channelIdentifier`: the SAML issuer, which is the same in all questions (G-07).
    public static let channelIdentifier = "https://saml.sp.auth.adobe.com"
}

extension PartnerQuestion: Redacted {
    /// The flags only, because the SAML request is a secret.
    public var description: String { "<partner question: prompt \(isPromptAllowed), interruption \(isInterruptionAllowed)>" }
}

/// The partner framework's answer. Its values are unchanged, except for the error.
public struct PartnerOutcome: Sendable, Equatable {
    /// The permission that the viewer has given the app.
    public var permission: Permission
    /// `accountProviderIdentifier`: the platform mapping id of the account's provider, not the id of an MVPD; `nil` if the framework reports none.
    public var mapping: String?
    /// `authenticationExpirationDate`, in milliseconds since 1970; `nil` if the framework reports none.
    public var expiry: Int64?
    /// `samlAttributeQueryResponse`, unchanged, or the body of `accountProviderResponse` if the former is missing.
    public var saml: String?
    /// The framework's error, reduced to the kinds that the machine distinguishes; `nil` if there was none.
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
    /// The permission only, because the other properties identify the viewer.
    public var description: String { "<partner outcome: \(permission.rawValue)>" }
}

/// The device's partner framework. An implementation asks each question once and makes no decisions.
public protocol PartnerFramework: Sendable {
    /// Asks the framework a question and returns its answer. If the framework asks the viewer, waits for the viewer's choice. Canceling the task
    /// cancels the question.
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome
}
