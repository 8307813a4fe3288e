import FlowMachine

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
            "primary-screen", "On a phone, the person says that their provider is not in Apple's list and signs in in a user agent",
            in: .iPhone(SimulatedPartnerFramework(pickerActs: [.otherProvider]), [.picks("SmallCo"), .usesUserAgent])
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "user-agent-closed", "The person closes the user agent: one look whether they had signed in, then rest",
            in: .iPhone(.denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "poll-until-expiry", "The code ends unused; a new one is used. This app polls once a minute",
            in: SimulatedWorld(
                settings: .slowlyPolling, partner: .denied,
                viewer: SimulatedViewer(habits: [
                    .picks("Cablevision"), .ignores(.code), .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode(),
                ]))
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "new-code-replaces-old", "The person asks for a new code: the old one is polled no more",
            in: .appleTV(.denied, [.picks("Cablevision"), .once(.code, .newCode, after: .seconds(5)), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "cancel-in-own-picker-then-start", "The person gives up in the app's picker and begins again later",
            in: .appleTV(.denied, [.once(.providerPicker, .cancel, after: .seconds(4)), .picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.run(for: .seconds(20))
            world.signIn()
            world.runUntilQuiet()
        },
        Scenario(
            "relaunch-with-code", "The app ends while a code is on the screen, and shows it again",
            in: .appleTV(.denied, [.picks("Cablevision"), .ignores(.code), .usesCode(after: .seconds(7))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.launch()
            world.runUntilQuiet()
        },
        Scenario(
            "no-partner", "A device without a partner framework: own picker and second screen",
            in: SimulatedWorld(settings: .withoutPartner, viewer: SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()]))
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "provider-confirmed", "Two sign-ins end: the person confirms their provider the first time, and takes another the second",
            in: SimulatedWorld(
                settings: .withoutPartner,
                viewer: SimulatedViewer(habits: [
                    .picks("SmallCo"), .usesCode(), .confirms("SmallCo"),
                    .once(.providerConfirmation, .otherProvider, after: .seconds(3)),
                ]))
        ) { world in
            world.adobe.profileLifetime = .seconds(3600)
            world.launchAndSignIn()
            for _ in 1...2 {
                world.run(for: .seconds(3700))
                world.play("REF30")
                world.runUntilQuiet()
            }
        },
    ]
}
