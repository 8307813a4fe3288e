import FlowMachine

extension Scenario {
    /// Situations in real homes and networks.
    static let field: [Scenario] = [
        Scenario(
            "page-instead-of-answer", "A page of somebody else's in place of Adobe's answer: asked once, and the app is told the status",
            in: .appleTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(.profiles, with: .page(status: 403))
            world.launchAndSignIn()
        },
        Scenario(
            "launch-refused", "Adobe refuses the question of a silent launch: nobody is let in, and the next foreground asks again",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.endProcess()
            world.adobe.answerNext(.profile, with: .error(code: "invalid_parameter_service_provider"))
            world.launch()
            world.runUntilQuiet()
            world.foreground()
            world.runUntilQuiet()
        },
        Scenario(
            "partner-provider-mismatch", "Adobe finds another provider in the partner status than in the SAML response: phase C once more",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.adobe.answerNext(.createPartnerProfile, with: .error(code: "invalid_header_pfs_provider_id_mismatch"))
            world.launchAndSignIn()
        },
        Scenario(
            "account-gone-on-foreground",
            "The viewer signs out in Settings while the app is in the background: the next foreground sees it",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.background()
            world.partner.account = nil
            world.foreground()
            world.runUntilQuiet()
        },
        Scenario(
            "account-changed-on-foreground", "Another provider on the device after the background: its viewer is signed in, silently",
            in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.background()
            world.partner.account = .spectrum
            world.foreground()
            world.runUntilQuiet()
        },
        Scenario(
            "status-without-expiry", "The partner framework never says when the sign-in ends: a playback leads to basic authentication",
            in: .appleTV(SimulatedPartnerFramework(account: .init(provider: "AppleMSO_Cablevision")), [.usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "throttled-until-expiry", "Every poll is answered 429; the viewer is found when the code has expired",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(60))])
        ) { world in
            world.adobe.answerNext(.profileForCode, with: .throttled, times: 400)
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "poll-slow-for-a-while", "Some polls are answered 5xx: the viewer is told that it takes longer, for a while",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(150))])
        ) { world in
            world.adobe.answerNext(.profileForCode, with: .error(code: "internal_server_error"))
            world.adobe.answerNext(.profileForCode, with: .page(status: 503), times: 2)
            world.launchAndSignIn()
        },
        Scenario(
            "no-decision", "An old server answers a failed decision by an empty list: refused, and nothing hangs", in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.authorize, with: .noDecisions)
            world.play("REF30")
            world.adobe.answerNext(.preauthorize, with: .noDecisions)
            world.preview(["REF30"])
            world.runUntilQuiet()
        },
        Scenario(
            "decision-attributes", "Adobe says beside its permits what the viewer pays for: the app gets it, by reference",
            in: .appleTV(.denied)
        ) { world in
            world.adobe.decisionAttributes = [("packageType", "premium")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview(["REF30", "sports"])
            world.runUntilQuiet()
            world.play("REF30")
            world.preview(["sports"])
            world.runUntilQuiet()
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "errors-beside-resources", "Errors beside a resource count as those of the whole call do", in: .appleTV(.onCablevision)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.adobe.answerNext(.authorize, with: .item(code: "invalid_header_pfs_provider_info_expired"))
            world.play("REF30")
            world.runUntilQuiet()
            world.adobe.answerNext(.preauthorize, with: .item(code: "authenticated_profile_expired"))
            world.preview(["REF30"])
            world.runUntilQuiet()
            world.adobe.answerNext(.authorize, with: .item(code: "invalid_integration"))
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "temporary-access-at-launch", "Temporary access is asked for while the launch looks who is signed in: both come",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.endProcess()
            world.launch()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "relaunch-on-phone", "The app ends beside the user agent: one look at the next launch, and no code on the screen",
            in: .iPhone(.denied, [.picks("Cablevision"), .ignores(.userAgent)])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(60))
            world.endProcess()
            world.launch()
            world.runUntilQuiet()
        },
        Scenario(
            "metadata-offline", "The viewer's metadata is asked for while Adobe is in trouble: what came with the sign-in",
            in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(.profile, with: .page(status: 503), times: 3)
            world.userMetadata()
            world.runUntilQuiet()
        },
    ]
}
