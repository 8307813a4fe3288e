import FlowMachine

extension Scenario {
    /// Stories in which events arrive too early, too late, or where they have no meaning.
    static let misplaced: [Scenario] = [
        Scenario(
            "misplaced-events", "Events before the launch, timers and answers that nobody waits for any more: nothing goes wrong",
            in: .appleTV(.denied, [.picks("Cablevision"), .once(.code, .newCode, after: .seconds(2)), .usesCode()])
        ) { world in
            world.heedsCancellation = false
            world.launch(early: [.app(.foregrounded), .user(.signIn(WishID(100)))])
            world.signIn()
            world.perform(.launched(PersistedState()))
            world.perform(.cancel(WishID(100)))
            world.runUntilQuiet()
            world.background()
            world.foreground()
            world.play("REF30")
            world.run(for: .milliseconds(100))
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "slow-answers", "Adobe answers later than a request may take: the next try counts, the late answer does not",
            in: .appleTV(.denied)
        ) { world in
            world.heedsCancellation = false
            world.latencies = [.register: .seconds(20), .token: .seconds(20), .profiles: .seconds(45)]
            world.launch()
            world.signIn()
            while !world.adobe.received.contains(.token) { world.run(for: .seconds(1)) }
            world.holdProfile("Cablevision")
            while !world.adobe.received.contains(.profiles) { world.run(for: .seconds(1)) }
            world.latencies = [:]
            world.runUntilQuiet()
            world.run(for: .seconds(60))
        },
        Scenario(
            "sign-in-after-temporary-access", "Somebody who watches under temporary access wants to sign in",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.runUntilQuiet()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
            world.signIn()
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "sign-in-ends-during-saml", "The sign-in at Apple ends while its provider is asked for SAML",
            in: .appleTV(Self.choosesEndingAccount, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
    ]

    private static let choosesEndingAccount = SimulatedPartnerFramework(pickerActs: [
        .choose(SimulatedPartnerFramework.Account(provider: "AppleMSO_Cablevision", expiry: start.advanced(by: .seconds(40))))
    ])
}
