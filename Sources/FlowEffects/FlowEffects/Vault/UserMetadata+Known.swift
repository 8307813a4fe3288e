/// The attributes that Adobe documents. An attribute is `nil` if it is missing, is encrypted for the programmer, or does not have the documented
/// type. `attributes` contains every attribute as JSON.
extension UserMetadata {
    /// Returns the attribute with the name `name`; `nil` if there is none. Names are compared byte by byte.
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name.isSameText(as: name) } }

    /// The viewer's id at the provider, obscured by Adobe (`userID`).
    public var userID: String? { text("userID") }
    /// The viewer's id at the provider, as the provider itself reports it (`upstreamUserID`).
    public var upstreamUserID: String? { text("upstreamUserID") }
    /// The household's id (`householdID`). Some providers report it only after the first permit.
    public var householdID: String? { text("householdID") }
    /// The ZIP codes of the account (`zip`).
    public var zipCodes: [String]? { texts("zip") }
    /// The highest rating that the account allows, by rating system, for example `MPAA` (`maxRating`).
    public var maxRating: [String: String]? {
        guard case .object(let members)? = value("maxRating") else { return nil }
        var ratings: [String: String] = [:]
        for member in members { if let rating = member.value.string { ratings[member.name] = rating } }
        return ratings
    }
    /// The channels that the account subscribes to (`channelID`).
    public var channelIDs: [String]? { texts("channelID") }
    /// The language of the account (`language`).
    public var language: String? { text("language") }
    /// Whether the home network signed the viewer in (`hba_status`).
    public var isHomeBased: Bool? { flag("hba_status") }
    /// Whether the provider allows the playback to be mirrored to another screen (`allowMirroring`).
    public var allowsMirroring: Bool? { flag("allowMirroring") }
    /// Whether the viewer is the head of the household (`is_hoh`).
    public var isHeadOfHousehold: Bool? { flag("is_hoh") }
    /// Whether the device is in the provider's own network (`onNet`).
    public var isOnNet: Bool? { flag("onNet") }
    /// Whether the device is at home (`inHome`).
    public var isInHome: Bool? { flag("inHome") }
    /// The account's subscription package, reported with a decision since Adobe Pass 3.10 (`packageType`).
    public var packageType: String? { text("packageType") }
    /// The number of resources that temporary access still allows (`remaining_resources`). Use it as a hint, never as a permit.
    public var remainingResources: Int? {
        guard case .number(let digits)? = value("remaining_resources") else { return nil }
        return Int(digits)
    }

    private func value(_ name: String) -> JSONValue? {
        guard let attribute = attribute(name), !attribute.isEncrypted else { return nil }
        return JSONParser.parse(Array(attribute.json.utf8))
    }

    private func text(_ name: String) -> String? {
        switch value(name) {
        case .string(let text): text
        // Some providers report an id as a number.
        case .number(let digits): digits
        case .null, .boolean, .array, .object, nil: nil
        }
    }

    private func texts(_ name: String) -> [String]? {
        switch value(name) {
        case .string(let text): [text]
        case .array(let values): values.compactMap(\.string)
        case .null, .boolean, .number, .object, nil: nil
        }
    }

    /// Returns the value of a flag. Providers report a flag as a Boolean, or as 0 or 1, or as a text with one of these values.
    private func flag(_ name: String) -> Bool? {
        switch value(name) {
        case .boolean(let value): value
        case .string("true"), .string("1"), .number("1"): true
        case .string("false"), .string("0"), .number("0"): false
        case .null, .number, .string, .array, .object, nil: nil
        }
    }
}
