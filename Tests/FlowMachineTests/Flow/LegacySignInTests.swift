import FlowTestSupport
import Testing

@testable import FlowMachine

/// Steps 1 to 10 of the legacy cookbook.
@Suite struct LegacySignInTests {
    @Test func `step 1: a positive answer allows decisions, without a provider or an expiry`() {
        var script = Script.legacy()
        #expect(script.place == "checking.authentication")
        #expect(script.legacyCalled == [.checkAuthentication])
        script.find()
        #expect(script.place == "deciding.ready")
        #expect(script.rule == .`V1-01`)
        #expect(script.answered == [.signedIn])
        #expect(script.model.state.access?.mvpd == nil)
        #expect(script.armed(.profileExpiry) == nil)
    }

    @Test(arguments: [true, false])
    func `step 1: a failure does not mean that no viewer is signed in`(isAsked: Bool) {
        var script = Script.legacy(asked: isAsked)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == (isAsked ? "checking.problem" : "registered.resting"))
        #expect(script.legacyCalled == [])
        if isAsked {
            script.choose(.retry)
            #expect(script.legacyCalled == [.checkAuthentication])
        }
    }

    @Test func `step 2: the partner framework is queried silently, and only on a device that has one`() {
        var script = Script.legacy()
        script.reply(.authentication(nil))
        #expect(script.place == "checking.partnerStatus")
        #expect(script.rule == .`V1-02`)
        var bare = Script.legacy(.bare)
        bare.reply(.authentication(nil))
        #expect(bare.place == "basicAuthFallback.creatingSession")
        #expect(bare.legacyCalled == [.createCode])
    }

    @Test(arguments: [Permission.denied, .notDetermined, .restricted])
    func `step 2: without permission the flow goes straight to step 10`(permission: Permission) {
        let script = Script.legacy { $0.status(permission, nil) }
        #expect(script.rule == .`V1-04a`)
        #expect(script.place == "basicAuthFallback.configuration")
        #expect(script.legacyCalled == [.configuration])
    }

    @Test func `step 2: a provider leads to step 6; a past expiry or no provider leads to step 3`() {
        let cases: [((Script) -> PartnerStatus, Rule, Rule)] = [
            ({ $0.status() }, .`V1-03`, .`V1-06a`), ({ $0.status(.granted, "Apple_M", in: nil) }, .`V1-03`, .`V1-06a`),
            ({ $0.status(.granted, "Apple_M", in: -5) }, .`V1-04`, .`V1-05`), ({ $0.status(.granted, nil) }, .`V1-04`, .`V1-05`),
        ]
        for (status, rule, next) in cases {
            var script = Script.legacy(status: status)
            #expect(script.rule == rule)
            #expect(script.place == "partnerAuth.configuration")
            #expect(script.legacyCalled == [.configuration])
            script.reply(.configuration(script.configuration()))
            #expect(script.rule == next)
            #expect(script.place == (next == .`V1-06a` ? "partnerAuth.request" : "partnerAuth.choosing"))
        }
    }

    @Test(arguments: [(400, true), (499, true), (500, false), (503, false)] as [(Int64, Bool)])
    func `step 9: a bare refusal leads to step 10, and a server error may pass`(http: Int64, isRefusal: Bool) {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        var script = Script.legacyExchange(settings)
        script.reply(.failed(.status(http: http)))
        #expect(script.place == (isRefusal ? "basicAuthFallback.creatingSession" : "partnerAuth.problem"))
        #expect((script.rule == .`V1-18`) == isRefusal)
    }

    @Test func `step 3: a fresh configuration is not requested again`() {
        var script = Script.legacyExchange()
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "partnerAuth.problem")
        script.choose(.retry)
        script.reply(.authentication(nil))
        script.partner(script.status())
        #expect(script.place == "partnerAuth.request")
        #expect(script.rule == .`V1-03`)
        #expect(script.legacyCalled == [.profileRequest])
    }

    @Test(arguments: [
        (PartnerError.unsupportedProvider(PlatformMappingID("Apple_M")), Rule.`V1-08`, "basicAuthFallback.creatingSession"),
        (.unsupportedProvider(PlatformMappingID("Apple_X")), .`V1-09`, "basicAuthFallback.picking"),
        (.unsupportedProvider(nil), .`V1-09`, "basicAuthFallback.picking"), (.canceled, .`V1-09`, "basicAuthFallback.picking"),
        (.rejected, .`V1-09`, "basicAuthFallback.picking"),
    ]) func `step 4: a refusal of the partner framework leads to step 10`(error: PartnerError, rule: Rule, place: String) {
        var script = atChoice()
        script.partner(script.status(.granted, nil), error: error)
        #expect(script.rule == rule)
        #expect(script.place == place)
    }

    @Test func `step 4: a canceled choice ends the attempt if the policy says so`() {
        var settings = FlowSettings.box
        settings.policy.opensOwnPickerAfterCancel = false
        var script = atChoice(settings)
        script.partner(script.status(.granted, nil), error: .canceled)
        #expect(script.rule == .`FM-08`)
        #expect(script.place == "registered.resting")
        #expect(script.refusal == .canceled)
    }

    @Test func `step 5: withdrawn permission, an expired sign-in and an unmapped provider lead to step 10`() {
        let cases: [((Script) -> PartnerStatus, Rule, String)] = [
            ({ $0.status(.denied, nil) }, .`V1-09`, "basicAuthFallback.picking"),
            ({ $0.status(.granted, nil) }, .`V1-09`, "basicAuthFallback.picking"),
            ({ $0.status(.granted, "Apple_M", in: -5) }, .`V1-11`, "basicAuthFallback.creatingSession"),
            ({ $0.status(.granted, "Apple_X", in: -5) }, .`V1-11`, "basicAuthFallback.picking"),
            ({ $0.status(.granted, "Apple_X") }, .`V1-11`, "basicAuthFallback.picking"),
            ({ $0.status(.granted, "Apple_M") }, .`V1-10`, "partnerAuth.request"),
            ({ $0.status(.granted, "Apple_M", in: nil) }, .`V1-10`, "partnerAuth.request"),
        ]
        for (status, rule, place) in cases {
            var script = atChoice()
            script.partner(status(script))
            #expect(script.rule == rule)
            #expect(script.place == place)
        }
    }

    @Test func `steps 6 to 9: the profile request, the response and the exchange follow in order`() {
        var script = Script.legacy { $0.status() }
        script.reply(.configuration(script.configuration()))
        let request = script.ref(.request)
        script.reply(.partnerRequest(request))
        #expect(script.place == "partnerAuth.authenticating")
        #expect(script.rule == .`V1-12`)
        #expect(
            script.effects.contains {
                if case .partner(_, .authentication(request, interruption: false)) = $0 { true } else { false }
            })
        script.partner(script.status(), saml: script.saml())
        #expect(script.place == "partnerAuth.exchange")
        #expect(script.rule == .`V1-15`)
        #expect(script.legacyCalled == [.exchange])
        script.reply(.done)
        #expect(script.place == "deciding.ready")
        #expect(script.rule == .`V1-17`)
        #expect(script.answered == [.signedIn])
        #expect(script.model.state.access?.mvpd == .any)
        #expect(script.model.context.provider?.mvpd == .any)
    }

    @Test(arguments: [
        (LegacySignInTests.refused(400), Rule.`V1-13`), (LegacySignInTests.refused(404), .`V1-13`), (.transport(.unreadable), .`FM-13`),
    ])
    func `step 6: a refusal leads to step 10 with the same provider; offline, the viewer decides`(failure: CallFailure, rule: Rule) {
        var script = Script.legacy { $0.status() }
        script.reply(.configuration(script.configuration()))
        script.reply(.failed(failure))
        #expect(script.rule == rule)
        let isPassed = rule == .`V1-13`
        #expect(script.place == (isPassed ? "basicAuthFallback.creatingSession" : "partnerAuth.problem"))
        #expect(script.legacyCalled == (isPassed ? [.createCode] : []))
    }

    @Test func `step 7: a missing response leads to step 10, with the provider only if it is unchanged`() {
        let cases: [((inout Script) -> Void, Rule, Bool)] = [
            ({ $0.partner($0.status()) }, .`V1-16`, true), ({ $0.partner($0.status(), saml: $0.saml(0)) }, .`V1-16`, true),
            ({ $0.partner($0.status(), error: .rejected) }, .`V1-16`, true),
            ({ $0.partner($0.status(.granted, "Apple_X"), saml: $0.saml()) }, .`V1-16`, false),
            ({ $0.partner($0.status(.denied, nil)) }, .`V1-14`, false),
        ]
        for (answer, rule, isSame) in cases {
            var script = Script.legacy { $0.status() }
            script.reply(.configuration(script.configuration()))
            script.reply(.partnerRequest(script.ref(.request)))
            answer(&script)
            #expect(script.rule == rule)
            #expect(script.place == (isSame ? "basicAuthFallback.creatingSession" : "basicAuthFallback.picking"))
        }
    }

    @Test func `step 9: a refusal leads to step 10 with the same provider`() {
        var script = Script.legacyExchange()
        script.refuse(400)
        #expect(script.rule == .`V1-18`)
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.legacyCalled == [.createCode])
    }

    @Test func `a silent launch comes to rest and shows nothing`() {
        let cases: [(Rule, (Script) -> PartnerStatus)] = [
            (.`FM-09`, { $0.status(.denied, nil) }), (.`FM-09`, { $0.status(.granted, nil) }),
            (.`FM-09`, { $0.status(.granted, "Apple_M", in: -5) }),
        ]
        for (rule, status) in cases {
            let script = Script.legacy(asked: false, status: status)
            #expect(script.rule == rule)
            #expect(script.place == "registered.resting")
            #expect(script.presented == [])
            #expect(script.legacyCalled == [])
        }
        // Single sign-on needs no viewer; if it fails, the launch still comes to rest.
        for answersWell in [true, false] {
            var script = Script.legacy(asked: false) { $0.status() }
            script.reply(.configuration(script.configuration(answersWell ? ["M"] : ["N"])))
            if answersWell {
                script.reply(.partnerRequest(script.ref(.request)))
                #expect(script.place == "partnerAuth.authenticating")
                script.partner(script.status())
            }
            #expect(script.rule == .`FM-09`)
            #expect(script.place == "registered.resting")
            #expect(script.presented == [])
        }
    }

    @Test func `step 10 on a device without a user agent: the code is shown and polled at once`() throws {
        var script = Script.legacyCode()
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.rule == .`V1-23`)
        #expect(script.presented == [.code])
        #expect(script.legacyCalled == [.authenticationToken])
        script.reply(.authentication(nil))
        #expect(script.rule == .`V1-25`)
        #expect(script.legacyCalled == [])
        for failure in [CallFailure.throttled, .transport(.timedOut)] {
            let timer = try #require(script.armed(.poll))
            script.feed(.timer(timer))
            // A throttled flow sends nothing for a while, not even a poll.
            guard script.legacyCalled == [.authenticationToken] else { break }
            script.reply(.failed(failure))
            #expect(script.place == "basicAuthFallback.polling")
        }
    }

    @Test func `step 10: a poll that finds a profile ends the step with its provider and expiry`() {
        var script = Script.legacyCode()
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken, mvpd: .any, notAfter: script.instant(in: 99))))
        #expect(script.place == "deciding.ready")
        #expect(script.rule == .`V1-25`)
        #expect(script.answered == [.signedIn])
        #expect(script.model.context.provider?.mvpd == .any)
        script.expire(script.armed(.profileExpiry))
        #expect(script.place == "checking.authentication", "the sign-in has ended")
    }

    @Test(arguments: [true, false])
    func `step 10: 410 and the code's expiry end it, and the viewer may request a new code`(isGone: Bool) {
        var script = Script.legacyCode()
        if isGone {
            script.refuse(410, .authentication)
        } else {
            script.expire(script.armed(.codeExpiry))
            #expect(script.rule == .`FM-24`, "a check is in progress")
            script.reply(.authentication(nil))
        }
        #expect(script.place == "basicAuthFallback.codeExpired")
        #expect(script.presented == [.codeExpired])
        #expect(script.legacyCalled == [])
        script.choose(.newCode)
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.rule == .`V1-20`)
        #expect(script.legacyCalled == [.createCode])
        script.refuse(400)
        #expect(script.place == "basicAuthFallback.problem")
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
        #expect(script.refusal == .canceled)
    }

    @Test func `step 10 with a user agent: the code is not shown, and nothing is polled while the page is open`() {
        for choice in [Choice.redirectReached, .userAgentClosed] {
            var script = inUserAgent()
            #expect(script.place == "basicAuthFallback.userAgent")
            #expect(script.rule == .`V1-24`)
            #expect(script.presented == [.userAgent])
            #expect(script.legacyCalled == [])
            script.choose(choice)
            #expect(script.rule == .`V1-24`)
            #expect(script.legacyCalled == [.authenticationToken])
            script.reply(.authentication(nil))
            #expect(script.place == "basicAuthFallback.polling")
        }
        var script = inUserAgent()
        script.choose(.userAgentClosed)
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken, mvpd: .any)))
        #expect(script.place == "deciding.ready", "closed early, but signed in")
    }

    @Test func `step 10: a missing choice of providers is a problem, not an empty picker`() {
        var script = Script.legacy { $0.status(.denied, nil) }
        script.reply(.configuration(script.configuration([])))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.presented == [.problem])
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
    }

    @Test func `a kept code is shown again and then polled`() {
        let later = Instant(milliseconds: 1_767_230_000_000)
        let script = Script.legacy(
            .box, kept: PersistedState(code: PersistedCode(code: SecretRef(.code, 9), notAfter: later)), asked: false)
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.rule == .`FM-12`)
        #expect(script.legacyCalled == [.authenticationToken])
    }

    private static func refused(_ status: Int64) -> CallFailure {
        .refused(http: status, AdobeError(action: .none, status: status, code: nil))
    }

    /// In the partner framework's picker.
    private func atChoice(_ settings: FlowSettings = .box) -> Script {
        var script = Script.legacy(settings) { $0.status(.granted, nil) }
        script.reply(.configuration(script.configuration()))
        return script
    }

    private func inUserAgent() -> Script {
        var script = Script.legacy(.phone) { $0.status(.denied, nil) }
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code(link: true)
        return script
    }
}
