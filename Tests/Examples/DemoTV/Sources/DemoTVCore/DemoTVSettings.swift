import FlowEffects

extension FlowSettings {
    /// The app on an Apple TV: Apple's single sign-on, and a code for a second screen.
    public static let demoTV = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .tvOS)

    /// The app on an iPhone or iPad: Apple's single sign-on, and the provider's page in a web authentication session.
    public static let demoPhone = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv", platform: .iOS)
}

/// Something that can be watched.
public struct Channel: Hashable, Sendable, Identifiable {
    /// Adobe's resource identifier.
    public let resource: String
    /// The name to show.
    public let title: String

    /// The resource, which no other channel has.
    public var id: String { resource }

    /// A channel with that resource identifier and name.
    public init(resource: String, title: String) {
        self.resource = resource
        self.title = title
    }

    /// The channels of this app.
    public static let all = [
        Channel(resource: "news", title: "News"), Channel(resource: "sports", title: "Sports"),
        Channel(resource: "movies", title: "Movies"),
    ]
}
