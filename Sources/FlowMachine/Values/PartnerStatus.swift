/// What the viewer allowed the app in the partner framework.
public enum Permission: String, Word {
    case notDetermined, restricted, denied, granted
}

/// What the partner framework reports: permission, provider and the end of the sign-in there. Adobe receives it as the
/// header `AP-Partner-Framework-Status`, and only while it is valid (V2-X-15).
public struct PartnerStatus: Hashable, Sendable, LogValue {
    /// What the viewer allowed.
    public let permission: Permission
    /// The provider that the viewer signed in to.
    public let provider: PlatformMappingID?
    /// When that sign-in ends, if the framework says so.
    public let expiry: Instant?

    /// What the partner framework reports.
    public init(permission: Permission, provider: PlatformMappingID? = nil, expiry: Instant? = nil) {
        self.permission = permission
        self.provider = provider
        self.expiry = expiry
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PartnerStatus(
                permission: try archive.field("permission", old?.permission),
                provider: try archive.optional("provider", old?.provider),
                expiry: try archive.optional("expiry", old?.expiry))
        }
    }
}

/// What the partner framework answered to one question.
public struct PartnerAnswer: Hashable, Sendable, LogValue {
    /// Permission, provider and expiry.
    public let status: PartnerStatus
    /// The SAML response, when one was asked for and came, normalised.
    public let saml: SAML?
    /// Why there is no metadata.
    public let error: PartnerError?

    /// A SAML response that is in the vault.
    public struct SAML: Hashable, Sendable, LogValue {
        /// Names it.
        public let ref: SecretRef
        /// Its length after normalisation, in bytes; 0 when nothing but white space came (V2-C-23).
        public let length: Int64

        /// A SAML response that is in the vault.
        public init(ref: SecretRef, length: Int64) {
            self.ref = ref
            self.length = length
        }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                SAML(ref: try archive.field("ref", old?.ref), length: try archive.field("length", old?.length))
            }
        }
    }

    /// What the partner framework answered to one question.
    public init(status: PartnerStatus, saml: SAML? = nil, error: PartnerError? = nil) {
        self.status = status
        self.saml = saml
        self.error = error
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PartnerAnswer(
                status: try archive.field("status", old?.status),
                saml: try archive.optional("saml", old?.saml),
                error: try archive.optional("error", old?.error))
        }
    }
}

/// The partner framework's error, reduced to what decides (G-08).
public enum PartnerError: Hashable, Sendable, LogValue {
    /// The viewer chose a provider that signs in elsewhere; without an id, "Other TV Providers" (V2-C-12, V2-C-13).
    case unsupportedProvider(PlatformMappingID?)
    /// The viewer closed the picker.
    case cancelled
    /// The provider said no, or would have had to ask the viewer when that was not allowed.
    case rejected
    /// Any other, with the framework's number.
    case other(code: Int64)

    enum Kind: String, Word {
        case unsupportedProvider, cancelled, rejected, other
    }

    var kind: Kind {
        switch self {
        case .unsupportedProvider: .unsupportedProvider
        case .cancelled: .cancelled
        case .rejected: .rejected
        case .other: .other
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .unsupportedProvider:
                var provider: PlatformMappingID?
                if case .unsupportedProvider(let id) = old { provider = id }
                return .unsupportedProvider(try archive.optional("provider", provider))
            case .cancelled: return .cancelled
            case .rejected: return .rejected
            case .other:
                var number: Int64?
                if case .other(let code) = old { number = code }
                return .other(code: try archive.field("code", number))
            }
        }
    }
}
