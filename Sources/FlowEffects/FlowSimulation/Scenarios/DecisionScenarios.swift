import FlowMachine

extension Scenario {
    /// Stories about profiles, decisions and related failures.
    static let decisions: [Scenario] = [
        Scenario(
            "several-profiles", "Two providers know the viewer: the person chooses",
            in: .appleTV(
                .denied,
                [SimulatedViewer.Habit(on: .profilePicker, [SimulatedViewer.Deed(after: .seconds(6), .choose(profile: "Spectrum"))])])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular), ("Spectrum", .regular)])
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "returning-viewer", "A relaunch asks only for the remembered provider's profile",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.run(for: .seconds(3600))
            world.launch()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario("token-expired-midflight", "401 at an authorization: a new token, then the same request", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.revokeTokens()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario("throttle-then-ok", "429 at the profiles: a second's wait, then success", in: .appleTV(.denied)) { world in
            world.adobe.answerNext(.profiles, with: .throttled)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
        Scenario(
            "authorize-retry-bounded", "An authorization times out at the provider three times, and works when asked anew",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.answerNext(.authorize, with: .item(code: "network_connection_timeout"), times: 3)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.play("REF30")
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "profile-expired", "Adobe says at an authorization that the profile has expired: back to the check, and a new sign-in",
            in: .appleTV(.denied, [.confirms("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "profile-expired-then-cancelled", "Adobe says that the profile has expired, and the person does not sign in again",
            in: .appleTV(.denied, [.once(.providerConfirmation, .cancel, after: .seconds(5))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario("temporary-access", "Playing without a sign-in until the time is used up", in: .appleTV(.denied)) { world in
            world.launch()
            world.runUntilQuiet()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
            world.run(for: .seconds(200))
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
        },
        Scenario("preview-not-signed-in", "A preview asks nobody to sign in", in: .appleTV(.denied)) { world in
            world.launch()
            world.runUntilQuiet()
            world.preview(["resource1", "resource2"])
            world.runUntilQuiet()
        },
        Scenario(
            "play-if-signed-in", "Autoplay interrupts nobody: refused while nobody is signed in, decided as soon as somebody is",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.launch()
            world.runUntilQuiet()
            world.play("REF30", under: .ifSignedIn)
            world.runUntilQuiet()
            world.signIn()
            world.runUntilQuiet()
            world.play("REF30", under: .ifSignedIn)
            world.runUntilQuiet()
        },
        Scenario("user-metadata", "The viewer's metadata, asked for again", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.userMetadata()
            world.runUntilQuiet()
        },
        Scenario(
            "statement-refused", "Adobe refuses the app's registration, then takes it", in: .appleTV(.denied)
        ) { world in
            world.adobe.softwareStatement = "another"
            world.launchAndSignIn()
            world.adobe.softwareStatement = "simulated.software.statement"
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
    ]
}
