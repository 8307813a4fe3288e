import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories about signing out.
    static let leaving: [Scenario] =
        [
            Scenario(
                "apple-logout", "The profile comes from Apple's single sign-on: the viewer signs out in Settings",
                in: .appleTV(.onCablevision, [.signsOutInSettings()])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.preview(["resource1", "resource2"])
                world.runUntilIdle()
                world.signOut()
                world.runUntilIdle()
            },
            Scenario(
                "regular-logout-with-user-agent", "The provider's page signs the viewer out, in a user agent",
                in: .iPhone(.denied, [.once(.signOutUserAgent, .redirectReached, after: .seconds(3))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.signOut()
                world.runUntilIdle()
            },
            Scenario(
                "regular-logout-without-user-agent", "On a device without a browser, the logout request is the only step",
                in: .appleTV(.denied)
            ) {
                world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.signOut()
                world.runUntilIdle()
            },
            Scenario(
                "signed-out-then-relaunch", "Signed out in the app but not at Apple: the flow signs nobody in until the viewer asks",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.runUntilIdle()
                world.run(for: .seconds(600))
                world.launch()
                world.runUntilIdle()
                world.run(for: .seconds(60))
                world.signIn()
                world.runUntilIdle()
            },
            Scenario(
                "another-account-after-sign-out", "After a sign-out, another account on the device is signed in silently",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.runUntilIdle()
                world.enterBackground()
                world.run(for: .seconds(60))
                world.partner.account = .spectrumForAMonth
                world.partner.exchangeDelay = .milliseconds(300)
                world.enterForeground()
                world.runUntilIdle()
            },
            Scenario(
                "sign-out-after-foreground",
                "Signed out in the app but not at Apple: the next foreground signs nobody in",
                in: .appleTV(.onCablevision, [.once(.signOutInSettings, .done, after: .seconds(4))])
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.enterBackground()
                world.run(for: .seconds(60))
                world.enterForeground()
                world.runUntilIdle()
                world.signOut()
                world.runUntilIdle()
                world.enterBackground()
                world.run(for: .seconds(60))
                world.enterForeground()
                world.runUntilIdle()
            },
            Scenario(
                "sign-in-while-signing-out", "The viewer asks to sign in while the app asks them to sign out in Settings",
                in: .appleTV(.onCablevision)
            ) { world in
                world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
                world.signOut()
                world.run(for: .seconds(5))
                world.signIn()
                world.runUntilIdle()
            },
            Scenario("sign-out-owed", "Adobe cannot be reached at sign-out: the next launch sends the logout", in: .appleTV(.denied)) {
                world in
                world.launchAndSignIn(holding: [("Cablevision", .regular)])
                world.adobe.answerNext(.logout, with: .page(status: 503), times: 3)
                world.signOut()
                world.runUntilIdle()
                world.run(for: .seconds(60))
                world.launch()
                world.runUntilIdle()
            },
        ] + owing

    private static let owing: [Scenario] = [
        Scenario(
            "play-while-sign-out-owed", "Adobe could not be reached at sign-out: nobody plays until the logout has been sent",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilIdle()
            world.playAndWait()
            world.playAndWait()
        },
        Scenario(
            "play-after-launch-with-sign-out-owed",
            "The next launch cannot send the logout either; the launch after that receives a playback",
            in: .iPhone(.denied, [.once(.signOutUserAgent, .redirectReached, after: .seconds(3)), .picks("Cablevision"), .usesUserAgent()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 9)
            world.signOut()
            world.runUntilIdle()
            world.launch()
            world.runUntilIdle()
            world.playAndWait()
            world.launch()
            world.playAndWait()
        },
        Scenario(
            "another-account-while-sign-out-owed", "The device has another account, but the pending logout must reach Adobe first",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilIdle()
            world.enterBackground()
            world.partner.account = .spectrumForAMonth
            world.partner.exchangeDelay = .milliseconds(300)
            for _ in 0..<2 {
                world.run(for: .seconds(60))
                world.enterForeground()
                world.runUntilIdle()
                world.enterBackground()
            }
        },
        Scenario(
            "sign-out-owed-by-the-legacy-api",
            "The legacy API left a device logout pending: REST API V2 has nobody to sign out",
            in: .appleTV(.denied)
        ) { world in
            world.ownVault.keep(.signedOut(SignedOutMark()))
            world.ownVault.keep(.owedLogouts([.device]))
            world.launch()
            world.runUntilIdle()
        },
        Scenario(
            "sign-out-refused-for-good", "Adobe refuses a logout permanently: nothing stays pending, and the viewer may sign in again",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .error(code: "invalid_integration"))
            world.signOut()
            world.runUntilIdle()
            world.signIn()
            world.runUntilIdle()
        },
    ]
}
