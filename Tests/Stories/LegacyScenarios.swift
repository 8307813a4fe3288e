import FlowMachine
import FlowSimulation

extension SimulatedWorld {
    package static func legacyTV(
        _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = []
    ) -> SimulatedWorld {
        // By then the viewer has signed in, and may not be interrupted.
        var partner = partner
        partner.exchangeDelay = partner.silentDelay
        return SimulatedWorld(settings: .legacyTV, partner: partner, viewer: SimulatedViewer(habits: habits))
    }

    package static func legacyPhone(
        _ settings: FlowSettings = .legacyPhone, _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = []
    ) -> SimulatedWorld {
        SimulatedWorld(settings: settings, partner: partner, viewer: SimulatedViewer(habits: habits), device: .iPhone)
    }
}

extension Scenario {
    /// Stories under the legacy API: the two answers to each of the cookbook's steps, and both platforms' sign-out.
    static let legacy: [Scenario] = legacySignOn + legacyCodes + legacyDecisions + legacyLeaving + [legacyOtherProvider] + legacyField

    private static let legacySignOn: [Scenario] = [
        Scenario("legacy-returning-viewer", "Adobe still knows the device: the viewer is asked nothing", in: .legacyTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait()
        },
        Scenario(
            "legacy-apple-sso", "Already signed in at Apple: the SAML response, a playback, and a sign-out in Settings, too",
            in: .legacyTV(.onCablevision, [.signsOutInSettings()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
            world.signOut()
            world.runUntilIdle()
        },
        Scenario("legacy-apple-picker", "Nobody is signed in: the viewer chooses in Apple's picker", in: .legacyTV(.choosesCablevision)) {
            world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-unsupported-provider", "Apple's picker offers the provider but cannot sign in with it: a code for it, no second picker",
            in: .legacyTV(SimulatedPartnerFramework(pickerActions: [.unsupported("AppleMSO_Dish")]), [.usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-configuration-unavailable", "Adobe returns no configuration at first: the viewer tries again",
            in: .legacyTV(.choosesCablevision, [.once(.problem, .retry, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(legacy: .configuration, with: .page(status: 503), times: 3)
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-apple-cancelled", "The viewer closes Apple's picker: the app's own picker, and a code",
            in: .legacyTV(SimulatedPartnerFramework(pickerActions: [.cancel]), [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-account-ended", "The account that the viewer chooses at Apple has expired",
            in: .legacyTV(SimulatedPartnerFramework(pickerActions: [.choose(Self.ended)]), [.usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-request-refused", "Adobe refuses to create a request for the provider: a code instead",
            in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .profileRequest, with: .error(code: "internal_error"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-saml-missing", "The provider returns no SAML response to Apple: a code instead",
            in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.partner.exchanges = [.missing]
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-permission-withdrawn", "The viewer withdraws the permission while the flow asks Apple for SAML",
            in: .legacyTV(.onCablevision, [.picks("Spectrum"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.permissionWithdrawn]
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-exchange-refused", "Adobe refuses the SAML response: a code instead", in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .exchange, with: .error(code: "invalid_parameter_saml_response"))
            world.launchAndSignIn()
        },
    ]

    private static let ended = SimulatedPartnerFramework.Account(
        mapping: "AppleMSO_Cablevision", expiry: SimulatedWorld.start.advanced(by: .seconds(-60)))

    private static let legacyCodes: [Scenario] = [
        Scenario(
            "legacy-second-screen", "No permission on a TV: the app's own picker, then a code that is shown and polled at once",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-user-agent", "A provider that Apple does not list, on a phone: the app's own picker, a user agent, no code shown",
            in: .legacyPhone(
                .legacyPhone, SimulatedPartnerFramework(pickerActions: [.otherProvider]), [.picks("SmallCo"), .usesUserAgent()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-user-agent-closed", "The viewer closes the user agent: the flow checks a few times for a sign-in, then becomes idle",
            in: .legacyPhone(.legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-code-ends", "The code expires unused, and the viewer uses a new one",
            in: .legacyTV(
                .denied, [.picks("Cablevision"), .ignores(.code).once, .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode()])
        ) { world in
            world.adobe.codeLifetime = .seconds(60)
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-no-partner", "A device without a partner framework: the app's own picker and a second screen",
            in: SimulatedWorld(settings: Self.withoutPartner, viewer: SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()]))
        ) { world in
            world.launchAndSignIn()
        },
    ]

    private static var withoutPartner: FlowSettings {
        var settings = FlowSettings.withoutPartner
        settings.api = .restV1
        return settings
    }

    private static let legacyDecisions: [Scenario] = [
        Scenario("legacy-denied", "A denial with the provider's text, and a refused media token", in: .legacyTV(.denied)) {
            world in
            world.adobe.denials = [SimulatedAdobe.Denial(resource: "premium", details: "Your package does not include this channel")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait("premium")
            world.adobe.answerNext(legacy: .mediaToken, with: .item(code: "authorization_denied_by_mvpd"))
            world.playAndWait()
        },
        Scenario(
            "legacy-sign-in-lost",
            "The sign-in has expired, which Adobe reports as a denial: the flow checks who is signed in",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.playAndWait()
        },
        Scenario("legacy-preview", "Which resources could be played, and the viewer's metadata", in: .legacyTV(.denied)) { world in
            world.adobe.denials = [SimulatedAdobe.Denial(resource: "resource2")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview(["resource1", "resource2"])
            world.runUntilIdle()
            world.userMetadata()
            world.runUntilIdle()
        },
        Scenario("legacy-temporary-access", "The viewer plays without a sign-in until the time is used up", in: .legacyTV(.denied)) {
            world in
            world.launch()
            world.runUntilIdle()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
            world.run(for: .seconds(200))
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
        },
        Scenario("legacy-throttled", "429 for the first check: the flow waits a second, then succeeds", in: .legacyTV(.denied)) { world in
            world.adobe.answerNext(legacy: .checkAuthentication, with: .throttled)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
    ]

    private static let legacyLeaving: [Scenario] = [
        Scenario(
            "legacy-sign-out", "A regular sign-in: the logout request is the only step, and Settings are not mentioned",
            in: .legacyTV(.denied)
        ) {
            world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilIdle()
        },
        Scenario(
            "legacy-sign-out-on-phone",
            "On a phone, after Apple's sign-on: the provider's page, a logout, and a sign-out in Settings",
            in: .legacyPhone(
                .legacyPhone, .onCablevision, [.once(.legacySignOut, .redirectReached, after: .seconds(3)), .signsOutInSettings()])
        ) { world in
            world.partner.exchangeDelay = world.partner.silentDelay
            world.launchAndSignIn()
            world.signOut()
            world.runUntilIdle()
        },
        Scenario(
            "legacy-play-while-sign-out-owed", "Adobe could not be reached at sign-out: nobody plays until the logout has been sent",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(legacy: .logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilIdle()
            world.playAndWait()
            world.playAndWait()
        },
        Scenario(
            "legacy-sign-out-in-user-agent", "On a phone, the policy signs out in a user agent, followed by a logout request",
            in: .legacyPhone(Self.signingOutInUserAgent, .denied, [.once(.legacySignOut, .redirectReached, after: .seconds(3))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilIdle()
        },
    ]

    private static let legacyOtherProvider = Scenario(
        "legacy-other-provider", "Another provider while somebody is signed in: the flow signs that viewer out first",
        in: .legacyTV(.denied, [.picks("SmallCo"), .usesCode()])
    ) { world in
        world.launchAndSignIn(holding: [("Cablevision", .regular)])
        world.otherProvider()
        world.runUntilIdle()
        world.playAndWait()
    }

    static var signingOutInUserAgent: FlowSettings {
        var settings = FlowSettings.legacyPhone
        settings.policy.signsOutInUserAgent = true
        return settings
    }
}
