import FlowMachine

extension FlowSettings {
    /// An app on an Apple TV that still uses the legacy API.
    public static var legacyTV: FlowSettings {
        var settings = appleTV
        settings.api = .restV1
        return settings
    }

    /// An app on an iPhone that still uses the legacy API.
    public static var legacyPhone: FlowSettings {
        var settings = iPhone
        settings.api = .restV1
        return settings
    }
}

extension SimulatedWorld {
    static func legacyTV(
        _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = []
    ) -> SimulatedWorld {
        // By then the viewer has signed in, and may not be interrupted.
        var partner = partner
        partner.exchangeDelay = partner.silentDelay
        return SimulatedWorld(settings: .legacyTV, partner: partner, viewer: SimulatedViewer(habits: habits))
    }

    static func legacyPhone(
        _ settings: FlowSettings = .legacyPhone, _ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = []
    ) -> SimulatedWorld {
        SimulatedWorld(settings: settings, partner: partner, viewer: SimulatedViewer(habits: habits), device: phone)
    }

    mutating func playAndWait(_ resource: String = "REF30") {
        play(resource)
        runUntilQuiet()
    }
}

extension Scenario {
    /// Stories under the legacy API: the two answers to each of the cookbook's steps, and both platforms' sign-out.
    static let legacy: [Scenario] = legacySignOn + legacyCodes + legacyDecisions + legacyLeaving + [legacyOtherProvider] + legacyField

    private static let legacySignOn: [Scenario] = [
        Scenario("legacy-returning-viewer", "Adobe still knows the device: nothing is asked", in: .legacyTV(.denied)) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait()
        },
        Scenario(
            "legacy-apple-sso", "Signed in at Apple already: the SAML response, a playback, sign-out in Settings too",
            in: .legacyTV(.onCablevision, [.signsOutInSettings])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario("legacy-apple-picker", "Nobody is signed in: the person chooses in Apple's picker", in: .legacyTV(.choosesCablevision)) {
            world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-unsupported-provider", "Apple can choose the provider but not sign in with it: a code for it, no second picker",
            in: .legacyTV(SimulatedPartnerFramework(pickerActs: [.unsupported("AppleMSO_Dish")]), [.usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-configuration-unavailable", "Adobe has no configuration to give at first: the person tries again",
            in: .legacyTV(.choosesCablevision, [.once(.problem, .retry, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(legacy: .configuration, with: .page(status: 503), times: 3)
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-apple-cancelled", "The person closes Apple's picker: the app's own, and a code",
            in: .legacyTV(SimulatedPartnerFramework(pickerActs: [.cancel]), [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-account-ended", "The account that the person chooses at Apple has ended",
            in: .legacyTV(SimulatedPartnerFramework(pickerActs: [.choose(Self.ended)]), [.usesCode()])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-request-refused", "Adobe makes no request for the provider: a code instead",
            in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .profileRequest, with: .error(code: "internal_error"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-saml-missing", "The provider gives Apple no SAML response: a code instead", in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.partner.exchanges = [.missing]
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-permission-withdrawn", "The person withdraws the permission while Apple is asked for SAML",
            in: .legacyTV(.onCablevision, [.picks("Spectrum"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.permissionWithdrawn]
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-exchange-refused", "Adobe does not take the SAML response: a code instead", in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .exchange, with: .error(code: "invalid_parameter_saml_response"))
            world.launchAndSignIn()
        },
    ]

    private static let ended = SimulatedPartnerFramework.Account(
        provider: "AppleMSO_Cablevision", expiry: SimulatedWorld.start.advanced(by: .seconds(-60)))

    private static let legacyCodes: [Scenario] = [
        Scenario(
            "legacy-second-screen", "No permission on a TV: own picker, a code that is shown and polled at once",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-user-agent", "Not in Apple's list, on a phone: own picker, a user agent, no code to be seen",
            in: .legacyPhone(.legacyPhone, SimulatedPartnerFramework(pickerActs: [.otherProvider]), [.picks("SmallCo"), .usesUserAgent])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "legacy-user-agent-closed", "The person closes the user agent: a few looks whether they had signed in, then rest",
            in: .legacyPhone(.legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-code-ends", "The code ends unused, and a new one is used",
            in: .legacyTV(
                .denied, [.picks("Cablevision"), .ignores(.code), .once(.codeExpired, .newCode, after: .seconds(10)), .usesCode()])
        ) { world in
            world.adobe.codeLifetime = .seconds(60)
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-no-partner", "A device without a partner framework: own picker and second screen",
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
        Scenario("legacy-denied", "A denial with the provider's words, and a media token refused by itself", in: .legacyTV(.denied)) {
            world in
            world.adobe.denials = [SimulatedAdobe.Denial(resource: "premium", details: "Your package does not include this channel")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.playAndWait("premium")
            world.adobe.answerNext(legacy: .mediaToken, with: .item(code: "authorization_denied_by_mvpd"))
            world.playAndWait()
        },
        Scenario(
            "legacy-sign-in-lost",
            "The sign-in has expired, which Adobe calls a denial: it is asked who is signed in",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.expireProfiles(at: world.now)
            world.playAndWait()
        },
        Scenario("legacy-preview", "What could be played, and what is known of the viewer", in: .legacyTV(.denied)) { world in
            world.adobe.denials = [SimulatedAdobe.Denial(resource: "resource2")]
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.preview(["resource1", "resource2"])
            world.runUntilQuiet()
            world.userMetadata()
            world.runUntilQuiet()
        },
        Scenario("legacy-temporary-access", "Playing without a sign-in until the time is used up", in: .legacyTV(.denied)) { world in
            world.launch()
            world.runUntilQuiet()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
            world.run(for: .seconds(200))
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
        },
        Scenario("legacy-throttled", "429 at the first look: a second's wait, then success", in: .legacyTV(.denied)) { world in
            world.adobe.answerNext(legacy: .checkAuthentication, with: .throttled)
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
        },
    ]

    private static let legacyLeaving: [Scenario] = [
        Scenario(
            "legacy-sign-out", "A regular sign-in: the request is all there is, and Settings are not mentioned", in: .legacyTV(.denied)
        ) {
            world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "legacy-sign-out-on-phone", "On a phone, by a request of the app's own, and in Settings, since Apple signed in",
            in: .legacyPhone(.legacyPhone, .onCablevision, [.signsOutInSettings])
        ) { world in
            world.partner.exchangeDelay = world.partner.silentDelay
            world.launchAndSignIn()
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "legacy-play-while-sign-out-owed", "Adobe could not be told of a sign-out: nobody plays until it was",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(legacy: .logout, with: .page(status: 503), times: 6)
            world.signOut()
            world.runUntilQuiet()
            world.playAndWait()
            world.playAndWait()
        },
        Scenario(
            "legacy-sign-out-in-user-agent", "On a phone, by policy, in a user agent, and by a request after it",
            in: .legacyPhone(Self.signingOutInUserAgent, .denied, [.once(.legacySignOut, .redirectReached, after: .seconds(3))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilQuiet()
        },
    ]

    private static let legacyOtherProvider = Scenario(
        "legacy-other-provider", "Another provider while somebody is signed in: they are signed out first",
        in: .legacyTV(.denied, [.picks("SmallCo"), .usesCode()])
    ) { world in
        world.launchAndSignIn(holding: [("Cablevision", .regular)])
        world.otherProvider()
        world.runUntilQuiet()
        world.playAndWait()
    }

    static var signingOutInUserAgent: FlowSettings {
        var settings = FlowSettings.legacyPhone
        settings.policy.signsOutInUserAgent = true
        return settings
    }
}
