import FlowMachine
import FlowSimulation

extension FlowSettings {
    /// An app on an Apple TV that polls once a minute.
    static var slowlyPolling: FlowSettings {
        var settings = FlowSettings.appleTV
        settings.policy.pollInterval = .seconds(60)
        return settings
    }
}

extension Scenario {
    /// Stories about user agents, codes and the app's own picker.
    static let otherScreens: [Scenario] = [
        Scenario(
            "primary-screen", "On a phone, the viewer's provider is not in Apple's list: they sign in in a user agent",
            in: .iPhone(SimulatedPartnerFramework(pickerActions: [.otherProvider]), [.picks("SmallCo"), .usesUserAgent()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "user-agent-closed", "The viewer closes the user agent: the flow checks once for a sign-in, then becomes idle",
            in: .iPhone(.denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "poll-until-expiry", "The code expires unused; the viewer uses a new one. This app polls once a minute",
            in: SimulatedWorld(
                settings: .slowlyPolling, partner: .denied,
                viewer: SimulatedViewer(habits: [
                    .picks("Cablevision"), .ignores(.code).once, .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode(),
                ]))
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "new-code-replaces-old", "The viewer asks for a new code: polling for the old one stops",
            in: .appleTV(.denied, [.picks("Cablevision"), .once(.code, .newCode, after: .seconds(5)), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "cancel-in-own-picker-then-start", "The viewer cancels the app's picker and starts again later",
            in: .appleTV(.denied, [.once(.providerPicker, .cancel, after: .seconds(4)), .picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.run(for: .seconds(20))
            world.signIn()
            world.runUntilIdle()
        },
        Scenario(
            "relaunch-with-code", "The app ends while it shows a code, and shows it again after the relaunch",
            in: .appleTV(.denied, [.picks("Cablevision"), .ignores(.code).once, .usesCode(after: .seconds(7))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.launch()
            world.runUntilIdle()
        },
        Scenario(
            "shut-down-with-code", "The app shuts the flow down while it shows a code; the next flow shows it again",
            in: .appleTV(.denied, [.picks("Cablevision"), .ignores(.code).once, .usesCode(after: .seconds(7))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.shutDown()
            world.run(for: .seconds(2))
            world.launch()
            world.runUntilIdle()
        },
        Scenario(
            "no-partner", "A device without a partner framework: the app's own picker and a second screen",
            in: SimulatedWorld(settings: .withoutPartner, viewer: SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()]))
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "provider-confirmed", "Two sign-ins expire: the viewer confirms the provider the first time and changes it the second",
            in: SimulatedWorld(
                settings: .withoutPartner,
                viewer: SimulatedViewer(habits: [
                    .picks("SmallCo"), .usesCode(), .confirms("SmallCo").once,
                    .once(.providerConfirmation, .otherProvider, after: .seconds(3)),
                ]))
        ) { world in
            world.adobe.profileLifetime = .seconds(3600)
            world.launchAndSignIn()
            for _ in 1...2 {
                world.run(for: .seconds(3700))
                world.playAndWait()
            }
        },
    ]
}
