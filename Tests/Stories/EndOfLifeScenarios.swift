import FlowMachine
import FlowSimulation

extension Scenario {
    /// From one day on, the legacy API answers no more.
    static let endOfLife: [Scenario] = [
        Scenario(
            "legacy-shut-down", "The legacy API has been shut down, and the app still uses it: the viewer must update the app",
            in: .legacyTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.legacyEnd = .gone
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-shut-down-while-signing-in",
            "The legacy API is shut down while a code is shown: one new code is requested, none is shown",
            in: .legacyTV(
                .denied,
                [
                    .picks("Cablevision"), .once(.codeExpired, .newCode, after: .seconds(5)), .once(.problem, .cancel, after: .seconds(5)),
                ])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.adobe.legacyEnd = .gone
            world.runUntilIdle()
        },
        Scenario(
            "legacy-unreachable-while-signed-in",
            "The legacy API's name resolves no longer while a viewer is signed in: a playback says so",
            in: .legacyTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.legacyEnd = .closed
            world.playAndWait()
        },
    ]
}
