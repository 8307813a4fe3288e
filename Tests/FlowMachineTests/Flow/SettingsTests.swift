import FlowMachine
import Testing

@Suite("Settings are validated")
struct SettingsTests {
    private static let usable = FlowSettings(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in", platform: .tvOS)

    /// A change that makes settings unusable, and the failure that names it.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let failure: SettingsFailure
        let change: @Sendable (inout FlowSettings) -> Void
        let testDescription: String

        init(
            _ setting: SettingsFailure.Setting, _ reason: SettingsFailure.Reason, _ description: String,
            _ change: @escaping @Sendable (inout FlowSettings) -> Void
        ) {
            failure = SettingsFailure(setting, reason)
            testDescription = description
            self.change = change
        }
    }

    @Test(
        "a setting with which no viewer can sign in is named",
        arguments: [
            Mistake(.serviceProvider, .empty, "no service provider") { $0.serviceProvider = "" },
            Mistake(.serviceProvider, .noPathPart, "a service provider with a slash") { $0.serviceProvider = "REF30/x" },
            Mistake(.serviceProvider, .noPathPart, "two dots") { $0.serviceProvider = ".." },
            Mistake(.host, .empty, "no host") { $0.host = "" },
            Mistake(.host, .noHost, "a host without a scheme") { $0.host = "sp.auth.adobe.com" },
            Mistake(.host, .noHost, "a scheme without a host") { $0.host = "https://" },
            Mistake(.host, .noHost, "three slashes") { $0.host = "https:///api" },
            Mistake(.host, .noHost, "another scheme") { $0.host = "ftp://sp.auth.adobe.com" },
            Mistake(.host, .noHost, "a query") { $0.host = "https://sp.auth.adobe.com?a=b" },
            Mistake(.host, .space, "a space") { $0.host = "https://sp.auth.adobe.com " },
            Mistake(.domainName, .empty, "no domain") { $0.domainName = "" },
            Mistake(.domainName, .noDomain, "a URL as the domain") { $0.domainName = "https://example.com" },
            Mistake(.redirectURL, .empty, "no redirect URL") { $0.redirectURL = "" },
            Mistake(.redirectURL, .noScheme, "a redirect URL without a scheme") { $0.redirectURL = "signed-in" },
            Mistake(.redirectURL, .noScheme, "a colon only") { $0.redirectURL = "://signed-in" },
            Mistake(.redirectURL, .space, "a line break") { $0.redirectURL = "demotv://\nsigned-in" },
            Mistake(.activationURL, .empty, "an empty activation URL") { $0.activationURL = "" },
            Mistake(.activationURL, .noScheme, "an activation URL without a scheme") { $0.activationURL = "example.com/activate" },
            Mistake(.hasUserAgent, .notOnPlatform(.tvOS), "a browser on an Apple TV") { $0.hasUserAgent = true },
            Mistake(.partner, .notOnPlatform(.other), "Apple's framework on another platform") { $0.platform = .other },
            Mistake(.partner, .notOnPlatform(.macOS), "Apple's framework on a Mac") { $0.platform = .macOS },
        ])
    func mistake(_ mistake: Mistake) {
        var settings = SettingsTests.usable
        mistake.change(&settings)
        #expect(throws: mistake.failure) { try settings.validate() }
    }

    @Test(
        "what Adobe's environments, proxies and local servers need is accepted",
        arguments: [
            "https://sp.auth.adobe.com", "https://sp.auth-staging.adobe.com/", "HTTPS://proxy.example.com:8443/adobe",
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
        ])
    func usableHost(_ host: String) throws {
        var settings = SettingsTests.usable
        settings.host = host
        settings.redirectURL = "com.example.demo-tv:/signed-in"
        settings.activationURL = "http://example.com/activate"
        try settings.validate()
    }

    @Test("Apple's partner framework is on its phones, tablets, televisions and headsets")
    func partner() {
        let partners: [FlowSettings.Platform] = [.iOS, .iPadOS, .tvOS, .visionOS]
        for platform in FlowSettings.Platform.allCases {
            let settings = FlowSettings(serviceProvider: "S", domainName: "d", redirectURL: "a:b", platform: platform)
            #expect(settings.partner == (partners.contains(platform) ? .apple : .absent), "\(platform)")
        }
    }

    @Test("the text names the setting and what to do, and not the value")
    func text() {
        #expect(
            SettingsFailure(.host, .noHost).text == "host is not a scheme and a host: write it like https://sp.auth.adobe.com")
        #expect(
            "\(SettingsFailure(.hasUserAgent, .notOnPlatform(.tvOS)))"
                == "hasUserAgent does not exist on the platform tvOS: set it to false; viewers type a code on another device")
    }
}
