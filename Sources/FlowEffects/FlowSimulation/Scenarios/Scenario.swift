import FlowEffects
import FlowMachine

/// A story with a name: a world and what the app does in it, starting with the launch.
public struct Scenario: Sendable {
    /// The name, in small letters with hyphens: unique, and usable as a file name.
    public let name: String
    /// The story, in one line.
    public let title: String
    private let make: @Sendable () -> SimulatedWorld
    private let script: @Sendable (inout SimulatedWorld) -> Void

    /// Creates a story.
    /// - Parameters:
    ///   - name: its name, in small letters with hyphens.
    ///   - title: the story in one line.
    ///   - make: creates the world, which has not been launched.
    ///   - script: what happens in it, from the launch on.
    public init(
        _ name: String, _ title: String, in make: @autoclosure @escaping @Sendable () -> SimulatedWorld,
        _ script: @escaping @Sendable (inout SimulatedWorld) -> Void
    ) {
        self.name = name
        self.title = title
        self.make = make
        self.script = script
    }

    /// The world after the story: its logs, its answers, its presentations. The same each time.
    public func run() -> SimulatedWorld { run(keepsExchanges: false) }

    /// The same, and `adobe.exchanges` has the requests and answers.
    package func run(keepsExchanges: Bool) -> SimulatedWorld {
        var world = make()
        world.adobe.keepsExchanges = keepsExchanges
        script(&world)
        return world
    }

    /// The stories that come with the library: a viewer whom Apple's single sign-on signs in, and one who uses a second screen.
    package static let examples = [happyAppleSSO, deniedSecondScreen]

    /// `happy-apple-sso` or `denied-second-screen`; nothing for another name.
    public static func named(_ name: String) -> Scenario? { examples.first { $0.name == name } }
}

extension FlowSettings {
    /// An app on an Apple TV: a picker of its own, no user agent.
    public static let appleTV = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .tvOS, temporaryAccess: MVPDID("TempPass_TEST40"))

    /// An app on an iPhone: a picker of its own and a user agent.
    public static let iPhone = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .iOS, temporaryAccess: MVPDID("TempPass_TEST40"))

    /// An app on a device without a partner framework.
    public static let withoutPartner = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .other)

    /// An app on an Apple TV that still uses the legacy API.
    public static var legacyTV: FlowSettings {
        var settings = appleTV
        settings.api = .restV1
        return settings
    }

    /// An app on an iPhone that still uses the legacy API.
    public static var legacyPhone: FlowSettings {
        var settings = iPhone
        settings.api = .restV1
        return settings
    }
}

extension FlowApp {
    /// An app with these settings and the software statement that `SimulatedAdobe` expects.
    public static func simulated(_ settings: FlowSettings) -> FlowApp {
        FlowApp("DemoTV/1.0", softwareStatement: SimulatedAdobe.usualSoftwareStatement, settings: settings)
    }
}

extension SimulatedPartnerFramework.Account {
    /// A viewer with a Cablevision account, signed in for another thirty days.
    package static let cablevisionForAMonth = Self(mapping: "AppleMSO_Cablevision", expiry: inAMonth)
    /// A viewer with a Spectrum account, signed in for another thirty days.
    package static let spectrumForAMonth = Self(mapping: "AppleMSO_Spectrum", expiry: inAMonth)

    private static let inAMonth = SimulatedWorld.start.advanced(by: .seconds(2_592_000))
}

extension SimulatedPartnerFramework {
    /// No account is signed in; the viewer chooses Cablevision in the picker.
    package static let choosesCablevision = Self(pickerActions: [.choose(.cablevisionForAMonth)])
    /// The viewer denied the app the permission.
    package static let denied = Self(permission: .denied)
}

extension Interval {
    package static func milliseconds(_ milliseconds: Int64) -> Interval { Interval(milliseconds: milliseconds) }
}

extension SimulatedWorld {
    /// An Apple TV with that framework and viewer.
    package static func appleTV(
        _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = [], _ adobe: SimulatedAdobe = SimulatedAdobe()
    ) -> SimulatedWorld {
        SimulatedWorld(settings: .appleTV, adobe: adobe, partner: partner, viewer: SimulatedViewer(habits: habits))
    }

    /// Launches, and signs in at once; runs until the viewer is signed in, or nothing more happens.
    package mutating func launchAndSignIn() {
        launch()
        signIn()
        runUntilIdle()
    }
}
