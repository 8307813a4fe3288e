// Functions that create the settings of typical apps, with the cookbook's policy. Change any further setting by its property.
extension FlowSettings {
    /// Returns the settings of an app on an Apple TV. Viewers sign in by Apple's single sign-on, or with a code that they type on a second
    /// screen.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for the service provider.
    ///   - redirectURL: the address to which a user agent redirects at the end, usually with the app's custom scheme.
    ///   - activationURL: the page where viewers type a code.
    public static func tvOS(serviceProvider: String, domainName: String, redirectURL: String, activationURL: String) -> FlowSettings {
        FlowSettings(
            serviceProvider: serviceProvider, domainName: domainName, redirectURL: redirectURL, activationURL: activationURL,
            platform: .tvOS)
    }

    /// Returns the settings of an app on an iPhone, an iPad or an Apple Vision. Viewers sign in by Apple's single sign-on, or on the
    /// provider's page in a user agent.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for the service provider.
    ///   - redirectURL: the address to which a user agent redirects at the end, usually with the app's custom scheme.
    ///   - platform: `iOS`, `iPadOS` or `visionOS`. It determines the path in Settings that the app shows.
    public static func iOS(
        serviceProvider: String, domainName: String, redirectURL: String, platform: Platform = .iOS
    ) -> FlowSettings {
        FlowSettings(serviceProvider: serviceProvider, domainName: domainName, redirectURL: redirectURL, platform: platform)
    }

    /// Returns the settings of an app on any other device, without Apple's single sign-on.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for the service provider.
    ///   - redirectURL: the address to which a user agent redirects at the end.
    ///   - activationURL: the page where viewers type a code.
    ///   - hasUserAgent: whether the device has a user agent. If not, viewers type a code on a second screen.
    public static func other(
        serviceProvider: String, domainName: String, redirectURL: String, activationURL: String, hasUserAgent: Bool = false
    ) -> FlowSettings {
        var settings = FlowSettings(
            serviceProvider: serviceProvider, domainName: domainName, redirectURL: redirectURL, activationURL: activationURL,
            platform: .other)
        settings.hasUserAgent = hasUserAgent
        return settings
    }
}
