import FlowEffects
import FlowMachine

/// Replaces every secret of a capture by a reference. Equal secrets get equal references, so a code or a token that is sent twice is recognized. The
/// secrets themselves never leave this store.
final class ImportedSecrets: SecretStore {
    private struct Key: Hashable {
        let kind: SecretRef.Kind
        let text: String
    }

    private struct Content: Sendable {
        var references: [Key: SecretRef] = [:]
        var secrets: [SecretRef: Secret] = [:]
        var counts: [SecretRef.Kind: Int64] = [:]
        var devices: [String: Int] = [:]
    }

    private let content = Lock(Content())

    func put(_ secret: Secret) -> SecretRef {
        content.withLock { content in
            let key = ImportedSecrets.key(secret)
            if let key, let known = content.references[key] { return known }
            let number = (content.counts[secret.kind] ?? 0) + 1
            content.counts[secret.kind] = number
            let reference = SecretRef(secret.kind, number)
            if let key { content.references[key] = reference }
            content.secrets[reference] = secret
            return reference
        }
    }

    func secret(_ ref: SecretRef) -> Secret? { content.withLock { $0.secrets[ref] } }

    /// Returns the number that stands for a device identifier. Numbers begin at 1.
    func device(_ identifier: String) -> Int {
        content.withLock { content in
            if let known = content.devices[identifier] { return known }
            let number = content.devices.count + 1
            content.devices[identifier] = number
            return number
        }
    }

    /// The media tokens, with their texts.
    var mediaTokens: [(ref: SecretRef, text: String)] {
        content.withLock { content in
            content.secrets.compactMap { ref, secret in if case .media(let text) = secret { (ref, text) } else { nil } }
        }
        .sorted { $0.ref.number < $1.ref.number }
    }

    /// The names of the resources.
    var resourceNames: [SecretRef: String] {
        content.withLock { content in content.secrets.compactMapValues { if case .resource(let name) = $0 { name } else { nil } } }
    }

    /// Returns the text by which equal secrets are recognized; `nil` for a kind whose secrets are never equal.
    private static func key(_ secret: Secret) -> Key? {
        switch secret {
        case .client(let client): Key(kind: .client, text: "\(client.id)\n\(client.secret)")
        case .token(let text), .code(let text), .link(let text), .saml(let text), .media(let text), .resource(let text),
            .identity(let text):
            Key(kind: secret.kind, text: text)
        case .request(let request): Key(kind: .request, text: request.request)
        case .attributes, .configuration, .text: nil
        }
    }
}
