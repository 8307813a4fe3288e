import FlowMachine
import FlowSimulation

extension SimulatedWorld {
    /// The same world on a device whose clock is this far ahead of Adobe's, or behind it.
    fileprivate func withClock(ahead: Interval) -> SimulatedWorld {
        var world = self
        world.setClock(ahead: ahead)
        return world
    }

    /// Ends the app, lets this much time pass, and launches it again.
    fileprivate mutating func relaunch(after interval: Interval) {
        endProcess()
        run(for: interval)
        launch()
        runUntilIdle()
    }
}

extension Interval {
    fileprivate static func days(_ days: Int64) -> Interval { .seconds(days * 86_400) }
}

extension FlowSettings {
    fileprivate static var legacySlowlyPolling: FlowSettings {
        var settings = FlowSettings.slowlyPolling
        settings.api = .restV1
        return settings
    }
}

extension Scenario {
    /// Stories of devices whose clock is wrong, and of codes without a known expiry.
    static let clocks: [Scenario] = wrongClocks + clocksThatAreSet + codesWithoutEnd

    private static let wrongClocks: [Scenario] = [
        Scenario(
            "clock-ahead", "The device's clock is 93 days ahead: Apple's sign-in is used, and no code is needed",
            in: .appleTV(.onCablevision).withClock(ahead: .days(93))
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
            world.relaunch(after: .days(1))
            world.playAndWait()
        },
        Scenario(
            "clock-behind", "The device's clock is 93 days behind: a code and a token expire on time",
            in: .appleTV(
                .denied, [.picks("Cablevision"), .ignores(.code).once, .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode()]
            ).withClock(ahead: .days(-93))
        ) { world in
            world.adobe.codeLifetime = .seconds(60)
            world.launchAndSignIn()
            world.relaunch(after: .days(1))
            world.playAndWait()
        },
        Scenario(
            "clock-wrong-for-months", "The clock is 93 days ahead at every launch: signed in until the profile expires",
            in: .appleTV(.denied).withClock(ahead: .days(93))
        ) { world in
            world.adobe.profileLifetime = .days(70)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            for _ in 1...3 {
                world.relaunch(after: .days(20))
                world.playAndWait()
            }
            world.relaunch(after: .days(20))
        },
        Scenario(
            "clock-ahead-offline", "By the device's clock the kept profile has expired; without an answer it is used",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.profileLifetime = .seconds(3600)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.setClock(ahead: .seconds(7200))
            world.adobe.answerNext(.profile, with: .page(status: 503), times: 3)
            world.relaunch(after: .seconds(600))
            world.playAndWait()
            world.run(for: .seconds(3600))
            world.runUntilIdle()
        },
        Scenario(
            "clock-ahead-with-code", "By the device's clock the kept code has expired; by Adobe's it is shown again",
            in: .appleTV(.denied, [.picks("Cablevision"), .ignores(.code).once, .usesCode(after: .seconds(7))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.setClock(ahead: .seconds(7200))
            world.relaunch(after: .seconds(60))
        },
        Scenario(
            "legacy-clock-ahead", "The clock is 93 days ahead under the legacy API: a relaunch finds the viewer",
            in: SimulatedWorld(
                settings: .legacyTV, partner: .denied, viewer: SimulatedViewer(habits: [.picks("Cablevision"), .usesCode()])
            ).withClock(ahead: .days(93))
        ) { world in
            world.launchAndSignIn()
            world.relaunch(after: .days(1))
            world.playAndWait()
        },
    ]

    private static let clocksThatAreSet: [Scenario] = [
        Scenario(
            "clock-set-since-last-launch", "The clock was set 93 days ahead while the app was closed: nobody is signed out",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.setClock(ahead: .days(93))
            world.relaunch(after: .days(1))
            world.playAndWait()
        },
        Scenario(
            "clock-jumps-while-code-is-shown", "The clock jumps 93 days ahead while a code is shown: the code stays valid, and is used",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(60))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.setClock(ahead: .days(93))
            world.runUntilIdle()
        },
        Scenario(
            "clock-jumps-while-signed-in", "The clock jumps 93 days ahead, and later back: nobody is signed out",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.setClock(ahead: .days(93))
            world.run(for: .seconds(10))
            world.playAndWait()
            world.setClock(ahead: .seconds(0))
            world.run(for: .seconds(10))
            world.playAndWait()
        },
    ]

    private static let codesWithoutEnd: [Scenario] = [
        Scenario(
            "code-without-end", "Adobe does not say when the code expires: the flow treats it as expired after 30 minutes",
            in: codeWithoutEnd(.slowlyPolling)
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-code-without-end", "The same under the legacy API, which never says that a code has expired",
            in: codeWithoutEnd(.legacySlowlyPolling)
        ) { world in
            world.launchAndSignIn()
        },
    ]

    private static func codeWithoutEnd(_ settings: FlowSettings) -> SimulatedWorld {
        var world = SimulatedWorld(
            settings: settings, partner: .denied,
            viewer: SimulatedViewer(habits: [
                .picks("Cablevision"), .ignores(.code).once, .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode(),
            ]))
        world.adobe.reportsCodeExpiry = false
        world.adobe.codeLifetime = .days(1)
        return world
    }
}
