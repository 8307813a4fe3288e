import FlowMachine

extension Correlation.Property {
    /// Whether the app's developers control the property: a version of the app or of the library, or a setting. The service provider is the name of an app at
    /// Adobe, so it only says which of several apps is concerned.
    var isApps: Bool {
        switch name {
        case "temporary access", "earlier temporary access", "last launch", "provider", "account", "kept provider", "system",
            "system update", "platform", "time zone",
            "time",
            "vault", "clock",
            "sign-in", "folder", "device", "launches", "serviceProvider", Self.accountInSettings.name:
            false
        case _: true
        }
    }

    /// The offset of a time zone such as `UTC-07:00` from UTC, in minutes; `nil` for other properties.
    var zoneMinutes: Int? {
        guard name == "time zone", value.hasPrefix("UTC") else { return nil }
        let parts = value.dropFirst(4).split(separator: ":").compactMap { Int($0) }
        guard let hours = parts.first else { return value == "UTC" || value == "UTCZ" ? 0 : nil }
        let minutes = hours * 60 + (parts.count > 1 ? parts[1] : 0)
        return value.dropFirst(3).hasPrefix("-") ? -minutes : minutes
    }

    /// The viewer is signed in with a TV provider in the device's Settings.
    static let accountInSettings = Self(name: "TV provider in Settings", value: "signed in")

    /// The name of the property of the first launch with another version of the app. Only comparisons with the launch before can come with it.
    static let appUpdate = "app update"

    /// The device's launches begin at the same time each day.
    static let sameTimeEachDay = Self(name: "launches", value: "at the same time each day")

    /// Whether the property is too general to explain a finding: it only says which of the launches with another property have the finding.
    var onlyNarrows: Bool { self == Self.accountInSettings }

    /// Whether the property names a TV provider: that of the sign-in, of the account on the device, or of the vault.
    var isProviders: Bool { ["provider", "account", "kept provider"].contains(name) }

    /// Whether the property is a time zone, or a kind of device.
    var isOfRegion: Bool { ["time zone", "system", "platform"].contains(name) }

    /// Whether the property is a version of the device's system, or an update of the system.
    var isSystem: Bool { name == "system" || name == "system update" }

    /// The maker of the system that the property names; `nil` for other properties, and for unknown makers.
    var maker: String? { isSystem ? Self.makers.first { $0.systems.contains { value.contains(text: $0) } }?.name : nil }

    private static let makers: [(name: String, systems: [String])] = [
        ("Apple", ["iOS", "iPadOS", "tvOS", "macOS", "visionOS", "Safari"]), ("Amazon", ["Fire OS", "Vega OS"]), ("Roku", ["Roku"]),
        ("Google", ["Android", "Google TV", "Chrome"]), ("Samsung", ["Tizen"]), ("LG", ["webOS"]), ("Mozilla", ["Firefox"]),
        ("Microsoft", ["Edge"]),
    ]

    /// Whether the property means phones and tablets together, with any system or with a version of it.
    var isOfPhones: Bool { ["platform", "system"].contains(name) && value.contains(text: " or ") }

    /// Whether only the names of the systems tell which devices have the property.
    var isOfSomeSystems: Bool { name == "platform" && value == "other" || name == "partner" && value == "none" }

    /// Whether the property follows from the kind of device: Apple's framework exists on Apple's devices only.
    var isOfDevices: Bool { name == "platform" || name == "partner" && value == "apple" }

    /// Whether the property is the value of a setting.
    var isSetting: Bool { name == "platform" || !Self.names.contains(name) }

    private static let names = [
        "clock", "device", appUpdate, "app", "temporary access", "earlier temporary access", "provider", "account", "kept provider",
        "system update",
        "system", "platform",
        "time zone", "library",
        "time",
        "vault", "sign-in", "last launch", "folder", "launches", accountInSettings.name,
    ]

    /// The key by which properties are sorted, most interesting first.
    var order: (Int, String, String) {
        // The service provider is an app's name at Adobe, so it says more than the addresses that come with it.
        (Self.names.firstIndex(of: name) ?? Self.names.count, name == "serviceProvider" ? "" : name, value)
    }
}
