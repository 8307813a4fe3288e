import FlowMachine

extension Scenario {
    /// Stories about signing out.
    static let leaving: [Scenario] =
        [
            Scenario(
                "apple-logout", "The profile that Apple's sign-on made: the person signs out in Settings",
                in: .appleTV(.onCablevision, [.signsOutInSettings])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.preview(["resource1", "resource2"])
                world.runUntilQuiet()
                world.signOut()
                world.runUntilQuiet()
            },
            Scenario(
                "regular-logout-with-user-agent", "The provider's page signs out, in a user agent",
                in: .iPhone(.denied, [.once(.signOutUserAgent, .redirectReached, after: .seconds(3))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.signOut()
                world.runUntilQuiet()
            },
            Scenario("regular-logout-without-user-agent", "On a device without a browser the call is all there is", in: .appleTV(.denied)) {
                world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.signOut()
                world.runUntilQuiet()
            },
            Scenario(
                "signed-out-then-relaunch", "Signed out here but not at Apple: nothing signs in by itself until the person asks",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.runUntilQuiet()
                world.run(for: .seconds(600))
                world.launch()
                world.runUntilQuiet()
                world.run(for: .seconds(60))
                world.signIn()
                world.runUntilQuiet()
            },
            Scenario(
                "another-account-after-sign-out", "Another account on the device ends the rest after a sign-out",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.runUntilQuiet()
                world.background()
                world.run(for: .seconds(60))
                world.partner.account = .spectrum
                world.partner.exchangeDelay = .milliseconds(300)
                world.foreground()
                world.runUntilQuiet()
            },
            Scenario(
                "sign-out-after-foreground",
                "Signed out here but not at Apple, after a visit elsewhere: the next foreground signs nobody in",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.background()
                world.run(for: .seconds(60))
                world.foreground()
                world.runUntilQuiet()
                world.signOut()
                world.runUntilQuiet()
                world.background()
                world.run(for: .seconds(60))
                world.foreground()
                world.runUntilQuiet()
            },
            Scenario(
                "sign-in-while-signing-out", "The viewer wants back in while asked to sign out in Settings", in: .appleTV(.onCablevision)
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.run(for: .seconds(5))
                world.signIn()
                world.runUntilQuiet()
            },
            Scenario("sign-out-owed", "Adobe cannot be told of a sign-out: it is told at the next launch", in: .appleTV(.denied)) { world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.adobe.answerNext(.logout, with: .page(status: 503), times: 3)
                world.signOut()
                world.runUntilQuiet()
                world.run(for: .seconds(60))
                world.launch()
                world.runUntilQuiet()
            },
        ] + owing

    private static let owing: [Scenario] = [
        Scenario(
            "play-while-sign-out-owed", "Adobe could not be told of a sign-out: nobody plays until it was",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "play-after-launch-with-sign-out-owed", "The next launch cannot tell Adobe either, and the one after that is asked to play",
            in: .iPhone(.denied, [.once(.signOutUserAgent, .redirectReached, after: .seconds(3)), .picks("Cablevision"), .usesUserAgent])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 9)
            world.signOut()
            world.runUntilQuiet()
            world.launch()
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
            world.launch()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "another-account-while-sign-out-owed", "Another account is on the device, but Adobe must be told of the sign-out first",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilQuiet()
            world.background()
            world.partner.account = .spectrum
            world.partner.exchangeDelay = .milliseconds(300)
            for _ in 0..<2 {
                world.run(for: .seconds(60))
                world.foreground()
                world.runUntilQuiet()
                world.background()
            }
        },
        Scenario(
            "sign-out-owed-by-the-legacy-api",
            "The legacy API left a sign-out of the device: REST API V2 has nobody to sign out",
            in: .appleTV(.denied)
        ) { world in
            world.vault.keep(.signedOut(SignedOutMark()))
            world.vault.keep(.owedLogouts([.device]))
            world.launch()
            world.runUntilQuiet()
        },
        Scenario(
            "sign-out-refused-for-good", "Adobe refuses a sign-out and would do so again: nothing is owed, and the viewer may come back",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .error(code: "invalid_integration"))
            world.signOut()
            world.runUntilQuiet()
            world.signIn()
            world.runUntilQuiet()
        },
    ]
}
