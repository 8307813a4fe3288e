/// The viewer's permission for the app in the partner framework.
@nonexhaustive
public enum Permission: String, Word {
    package static let table = WordTable<Self>()
    /// The viewer has not been asked yet.
    case notDetermined
    /// The device does not allow the permission, for example because of parental controls.
    case restricted
    /// The viewer has denied the permission.
    case denied
    /// The viewer has given the permission.
    case granted
}

/// The report of the partner framework: the permission, the provider and the expiry of the sign-in with that provider. The flow sends the
/// report to Adobe in the header `AP-Partner-Framework-Status`, and only while the report is valid (V2-X-15).
public struct PartnerStatus: Hashable, Sendable, LogObject {
    /// The permission that the viewer gave the app.
    public let permission: Permission
    /// The partner framework's id of the provider with which the viewer signed in; `nil` if the framework names none.
    public let mapping: PlatformMappingID?
    /// The expiry of the sign-in with the provider; `nil` if the framework reports none.
    public let expiry: Instant?

    /// Creates a report of the partner framework. Each parameter sets the property of the same name.
    public init(permission: Permission, mapping: PlatformMappingID? = nil, expiry: Instant? = nil) {
        self.permission = permission
        self.mapping = mapping
        self.expiry = expiry
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("permission", permission)
        sink.field("provider", mapping)
        sink.field("expiry", expiry)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PartnerStatus(
            permission: try source.field("permission"),
            mapping: try source.field("provider"),
            expiry: try source.field("expiry"))
    }
}

/// The partner framework's answer to one question.
public struct PartnerAnswer: Hashable, Sendable, LogObject {
    /// The permission, the provider and the expiry of the sign-in.
    public let status: PartnerStatus
    /// The normalized SAML response; `nil` if none was requested or received.
    public let saml: SAML?
    /// The reason that the framework returned no metadata about the account; `nil` if it returned metadata.
    public let error: PartnerError?

    /// A SAML response that is in the vault.
    public struct SAML: Hashable, Sendable, LogObject {
        /// The reference to the SAML response.
        public let ref: SecretRef
        /// The length of the normalized response, in bytes; 0 if the response contained only white space (V2-C-23).
        public let length: Int64

        /// Creates a value for a SAML response that is in the vault. Each parameter sets the property of the same name.
        public init(ref: SecretRef, length: Int64) {
            self.ref = ref
            self.length = length
        }

        package func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("ref", ref)
            sink.field("length", length)
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            SAML(ref: try source.field("ref"), length: try source.field("length"))
        }
    }

    /// Creates the partner framework's answer to one question. Each parameter sets the property of the same name.
    public init(status: PartnerStatus, saml: SAML? = nil, error: PartnerError? = nil) {
        self.status = status
        self.saml = saml
        self.error = error
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("status", status)
        sink.field("saml", saml)
        sink.field("error", error)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PartnerAnswer(
            status: try source.field("status"),
            saml: try source.field("saml"),
            error: try source.field("error"))
    }
}

/// The partner framework's error, reduced to the kinds that decisions distinguish (G-08).
@nonexhaustive
public enum PartnerError: Hashable, Sendable, LogObject {
    /// The viewer chose a provider whose viewers cannot sign in through the framework; `nil` if the viewer chose "Other TV Providers"
    /// (V2-C-12, V2-C-13).
    case unsupportedProvider(PlatformMappingID?)
    /// The viewer closed the picker.
    case canceled
    /// The provider refused the sign-in, or had to ask the viewer something although the request did not permit this.
    case rejected
    /// The app could not show the framework's screen, so the viewer was not asked.
    case notShown
    /// Any other error, with the framework's error number.
    case other(code: Int64)

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case unsupportedProvider, cancelled, rejected, notShown, other
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .unsupportedProvider(let mapping): sink.fields(Kind.unsupportedProvider, "provider", mapping)
        case .canceled: sink.fields(Kind.cancelled)
        case .rejected: sink.fields(Kind.rejected)
        case .notShown: sink.fields(Kind.notShown)
        case .other(let code): sink.fields(Kind.other, "code", code)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .unsupportedProvider: return .unsupportedProvider(try source.field("provider"))
        case .cancelled: return .canceled
        case .rejected: return .rejected
        case .notShown: return .notShown
        case .other: return .other(code: try source.field("code"))
        }
    }
}
