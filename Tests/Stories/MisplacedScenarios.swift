import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories in which events arrive too early, too late, or where they have no meaning.
    static let misplaced: [Scenario] = [
        Scenario(
            "misplaced-events", "Events before the launch, and timers and answers that nothing waits for: all are ignored",
            in: .appleTV(.denied, [.picks("Cablevision"), .once(.code, .newCode, after: .seconds(2)), .usesCode()])
        ) { world in
            world.honorsCancellation = false
            world.launch(early: [.app(.foregrounded), .user(.signIn(WishID(100)))])
            world.signIn()
            world.perform(.launched(PersistedState()))
            world.perform(.cancel(WishID(100)))
            world.runUntilIdle()
            world.enterBackground()
            world.enterForeground()
            world.play("REF30")
            world.run(for: .milliseconds(100))
            world.signOut()
            world.runUntilIdle()
        },
        Scenario(
            "slow-answers", "Adobe answers after the timeout: the next attempt is used, the late answer is ignored",
            in: .appleTV(.denied)
        ) { world in
            world.honorsCancellation = false
            world.latencies = [.register: .seconds(20), .token: .seconds(20), .profiles: .seconds(45)]
            world.launch()
            world.signIn()
            while !world.adobe.received.contains(.token) { world.run(for: .seconds(1)) }
            world.addProfile("Cablevision")
            while !world.adobe.received.contains(.profiles) { world.run(for: .seconds(1)) }
            world.latencies = [:]
            world.runUntilIdle()
            world.run(for: .seconds(60))
        },
        Scenario(
            "sign-in-after-temporary-access", "A viewer with temporary access wants to sign in",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.runUntilIdle()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
            world.signIn()
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "sign-in-ends-during-saml", "The sign-in at Apple expires while the flow asks its provider for SAML",
            in: .appleTV(Self.choosesEndingAccount, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
    ]

    private static let choosesEndingAccount = SimulatedPartnerFramework(pickerActions: [
        .choose(SimulatedPartnerFramework.Account(mapping: "AppleMSO_Cablevision", expiry: start.advanced(by: .seconds(40))))
    ])
}
