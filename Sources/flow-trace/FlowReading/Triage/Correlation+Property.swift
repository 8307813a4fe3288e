import FlowMachine

extension Correlation.Property {
    /// Whether the app's developers control the property: a version of the app or of the library, or a setting.
    var isApps: Bool {
        switch name {
        case "provider", "account", "kept provider", "system", "system update", "platform", "time zone", "time", "vault", "clock",
            "sign-in", "other devices", "folder":
            false
        case _: true
        }
    }

    /// Whether the property is a version of the device's system, or an update of the system.
    var isSystem: Bool { name == "system" || name == "system update" }

    /// Whether the property is the value of a setting.
    var isSetting: Bool { name == "platform" || !Self.names.contains(name) }

    private static let names = [
        "clock", "app", "provider", "account", "kept provider", "system update", "system", "platform", "time zone", "library", "time",
        "vault", "sign-in", "other devices", "folder",
    ]

    /// The key by which properties are sorted, most interesting first.
    var order: (Int, String, String) { (Self.names.firstIndex(of: name) ?? Self.names.count, name, value) }
}
