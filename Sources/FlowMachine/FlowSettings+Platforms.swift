// The settings of the usual apps, with the cookbook's policy; every other setting is a property.
extension FlowSettings {
    /// An app on an Apple TV: Apple's single sign-on, and a code that the viewer types on another device.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for it.
    ///   - redirectURL: where a user agent redirects at the end: usually the app's custom scheme.
    ///   - activationURL: the page where viewers type a code.
    public static func tvOS(serviceProvider: String, domainName: String, redirectURL: String, activationURL: String) -> FlowSettings {
        FlowSettings(
            serviceProvider: serviceProvider, domainName: domainName, redirectURL: redirectURL, activationURL: activationURL,
            platform: .tvOS)
    }

    /// An app on an iPhone, an iPad or an Apple Vision: Apple's single sign-on, and the provider's page in a user agent.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for it.
    ///   - redirectURL: where a user agent redirects at the end: usually the app's custom scheme.
    ///   - platform: `iOS`, `iPadOS` or `visionOS`: it decides which path in Settings is shown.
    public static func iOS(
        serviceProvider: String, domainName: String, redirectURL: String, platform: Platform = .iOS
    ) -> FlowSettings {
        FlowSettings(serviceProvider: serviceProvider, domainName: domainName, redirectURL: redirectURL, platform: platform)
    }

    /// An app on any other device: without Apple's single sign-on.
    /// - Parameters:
    ///   - serviceProvider: the service provider (requestor) id.
    ///   - domainName: one of the domains registered for it.
    ///   - redirectURL: where a user agent redirects at the end.
    ///   - activationURL: the page where viewers type a code.
    ///   - hasUserAgent: whether the device has a user agent; if not, viewers type a code on another device.
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
