import FlowTestSupport
import Testing

@testable import FlowMachine

/// What a legacy request contains, what is shown, what is kept, and when the next poll is due.
@Suite struct LegacyCornerTests {
    private static let resource = SecretRef(.resource, 1)
    private static let later = Instant(milliseconds: 1_767_230_000_000)

    // MARK: Steps 1 to 5

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `step 2: the dialog appears only for a requested sign-in and if the policy allows it`(isAsked: Bool, mayPrompt: Bool) {
        var settings = FlowSettings.box
        settings.policy.promptsInCheck = mayPrompt
        var script = Script.legacy(settings, asked: isAsked)
        script.reply(.authentication(nil))
        #expect(script.question == .status(prompt: isAsked && mayPrompt))
    }

    @Test func `a partner framework that does not answer in time is skipped`() {
        var settings = LegacyPlace.once(.box)
        settings.policy.promptsInCheck = false
        var checking = Script.legacy(settings)
        checking.reply(.authentication(nil))
        for (var script, endpoint) in [(checking, .configuration), (LegacyPlace.authenticating.script, .createCode(mvpd: .any))]
            as [(Script, RESTV1Endpoint)]
        {
            let timer = script.model.calls.timeoutTimer
            for _ in 0..<30 { script.feed(.app(.backgrounded)) }
            script.feed(.timer(timer ?? TimerID(9_999)))
            #expect(script.rule == .`FM-22`)
            #expect(script.legacyEndpoint == endpoint)
        }
    }

    @Test(arguments: [(4, false), (5, true)] as [(Int64, Bool)])
    func `step 3: a configuration stays fresh for as long as the policy says`(age: Int64, isGood: Bool) {
        var settings = LegacyPlace.once(.box)
        settings.policy.configurationAge = .seconds(age)
        var script = Script.legacy(settings) { $0.status() }
        script.reply(.configuration(script.configuration()))
        script.reply(.failed(.transport(.unreadable)))
        script.choose(.retry)
        script.reply(.authentication(nil))
        // Four seconds after the configuration arrived.
        script.partner(script.status())
        #expect(script.legacyCalled == [isGood ? .profileRequest : .configuration])
    }

    @Test func `steps 4 and 5: the request names the configuration; an error or a refusal outweighs a provider`() {
        var choosing = Script.legacy { $0.status(.granted, nil) }
        let configuration = choosing.configuration()
        choosing.reply(.configuration(configuration))
        #expect(choosing.question == .choice(configuration: configuration.ref))
        var granted = choosing
        granted.partner(granted.status())
        #expect(granted.legacyEndpoint == .profileRequest(.any, configuration: configuration.ref))
        #expect(granted.model.context.platformAccount == PlatformMappingID("Apple_M"))
        var rejected = choosing
        rejected.partner(rejected.status(), error: .rejected)
        var denied = choosing
        denied.partner(denied.status(.denied, "Apple_M"))
        for script in [rejected, denied] {
            #expect(script.rule == .`V1-09`)
            #expect(script.effects.contains { $0.isPicker(of: configuration.ref) })
        }
        var unsupported = choosing
        unsupported.partner(unsupported.status(.granted, nil), error: .unsupportedProvider(PlatformMappingID("Apple_M")))
        #expect(unsupported.legacyEndpoint == .createCode(mvpd: .any))
    }

    @Test func `step 4: only a canceled choice gives up, and only if the policy says so`() {
        var settings = FlowSettings.box
        settings.policy.opensOwnPickerAfterCancel = false
        for (error, isOver) in [(PartnerError.canceled, true), (.rejected, false)] {
            var script = Script.legacy(settings) { $0.status(.granted, nil) }
            script.reply(.configuration(script.configuration()))
            script.partner(script.status(.granted, nil), error: error)
            #expect(script.rule == (isOver ? .`FM-08` : .`V1-09`))
            if isOver { #expect(script.answer == .refused(Refusal(reason: .canceled, options: [.retry]))) }
        }
    }

    // MARK: Steps 6 to 9

    @Test func `step 7: a response of the same or no provider is accepted, one with an error is not`() {
        let saml = PartnerAnswer.SAML(ref: SecretRef(.saml, 99), length: 1)
        for (mapping, error, isTaken) in [
            ("Apple_M", nil, true), (nil, nil, true), ("Apple_X", nil, false), ("Apple_M", .rejected, false),
        ] as [(String?, PartnerError?, Bool)] {
            var script = LegacyPlace.authenticating.script
            script.partner(script.status(.granted, mapping), error: error, saml: saml)
            #expect(script.rule == (isTaken ? .`V1-15` : .`V1-16`))
            #expect((script.legacyEndpoint == .exchange(.any, saml: saml.ref)) == isTaken)
            #expect(script.effects.contains(.forget(.secret(saml.ref))) == !isTaken)
            #expect(script.model.context.platformAccount == mapping.flatMap { PlatformMappingID($0) })
            if !isTaken { continue }
            script.reply(.done)
            #expect(script.effects.contains(.forget(.secret(saml.ref))))
        }
        var withdrawn = LegacyPlace.authenticating.script
        withdrawn.partner(withdrawn.status(.denied, "Apple_M"), saml: saml)
        #expect(withdrawn.rule == .`V1-14`)
        #expect(withdrawn.place == "basicAuthFallback.picking")
        #expect(withdrawn.model.context.platformAccount == nil)
        #expect(withdrawn.model.context.partnerStatus == nil)
    }

    // MARK: Step 10

    @Test(arguments: [(true, false), (false, true)])
    func `step 10: the picker omits temporary access and remembers the choice`(isTemporary: Bool, isPicked: Bool) {
        var script = LegacyPlace.configuration.script
        let entries = [MVPDID.any, .other].map { AdobeConfiguration.Provider(mvpd: $0, isTemporary: isTemporary || $0 == .other) }
        let configuration = AdobeConfiguration(ref: script.ref(.configuration), providers: entries)
        script.reply(.configuration(configuration))
        #expect(script.effects.contains { $0.isPicker(of: configuration.ref) } == isPicked)
        if !isPicked {
            let problem = Problem(reason: .noProviders, options: [.cancel])
            #expect(script.presents(.problem(problem)))
            #expect(script.place == "basicAuthFallback.problem")
            #expect(script.rule == .`V1-05`)
            return
        }
        script.choose(.provider(.other))
        #expect(script.rule == .`FM-04`)
        #expect(script.place == "basicAuthFallback.picking")
        script.choose(.provider(.any))
        #expect(script.legacyEndpoint == .createCode(mvpd: .any))
        #expect(script.effects.contains(.keep(.provider(RememberedProvider(mvpd: .any, mapping: nil)))))
    }

    @Test(arguments: [true, false])
    func `step 10: a code is shown and kept with its expiry; the chosen provider outranks Adobe's`(isChosen: Bool) {
        var script = isChosen ? LegacyPlace.creatingCode.script : Script.legacy(.bare)
        if !isChosen { script.reply(.authentication(nil)) }
        let end = script.instant(in: 1800)
        let open = OpenSession(code: script.ref(.code), notAfter: end, link: nil, mvpd: .other)
        // Adobe's clock is ten minutes ahead.
        script.feed(.reply(script.request ?? RequestID(0), Reply(.session(.authenticate(open)), serverTime: script.instant(in: 601))))
        #expect(script.presents(.code(open.code, notAfter: end.advanced(by: .seconds(-600)))))
        #expect(script.legacyCalled == [.authenticationToken])
        #expect(script.whenArmed(.codeExpiry) == end.advanced(by: .seconds(-600)))
        let mvpd: MVPDID = isChosen ? .any : .other
        #expect(script.effects.contains(.keep(.code(PersistedCode(code: open.code, notAfter: end, mvpd: mvpd)))))
        script.choose(.newCode)
        #expect(script.legacyEndpoint == .createCode(mvpd: mvpd))
        #expect(script.effects.contains(.forget(.secret(open.code))))
        script.code(ends: false)
        #expect(script.whenArmed(.codeExpiry) == script.instant(in: 1800), "by the policy")
        #expect(!script.effects.contains { if case .keep(.code) = $0 { true } else { false } })
    }

    @Test(arguments: [(FlowSettings.phone, true, true), (.phone, false, false), (.box, true, false)])
    func `step 10: a link opens only in a user agent, and without a link the policy lets the code be shown`(
        settings: FlowSettings, link: Bool, isOpened: Bool
    ) {
        var settings = settings
        settings.policy.showsCodeWithUserAgent = true
        var script = Script.legacy(settings) { $0.status(.denied, nil) }
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code(link: link)
        #expect(script.presented == [isOpened ? .userAgent : .code])
        #expect(script.rule == (isOpened ? .`V1-24` : .`V1-23`))
    }

    @Test func `step 10: a session in which no viewer can authenticate is a problem`() {
        var script = LegacyPlace.creatingCode.script
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        #expect(script.rule == .`FM-13`)
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.presented == [.problem])
    }

    @Test(arguments: [(1, 3), (3, 3), (4, 4), (60, 60)] as [(Int64, Int64)])
    func `step 10: polls follow the policy, at least 3 s apart, one per timer`(interval: Int64, wait: Int64) {
        for answer in [Reply.Result.authentication(nil), .failed(.transport(.timedOut))] {
            var settings = LegacyPlace.once(.bare)
            settings.policy.pollInterval = .seconds(interval)
            settings.policy.throttleHold = .seconds(1)
            var script = Script.legacyCode(settings)
            script.reply(answer)
            #expect(script.whenArmed(.poll) == script.instant(in: wait))
            #expect(script.codeState?.awaiting.call == nil)
            #expect(script.codeState?.awaiting.pollTimer == script.armed(.poll))
            let timer = script.armed(.poll) ?? TimerID(9_999)
            script.feed(.app(.backgrounded))
            script.feed(.timer(timer))
            #expect(script.rule == .`V1-25`)
            #expect(script.legacyCalled == [.authenticationToken])
            #expect(script.codeState?.awaiting.pollTimer == nil)
            script.feed(.timer(timer))
            #expect(script.rule == .`FM-03`)
            #expect(script.effects.isEmpty)
        }
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
    func `step 10: the poll at the code's expiry is the last`(milliseconds: Int64, isOver: Bool) {
        var script = LegacyPlace.creatingCode.script
        let end = Instant(milliseconds: script.instant(in: 2).milliseconds + milliseconds)
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: end, link: nil, mvpd: nil))))
        script.reply(.authentication(nil))
        #expect(script.place == (isOver ? "basicAuthFallback.codeExpired" : "basicAuthFallback.polling"))
    }

    @Test(arguments: [Choice.redirectReached, .userAgentClosed])
    func `step 10: the page is closed before the check, and a viewer who closed it may retry`(choice: Choice) {
        var script = LegacyPlace.userAgent.script
        script.choose(choice)
        #expect(script.presented == [.nothing])
        #expect(script.model.context.presented == nil)
        script.reply(.authentication(nil))
        if choice == .userAgentClosed { #expect(script.answer == .refused(Refusal(reason: .canceled, options: [.retry]))) }
    }

    @Test func `a kept code of an earlier launch stays shown until the viewer gives up`() {
        let kept = PersistedState(code: PersistedCode(code: SecretRef(.code, 9), notAfter: LegacyCornerTests.later, mvpd: .other))
        var script = Script.legacy(LegacyPlace.once(.bare), kept: kept, asked: false)
        #expect(script.presents(.code(SecretRef(.code, 9), notAfter: LegacyCornerTests.later)))
        #expect(script.whenArmed(.codeExpiry) == LegacyCornerTests.later)
        var failing = script
        failing.reply(.failed(.transport(.unreadable)))
        #expect(failing.place == "basicAuthFallback.problem")
        #expect(failing.effects.contains(.forget(.secret(SecretRef(.code, 9)))))
        script.choose(.newCode)
        #expect(script.legacyEndpoint == .createCode(mvpd: .other))
        #expect(script.effects.contains(.forget(.secret(SecretRef(.code, 9)))))
    }

    // MARK: Step 11

    @Test func `step 11: temporary access is requested for its own provider`() {
        #expect(LegacyPlace.freePreview.script.legacyEndpoint == MVPDID("TempPass_TEST40").map { .freePreview($0) })
    }

    @Test func `step 11: a denial is final, a configuration error is none; bad tokens renew registration`() {
        var denied = LegacyPlace.mediaToken.script
        var failed = denied
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_parental_controls"))
        denied.reply(.decisions([AdobeDecision(resource: LegacyCornerTests.resource, verdict: .deny(error), source: .mvpd)]))
        #expect(denied.rule == .`V1-27`)
        #expect(denied.answered == [.denied])
        #expect(denied.armed(.retry) == nil)
        _ = failed.deny(LegacyCornerTests.resource, .configuration)
        #expect(failed.rule == .`FM-13`)
        #expect(failed.refusal == .service)
        for place in [LegacyPlace.authorizing, .metadata] {
            var script = place.script
            script.reply(.failed(.unauthorized(nil)))
            script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
            script.reply(.failed(.unauthorized(nil)))
            #expect(script.rule == .`V2-X-09`)
            #expect(script.place == "unregistered.registering")
        }
    }

    @Test func `step 11: the answer has resource, media token and source, and a lost sign-in has options`() {
        var script = LegacyPlace.mediaToken.script
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 420))
        var permitted = script
        permitted.reply(
            .decisions([AdobeDecision(resource: LegacyCornerTests.resource, verdict: .permit(media: media), source: .degradation)]))
        #expect(permitted.answer == .permitted(resource: LegacyCornerTests.resource, media: media, source: .degradation))
        let error = AdobeError.named("authenticated_profile_missing", .authentication)
        for round in 0...1 {
            script.reply(.failed(.refused(http: 412, error)))
            if round == 0 { script.find() }
        }
        #expect(script.answer == .refused(Refusal(reason: .authentication, error: error, options: [.otherProvider, .cancel])))
        for isDenied in [true, false] {
            var temporary = LegacyPlace.admitted.script
            let denial = AdobeDecision(resource: LegacyCornerTests.resource, verdict: .deny(error), source: .temppass)
            temporary.reply(isDenied ? .decisions([denial]) : .failed(.refused(http: 403, error)))
            let refusal = Refusal(reason: .temporaryAccess, error: error, options: [.otherProvider, .cancel])
            #expect(temporary.answer == .refused(refusal))
            #expect(temporary.rule == .`V1-29`)
        }
    }
}

extension Script {
    /// The first question that the last event asked the partner framework.
    var question: PartnerRequest? {
        for case .partner(_, let question) in effects { return question }
        return nil
    }

    /// Whether the last event presented this to the viewer.
    func presents(_ presentation: Presentation) -> Bool {
        effects.contains { if case .present(_, presentation) = $0 { true } else { false } }
    }

    /// The state `basicAuthFallback`.
    var codeState: BasicAuthFallback? {
        if case .basicAuthFallback(let state) = model.state { state } else { nil }
    }
}

extension Effect {
    /// Whether it presents the picker of this configuration.
    fileprivate func isPicker(of configuration: SecretRef) -> Bool {
        if case .present(_, .providerPicker(configuration)) = self { true } else { false }
    }
}
