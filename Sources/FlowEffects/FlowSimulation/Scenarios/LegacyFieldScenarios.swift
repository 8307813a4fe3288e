import FlowMachine

extension SimulatedAdobe {
    /// The viewer signs in with the most recently issued code, wherever it is shown.
    fileprivate mutating func completeSignIn(at time: Instant) {
        if let code = sessions.last?.code { completeSignIn(code: code, mvpd: nil, at: time) }
    }
}

extension Scenario {
    /// Situations in real homes, networks and servers under the legacy API.
    static let legacyField = legacyFieldSignIn + legacyFieldDecisions + legacyFieldTemporary + legacyFieldLeaving

    private static let legacyFieldSignIn: [Scenario] = [
        Scenario(
            "legacy-signed-in-after-closing",
            "The user agent is closed before its end, and Adobe knows of the sign-in only some seconds later",
            in: .legacyPhone(.legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(34))
            world.adobe.completeSignIn(at: world.now)
            world.runUntilQuiet()
        },
        Scenario(
            "legacy-user-agent-reopened", "The person closes the user agent and asks again: it opens again, with the same code",
            in: .legacyPhone(
                .legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15)), .usesUserAgent])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(34))
            world.signIn()
            world.runUntilQuiet()
        },
        Scenario(
            "legacy-block-page", "A network answers every request with its own page: nobody is asked to sign in",
            in: .legacyTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(legacy: .checkAuthentication, with: .page(status: 403))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-exchange-fails", "An error at Adobe while it takes the SAML response, which is not sent again: a code instead",
            in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .exchange, with: .error(code: "internal_error"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-provider-not-integrated",
            "The device's provider is not integrated at Adobe: the app's own picker, and another provider",
            in: .legacyTV(.onCablevision, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .profileRequest, with: .error(code: "unknown_integration"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-poll-trouble", "Adobe is in trouble while the viewer types: the code stays on the screen",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode(after: .seconds(28))])
        ) { world in
            world.adobe.answerNext(legacy: .authenticationToken, with: .error(code: "internal_error"))
            world.adobe.answerNext(legacy: .authenticationToken, with: .error(code: "network_received_error"))
            world.adobe.answerNext(legacy: .authenticationToken, with: .page(status: 503))
            world.adobe.answerNext(legacy: .authenticationToken, with: .error(code: "authentication_session_missing"))
            world.launchAndSignIn()
        },
    ]

    private static let legacyFieldDecisions: [Scenario] = [
        Scenario(
            "legacy-media-token-repeated",
            "No media token, since the provider is late, and then since the authorization has expired",
            in: .legacyTV(.denied)
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.adobe.answerNext(legacy: .mediaToken, with: .error(code: "network_connection_timeout"))
            world.playAndWait()
            world.adobe.answerNext(legacy: .mediaToken, with: .error(code: "authorization_expired"))
            world.playAndWait()
        }
    ]

    private static let legacyFieldTemporary: [Scenario] = [
        Scenario(
            "legacy-sign-in-after-temporary-access", "The token of temporary access is nobody's: after it the viewer signs in as before",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.runUntilQuiet()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
            world.endProcess()
            world.launch()
            world.runUntilQuiet()
            world.signIn()
            world.runUntilQuiet()
            world.playAndWait()
        },
        Scenario(
            "legacy-promotional-access", "Promotional temporary access for the viewer whom the app names, and refused without a name",
            in: SimulatedWorld(settings: promotion, adobe: promoting, partner: .denied)
        ) { world in
            world.launch()
            world.runUntilQuiet()
            let identity = world.vault.put(.identity(#"{"email":"f7ee5ec7312165148b69fcca1d29075b"}"#))
            world.play("REF30", under: .temporary(identity: identity))
            world.runUntilQuiet()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilQuiet()
        },
    ]

    private static var promotion: FlowSettings {
        var settings = FlowSettings.legacyTV
        settings.temporaryAccess = MVPDID("TempPass_PROMO")
        return settings
    }

    private static var promoting: SimulatedAdobe {
        var adobe = SimulatedAdobe()
        let access = SimulatedProvider.Temporary(duration: .seconds(3600), resources: 3, needsIdentity: true)
        adobe.providers.append(SimulatedProvider(id: "TempPass_PROMO", displayName: "Promotion", temporary: access))
        return adobe
    }

    private static let legacyFieldLeaving: [Scenario] = [
        Scenario(
            "legacy-sign-out-page-closed", "The page of the sign-out is closed at once: a request tells Adobe all the same",
            in: .legacyPhone(signingOutInUserAgent, .denied, [.once(.legacySignOut, .userAgentClosed, after: .seconds(1))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "legacy-metadata-unavailable",
            "Adobe cannot say how the viewer signed in; the device has an account, so Settings are mentioned",
            in: .legacyTV(.onCablevision, [.signsOutInSettings])
        ) { world in
            world.launchAndSignIn()
            world.adobe.answerNext(legacy: .userMetadata, with: .page(status: 503), times: 3)
            world.signOut()
            world.runUntilQuiet()
        },
    ]
}
