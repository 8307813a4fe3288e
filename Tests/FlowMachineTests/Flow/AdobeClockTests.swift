import FlowTestSupport
import Testing

@testable import FlowMachine

/// Adobe's clock decides what has expired, once an answer has reported it; until then nothing is forgotten as expired.
@Suite struct AdobeClockTests {
    /// 93 days.
    private static let wrong: Int64 = 8_035_200
    private static let noon = Instant(milliseconds: 1_767_225_600_000)

    /// An answer of Adobe's, with a clock this many seconds ahead of the device's.
    private func answer(_ result: Reply.Result, ahead: Int64, _ script: inout Script) {
        script.feed(.reply(script.request ?? RequestID(0), Reply(result, serverTime: script.instant(in: 1 + ahead))))
    }

    private func kept(_ change: (inout PersistedState) -> Void) -> PersistedState {
        var kept = PersistedState(
            client: SecretRef(.client, 8), token: AccessToken(ref: SecretRef(.token, 8), notAfter: Self.noon.advanced(by: .seconds(9999))))
        change(&kept)
        return kept
    }

    private func profile(_ type: ProfileType = .regular, in seconds: Int64) -> Profile {
        Profile(mvpd: .any, type: type, notAfter: Self.noon.advanced(by: .seconds(seconds)))
    }

    private func forgets(_ script: Script) -> Bool {
        script.effects.contains(.forget(.fact(.profile))) || script.effects.contains(.forget(.fact(.code)))
    }

    /// On a second screen, with a code that expires after half an hour by Adobe's clock.
    private func polling(ahead: Int64 = 0, ends: Bool = true, _ settings: FlowSettings = .bare) -> Script {
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        answer(.registered(client: script.ref(.client)), ahead: ahead, &script)
        answer(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: ahead + 21_600))), ahead: ahead, &script)
        answer(.profiles([]), ahead: ahead, &script)
        let open = OpenSession(
            code: script.ref(.code), notAfter: ends ? script.instant(in: 1 + ahead + 1800) : nil, link: nil, mvpd: .any)
        answer(.session(.authenticate(open)), ahead: ahead, &script)
        return script
    }

    // MARK: Launches

    @Test func `a launch forgets no kept fact as expired`() {
        let old = kept {
            $0.profile = profile(in: -9)
            $0.code = PersistedCode(code: SecretRef(.code, 8), notAfter: Self.noon.advanced(by: .seconds(-9)))
        }
        let script = Script(.bare, kept: old)
        #expect(!forgets(script))
        #expect(script.place == "checking.profiles")
        #expect(script.model.context.keptProfile == old.profile)
    }

    @Test(arguments: [(-9, -AdobeClockTests.wrong, true), (-9, 0, false), (9, 0, true)] as [(Int64, Int64, Bool)])
    func `without an answer at launch the kept profile stays valid unless expired by Adobe's clock`(
        seconds: Int64, ahead: Int64, isLetIn: Bool
    ) {
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        for isTold in [true, false] {
            var script = Script(settings, kept: kept { $0.profile = profile(in: seconds) })
            let failure = CallFailure.throttled
            if isTold {
                answer(.failed(failure), ahead: ahead, &script)
            } else {
                script.feed(.reply(script.request ?? RequestID(0), Reply(.failed(failure))))
            }
            #expect((script.model.state.access != nil) == (isLetIn || !isTold), "\(seconds) \(isTold)")
            #expect(!forgets(script))
            #expect((script.armed(.profileExpiry) != nil) == (isTold && isLetIn))
        }
    }

    @Test func `an expiry that could not be timed gets its timer at Adobe's first answer`() {
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        var script = Script(settings, kept: kept { $0.profile = profile(in: 600) })
        script.feed(.reply(script.request ?? RequestID(0), Reply(.failed(.transport(.connection)))))
        #expect(script.rule == .`FM-21`)
        #expect(script.armed(.profileExpiry) == nil)
        script.play(1)
        answer(.failed(.refused(http: 403, .named("x"))), ahead: 60, &script)
        #expect(script.whenArmed(.profileExpiry) == Self.noon.advanced(by: .seconds(540)))
        script.user(.preview(WishID(2), resources: [SecretRef(.resource, 1)]))
        answer(.failed(.refused(http: 403, .named("x"))), ahead: 60, &script)
        #expect(script.armed(.profileExpiry) == nil, "once is enough")
    }

    @Test(arguments: [(-9, -AdobeClockTests.wrong, true), (-9, 0, false)] as [(Int64, Int64, Bool)])
    func `a kept code that has expired only by the device's clock is shown after the check`(seconds: Int64, ahead: Int64, isShown: Bool) {
        let code = PersistedCode(code: SecretRef(.code, 8), notAfter: Self.noon.advanced(by: .seconds(seconds)), mvpd: .any)
        var script = Script(.bare, kept: kept { $0.code = code })
        #expect(script.called == [.profiles])
        answer(.profiles([]), ahead: ahead, &script)
        #expect(script.place == (isShown ? "basicAuthFallback.polling" : "registered.resting"))
        #expect(script.rule == (isShown ? .`FM-12` : .`FM-09`))
        #expect(script.effects.contains(.forget(.fact(.code))) == !isShown)
        #expect(script.effects.contains(.keep(.code(code))) == isShown)
        // A check without Adobe's clock leaves the code unchanged.
        var untold = Script(.bare, kept: kept { $0.code = code })
        untold.feed(.reply(untold.request ?? RequestID(0), Reply(.profiles([]))))
        #expect(untold.place == "registered.resting")
        #expect(untold.model.context.keptCode == code)
        #expect(!forgets(untold))
    }

    @Test func `a later request of the viewer replaces a kept code`() {
        var script = Script(.bare, kept: kept { $0.code = PersistedCode(code: SecretRef(.code, 8), notAfter: Self.noon) })
        script.user(.signIn(WishID(1)))
        answer(.profiles([]), ahead: -Self.wrong, &script)
        answer(.failed(.transport(.unreadable)), ahead: -Self.wrong, &script)
        script.choose(.cancel)
        #expect(script.effects.contains(.forget(.fact(.code))))
        #expect(script.model.context.keptCode == nil)
        var newer = Script(.bare, kept: kept { $0.code = PersistedCode(code: SecretRef(.code, 8), notAfter: Self.noon) })
        newer.user(.signIn(WishID(1)))
        answer(.profiles([]), ahead: -Self.wrong, &newer)
        newer.reply(.session(.authenticate(OpenSession(code: newer.ref(.code), notAfter: newer.instant(in: 60), link: nil, mvpd: nil))))
        #expect(newer.model.context.keptCode == nil)
        #expect(newer.effects.contains(.forget(.secret(SecretRef(.code, 8)))))
    }

    // MARK: Partner status and profiles

    @Test(arguments: [(-60, -AdobeClockTests.wrong, true), (60, AdobeClockTests.wrong, false)] as [(Int64, Int64, Bool)])
    func `Apple's expiry is compared with Adobe's clock`(seconds: Int64, ahead: Int64, isSent: Bool) {
        var script = Script(.box)
        answer(.registered(client: script.ref(.client)), ahead: ahead, &script)
        answer(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: ahead + 21_600))), ahead: ahead, &script)
        let status = script.status(in: seconds)
        script.partner(status)
        #expect(script.calledEndpoint == .profiles(status: isSent ? status : nil))
        #expect(script.rule == (isSent ? .`V2-B-05` : .`V2-B-06`))
    }

    @Test(arguments: [(-60, false), (60, true)] as [(Int64, Bool)])
    func `before Adobe's clock is known a status is sent only if it is valid by the device's clock`(seconds: Int64, isSent: Bool) {
        var script = Script(.box, kept: kept { _ in })
        let status = script.status(in: seconds)
        script.partner(status)
        #expect(script.calledEndpoint == .profiles(status: isSent ? status : nil))
        #expect(script.rule == (isSent ? .`V2-B-05` : .`V2-B-06`))
    }

    @Test(arguments: [(-AdobeClockTests.wrong, true), (0, false)] as [(Int64, Bool)])
    func `a status that only a wrong device clock took for expired is sent once Adobe's clock is known`(ahead: Int64, isSent: Bool) {
        var script = Script(.box, kept: kept { $0.profile = profile(.appleSSO, in: 9999) })
        let status = script.status(in: -60)
        script.partner(status)
        var found = script
        answer(.profiles([profile(in: ahead + 9999)]), ahead: ahead, &found)
        #expect(found.place == "deciding.ready", "the answer needs no second request")
        answer(.profiles([]), ahead: ahead, &script)
        #expect(script.calledEndpoint == (isSent ? .profiles(status: status) : nil))
        #expect((script.rule == .`V2-B-05`) == isSent)
        #expect(forgets(script) == !isSent, "nobody is signed out before Adobe was asked with the status")
        guard isSent else { return }
        answer(.profiles([]), ahead: ahead, &script)
        #expect(script.called == [.partnerSession], "asked once more, not for ever")
        #expect(forgets(script))
    }

    @Test func `an answer that asks for a sign-in also shows that a held status is valid`() {
        var script = Script(.box, kept: kept { $0.profile = profile(.appleSSO, in: 9999) })
        let status = script.status(in: -60)
        script.partner(status)
        answer(.failed(.refused(http: 403, .named("x", .authentication))), ahead: -Self.wrong, &script)
        #expect(script.calledEndpoint == .profiles(status: status))
        #expect(script.rule == .`V2-B-05`)
        answer(.profiles([]), ahead: -Self.wrong, &script)
        #expect(forgets(script), "the partner framework did not fail")
    }

    /// A status that was sent, one that has expired by both clocks, and an answer that asks for something else.
    @Test(
        arguments: [(60, 0, .authentication), (-60, 0, .authentication), (-60, -AdobeClockTests.wrong, .none)]
            as [(Int64, Int64, ErrorAction)])
    func `no other refusal of the profiles repeats the request with the status`(seconds: Int64, ahead: Int64, action: ErrorAction) {
        var script = Script(.box, kept: kept { _ in })
        script.partner(script.status(in: seconds))
        answer(.failed(.refused(http: 403, .named("x", action))), ahead: ahead, &script)
        #expect(!script.called.contains(.profiles))
    }

    @Test(arguments: [(-60, -AdobeClockTests.wrong, true), (60, AdobeClockTests.wrong, false)] as [(Int64, Int64, Bool)])
    func `a profile's expiry is compared with Adobe's clock`(seconds: Int64, ahead: Int64, isSignedIn: Bool) {
        var script = Script(.bare, kept: kept { _ in })
        let profile = Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 1 + seconds))
        answer(.profiles([profile]), ahead: ahead, &script)
        #expect((script.model.state.access != nil) == isSignedIn)
        if isSignedIn { #expect(script.whenArmed(.profileExpiry) == profile.notAfter.advanced(by: .seconds(-ahead))) }
    }

    // MARK: The clock itself

    @Test func `a token is not used after its expiry by both clocks, within what Adobe's dates leave open`() {
        var calls = Calls()
        calls.token = AccessToken(ref: SecretRef(.token, 1), notAfter: Self.noon.advanced(by: .seconds(100)))
        calls.adobeClock = AdobeClock(offset: .seconds(-2))
        for (seconds, isUsed) in [(99, true), (100, false), (102, false)] as [(Int64, Bool)] {
            #expect(calls.hasToken(Self.noon.advanced(by: .seconds(seconds))) == isUsed, "\(seconds)")
        }
        calls.adobeClock = AdobeClock(offset: .seconds(-3))
        #expect(calls.hasToken(Self.noon.advanced(by: .seconds(100))), "Adobe's clock shows 97 s, and 99 s at most")
    }

    @Test func `only Adobe's own answers set its clock`() {
        let page = Reply(.failed(.status(http: 503)), serverTime: Self.noon)
        let refusal = AdobeError(action: .none, status: 403, code: nil)
        #expect(page.adobesTime == nil)
        #expect(Reply(.failed(.transport(.unreadable)), serverTime: Self.noon).adobesTime == nil)
        #expect(Reply(.failed(.refused(http: 403, refusal)), serverTime: Self.noon).adobesTime == nil)
        #expect(Reply(.failed(.refused(http: 403, .named("x"))), serverTime: Self.noon).adobesTime == Self.noon)
        #expect(Reply(.failed(.refused(http: 503, .named("internal_server_error"))), serverTime: Self.noon).adobesTime == Self.noon)
        let remedy = AdobeError(action: .retry, status: 500, code: nil)
        #expect(Reply(.failed(.refused(http: 500, remedy)), serverTime: Self.noon).adobesTime == Self.noon)
        let worded = AdobeError(action: .none, status: 403, code: nil, text: SecretRef(.text, 1))
        #expect(Reply(.failed(.refused(http: 403, worded)), serverTime: Self.noon).adobesTime == Self.noon)
        #expect(Reply(.failed(.throttled), serverTime: Self.noon).adobesTime == Self.noon)
        #expect(Reply(.profiles([]), serverTime: Self.noon).adobesTime == Self.noon)
        #expect(Reply(.profiles([])).adobesTime == nil)
    }

    @Test func `clock differences below 2 s are ignored, so dates cut to the second change nothing`() {
        var clock = AdobeClock()
        #expect(!clock.hasPassed(Self.noon, at: Self.noon))
        #expect(clock.seemsPassed(Self.noon, at: Self.noon))
        #expect(clock.local(Self.noon) == nil)
        #expect(clock.best(Self.noon) == Self.noon)
        for (difference, offset, changes) in [
            (1999, 0, false), (-1999, 0, false), (5999, 5000, true), (6999, 5000, false), (3001, 3000, true), (1500, 0, true),
        ] as [(Int64, Int64, Bool)] {
            let changed = clock.note(Self.noon.advanced(by: Interval(milliseconds: difference)), at: Self.noon)
            #expect(clock.offset == Interval(milliseconds: offset), "\(difference)")
            #expect(changed == changes, "\(difference)")
        }
        #expect(clock.hasPassed(Self.noon, at: Self.noon))
    }

    @Test func `a token's timer is moved to Adobe's clock as soon as that clock is known`() {
        var script = Script(.bare, kept: kept { _ in })
        #expect(script.whenArmed(.tokenRefresh) == Self.noon.advanced(by: .seconds(9999 - 300)))
        let first = script.model.calls.refreshTimer
        answer(.profiles([]), ahead: 600, &script)
        #expect(script.whenArmed(.tokenRefresh) == Self.noon.advanced(by: .seconds(9999 - 300 - 600)))
        #expect(script.disarmed.contains(first))
    }

    // MARK: Codes

    @Test(arguments: [FlowSettings.bare, FlowSettings.bare.legacy])
    func `a code without an expiry is limited by the policy and is not kept`(settings: FlowSettings) {
        for (policy, seconds) in [(0, 10), (10, 10), (1800, 1800), (86_401, 86_400)] as [(Int64, Int64)] {
            var settings = settings
            settings.policy.sessionLifetime = .seconds(policy)
            var script = settings.api == .restV2 ? polling(ends: false, settings) : Script.legacy(settings)
            if settings.api == .restV1 {
                script.reply(.authentication(nil))
                script.code(ends: false)
            }
            let end = script.instant(in: seconds)
            let timer = script.armed(.codeExpiry)
            #expect(script.whenArmed(.codeExpiry) == end, "\(policy)")
            #expect(!script.effects.contains { if case .keep(.code) = $0 { true } else { false } })
            script.reply(settings.api == .restV2 ? .profiles([]) : .authentication(nil))
            #expect(script.armed(.codeExpiry) == nil)
            script.feed(.timer(timer ?? TimerID(9_999)))
            #expect(script.place == "basicAuthFallback.\(settings.api == .restV2 ? "lookingAfterExpiry" : "codeExpired")")
            #expect(script.rule == (settings.api == .restV2 ? .`V2-F-15` : .`V1-25`))
            #expect(!forgets(script))
        }
    }

    @Test func `a code is limited by the policy until Adobe's clock is known, and then by its own expiry`() {
        let code = PersistedCode(code: SecretRef(.code, 8), notAfter: Self.noon.advanced(by: .seconds(600)))
        var script = Script(.bare, kept: kept { $0.code = code })
        #expect(script.whenArmed(.codeExpiry) == script.instant(in: 1800))
        let first = script.armed(.codeExpiry)
        answer(.profiles([]), ahead: 300, &script)
        #expect(script.whenArmed(.codeExpiry) == Self.noon.advanced(by: .seconds(300)))
        #expect(script.disarmed.contains(first))
        script.fire(.poll)
        answer(.profiles([]), ahead: 300, &script)
        #expect(script.armed(.codeExpiry) == nil)
    }

    @Test func `a code ends at the first answer that shows it has expired`() {
        var script = polling()
        answer(.profiles([]), ahead: 1800, &script)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        #expect(script.rule == .`V2-F-15`)
    }

    @Test(arguments: [(0, true), (-AdobeClockTests.wrong, false)] as [(Int64, Bool)])
    func `at a code's expiry the next poll's answer decides`(ahead: Int64, isOver: Bool) throws {
        var script = polling()
        let timer = try #require(script.armed(.codeExpiry))
        script.setClock(by: Self.wrong)
        script.feed(.timer(timer))
        #expect(script.rule == .`FM-24`)
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.disarmed.isEmpty)
        // The poll's own time limit seems to have passed, so the check of the profiles shows Adobe's clock.
        answer(.profiles([]), ahead: ahead, &script)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        #expect(script.called == [.token])
        answer(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: ahead + 21_600))), ahead: ahead, &script)
        answer(.profiles([]), ahead: ahead, &script)
        #expect(script.place == (isOver ? "basicAuthFallback.codeExpired" : "basicAuthFallback.polling"))
        #expect((script.armed(.codeExpiry) != nil) == !isOver)
        // A viewer who signed in at the last moment is signed in.
        var late = polling()
        late.feed(.timer(try #require(late.model.calls.stateTimers.first)))
        answer(.profiles([late.profile()]), ahead: 0, &late)
        #expect(late.model.state.access != nil)
    }

    @Test(arguments: [true, false]) func `a code that is lost while its expiry is checked is not shown again`(isLost: Bool) throws {
        var script = polling()
        let timer = try #require(script.armed(.codeExpiry))
        guard case .basicAuthFallback(let fallback) = script.model.state, case .polling(let open, _) = fallback.step else {
            Issue.record("\(script.place)")
            return
        }
        let code = open.session.code
        script.setClock(by: Self.wrong)
        script.feed(.timer(timer))
        answer(.profiles([]), ahead: -Self.wrong, &script)
        answer(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))), ahead: -Self.wrong, &script)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        script.feed(.app(.secretLost(isLost ? code : SecretRef(.code, 99))))
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry", "the viewer may have signed in at the last moment")
        answer(.profiles([]), ahead: -Self.wrong, &script)
        #expect(script.place == (isLost ? "basicAuthFallback.codeExpired" : "basicAuthFallback.polling"))
    }

    @Test func `under the legacy API a poll that waits for a hold is still sent after its code's expiry`() throws {
        var script = Script.legacyCode()
        let expiry = script.armed(.codeExpiry)
        script.reply(.authentication(nil))
        let poll = script.armed(.poll)
        script.feed(.app(.held(until: script.instant(in: 60))))
        let hold = script.armed(.hold)
        script.expire(poll)
        #expect(script.called.isEmpty, "it waits")
        script.expire(expiry)
        #expect(script.rule == .`FM-24`)
        #expect(script.place == "basicAuthFallback.polling")
        script.expire(hold)
        #expect(script.legacyCalled == [.authenticationToken])
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(script.answered == [.signedIn])
    }

    @Test func `a timer that fires before the expiry by Adobe's clock is armed again`() throws {
        var script = polling()
        let timer = try #require(script.armed(.codeExpiry))
        let end = try #require(script.whenArmed(.codeExpiry))
        script.reply(.profiles([]))
        let poll = script.armed(.poll)
        script.feed(.timer(timer))
        #expect(script.rule == .`FM-24`)
        #expect(script.whenArmed(.codeExpiry) == end)
        #expect(script.effects.count == 1)
        script.feed(.timer(poll ?? TimerID(9_999)))
        #expect(script.called == [.profileForCode])
        // While the user agent is shown.
        var phone = Place.userAgent.script
        phone.feed(.timer(try #require(phone.model.calls.stateTimers.first)))
        #expect(phone.rule == .`FM-24`)
        #expect(phone.armed(.codeExpiry) != nil)
        phone.setClock(by: 1800)
        phone.feed(.timer(try #require(phone.model.calls.stateTimers.first)))
        #expect(phone.place == "basicAuthFallback.lookingAfterExpiry")
        // An access, with its own expiry.
        var signedIn = Script.signedIn(.regular, .bare)
        let watch = try #require(signedIn.model.calls.stateTimers.first)
        signedIn.feed(.timer(watch))
        #expect(signedIn.rule == .`FM-24`)
        #expect(signedIn.whenArmed(.profileExpiry) == signedIn.model.context.keptProfile?.notAfter)
        #expect(signedIn.place == "deciding.ready")
    }

    @Test func `an expired access is checked with Adobe, and forgotten if Adobe confirms the expiry`() {
        var script = Script(.bare)
        script.register()
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 600))]))
        script.expire(script.armed(.profileExpiry))
        #expect(script.rule == .`V2-B-16`)
        #expect(!forgets(script))
        var again = script
        again.reply(.profiles([again.profile()]))
        #expect(again.place == "deciding.ready")
        script.reply(.profiles([]))
        #expect(script.effects.contains(.forget(.fact(.profile))))
    }

    @Test func `the code's expiry is shown in the device's time`() {
        let script = polling(ahead: -Self.wrong)
        let end = script.instant(in: 1800)
        #expect(script.effects.contains { if case .present(_, .code(_, end, _)) = $0 { true } else { false } })
        #expect(script.whenArmed(.codeExpiry) == end)
    }
}
