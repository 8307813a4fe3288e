import FlowMachine
import FlowSimulation

extension Scenario {
    /// Situations in real homes and networks.
    static let field: [Scenario] = [
        Scenario(
            "page-instead-of-answer", "A page from another server replaces Adobe's answer: no retry, and the app receives the status",
            in: .appleTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(.profiles, with: .page(status: 403))
            world.launchAndSignIn()
        },
        Scenario(
            "launch-refused", "Adobe refuses the check at a silent launch: nobody is signed in; the next foreground checks again",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.endProcess()
            world.adobe.answerNext(.profile, with: .error(code: "invalid_parameter_service_provider"))
            world.launch()
            world.runUntilIdle()
            world.enterForeground()
            world.runUntilIdle()
        },
        Scenario(
            "partner-provider-mismatch", "Adobe finds different providers in the partner status and the SAML response: phase C runs again",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.adobe.answerNext(.createPartnerProfile, with: .error(code: "invalid_header_pfs_provider_id_mismatch"))
            world.launchAndSignIn()
        },
        Scenario(
            "account-gone-on-foreground",
            "The viewer signs out in Settings while the app is in the background: the next foreground detects it",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.enterBackground()
            world.partner.account = nil
            world.enterForeground()
            world.runUntilIdle()
        },
        Scenario(
            "account-changed-on-foreground", "The device's account changes in the background: the new viewer is signed in silently",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.enterBackground()
            world.partner.account = .spectrumForAMonth
            world.enterForeground()
            world.runUntilIdle()
        },
        Scenario(
            "status-without-expiry", "The partner framework never reports an expiry: Adobe decides all the same",
            in: .appleTV(SimulatedPartnerFramework(account: .init(mapping: "AppleMSO_Cablevision")))
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.playAndWait()
        },
        Scenario(
            "status-without-expiry-refused",
            "Adobe refuses a partner status without an expiry: a playback leads to basic authentication",
            in: .appleTV(SimulatedPartnerFramework(account: .init(mapping: "AppleMSO_Cablevision")), [.usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.adobe.answerNext(.authorize, with: .error(code: "invalid_header_pfs_provider_info_expired"))
            world.playAndWait()
        },
        Scenario(
            "metadata-beside-another-account", "The viewer signed in by code, and the device's account is with another provider",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cox", .regular)])
            world.userMetadata()
            world.playAndWait()
        },
        Scenario(
            "redirect-not-registered", "Adobe does not accept the app's redirect URL: a problem, and nothing is tried again",
            in: .appleTV(.denied, [.picks("Cablevision"), .once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(.createSession, with: .error(code: "invalid_parameter_redirect_url"))
            world.launchAndSignIn()
        },
        Scenario(
            "throttled-until-expiry", "Adobe answers every poll with 429; the check after the code's expiry finds the viewer",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(60))])
        ) { world in
            world.adobe.answerNext(.profileForCode, with: .throttled, times: 400)
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "poll-slow-for-a-while", "Adobe answers some polls with 5xx: for a while the app shows that it takes longer",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(150))])
        ) { world in
            world.adobe.answerNext(.profileForCode, with: .error(code: "internal_server_error"))
            world.adobe.answerNext(.profileForCode, with: .page(status: 503), times: 2)
            world.launchAndSignIn()
        },
        Scenario(
            "no-decision", "An old server answers a failed decision with an empty list: refused, and nothing hangs", in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.authorize, with: .noDecisions)
            world.play("REF30")
            world.adobe.answerNext(.preauthorize, with: .noDecisions)
            world.preview(["REF30"])
            world.runUntilIdle()
        },
        Scenario(
            "decision-attributes", "Adobe's permits include viewer attributes: the app receives them by reference",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.decisionAttributes = [("packageType", "premium")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview(["REF30", "sports"])
            world.runUntilIdle()
            world.play("REF30")
            world.preview(["sports"])
            world.runUntilIdle()
            world.signOut()
            world.runUntilIdle()
        },
        Scenario(
            "errors-beside-resources", "An error for one resource has the same meaning as an error for the whole call",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.adobe.answerNext(.authorize, with: .item(code: "invalid_header_pfs_provider_info_expired"))
            world.playAndWait()
            world.adobe.answerNext(.preauthorize, with: .item(code: "authenticated_profile_expired"))
            world.preview(["REF30"])
            world.runUntilIdle()
            world.adobe.answerNext(.authorize, with: .item(code: "invalid_integration"))
            world.playAndWait()
        },
        Scenario(
            "temporary-access-at-launch", "The app requests temporary access during the launch's check: both finish",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.endProcess()
            world.launch()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "relaunch-on-phone", "The app ends while the user agent is open: the next launch checks once and shows no code",
            in: .iPhone(.denied, [.picks("Cablevision"), .ignores(.userAgent).once])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(60))
            world.endProcess()
            world.launch()
            world.runUntilIdle()
        },
        Scenario(
            "metadata-offline", "The app requests metadata while Adobe is in trouble: it receives the metadata of the sign-in",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.profile, with: .page(status: 503), times: 3)
            world.userMetadata()
            world.runUntilIdle()
        },
    ]
}
