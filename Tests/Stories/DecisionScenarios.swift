import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories about profiles, decisions and related failures.
    static let decisions: [Scenario] = [
        Scenario(
            "several-profiles", "The viewer has profiles with two providers and chooses one",
            in: .appleTV(
                .denied,
                [.picksProfile("Spectrum")]
            )
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular), ("Spectrum", .regular)])
            world.playAndWait()
        },
        Scenario(
            "several-profiles-silently", "A silent launch finds two profiles and chooses none; the viewer's first request asks",
            in: .appleTV(
                .denied,
                [.picksProfile("Spectrum")]
            )
        ) { world in
            world.launch(holding: [("Cablevision", .regular), ("Spectrum", .regular)])
            world.play("REF30", under: .ifSignedIn)
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "returning-viewer", "A relaunch requests only the remembered provider's profile",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.run(for: .seconds(3600))
            world.launch()
            world.playAndWait()
        },
        Scenario("token-expired-midflight", "401 at an authorization: a new token, then the same request", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.revokeTokens()
            world.playAndWait()
        },
        Scenario("throttle-then-ok", "429 for the profiles: the flow waits a second, then succeeds", in: .appleTV(.denied)) { world in
            world.adobe.answerNext(.profiles, with: .throttled)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
        Scenario(
            "authorize-retry-bounded", "An authorization times out at the provider three times, and succeeds when requested again",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.answerNext(.authorize, with: .item(code: "network_connection_timeout"), times: 3)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait()
            world.playAndWait()
        },
        Scenario(
            "profile-expired", "Adobe reports during an authorization that the profile has expired: check again, then a new sign-in",
            in: .appleTV(.denied, [.confirms("Cablevision").once, .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.playAndWait()
        },
        Scenario(
            "profile-expired-then-cancelled", "Adobe reports that the profile has expired, and the viewer does not sign in again",
            in: .appleTV(.denied, [.once(.providerConfirmation, .cancel, after: .seconds(5))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.playAndWait()
        },
        Scenario("temporary-access", "The viewer plays without a sign-in until the time is used up", in: .appleTV(.denied)) { world in
            world.launch()
            world.runUntilIdle()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
            world.run(for: .seconds(200))
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
        },
        Scenario("preview-not-signed-in", "A preview asks nobody to sign in", in: .appleTV(.denied)) { world in
            world.launch()
            world.runUntilIdle()
            world.preview(["resource1", "resource2"])
            world.runUntilIdle()
        },
        Scenario(
            "play-if-signed-in", "Autoplay interrupts nobody: refused while nobody is signed in, decided once somebody is",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.launch()
            world.runUntilIdle()
            world.play("REF30", under: .ifSignedIn)
            world.runUntilIdle()
            world.signIn()
            world.runUntilIdle()
            world.play("REF30", under: .ifSignedIn)
            world.runUntilIdle()
        },
        Scenario("user-metadata", "The app requests the viewer's metadata again", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.userMetadata()
            world.runUntilIdle()
        },
        Scenario(
            "statement-refused", "Adobe refuses the app's registration, then accepts it", in: .appleTV(.denied)
        ) { world in
            world.adobe.softwareStatement = "another"
            world.launchAndSignIn()
            world.adobe.softwareStatement = "simulated.software.statement"
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
    ]
}
