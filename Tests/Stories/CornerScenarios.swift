import FlowMachine
import FlowSimulation

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
            "provider-not-integrated", "The device's account is with a provider that the app does not offer",
            in: .appleTV(Self.elsewhere, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "partner-session-fails", "Adobe's partner configuration is broken: the app creates a session of its own",
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
        Scenario(
            "degraded-during-saml", "The provider becomes degraded while the flow asks Apple for SAML", in: .appleTV(.choosesCablevision)
        ) {
            world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.adobe.providers[0].degradation = .authenticateAll
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "partner-sign-on-switched-off", "Partner sign-on is switched off while the flow asks Apple for SAML: no profile is created",
            in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(30))
            world.adobe.providers[0].allowsPartnerSignOn = false
            world.runUntilIdle()
        },
        Scenario(
            "degraded-in-own-picker", "The provider chosen in the app's picker requires no sign-in at the moment",
            in: .appleTV(.denied, [.picks("Cablevision")], .degraded)
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "no-picker", "A device without a picker: the viewer chooses the provider on the second screen, too",
            in: SimulatedWorld(settings: .withoutPicker, viewer: SimulatedViewer(habits: [Self.choosesElsewhere]))
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "check-fails", "The profiles cannot be fetched when the viewer wants to sign in: a problem, not a picker",
            in: .appleTV(.denied, [.once(.problem, .retry, after: .seconds(5)), .picks("Cablevision"), .usesCode()])
        ) { world in
            world.adobe.answerNext(.profiles, with: .page(status: 503), times: 3)
            world.launchAndSignIn()
        },
        Scenario(
            "check-refuses-partner-status", "Adobe refuses the partner status in the request for profiles", in: .appleTV(.onCablevision)
        ) {
            world in
            world.adobe.answerNext(.profiles, with: .error(code: "invalid_header_pfs_provider_info_expired"))
            world.launchAndSignIn()
        },
        Scenario(
            "other-provider", "The viewer wants a provider other than the device's own",
            in: .appleTV(.onCablevision, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .appleSSO)])
            world.otherProvider()
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "second-tap", "A choice in a picker that is no longer shown, and a wish sent twice",
            in: .appleTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            let wish = world.signIn()
            world.perform(.signIn(wish))
            world.run(for: .seconds(14))
            if let picker = world.presentations.first { world.choose(.cancel, about: picker) }
            world.runUntilIdle()
        },
        Scenario(
            "held-by-another", "Another flow on the host was throttled, and the vault has lost the token", in: .appleTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.perform(.held(until: world.now.advanced(by: .seconds(3))))
            world.playAndWait()
            world.loseToken()
            world.playAndWait()
        },
    ]

    private static let elsewhere = SimulatedPartnerFramework(
        account: SimulatedPartnerFramework.Account(mapping: "AppleMSO_Nowhere", expiry: start.advanced(by: .seconds(86_400))))
    private static let choosesElsewhere = SimulatedViewer.Habit(
        on: .code, [SimulatedViewer.TimedAction(after: .seconds(20), .signIn(mvpd: "SmallCo"))])
}
