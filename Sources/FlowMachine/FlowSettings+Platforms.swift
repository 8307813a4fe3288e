// Functions that create the settings of the usual apps, with the cookbook's policy. Change other settings by their properties.
extension FlowSettings {
    /// Returns the settings of an app on an Apple TV. Viewers sign in by Apple's single sign-on, or with a code that they type on another
    /// device.
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
    ///   - platform: `iOS`, `iPadOS` or `visionOS`. The path in Settings that the app shows depends on it.
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
    ///   - hasUserAgent: whether the device has a user agent. Without one, viewers type a code on another device.
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
