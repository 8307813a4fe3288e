import FlowMachine
import FlowSimulation

extension SimulatedAdobe {
    /// The viewer signs in with the most recently issued code, wherever it is shown.
    fileprivate mutating func completeSignIn(at time: Instant) {
        if let code = latestCode { completeSignIn(code: code, mvpd: nil, at: time) }
    }
}

extension Scenario {
    /// Situations in real homes, networks and servers under the legacy API.
    static let legacyField = legacyFieldSignIn + legacyFieldDecisions + legacyFieldTemporary + legacyFieldLeaving

    private static let legacyFieldSignIn: [Scenario] = [
        Scenario(
            "legacy-signed-in-after-closing",
            "The viewer closes the user agent early, and Adobe learns of the sign-in a few seconds later",
            in: .legacyPhone(.legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15))])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(34))
            world.adobe.completeSignIn(at: world.now)
            world.runUntilIdle()
        },
        Scenario(
            "legacy-user-agent-reopened", "The viewer closes the user agent and asks again: it reopens with the same code",
            in: .legacyPhone(
                .legacyPhone, .denied, [.picks("Spectrum"), .once(.userAgent, .userAgentClosed, after: .seconds(15)), .usesUserAgent()])
        ) { world in
            world.launch()
            world.signIn()
            world.run(for: .seconds(34))
            world.signIn()
            world.runUntilIdle()
        },
        Scenario(
            "legacy-block-page", "A network answers every request with its own page: nobody is asked to sign in",
            in: .legacyTV(.denied, [.once(.problem, .cancel, after: .seconds(5))])
        ) { world in
            world.adobe.answerNext(legacy: .checkAuthentication, with: .page(status: 403))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-exchange-fails", "Adobe fails while it receives the SAML response, which is not sent again: a code instead",
            in: .legacyTV(.onCablevision, [.usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .exchange, with: .error(code: "internal_error"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-provider-not-integrated",
            "The device's provider is not integrated with Adobe: the app's own picker, and another provider",
            in: .legacyTV(.onCablevision, [.picks("SmallCo"), .usesCode()])
        ) { world in
            world.adobe.answerNext(legacy: .profileRequest, with: .error(code: "unknown_integration"))
            world.launchAndSignIn()
        },
        Scenario(
            "legacy-poll-trouble", "Adobe fails while the viewer enters the code: the code stays on the screen",
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
            "No media token: first the provider is slow, then the authorization has expired",
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
            "legacy-sign-in-after-temporary-access",
            "A token for temporary access signs nobody in: afterwards the viewer signs in as usual",
            in: .legacyTV(.denied, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.launch()
            world.runUntilIdle()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
            world.endProcess()
            world.launch()
            world.runUntilIdle()
            world.signIn()
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "legacy-promotional-access", "Promotional temporary access for the viewer that the app names, refused without a name",
            in: SimulatedWorld(settings: promotion, adobe: promoting, partner: .denied)
        ) { world in
            world.launch()
            world.runUntilIdle()
            let identity = world.put(.identity(#"{"email":"f7ee5ec7312165148b69fcca1d29075b"}"#))
            world.play("REF30", under: .temporary(identity: identity))
            world.runUntilIdle()
            world.play("REF30", under: .temporary(identity: nil))
            world.runUntilIdle()
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
            "legacy-sign-out-page-closed", "The viewer closes the sign-out page at once: the flow sends a logout request anyway",
            in: .legacyPhone(signingOutInUserAgent, .denied, [.once(.legacySignOut, .userAgentClosed, after: .seconds(1))])
        ) { world in
            world.launchAndSignIn(holding: [("Cablevision", .regular)])
            world.signOut()
            world.runUntilIdle()
        },
        Scenario(
            "legacy-metadata-unavailable",
            "Adobe cannot report how the viewer signed in; the device has an account, so Settings are shown",
            in: .legacyTV(.onCablevision, [.signsOutInSettings()])
        ) { world in
            world.launchAndSignIn()
            world.adobe.answerNext(legacy: .userMetadata, with: .page(status: 503), times: 3)
            world.signOut()
            world.runUntilIdle()
        },
    ]
}
