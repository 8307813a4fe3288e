import FlowEffects
import FlowMachine

extension FlowSettings {
    /// A streaming box without a user agent.
    public static let box = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", activationURL: "https://example.com/activate",
        platform: .tvOS, temporaryAccess: MVPDID("TempPass_TEST40"))

    /// A phone with a user agent.
    public static let phone = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv", platform: .iOS
    )

    /// A device without a partner framework and without a picker.
    public static let bare = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .other, hasPicker: false)

    /// These settings with the legacy API. Each of its answers means what it says: how the flow recognizes its end has tests of its own.
    public var legacy: FlowSettings {
        var settings = self
        settings.api = .restV1
        settings.policy.recognizesEndOfLife = false
        return settings
    }
}

extension FlowSettings {
    /// In short, for a test's arguments: in full they are eighteen thousand characters.
    package var inShort: String { "\(api.rawValue), \(platform.rawValue), partner \(partner.rawValue), user agent \(hasUserAgent)" }
}

extension FlowApp {
    /// An app for a test, with these settings.
    package static func test(_ settings: FlowSettings = .box, statement: String? = "s") -> FlowApp {
        FlowApp("Test/1", softwareStatement: statement, settings: settings)
    }
}
