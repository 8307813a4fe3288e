import FlowMachine

extension FlowSettings {
    /// A device without a partner framework, a picker or a user agent.
    fileprivate static var withoutPicker: FlowSettings {
        var settings = FlowSettings.withoutPartner
        settings.hasPicker = false
        return settings
    }
}

extension Scenario {
    /// Rare stories that must end well nevertheless.
    static let corners: [Scenario] = [
        Scenario(
            "provider-not-integrated", "The device's account is of a provider that the app does not have",
            in: .appleTV(Self.elsewhere, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "partner-session-fails", "Adobe's configuration for the partner is broken: a session of the app's own",
            in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.adobe.answerNext(.partnerSession, with: .error(code: "invalid_configuration_platform_services"))
            world.launchAndSignIn()
        },
        Scenario(
            "saml-refused", "Adobe refuses the SAML response", in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.adobe.answerNext(.createPartnerProfile, with: .error(code: "invalid_parameter_saml_response"))
            world.launchAndSignIn()
        },
        Scenario("degraded-during-saml", "The provider gets into trouble while Apple is asked for SAML", in: .appleTV(.choosesCablevision))
        {
            world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.adobe.providers[0].degradation = .authenticateAll
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "partner-sign-on-switched-off", "Partner sign-on is switched off while Apple is asked for SAML: no profile comes of it",
            in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.adobe.providers[0].allowsPartnerSignOn = false
            world.runUntilQuiet()
        },
        Scenario(
            "degraded-in-own-picker", "The provider chosen in the app's picker needs no sign-in now",
            in: .appleTV(.denied, [.picks("Cablevision")], .degraded)
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "no-picker", "A device without a picker: the second screen asks for the provider too",
            in: SimulatedWorld(settings: .withoutPicker, viewer: SimulatedViewer(habits: [Self.choosesElsewhere]))
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "check-fails", "No profiles to be had when the person wants to sign in: a problem, not a picker",
            in: .appleTV(.denied, [.once(.problem, .retry, after: .seconds(5)), .picks("Cablevision"), .usesCode()])
        ) { world in
            world.adobe.answerNext(.profiles, with: .page(status: 503), times: 3)
            world.launchAndSignIn()
        },
        Scenario("check-refuses-partner-status", "Adobe refuses the partner status with the profiles", in: .appleTV(.onCablevision)) {
            world in
            world.adobe.answerNext(.profiles, with: .error(code: "invalid_header_pfs_provider_info_expired"))
            world.launchAndSignIn()
        },
        Scenario(
            "other-provider", "The person wants another provider than the device's own",
            in: .appleTV(.onCablevision, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.otherProvider()
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "second-tap", "A choice in a picker that is gone, and a wish asked twice",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            let wish = world.signIn()
            world.perform(.signIn(wish))
            world.run(for: .seconds(14))
            if let picker = world.presented.first { world.choose(.cancel, about: picker) }
            world.runUntilQuiet()
        },
        Scenario(
            "held-by-another", "Another flow on the host was throttled, and the vault lost the token", in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.perform(.held(until: world.now.advanced(by: .seconds(3))))
            world.play("REF30")
            world.runUntilQuiet()
            world.loseToken()
            world.play("REF30")
            world.runUntilQuiet()
        },
    ]

    private static let elsewhere = SimulatedPartnerFramework(
        account: SimulatedPartnerFramework.Account(provider: "AppleMSO_Nowhere", expiry: start.advanced(by: .seconds(86_400))))
    private static let choosesElsewhere = SimulatedViewer.Habit(
        on: .code, [SimulatedViewer.Deed(after: .seconds(20), .signIn(mvpd: "SmallCo"))])
}
