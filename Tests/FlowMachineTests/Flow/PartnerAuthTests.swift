import FlowTestSupport
import Testing

@testable import FlowMachine

/// Partner single sign-on: which status is sent to Adobe, which picker is shown, and what leads to basic authentication.
@Suite struct PartnerAuthTests {
    /// Phase B has found no profile; the attempt is either the viewer's request or silent.
    private func begun(_ provider: String? = "Apple_M", asked: Bool = true, _ change: (inout Policy) -> Void = { _ in }) -> Script {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        change(&settings.policy)
        var script = Script(settings)
        if asked { script.user(.signIn(WishID(1))) }
        script.register()
        script.partner(script.status(.granted, provider))
        script.reply(.profiles([]))
        return script
    }

    /// Adobe is asked for its partner session.
    private func atSession(_ change: (inout Policy) -> Void = { _ in }) -> Script {
        var script = begun(nil, change)
        script.reply(.configuration(script.configuration()))
        script.partner(script.status())
        return script
    }

    /// The partner framework is asked for its response.
    private func atExchange(_ change: (inout Policy) -> Void = { _ in }) -> Script {
        var script = atSession(change)
        script.session()
        return script
    }

    /// The attempt is silent, and the partner framework is asked for its response.
    private func silentExchange() -> Script {
        var script = begun(asked: false)
        script.session()
        return script
    }

    // MARK: C.1 and C.2

    @Test(arguments: [(true, "Apple_M", true), (false, "Apple_M", false), (true, "Apple_X", false), (true, nil, false)])
    func `the check's status is reused for the choice if the policy allows and Adobe has its provider`(
        reuses: Bool, provider: String?, isReused: Bool
    ) {
        var script = begun(provider) { $0.reusesStatusInChoice = reuses }
        #expect(script.place == "partnerAuth.configuration")
        #expect(script.rule == .`V2-B-10`)
        let status = script.model.context.partnerStatus
        script.reply(.configuration(script.configuration()))
        #expect(script.place == (isReused ? "partnerAuth.session" : "partnerAuth.choosing"))
        #expect(script.rule == (isReused ? .`V2-C-09` : .`V2-C-02`))
        if isReused { #expect(script.endpoints == status.map { [.partnerSession(status: $0)] }) }
        // Once more, with a fresh configuration.
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "partnerAuth.problem")
        script.choose(.retry)
        script.partner(script.status(.granted, provider))
        script.reply(.profiles([]))
        #expect(script.place == (isReused ? "partnerAuth.session" : "partnerAuth.choosing"))
        #expect(script.rule == (isReused ? .`V2-C-09` : .`V2-C-04a`))
        #expect(script.called == (isReused ? [.partnerSession] : []))
    }

    @Test(arguments: [false, true])
    func `closing the partner's picker gives up or opens the app's own, as the policy says`(opensOwn: Bool) {
        var script = begun(nil) { $0.opensOwnPickerAfterCancel = opensOwn }
        script.reply(.configuration(script.configuration()))
        script.partner(script.status(.granted, nil), error: .canceled)
        #expect(script.place == (opensOwn ? "basicAuthFallback.picking" : "registered.resting"))
        #expect(script.rule == (opensOwn ? .`V2-C-14` : .`FM-08`))
        let refused = Effect.answer(WishID(1), .refused(Refusal(reason: .canceled, options: [.retry])))
        #expect(script.effects.contains(refused) == !opensOwn)
    }

    @Test(arguments: [false, true])
    func `a fallback for partner status drops the status; other fallbacks keep it`(isResume: Bool) {
        for (reason, isGood) in [
            (.partnerStatusFallback, false), (.configurationFallback, true), (.none, true), (.other, true),
        ] as [(OpenSession.Reason, Bool)] {
            var script = atSession()
            let status = script.model.context.partnerStatus
            let open = OpenSession(
                code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: .any, reason: reason)
            script.reply(.session(isResume ? .resume(open) : .authenticate(open)))
            #expect(script.rule == (isResume ? .`V2-C-19` : .`V2-C-18`))
            #expect(script.place == (isResume ? "basicAuthFallback.resumingSession" : "basicAuthFallback.polling"))
            #expect(status != nil, "\(reason)")
            #expect(script.model.context.partnerStatus == (isGood ? status : nil), "\(reason)")
        }
    }

    @Test(
        arguments: [
            ("invalid_header_pfs_provider_id_mismatch", true, nil), ("internal_error", false, .any),
        ] as [(String, Bool, MVPDID?)])
    func `a status that Adobe refused is dropped, along with the provider that it names`(code: String, isStatus: Bool, mvpd: MVPDID?) {
        var script = atSession()
        let status = script.model.context.partnerStatus
        script.reply(.failed(.refused(http: 400, .named(code))))
        if isStatus {
            #expect(script.rule == .`V2-X-20`, "the current status is requested, once")
            script.partner(script.status())
            #expect(script.rule == .`V2-C-09`)
            script.reply(.failed(.refused(http: 400, .named(code))))
        }
        #expect(script.rule == .`V2-C-16`)
        #expect(script.endpoints == (mvpd.map { [.createSession(mvpd: $0)] } ?? []))
        #expect(status != nil, "\(code)")
        #expect(script.model.context.partnerStatus == (isStatus ? nil : status), "\(code)")
    }

    @Test func `under a silent attempt, a refused status is requested anew once`() {
        let refused = Reply.Result.failed(.refused(http: 400, .named("invalid_header_pfs_provider_info_expired")))
        var script = begun(asked: false)
        script.reply(refused)
        #expect(script.rule == .`V2-X-20`)
        #expect(script.place == "partnerAuth.choosing")
        #expect(script.effects.contains { if case .partner(_, .status(prompt: false)) = $0 { true } else { false } })
        var expired = script
        expired.partner(expired.status(.granted, "Apple_M", in: -5))
        #expect(expired.rule == .`FM-09`)
        #expect(expired.place == "registered.resting")
        script.partner(script.status())
        #expect(script.rule == .`V2-C-09`)
        #expect(script.place == "partnerAuth.session")
        script.reply(refused)
        #expect(script.rule == .`FM-09`)
        #expect(script.place == "registered.resting")
    }

    @Test func `a status without an expiry is used for a sign-in that no decision waits for`() {
        var script = begun(nil)
        script.reply(.configuration(script.configuration()))
        script.partner(script.status(.granted, "Apple_M", in: nil))
        #expect(script.rule == .`V2-C-09`)
        #expect(script.place == "partnerAuth.session")
    }

    @Test func `the check's status without an expiry is not used for a sign-in that a decision waits for`() {
        var settings = FlowSettings.box
        settings.policy.reusesStatusInChoice = true
        settings.policy.statusWithoutExpiry = .never
        var script = Script.signedIn(.appleSSO, settings)
        script.feed(.app(.foregrounded))
        script.play(1)
        script.partner(script.status(.granted, "Apple_M", in: nil))
        script.partner(script.status(.granted, "Apple_M", in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.partner(script.status(.granted, "Apple_M", in: nil))
        #expect(script.place == "partnerAuth.configuration")
        script.reply(.configuration(script.configuration()))
        #expect(script.rule == .`V2-C-02`)
        #expect(script.place == "partnerAuth.choosing")
    }

    // MARK: C.3

    @Test func `the SAML exchange shows a screen only where the policy allows it`() {
        for interrupts in [true, false] {
            let script = atExchange { $0.interruptsInExchange = interrupts }
            #expect(script.place == "partnerAuth.authenticating")
            #expect(script.rule == .`V2-C-20`)
            #expect(script.interruptions == [interrupts])
        }
        #expect(silentExchange().interruptions == [false], "the attempt is silent")
    }

    @Test(arguments: [(nil, 1, true), (nil, 0, false), (.rejected, 9, true), (.rejected, 0, false)] as [(PartnerError?, Int64, Bool)])
    func `a response with content is accepted, whatever error accompanies it`(error: PartnerError?, length: Int64, counts: Bool) {
        var script = atExchange()
        let saml = script.saml(length)
        let status = script.status()
        script.partner(status, error: error, saml: saml)
        #expect(script.rule == (counts ? .`V2-C-28` : .`V2-C-26`))
        #expect(script.endpoints == [counts ? .createPartnerProfile(saml: saml.ref, status: status) : .createSession(mvpd: .any)])
    }

    @Test func `a response that times out leads to basic authentication with the known provider`() {
        var script = atExchange {
            $0.interruptsInExchange = false
            $0.requestTimeout = .seconds(5)
        }
        script.expire(script.model.calls.timeoutTimer)
        if script.rule == .`FM-18` { script.expire(script.model.calls.timeoutTimer) }
        #expect(script.rule == .`FM-22`)
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.endpoints == [.createSession(mvpd: .any)])
    }

    @Test func `a response for another provider leads back to the choice once`() {
        var script = atExchange()
        script.partner(script.status(.granted, "Apple_N"), saml: script.saml())
        #expect(script.rule == .`V2-C-27`)
        #expect(script.place == "partnerAuth.choosing")
        #expect(script.called.isEmpty)
        script.partner(script.status())
        #expect(script.place == "partnerAuth.session")
        script.session()
        script.partner(script.status(.granted, "Apple_N"), saml: script.saml())
        #expect(script.rule == .`V2-C-26`)
        #expect(script.place == "basicAuthFallback.picking")
    }

    @Test func `under a silent attempt, a response for another provider creates one session for that provider`() {
        var script = silentExchange()
        let other = script.status(.granted, "Apple_N")
        script.partner(other, saml: script.saml())
        #expect(script.rule == .`V2-C-27`)
        #expect(script.place == "partnerAuth.session")
        #expect(script.endpoints == [.partnerSession(status: other)])
        script.session()
        script.partner(script.status(), saml: script.saml())
        #expect(script.rule == .`FM-09`)
        #expect(script.place == "registered.resting")
        var ended = silentExchange()
        ended.partner(ended.status(.granted, "Apple_N", in: -5), saml: ended.saml())
        #expect(ended.rule == .`FM-09`)
        #expect(ended.place == "registered.resting")
        #expect(ended.called.isEmpty)
    }

    @Test func `without a configuration the flow cannot go back to the choice`() {
        var script = silentExchange()
        script.user(.signIn(WishID(1)))
        #expect(script.rule == .`FM-16`)
        script.partner(script.status(.granted, "Apple_N"), saml: script.saml())
        #expect(script.rule == .`V2-C-26`)
        #expect(script.place == "basicAuthFallback.configuration")
    }

    @Test(arguments: [
        (ProfileType.appleSSO, Rule.`V2-C-30`), (.degraded, .`V2-C-31`), (.regular, .`V2-C-32`), (.platformSSO, .`V2-C-32`),
        (.serviceTokenSSO, .`V2-C-32`), (.other(.future), .`V2-C-32`),
    ]) func `any profile that the exchange returns signs in, unless it has expired`(type: ProfileType, rule: Rule) {
        for milliseconds in [-1, 0, 1] as [Int64] {
            var script = atExchange()
            script.partner(script.status(), saml: script.saml())
            #expect(script.place == "partnerAuth.profile")
            // Each event is one second after the previous one.
            let notAfter = Instant(milliseconds: script.instant(in: 1).milliseconds + milliseconds)
            let profile = Profile(mvpd: .any, type: type, notAfter: notAfter)
            script.reply(.profiles([profile]))
            if milliseconds > 0 {
                #expect(script.rule == rule)
                #expect(script.place == "deciding.ready")
                #expect(script.effects.contains(.answer(WishID(1), .signedIn(.profile(profile)))))
            } else {
                #expect(script.rule == .`V2-C-32`)
                #expect(script.endpoints == [.createSession(mvpd: .any)])
            }
        }
    }

    @Test func `a session action that Adobe may not send here leads to basic authentication`() {
        var script = Place.partnerSession.script
        script.reply(.session(.retry(OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: .any))))
        #expect(script.rule == .`V2-C-16`)
        #expect(script.endpoints == [.createSession(mvpd: .any)])
    }

    @Test func `a viewer who leaves the picker without a provider chooses in the app's own picker`() {
        var script = Place.partnerChoice.script
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        #expect(script.rule == .`V2-C-14`)
        #expect(script.place == "basicAuthFallback.picking")
    }

    @Test func `a failed token request does not disturb a viewer who is choosing`() {
        var script = Place.partnerChoice.script
        script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
        #expect(script.called == [.token])
        let token = script.request
        script.feed(.app(.secretLost(script.model.calls.token?.ref ?? SecretRef(.token, 9_999))))
        script.feed(.reply(token ?? RequestID(9_999), Reply(.failed(.transport(.unreadable)))))
        #expect(script.rule == .`V2-X-13`)
        #expect(script.place == "partnerAuth.choosing")
        #expect(script.presented == [])
    }
}

extension Script {
    /// The endpoints that the last event called, with their parameters.
    fileprivate var endpoints: [Endpoint] {
        effects.compactMap { if case .call(_, let call) = $0 { call.endpoint } else { nil } }
    }

    /// Whether the partner framework may interrupt the viewer, for each response that the last event requested.
    fileprivate var interruptions: [Bool] {
        effects.compactMap { if case .partner(_, .authentication(_, let interruption)) = $0 { interruption } else { nil } }
    }

    /// Adobe's partner session arrives, with a request for the partner framework.
    fileprivate mutating func session() { reply(.session(.partnerProfile(request: ref(.request), mvpd: .any))) }
}

extension ProfileType.Unlisted {
    /// A type of a later version of Adobe's API.
    fileprivate static var future: ProfileType.Unlisted { ["future"].compactMap { ProfileType.Unlisted($0) }[0] }
}
