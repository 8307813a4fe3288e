#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// The format of the vault's values on disk. The public types of secrets cannot be encoded; these types are their encodable copies, which never
// leave the vault.

struct DeviceFile: Codable {
    let identifier: String
}

/// The content of the owner file, which identifies the vault that opened the place last.
struct OwnerFile: Codable, Equatable {
    /// A random text, generated when the vault was opened.
    let token: String
    /// The number of times that the place has been opened.
    let opening: Int64
    /// The time when the vault was opened, by the device's clock, in milliseconds since 1970.
    let openedAt: Int64

    static let name = "owner.json"
}

struct NumbersFile: Codable {
    /// The number below which every number may have been used.
    let reserved: Int64
    /// The support id of the last launch. Library versions that do not know this field rewrite the file without it, so the field is never outdated.
    var support: String?
}

struct InstallationFile: Codable {
    /// The random id of the installation.
    let id: String

    static let name = "installation.json"
}

/// A secret on disk. A kind of secret uses only some of the fields.
struct SecretFile: Codable {
    struct Attribute: Codable {
        let name: String
        let json: String
        let isEncrypted: Bool
    }

    /// The fingerprint of the software statement to which credentials, a token or a code belong.
    var statement: String?
    var id: String?
    var secret: String?
    var grantTypes: [String]?
    var text: String?
    var attributes: [Attribute]?

    /// Creates the encodable copy of a secret; `nil` for a kind that exists only in memory.
    init?(_ secret: Secret, statement: String) {
        switch secret {
        case .client(let client):
            self.statement = statement
            id = client.id
            self.secret = client.secret
            grantTypes = client.grantTypes
        case .token(let token):
            self.statement = statement
            text = token
        case .code(let code):
            self.statement = statement
            text = code
        case .attributes(let metadata):
            attributes = metadata.attributes.map { Attribute(name: $0.name, json: $0.json, isEncrypted: $0.isEncrypted) }
        case .link, .request, .saml, .media, .configuration, .text, .resource, .identity: return nil
        }
    }

    /// Returns the secret of this kind in the file; `nil` if the file is incomplete or belongs to another software statement.
    func secret(_ kind: SecretRef.Kind, statement: String) -> Secret? {
        switch kind {
        case .client:
            guard self.statement == statement, let id, let secret, let grantTypes else { return nil }
            return .client(ClientCredentials(id: id, secret: secret, grantTypes: grantTypes))
        case .token:
            guard self.statement == statement, let text else { return nil }
            return .token(text)
        case .code:
            // Library 0.2.0 wrote codes without the statement's fingerprint.
            guard self.statement == nil || self.statement == statement else { return nil }
            return text.map { .code($0) }
        case .attributes:
            guard let attributes else { return nil }
            return .attributes(
                UserMetadata(
                    attributes: attributes.map { UserMetadata.Attribute(name: $0.name, json: $0.json, isEncrypted: $0.isEncrypted) }))
        case .link, .request, .saml, .media, .configuration, .text, .resource, .identity: return nil
        }
    }

    static func name(_ ref: SecretRef) -> String { "\(ref.kind.rawValue)-\(ref.number).json" }

    /// Returns the reference that a file's name denotes; `nil` if the name is not that of a secret's file.
    static func ref(_ name: String) -> SecretRef? {
        guard name.hasSuffix(".json") else { return nil }
        let parts = name.dropLast(5).split(separator: "-")
        guard parts.count == 2, let kind = SecretRef.Kind(rawValue: String(parts[0])), let number = Int64(parts[1]) else { return nil }
        let ref = SecretRef(kind, number)
        // A number can be written in several forms, for example with leading zeros. A vault writes only one form.
        return SecretFile.name(ref) == name ? ref : nil
    }
}

/// A fact on disk: a value that the vault remembers across launches. A kind of fact uses only some of the fields.
struct FactFile: Codable {
    /// The number of the secret to which the fact refers.
    var number: Int64?
    var notAfter: Int64?
    var mvpd: String?
    var mapping: String?
    var displayName: String?
    var logoURL: String?
    var type: String?
    var mvpds: [String]?
    /// The properties of a `SignedOutMark`: `true` or absent.
    var isAccountUnknown: Bool?
    var owesSettings: Bool?

    init(_ fact: PersistedValue, provider: ProviderDirectory.Entry?) {
        displayName = provider?.displayName
        logoURL = provider?.logoURL?.absoluteString
        switch fact {
        case .client(let ref): number = ref.number
        case .token(let token):
            number = token.ref.number
            notAfter = token.notAfter.milliseconds
        case .provider(let remembered):
            mvpd = remembered.mvpd.text
            mapping = remembered.mapping?.text
        case .profile(let profile):
            mvpd = profile.mvpd.text
            type = profile.type.word
            notAfter = profile.notAfter.milliseconds
            number = profile.attributes?.number
        case .code(let code):
            number = code.code.number
            notAfter = code.notAfter.milliseconds
            mvpd = code.mvpd?.text
        case .signedOut(let mark):
            mapping = mark.account?.text
            isAccountUnknown = mark.isAccountUnknown ? true : nil
            owesSettings = mark.owesSettings ? true : nil
        case .owedLogouts(let owed): mvpds = owed.map(\.text)
        }
    }

    /// Returns the remembered value of the kind `kind` in the file; `nil` if the file is incomplete.
    func fact(_ kind: PersistedValue.Kind) -> PersistedValue? {
        let ending = notAfter.map { Instant(milliseconds: $0) }
        let mvpd = mvpd.flatMap { MVPDID($0) }
        switch kind {
        case .client: return number.map { .client(SecretRef(.client, $0)) }
        case .token:
            guard let number, let ending else { return nil }
            return .token(AccessToken(ref: SecretRef(.token, number), notAfter: ending))
        case .provider: return mvpd.map { .provider(RememberedProvider(mvpd: $0, mapping: mapping.flatMap { PlatformMappingID($0) })) }
        case .profile:
            guard let mvpd, let ending, let type = type.flatMap({ ProfileType($0) }) else { return nil }
            return .profile(Profile(mvpd: mvpd, type: type, notAfter: ending, attributes: number.map { SecretRef(.attributes, $0) }))
        case .code:
            guard let number, let ending else { return nil }
            return .code(PersistedCode(code: SecretRef(.code, number), notAfter: ending, mvpd: mvpd))
        case .signedOut:
            let account = mapping.flatMap { PlatformMappingID($0) }
            return .signedOut(
                SignedOutMark(account: account, isAccountUnknown: isAccountUnknown ?? false, owesSettings: owesSettings ?? false))
        case .owedLogouts: return mvpds.map { .owedLogouts($0.compactMap { OwedLogout($0) }) }
        }
    }

    /// The name and logo of the provider that the remembered value names.
    var entry: ProviderDirectory.Entry? {
        guard let mvpd = mvpd.flatMap({ MVPDID($0) }), let displayName else { return nil }
        // Older versions kept a logo's URL as Adobe sent it.
        let logo = logoURL.flatMap { LinkResolver.absolute($0) }.flatMap { URL(page: $0) }
        return ProviderDirectory.Entry(mvpd: mvpd, displayName: displayName, logoURL: logo, isTemporary: false)
    }

    static func name(_ kind: PersistedValue.Kind) -> String { "fact-\(kind.rawValue).json" }

    static let kinds: [PersistedValue.Kind] = [.client, .token, .provider, .profile, .code, .signedOut, .owedLogouts]
}

extension PersistedValue {
    /// The secret to which this value refers. The vault keeps the secret together with the value.
    package var secret: SecretRef? {
        switch self {
        case .client(let ref): ref
        case .token(let token): token.ref
        case .profile(let profile): profile.attributes
        case .code(let code): code.code
        case .provider, .signedOut, .owedLogouts: nil
        }
    }
}

/// Returns 32 characters of a text's hash, which distinguish the text from others without revealing it.
func fingerprint(_ text: String) -> String { String(DeviceIdentifier.hashed(text).prefix(32)) }

extension PersistedValue {
    /// The provider whose name the app may show to the viewer in a later launch because the vault remembers this value.
    var namedProvider: MVPDID? {
        switch self {
        case .provider(let remembered): remembered.mvpd
        case .code(let code): code.mvpd
        case .client, .token, .profile, .signedOut, .owedLogouts: nil
        }
    }
}
