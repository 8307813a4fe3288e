import FlowMachine

/// The two scenarios that `flow-trace demo` runs.
extension Scenario {
    /// A viewer signs in by Apple's single sign-on, plays, and signs out.
    package static let happyAppleSSO = Scenario(
        "happy-apple-sso", "Cold start to playback through Apple's single sign-on, then a sign-out",
        in: .appleTV(.choosesCablevision, [.signsOutInSettings()])
    ) { world in
        world.latencies = [.profiles: .milliseconds(400), .createPartnerProfile: .milliseconds(400)]
        world.launch()
        world.signIn()
        world.run(until: SimulatedWorld.start.advanced(by: .milliseconds(60_700)))
        world.preview(["resource1", "resource2", "resource3"])
        world.run(until: SimulatedWorld.start.advanced(by: .milliseconds(69_400)))
        world.play("REF30")
        world.run(until: SimulatedWorld.start.advanced(by: .seconds(80)))
        world.signOut()
        world.runUntilIdle()
    }

    /// A viewer without permission signs in by the app's own picker and a code for the second screen.
    package static let deniedSecondScreen = Scenario(
        "denied-second-screen", "No permission: the app's own picker, a code for the second screen, polls, a permit and a denial",
        in: .appleTV(.denied, [.picks("Cablevision", after: .milliseconds(13_100)), .usesCode(after: .milliseconds(10_500))])
    ) { world in
        world.adobe.denials = [SimulatedAdobe.Denial(resource: "premium", details: "Your package does not include this channel")]
        world.launchAndSignIn()
        world.play("REF30")
        world.runUntilIdle()
        world.play("premium")
        world.runUntilIdle()
    }
}
