import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct StateTests {
    @Test func `unregistered: registers, gets a token, and rests if Adobe refuses the registration`() {
        var script = Script()
        #expect(script.place == "unregistered.registering")
        #expect(script.called == [.register])
        script.user(.signIn(WishID(1)))
        script.reply(.failed(.registrationRefused(ErrorCode("invalid_software_statement") ?? .any)))
        #expect(script.place == "unregistered.refused")
        #expect(script.answered == [.refused])
        #expect(script.rule == .`V2-A-05`)
        script.user(.signIn(WishID(2)))
        #expect(script.called == [.register], "the viewer may retry")
        script.register()
        #expect(script.place == "checking.partnerStatus")
    }

    @Test func `unregistered: a kept token skips the phase, kept credentials skip only the registration`() {
        let client = SecretRef(.client, 9)
        let token = AccessToken(ref: SecretRef(.token, 9), notAfter: Instant(milliseconds: 1_767_300_000_000))
        #expect(Script(kept: PersistedState(client: client, token: token)).place == "checking.partnerStatus")
        #expect(Script(kept: PersistedState(client: client)).called == [.token])
    }

    @Test func `registered: a wish to play continues with phase C, because phase B just found no profile`() {
        var script = Script()
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.rule == .`FM-09`)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.place == "partnerAuth.configuration")
        #expect(script.called == [.configuration])
        script.user(.preview(WishID(2), resources: [SecretRef(.resource, 1)]))
        #expect(script.answered.isEmpty, "it waits with the other wish")
    }

    @Test(arguments: [true, false])
    func `checking: the viewer chooses among several profiles, except under a silent attempt`(isAsked: Bool) {
        var script = Script()
        if isAsked { script.user(.signIn(WishID(1))) }
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status())))
        let other = Profile(mvpd: MVPDID("N") ?? .any, type: .regular, notAfter: script.instant(in: 99_999))
        script.reply(.profiles([script.profile(), other]))
        #expect(script.place == (isAsked ? "checking.choosingProfile" : "registered.resting"))
        if isAsked {
            script.choose(.profile(other.mvpd))
            #expect(script.model.state.access?.mvpd == other.mvpd)
            #expect(script.answered == [.signedIn])
        }
    }

    @Test func `checking: after a failure a kept profile stays in use, or the viewer decides`() {
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var silent = Script(.bare, kept: PersistedState(profile: profile))
        silent.register()
        var refused = silent
        silent.reply(.failed(.refused(http: 500, .named("internal_server_error"))))
        #expect(silent.place == "deciding.ready")
        #expect(silent.rule == .`FM-21`)
        refused.reply(.failed(.refused(http: 400, .named("invalid_parameter_service_provider"))))
        #expect(refused.place == "registered.resting", "a refusal is an answer")
        #expect(refused.rule == .`V2-B-14`)
        guard case .registered(let state) = refused.model.state else { return }
        #expect(state.problem?.reason == .setup, "the app gets the reason")
        #expect(state.problem?.error?.code?.text == "invalid_parameter_service_provider")
        var asked = Script(.bare)
        asked.user(.signIn(WishID(1)))
        asked.register()
        asked.reply(.failed(.transport(.unreadable)))
        #expect(asked.place == "checking.problem")
        #expect(asked.rule == .`V2-B-14`)
        asked.choose(.cancel)
        #expect(asked.place == "registered.resting")
        #expect(asked.answered == [.refused])
    }

    @Test(arguments: [
        (PartnerError.unsupportedProvider(PlatformMappingID("Apple_M")), Rule.`V2-C-12`, "basicAuthFallback.creatingSession"),
        (.unsupportedProvider(PlatformMappingID("Apple_X")), .`V2-C-13`, "basicAuthFallback.picking"),
        (.unsupportedProvider(nil), .`V2-C-13`, "basicAuthFallback.picking"),
        (.canceled, .`V2-C-14`, "basicAuthFallback.picking"),
        (.rejected, .`V2-C-14`, "basicAuthFallback.picking"), (.notShown, .`V2-C-14`, "basicAuthFallback.picking"),
    ]) func `partnerAuth: a refusal of the partner framework leads to basic authentication`(error: PartnerError, rule: Rule, place: String)
    {
        var script = atChoice()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil), error: error)))
        #expect(script.rule == rule)
        #expect(script.place == place)
    }

    @Test func `partnerAuth: an expired status is never sent`() {
        var script = atChoice()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: -5))))
        #expect(script.rule == .`V2-C-10`)
        #expect(script.called == [.createSession])
    }

    @Test func `partnerAuth: an empty SAML response leads to basic authentication with the known provider`() {
        var script = atChoice()
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        #expect(script.place == "partnerAuth.authenticating")
        let saml = PartnerAnswer.SAML(ref: script.ref(.saml), length: 0)
        script.reply(.partner(PartnerAnswer(status: script.status(), saml: saml)))
        #expect(script.rule == .`V2-C-26`)
        #expect(script.called == [.createSession])
        #expect(script.effects.contains(.forget(.secret(saml.ref))))
    }

    @Test func `basicAuthFallback: a missing choice of providers is a problem, not an empty picker`() {
        var script = Script(.phone)
        script.register()
        script.user(.otherProvider(WishID(1)))
        script.reply(.configuration(script.configuration([])))
        #expect(script.place == "basicAuthFallback.problem")
        script.choose(.cancel)
        #expect(script.answered == [.refused])
        #expect(script.place == "registered.resting")
    }

    @Test func `basicAuthFallback: a user agent that is closed early is followed by one check`() {
        var script = Script(.phone)
        script.register()
        script.user(.otherProvider(WishID(1)))
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        let session = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: script.ref(.link), mvpd: .any)
        script.reply(.session(.authenticate(session)))
        #expect(script.place == "basicAuthFallback.userAgent", "no poll while the viewer is there")
        #expect(script.called.isEmpty, "no poll while the viewer is there")
        script.choose(.userAgentClosed)
        #expect(script.called == [.profileForCode])
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.rule == .`V2-F-22`)
    }

    @Test func `deciding: a playback without an expiry leads to a new sign-in, then to another provider`() {
        var settings = FlowSettings.box
        settings.policy.statusWithoutExpiry = .never
        var script = Script.signedIn(.appleSSO, settings)
        script.feed(.app(.foregrounded))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.place == "deciding.partnerStatus")
        #expect(script.rule == .`V2-D-02`)
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: nil))))
        #expect(script.place == "checking.partnerStatus")
        #expect(script.rule == .`V2-D-04`)
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: nil))))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: nil))))
        #expect(script.place == "partnerAuth.configuration", "the check changed nothing, so the viewer is asked")
        #expect(script.rule == .`V2-D-04`)
        script.reply(.configuration(script.configuration()))
        #expect(script.place == "partnerAuth.choosing")
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: nil))))
        #expect(script.rule == .`V2-D-04`, "basic authentication needs no partner status")
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.answered == [])
    }

    @Test func `deciding: a permit is answered once with the media token; a preauthorize permit never plays`() {
        var script = Script.signedIn()
        let resource = SecretRef(.resource, 1)
        script.user(.preview(WishID(1), resources: [resource]))
        script.reply(.decisions([AdobeDecision(resource: resource, verdict: .permit(media: nil), source: .mvpd)]))
        script.user(.play(WishID(2), resource: resource, under: .signedIn))
        #expect(script.called == [.authorize])
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 420))
        script.reply(.decisions([AdobeDecision(resource: resource, verdict: .permit(media: media), source: .mvpd)]))
        #expect(script.answered == [.permitted])
        script.user(.preview(WishID(3), resources: [resource]))
        #expect(script.rule == .`V2-D-09`)
        #expect(script.answered == [.previewed])
        #expect(script.called.isEmpty)
    }

    @Test func `deciding: only decisions that can be retried are requested again`() {
        var script = Script.signedIn()
        let (first, second) = (SecretRef(.resource, 1), SecretRef(.resource, 2))
        script.user(.preview(WishID(1), resources: [first, second]))
        let error = AdobeError(action: .retry, status: 403, code: ErrorCode("network_received_error"))
        script.reply(
            .decisions([
                AdobeDecision(resource: first, verdict: .deny(error), source: .mvpd),
                AdobeDecision(resource: second, verdict: .permit(media: nil), source: .mvpd),
            ]))
        #expect(script.rule == .`V2-D-15`)
        #expect(script.answered.isEmpty)
        guard case .arm(let timer, .retry, _)? = script.effects.first(where: { if case .arm(_, .retry, _) = $0 { true } else { false } })
        else {
            Issue.record("no timer")
            return
        }
        script.feed(.timer(timer))
        #expect(
            script.effects.contains {
                if case .call(_, let call) = $0 { call.endpoint == .preauthorize(.any, resources: [first], status: nil) } else { false }
            })
        script.reply(.decisions([AdobeDecision(resource: first, verdict: .permit(media: nil), source: .mvpd)]))
        guard case .answer(_, .previewed(let decisions))? = script.effects.first(where: { if case .answer = $0 { true } else { false } })
        else {
            Issue.record("no answer")
            return
        }
        #expect(decisions.map { $0.resource } == [first, second])
    }

    @Test func `loggedOut: everything about the viewer is forgotten, and no sign-in starts by itself`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.called == [.logout])
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(script.place == "loggedOut.settings")
        #expect(script.answered == [.signedOut])
        script.choose(.done)
        #expect(script.place == "loggedOut.resting")
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "loggedOut.resting", "the same account is still there")
        script.user(.signIn(WishID(2)))
        #expect(script.place == "checking.partnerStatus")
    }

    @Test func `loggedOut: an owed logout is sent at the next launch and shows nothing`() {
        var script = Script.signedIn()
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.refused(http: 400, AdobeError(action: .none, status: 400, code: ErrorCode("invalid_integration")))))
        #expect(script.rule == .`V2-E-07`)
        #expect(script.answered == [.signedOut])
        var next = Script(.phone, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
        next.register()
        #expect(next.called == [.logout])
        next.reply(.logouts([Logout(mvpd: .any, action: .logout(link: next.ref(.link)))]))
        #expect(next.place == "loggedOut.resting")
    }

    /// In `partnerAuth`, with the partner framework's picker open.
    private func atChoice() -> Script {
        var script = Script()
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        return script
    }
}

extension ErrorCode {
    /// Some code.
    static var any: ErrorCode { ["any"].compactMap { ErrorCode($0) }[0] }
}
