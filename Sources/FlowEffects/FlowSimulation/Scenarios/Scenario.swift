import FlowEffects
import FlowMachine

/// A named scenario: a simulated world, and a script of the events in it, starting with the launch.
public struct Scenario: Sendable {
    /// The name, in small letters with hyphens. It is unique and can be used as a file name.
    public let name: String
    /// A description of the scenario, in one line.
    public let title: String
    private let make: @Sendable () -> SimulatedWorld
    private let script: @Sendable (inout SimulatedWorld) -> Void

    /// Creates a scenario.
    /// - Parameters:
    ///   - name: the name, in small letters with hyphens.
    ///   - title: a description of the scenario, in one line.
    ///   - make: creates the world; the script launches the app.
    ///   - script: performs the events of the scenario, starting with the launch.
    public init(
        _ name: String, _ title: String, in make: @autoclosure @escaping @Sendable () -> SimulatedWorld,
        _ script: @escaping @Sendable (inout SimulatedWorld) -> Void
    ) {
        self.name = name
        self.title = title
        self.make = make
        self.script = script
    }

    /// Runs the scenario and returns the world afterward, with its logs, answers and presentations. The result is the same each time.
    public func run() -> SimulatedWorld { run(keepsExchanges: false) }

    /// Runs the scenario like `run()`. If `keepsExchanges` is true, `adobe.exchanges` contains the requests and answers.
    package func run(keepsExchanges: Bool) -> SimulatedWorld {
        var world = make()
        world.adobe.keepsExchanges = keepsExchanges
        script(&world)
        return world
    }

    /// The scenarios of the library: a sign-in by Apple's single sign-on, and a sign-in on a second screen.
    package static let examples = [happyAppleSSO, deniedSecondScreen]

    /// Returns the scenario `happy-apple-sso` or `denied-second-screen`; `nil` for any other name.
    public static func named(_ name: String) -> Scenario? { examples.first { $0.name == name } }
}

extension FlowSettings {
    /// The settings of an app on an Apple TV, with a picker of its own and without a user agent.
    public static let appleTV = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .tvOS, temporaryAccess: MVPDID("TempPass_TEST40"))

    /// The settings of an app on an iPhone, with a picker of its own and a user agent.
    public static let iPhone = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .iOS, temporaryAccess: MVPDID("TempPass_TEST40"))

    /// The settings of an app on a device without a partner framework.
    public static let withoutPartner = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv",
        activationURL: "https://example.com/activate", platform: .other)

    /// The settings of an app on an Apple TV that still uses the legacy API.
    public static var legacyTV: FlowSettings {
        var settings = appleTV
        settings.api = .restV1
        return settings
    }

    /// The settings of an app on an iPhone that still uses the legacy API.
    public static var legacyPhone: FlowSettings {
        var settings = iPhone
        settings.api = .restV1
        return settings
    }
}

extension FlowApp {
    /// Returns an app with these settings and the software statement that `SimulatedAdobe` accepts by default.
    public static func simulated(_ settings: FlowSettings) -> FlowApp {
        FlowApp("DemoTV/1.0", softwareStatement: SimulatedAdobe.usualSoftwareStatement, settings: settings)
    }
}

extension SimulatedPartnerFramework.Account {
    /// An account with Cablevision that expires thirty days after worlds begin.
    package static let cablevisionForAMonth = Self(mapping: "AppleMSO_Cablevision", expiry: inAMonth)
    /// An account with Spectrum that expires thirty days after worlds begin.
    package static let spectrumForAMonth = Self(mapping: "AppleMSO_Spectrum", expiry: inAMonth)

    private static let inAMonth = SimulatedWorld.start.advanced(by: .seconds(2_592_000))
}

extension SimulatedPartnerFramework {
    /// A framework without an account, whose viewer chooses Cablevision in the picker.
    package static let choosesCablevision = Self(pickerActions: [.choose(.cablevisionForAMonth)])
    /// A framework whose viewer has denied the app the permission.
    package static let denied = Self(permission: .denied)
}

extension Interval {
    package static func milliseconds(_ milliseconds: Int64) -> Interval { Interval(milliseconds: milliseconds) }
}

extension SimulatedWorld {
    /// Returns a world with an Apple TV, the framework `partner`, and a viewer with the habits `habits`.
    package static func appleTV(
        _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = [], _ adobe: SimulatedAdobe = SimulatedAdobe()
    ) -> SimulatedWorld {
        SimulatedWorld(settings: .appleTV, adobe: adobe, partner: partner, viewer: SimulatedViewer(habits: habits))
    }

    /// Launches the app, asks to sign in at once, and runs until nothing more happens.
    package mutating func launchAndSignIn() {
        launch()
        signIn()
        runUntilIdle()
    }
}
