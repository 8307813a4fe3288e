#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The value that a `SecretRef` names. A secret cannot be encoded, and its description reveals only its kind.
public enum Secret: Sendable {
    /// The client id and the client secret, with the grant types that the registration allowed.
    case client(ClientCredentials)
    /// An access token, as Adobe sent it.
    case token(String)
    /// An authentication code, as the viewer types it.
    case code(String)
    /// An absolute URL that contains a code or a session.
    case link(String)
    /// Adobe's request that the partner framework answers.
    case request(AuthenticationRequest)
    /// A SAML response, normalized but not yet encoded.
    case saml(String)
    /// A serialized media token.
    case media(String)
    /// The user metadata of a profile: each attribute's name and its value as JSON.
    case attributes(UserMetadata)
    /// The providers of a configuration with their names and logos.
    case configuration(ProviderDirectory)
    /// The texts of an error: Adobe's message for developers, and the provider's or programmer's text for the viewer.
    case text(ErrorText)
    /// A resource's identifier, as the app passed it.
    case resource(String)
    /// The viewer's identity for promotional temporary access: the value of the header before Base64 encoding.
    case identity(String)

    /// The kind of this secret, which is also the kind of its reference.
    public var kind: SecretRef.Kind {
        switch self {
        case .client: .client
        case .token: .token
        case .code: .code
        case .link: .link
        case .request: .request
        case .saml: .saml
        case .media: .media
        case .attributes: .attributes
        case .configuration: .configuration
        case .text: .text
        case .resource: .resource
        case .identity: .identity
        }
    }
}

extension Secret: Redacted {
    /// The kind alone, because a description must not reveal the secret.
    public var description: String { "<\(kind.rawValue)>" }
}

/// The credentials of a registered application (V2-A-03).
public struct ClientCredentials: Sendable, Equatable {
    /// The `client_id` that Adobe issued.
    public let id: String
    /// The `client_secret` that Adobe issued.
    public let secret: String
    /// The `grant_types` of the registration. The flow uses `client_credentials` if the list contains it, and otherwise the first grant type.
    public let grantTypes: [String]

    /// Creates the credentials of a registered application. Each parameter sets the property of the same name.
    public init(id: String, secret: String, grantTypes: [String] = ["client_credentials"]) {
        self.id = id
        self.secret = secret
        self.grantTypes = grantTypes
    }
}

extension ClientCredentials: Redacted {
    /// Redacted: does not reveal the credentials.
    public var description: String { "<client>" }
}

/// The request that the partner framework answers in phase C.3 (V2-C-21).
public struct AuthenticationRequest: Sendable, Equatable {
    /// The request, usually SAML in Base64. The flow passes it on unchanged (G-23).
    public let request: String
    /// Adobe's name for the kind of request, for example `SAML`; `nil` if Adobe named none. The flow passes every kind to the framework, because
    /// Adobe judges the framework's answer.
    public let type: String?
    /// The names of the attributes that Adobe requests.
    public let attributeNames: [String]

    /// Creates a request for the partner framework. Each parameter sets the property of the same name.
    public init(request: String, type: String? = nil, attributeNames: [String]) {
        self.request = request
        self.type = type
        self.attributeNames = attributeNames
    }
}

extension AuthenticationRequest: Redacted {
    /// Redacted: does not reveal the request.
    public var description: String { "<request>" }
}

/// User metadata: attribute names and their values as JSON text, in Adobe's order where the order is known.
public struct UserMetadata: Sendable, Hashable {
    /// One attribute of the viewer.
    public struct Attribute: Sendable, Hashable {
        /// The name of the attribute, for example `userID`.
        public let name: String
        /// The value of the attribute, as JSON.
        public let json: String
        /// Whether the value is encrypted for the programmer.
        public let isEncrypted: Bool

        /// Creates an attribute of the viewer. Each parameter sets the property of the same name.
        public init(name: String, json: String, isEncrypted: Bool) {
            self.name = name
            self.json = json
            self.isEncrypted = isEncrypted
        }
    }

    /// All attributes that Adobe returned.
    public let attributes: [Attribute]

    /// Creates user metadata from its attributes.
    public init(attributes: [Attribute]) { self.attributes = attributes }
}

extension UserMetadata: Redacted {
    /// The number of attributes.
    public var description: String { "<\(attributes.count) attributes>" }
}

extension UserMetadata.Attribute: Redacted {
    /// Redacted: does not reveal the attribute, not even its name.
    public var description: String { "<attribute>" }
}

/// The providers of a configuration as a picker shows them.
public struct ProviderDirectory: Sendable, Equatable {
    /// One provider, as an app's picker shows it.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// Adobe's id of the provider.
        public let mvpd: MVPDID
        /// The provider's name, as a picker shows it.
        public let displayName: String
        /// The URL of the provider's logo; `nil` if there is none.
        public let logoURL: URL?
        /// Whether the entry is temporary access, which a picker hides (V2-F-20).
        public let isTemporary: Bool
        /// The attributes that the legacy API requires from the partner framework (V1-14).
        public let requiredMetadataFields: [String]

        /// Adobe's id of the provider, which identifies the entry.
        public var id: MVPDID { mvpd }

        /// Creates an entry for a picker. Each parameter sets the property of the same name.
        public init(
            mvpd: MVPDID, displayName: String, logoURL: URL? = nil, isTemporary: Bool = false, requiredMetadataFields: [String] = []
        ) {
            self.mvpd = mvpd
            self.displayName = displayName
            self.logoURL = logoURL
            self.isTemporary = isTemporary
            self.requiredMetadataFields = requiredMetadataFields
        }
    }

    /// The providers in Adobe's order.
    public let entries: [Entry]
    /// The providers that the partner framework's picker may offer, as `AdobeConfiguration` computes them (V2-C-04).
    public let supported: [PlatformMappingID]
    /// The providers among `supported` that the picker shows first.
    public let featured: [PlatformMappingID]
    /// Whether the directory lacks some of Adobe's providers, because the app does not offer them.
    public let isLimited: Bool

    /// Creates the providers of a configuration, as a picker shows them. Each parameter sets the property of the same name.
    public init(entries: [Entry], supported: [PlatformMappingID], featured: [PlatformMappingID], isLimited: Bool = false) {
        self.isLimited = isLimited
        self.entries = entries
        self.supported = supported
        self.featured = featured
    }
}

/// The texts of an error: a message for developers and, in some errors, a text for the viewer.
public struct ErrorText: Sendable, Equatable {
    /// Adobe's message, which is meant for developers.
    public let message: String
    /// The provider's or programmer's text for the viewer; `nil` if there is none.
    public let details: String?

    /// Creates the texts of an error. Each parameter sets the property of the same name.
    public init(message: String, details: String?) {
        self.message = message
        self.details = details
    }
}

extension ErrorText: Redacted {
    /// Redacted: does not reveal the text, which may name people and titles.
    public var description: String { "<text>" }
}
