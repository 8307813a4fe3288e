import FlowMachine

/// The answer of all four profiles endpoints: a map from MVPD to profile.
struct ProfilesAnswer: JSONReadable {
    let profiles: [(name: String, value: Entry)]

    init(_ json: JSONValue) throws(CallFailure) {
        let map: JSONObject = try JSONObject(json).required("profiles")
        profiles = try map.entries()
    }

    struct Entry: JSONReadable {
        let type: String
        let notAfter: WholeNumber
        let attributes: [(name: String, value: Attribute)]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            type = try object.required("type")
            notAfter = try object.required("notAfter")
            let map: JSONObject? = try object.optional("attributes")
            attributes = try map?.entries()
        }
    }

    struct Attribute: JSONReadable {
        let value: JSONValue?
        let state: String?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            value = object.value("value")
            state = try object.optional("state")
        }
    }

    /// The maximum number of profiles that are read.
    static let bound = 32

    /// Returns the profiles, and puts their metadata into the store. The MVPD of a profile is its key in the map, never its issuer (G-33).
    ///
    /// Returns `nil` if a profile cannot be used. An empty list would mean that no viewer is signed in, and a signed-in viewer would have to sign in
    /// again (G-76).
    func list(secrets: any SecretStore) -> [Profile]? {
        var known: [(mvpd: MVPDID, type: ProfileType, entry: Entry)] = []
        for (key, entry) in profiles.prefix(ProfilesAnswer.bound) {
            guard let mvpd = MVPDID(key), (1...64).contains(entry.type.utf8.count) else { return nil }
            // A type that is not a plain word must not enter the log.
            let type = ProfileType(entry.type) ?? .other(.unreadable)
            known.append((mvpd, type, entry))
        }
        return known.map { mvpd, type, entry in
            let metadata = entry.attributes.map { secrets.put(.attributes(ProfilesAnswer.metadata($0))) }
            return Profile(mvpd: mvpd, type: type, notAfter: entry.notAfter.instant, attributes: metadata)
        }
    }

    static func metadata(_ attributes: [(name: String, value: Attribute)]) -> UserMetadata {
        UserMetadata(
            attributes: attributes.map { name, attribute in
                UserMetadata.Attribute(name: name, json: attribute.value?.text ?? "null", isEncrypted: attribute.state == "enc")
            })
    }
}
