import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories in which something breaks, expires or changes without the app's knowledge.
    static let troubles: [Scenario] = [
        Scenario("signed-out-in-settings", "The viewer signs out in Settings, then wants to play", in: .appleTV(.onCablevision)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.enterBackground()
            world.run(for: .seconds(60))
            world.partner.account = nil
            world.enterForeground()
            world.runUntilIdle()
            world.partner.pickerActions = [.choose(.spectrumForAMonth)]
            world.playAndWait()
        },
        Scenario(
            "partner-status-ends", "The sign-in at Apple expires before the profile does",
            in: .appleTV(Self.shortAccount, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.run(for: .seconds(700))
            world.playAndWait()
        },
        Scenario("partner-status-refused", "Adobe refuses the partner status in an authorization", in: .appleTV(.onCablevision)) {
            world in
            world.adobe.answerNext(.authorize, with: .error(code: "invalid_header_pfs_provider_info_expired"))
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.playAndWait()
        },
        Scenario(
            "profile-missing-twice", "Adobe demands a new sign-in although its check found a profile: the wish is refused",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.answerNext(.authorize, with: .error(code: "authenticated_profile_missing"), times: 2)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait()
        },
        Scenario(
            "profile-ends", "The profile expires while the app runs; the viewer changes the provider",
            in: .appleTV(.denied, [.once(.providerConfirmation, .otherProvider, after: .seconds(2)), .picks("Cox"), .usesCode()])
        ) { world in
            world.adobe.profileLifetime = .seconds(3600)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.run(for: .seconds(7200))
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario("token-renewed-in-time", "A token is replaced before it expires", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.run(for: .seconds(22_000))
            world.playAndWait()
        },
        Scenario("relaunch-with-old-token", "A relaunch after the token has expired keeps the registration", in: .appleTV(.denied)) {
            world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.run(for: .seconds(1))
            world.endProcess()
            world.run(for: .seconds(40_000))
            world.launch()
            world.runUntilIdle()
        },
        Scenario("offline-launch", "No answer at launch: playback continues under the kept profile", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.profile, with: .page(status: 503), times: 3)
            world.launch()
            world.runUntilIdle()
            world.playAndWait()
            world.enterBackground()
            world.run(for: .seconds(60))
            world.enterForeground()
            world.runUntilIdle()
        },
        Scenario(
            "provider-switched-off", "The remembered provider is no longer integrated",
            in: .appleTV(.denied, [.picks("Spectrum"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.providers[0].isIntegrated = false
            world.launch()
            world.signIn()
            world.runUntilIdle()
        },
        Scenario(
            "credentials-forgotten", "Adobe no longer knows the app's credentials: one new registration, and a new sign-in",
            in: .appleTV(.denied, [.confirms("Cablevision").once, .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.forgetClients()
            world.playAndWait()
        },
        Scenario(
            "token-refused-twice", "401 again after a new token: the app registers again, once, and the viewer signs in again",
            in: .appleTV(.denied, [.confirms("Cablevision").once, .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.authorize, with: .unauthorized, times: 2)
            world.playAndWait()
        },
        Scenario(
            "poll-throttled", "429 and 503 for polls: polling continues", in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.adobe.answerNext(.profileForCode, with: .throttled)
            world.adobe.answerNext(.profileForCode, with: .page(status: 503))
            world.launchAndSignIn()
        },
        Scenario(
            "picker-left-open", "The viewer chooses only after the waiting session has expired",
            in: .appleTV(.choosesCablevision, [.picks("SmallCo", after: .seconds(1900)), .usesCode()], .refusingPartnerStatus)
        ) { world in
            world.launchAndSignIn()
        },
        Scenario("preview-many", "A preview of more resources than one call accepts", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview((1...7).map { "resource\($0)" })
            world.runUntilIdle()
            // The flow knows what was permitted by now.
            world.preview(["resource1", "resource7"])
            world.runUntilIdle()
        },
        Scenario("preview-long-list", "A preview of 64 resources, of which one call accepts five", in: .appleTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview((1...64).map { "resource\($0)" })
            world.runUntilIdle()
            // The flow knows by now how many Adobe accepts.
            world.preview((65...71).map { "resource\($0)" })
            world.runUntilIdle()
        },
        Scenario(
            "configuration-fails", "The configuration cannot be fetched: a problem, and another attempt",
            in: .appleTV(.denied, Self.retries)
        ) { world in
            world.adobe.answerNext(.configuration, with: .error(code: "internal_server_error"))
            world.launchAndSignIn()
        },
        Scenario("wish-given-up", "The app cancels a playback that waits for a sign-in", in: .appleTV(.denied)) { world in
            world.launch()
            let wish = world.play("REF30")
            world.run(for: .seconds(5))
            world.perform(.cancel(wish))
            world.runUntilIdle()
        },
        Scenario(
            "sign-out-while-polling", "The viewer signs out while the app shows a code",
            in: .appleTV(.denied, [.picks("Cablevision")])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(20))
            world.signOut()
            world.runUntilIdle()
        },
        Scenario("phone-sign-out-owed", "On a phone, the logout reaches Adobe only at the next launch", in: .iPhone(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.logout, with: .page(status: 503), times: 3)
            world.signOut()
            world.runUntilIdle()
            world.launch()
            world.runUntilIdle()
        },
    ]

    private static let shortAccount = SimulatedPartnerFramework(
        account: SimulatedPartnerFramework.Account(mapping: "AppleMSO_Cablevision", expiry: start.advanced(by: .seconds(600))))
    private static let retries: [SimulatedViewer.Habit] = [
        .once(.problem, .retry, after: .seconds(5)), .picks("Cablevision"), .usesCode(),
    ]
}
