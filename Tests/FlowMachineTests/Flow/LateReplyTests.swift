import FlowTestSupport
import Testing

@testable import FlowMachine

/// Answers that arrive after their time limit because the device slept, and polls of a code that expired meanwhile.
@Suite struct LateReplyTests {
    private static let hour: Int64 = 3600

    /// An answer that Adobe gave when the request was sent, before the device slept for an hour.
    private func slept(_ result: Reply.Result, _ script: inout Script, to request: RequestID? = nil) {
        let date = script.instant(in: 1)
        script.setClock(by: Self.hour)
        script.feed(.reply(request ?? script.request ?? RequestID(0), Reply(result, serverTime: date)))
    }

    /// The viewer asked to sign in, and a code is requested.
    private func creatingSession() -> Script {
        var script = Script(.bare)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        return script
    }

    /// A code is on the screen, and its first poll is in progress.
    private func polling(seconds: Int64? = 1800, _ settings: FlowSettings = .bare) -> Script {
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        let notAfter = seconds.map { script.instant(in: 1 + $0) }
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: notAfter, link: nil, mvpd: .any))))
        return script
    }

    // MARK: Late answers

    @Test func `a code that arrives after its request's time limit is not shown, and its date is no clock`() throws {
        var script = creatingSession()
        let code = script.ref(.code)
        let open = OpenSession(code: code, notAfter: script.instant(in: 1800), link: nil, mvpd: .any)
        slept(.session(.authenticate(open)), &script)
        #expect(script.rule == .`V2-X-13`)
        #expect(script.presented.isEmpty)
        #expect(script.effects.contains(.forget(.secret(code))))
        #expect(script.model.calls.adobeClock.offset == .seconds(0))
        script.fire(.retry)
        #expect(script.called == [.createSession])
    }

    @Test(arguments: [(29, true), (30, false)] as [(Int64, Bool)])
    func `an answer before its time limit is used, a later one is not`(seconds: Int64, isUsed: Bool) {
        var script = creatingSession()
        script.setClock(by: seconds - 1)
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: .any))))
        #expect((script.place == "basicAuthFallback.polling") == isUsed)
    }

    @Test func `a code that has expired when it arrives is not shown and not polled`() {
        var script = creatingSession()
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: script.instant(in: 0), link: nil, mvpd: .any))))
        #expect(script.rule == .`V2-F-15`)
        #expect(script.presented == [.codeExpired])
        #expect(script.called.isEmpty)
    }

    @Test func `a code without an expiry replaces a kept one in the vault, too`() {
        let kept = PersistedCode(code: SecretRef(.code, 8), notAfter: Instant(milliseconds: 0))
        let token = AccessToken(ref: SecretRef(.token, 8), notAfter: Instant(milliseconds: 9_000_000_000_000))
        var script = Script(.bare, kept: PersistedState(client: SecretRef(.client, 8), token: token, code: kept))
        script.user(.signIn(WishID(1)))
        script.feed(.reply(script.request ?? RequestID(0), Reply(.profiles([]))))
        let open = OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: nil)
        script.feed(.reply(script.request ?? RequestID(0), Reply(.session(.authenticate(open)))))
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.effects.contains(.forget(.fact(.code))))
    }

    @Test func `a sign-in that a late poll reports is found by the check after the code's expiry`() {
        var script = polling()
        slept(.profiles([script.profile()]), &script)
        #expect(script.answered.isEmpty)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        script.reply(.profiles([script.profile()]))
        #expect(script.answered == [.signedIn])
    }

    @Test func `a sign-in that a late poll reports is found by the next poll while the code is valid`() {
        var script = polling(seconds: 86_400)
        slept(.profiles([script.profile()]), &script)
        #expect(script.answered.isEmpty)
        #expect(script.place == "basicAuthFallback.polling")
        script.fire(.poll)
        script.reply(.profiles([script.profile()]))
        #expect(script.answered == [.signedIn])
    }

    @Test func `a partner profile that arrives late signs nobody in, and is requested again`() {
        var script = Script(.box)
        script.user(.signIn(WishID(1)))
        script.register()
        script.partner(script.status())
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        script.partner(script.status())
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        script.partner(script.status(), saml: script.saml())
        #expect(script.place == "partnerAuth.profile")
        slept(.profiles([script.profile(.appleSSO)]), &script)
        #expect(script.answered.isEmpty)
        #expect(!script.effects.contains { if case .keep = $0 { true } else { false } })
        script.fire(.retry)
        #expect(script.called == [.createPartnerProfile])
    }

    @Test func `a profile that arrives late after a sign-out is still signed out, and its date is no clock`() {
        var script = polling()
        let poll = script.request
        script.user(.signOut(WishID(2)))
        slept(.profiles([Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 86_400))]), &script, to: poll)
        #expect(script.calledEndpoint == .logout(.other))
        #expect(script.effects.contains(.keep(.owedLogouts([.other]))))
        #expect(script.model.calls.adobeClock.offset == .seconds(0))
    }

    @Test func `a late answer of the partner framework is used: its own timer decides when it took too long`() {
        var script = Script(.box)
        script.register()
        script.setClock(by: Self.hour)
        script.partner(script.status())
        #expect(script.rule == .`V2-B-05`)
    }

    @Test func `a question to the partner framework that is asked again has a time limit of its own`() {
        var script = Script(.box)
        script.register()
        script.feed(.app(.foregrounded))
        script.partner(script.status())
        #expect(script.rule == .`V2-X-16`, "the account may have changed since it was asked")
        script.expire(script.model.calls.timeoutTimer)
        if script.rule == .`FM-18` { script.expire(script.model.calls.timeoutTimer) }
        #expect(script.rule == .`FM-22`)
        #expect(script.called == [.profiles])
    }

    // MARK: Codes

    @Test func `on waking after a code's expiry the code is not polled once more`() throws {
        var script = polling()
        script.reply(.profiles([]))
        let poll = try #require(script.armed(.poll))
        script.setClock(by: Self.hour)
        script.feed(.timer(poll))
        #expect(script.called == [.profile])
        #expect(script.rule == .`V2-F-15`)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
    }

    @Test func `on waking while the code is valid it is polled`() throws {
        var script = polling(seconds: 86_400)
        script.reply(.profiles([]))
        let poll = try #require(script.armed(.poll))
        script.setClock(by: Self.hour)
        script.feed(.timer(poll))
        #expect(script.called == [.profileForCode])
    }

    @Test func `a code that only a wrong device clock ended is shown again, if Adobe's answer says so`() throws {
        var script = polling()
        script.reply(.profiles([]))
        let poll = try #require(script.armed(.poll))
        let ahead = 8_035_200 as Int64
        script.setClock(by: ahead)
        script.feed(.timer(poll))
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        #expect(!script.effects.contains(.forget(.fact(.code))))
        // By that clock the token has expired, too.
        #expect(script.called == [.token])
        let token = AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600 - ahead))
        script.feed(.reply(script.request ?? RequestID(0), Reply(.token(token), serverTime: script.instant(in: 1 - ahead))))
        #expect(script.called == [.profile])
        script.feed(.reply(script.request ?? RequestID(0), Reply(.profiles([]), serverTime: script.instant(in: 1 - ahead))))
        #expect(script.rule == .`FM-24`)
        #expect(script.presented == [.code])
        #expect(script.called == [.profileForCode])
        #expect(script.armed(.codeExpiry) != nil)
    }

    @Test func `a poll that waited for a token is not sent after the code's expiry`() {
        var script = polling(seconds: 10)
        script.reply(.failed(.unauthorized(nil)))
        #expect(script.called == [.token])
        script.setClock(by: 15)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        #expect(script.called.isEmpty)
        script.fire(.retry)
        #expect(script.called == [.profile])
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
    }

    @Test func `a code without an expiry is not polled after the policy's lifetime`() throws {
        var settings = FlowSettings.bare
        settings.policy.sessionLifetime = .seconds(10)
        var script = polling(seconds: nil, settings)
        script.reply(.failed(.unauthorized(nil)))
        script.setClock(by: 15)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        #expect(script.called.isEmpty)
    }

    @Test func `a code's expiry ends a poll that waits for a token at once`() throws {
        var script = polling(seconds: 10)
        let expiry = try #require(script.model.calls.stateTimers.first)
        let poll = script.request
        script.reply(.failed(.unauthorized(nil)))
        script.expire(expiry)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
        #expect(script.model.calls.pending.allSatisfy { $0.question != .poll(.profileForCode(SecretRef(.code, 1))) })
        #expect(poll != nil)
    }

    @Test func `a user agent that is closed after the code's expiry starts no poll of that code`() {
        var settings = FlowSettings.phone
        settings.partner = .absent
        settings.hasPicker = false
        for choice in [Choice.redirectReached, .userAgentClosed] {
            var script = Script(settings)
            script.user(.signIn(WishID(1)))
            script.register()
            script.reply(.profiles([]))
            let open = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: script.ref(.link), mvpd: .any)
            script.reply(.session(.authenticate(open)))
            script.setClock(by: Self.hour)
            script.choose(choice)
            #expect(script.called.isEmpty, "\(choice)")
            script.fire(.retry)
            #expect(script.place == "basicAuthFallback.lookingAfterExpiry", "\(choice)")
        }
    }

    @Test func `with the legacy API a poll asks about the device, so one that is due on waking is sent`() throws {
        var script = Script.legacy(.bare.legacy)
        script.reply(.authentication(nil))
        script.code()
        script.reply(.authentication(nil))
        let poll = try #require(script.armed(.poll))
        script.setClock(by: Self.hour)
        script.feed(.timer(poll))
        #expect(script.legacyCalled == [.authenticationToken])
        script.reply(.authentication(nil))
        #expect(script.rule == .`V1-25`)
        #expect(script.place == "basicAuthFallback.codeExpired")
    }

    // MARK: Tokens

    @Test func `a token is not used after its end by both clocks, whatever Adobe's truncated dates leave open`() {
        var clock = AdobeClock()
        let noon = Instant(milliseconds: 1_767_225_600_000)
        _ = clock.note(noon.advanced(by: .seconds(-5)), at: noon)
        let end = noon.advanced(by: .seconds(-4))
        #expect(!clock.seemsPassed(end, at: noon))
        #expect(clock.hasPassedByBoth(end, at: noon))
        #expect(!clock.hasPassedByBoth(noon.advanced(by: .seconds(-2)), at: noon), "Adobe's clock surely shows an earlier time")
        #expect(!clock.hasPassedByBoth(noon.advanced(by: .seconds(1)), at: noon), "the device's clock shows an earlier time")
    }
}
