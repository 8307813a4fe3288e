import FlowMachine

/// What all four profiles endpoints answer: a map from MVPD to profile.
struct ProfilesAnswer: Decodable {
    let profiles: [String: Entry]

    struct Entry: Decodable {
        let type: String
        let notAfter: WholeNumber
        let attributes: [String: Attribute]?
    }

    struct Attribute: Decodable {
        let value: JSONValue?
        let state: String?
    }

    /// The most profiles that are kept.
    static let bound = 32

    /// The profiles by MVPD, with their metadata in the store; `nil` when one cannot be used: taken for an empty answer,
    /// it would send a signed-in viewer to sign in (G-76). The key is the MVPD, never the issuer (G-33).
    func list(secrets: any SecretStore) -> [Profile]? {
        var known: [(mvpd: MVPDID, type: ProfileType, entry: Entry)] = []
        for (key, entry) in profiles.sortedByKey.prefix(ProfilesAnswer.bound) {
            guard let mvpd = MVPDID(key), (1...64).contains(entry.type.utf8.count) else { return nil }
            // A type that is no plain word is not for the log.
            let type = ProfileType(entry.type) ?? .other(.unreadable)
            known.append((mvpd, type, entry))
        }
        return known.map { mvpd, type, entry in
            let metadata = entry.attributes.map { secrets.put(.attributes(ProfilesAnswer.metadata($0))) }
            return Profile(mvpd: mvpd, type: type, notAfter: entry.notAfter.instant, attributes: metadata)
        }
    }

    private static func metadata(_ attributes: [String: Attribute]) -> UserMetadata {
        UserMetadata(
            attributes: attributes.sortedByKey.map { name, attribute in
                UserMetadata.Attribute(name: name, json: attribute.value?.text ?? "null", isEncrypted: attribute.state == "enc")
            })
    }
}
