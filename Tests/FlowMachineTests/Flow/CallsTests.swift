import FlowTestSupport
import Testing

@testable import FlowMachine

/// What happens to a request without an answer, and when the next may be sent.
@Suite struct CallsTests {
    private static let resource = SecretRef(.resource, 1)
    private static let timedOut = Reply.Result.failed(.transport(.timedOut))
    private static let again = Reply.Result.failed(.refused(http: 503, .named("internal_server_error", .retry)))
    private static let lost = Reply.Result.failed(.transport(.secretMissing))
    private static let tooMany = Reply.Result.failed(.refused(http: 403, .named("too_many_resources")))

    /// Signed in on a device without a partner framework; each request is sent once, without an allowance.
    private func signedIn(_ change: (inout Policy) -> Void = { _ in }) -> Script {
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        change(&settings.policy)
        return .signedIn(.regular, settings)
    }

    private func playing(_ change: (inout Policy) -> Void = { _ in }) -> Script {
        var script = signedIn(change)
        script.play(1)
        return script
    }

    // MARK: Retries

    @Test func `a request is sent at most three times, as the policy says, after growing waits`() {
        for (attempts, sendings) in [(0, 1), (1, 1), (2, 2), (3, 3), (5, 3)] as [(Int64, Int)] {
            for (delay, first) in [(0, 1), (700, 700)] as [(Int64, Int64)] {
                for failure in [CallsTests.timedOut, CallsTests.again] {
                    var script = playing {
                        $0.attempts = attempts
                        $0.retryDelay = Interval(milliseconds: delay)
                    }
                    for wait in [first, first * 2].prefix(sendings - 1) {
                        script.reply(failure)
                        #expect(script.whenArmed(.retry) == script.instant(in: 0).advanced(by: Interval(milliseconds: wait)))
                        script.fire(.retry)
                        #expect(script.called == [.authorize])
                    }
                    script.reply(failure)
                    #expect(script.rule == .`FM-13`, "\(attempts) attempts")
                    #expect(script.answered == [.refused], "\(attempts) attempts")
                }
            }
        }
    }

    @Test func `a request that a sign-out abandons is not retried, nor sent again with another token`() {
        let unauthorized = Reply.Result.failed(.unauthorized(nil))
        for failure in [CallsTests.timedOut, CallsTests.again, CallsTests.lost, unauthorized, .failed(.throttled)] {
            var settings = FlowSettings.box
            settings.policy.attempts = 3
            var script = Script(settings)
            script.user(.signIn(WishID(1)))
            script.register()
            script.reply(.partner(PartnerAnswer(status: script.status())))
            script.reply(.profiles([]))
            script.reply(.configuration(script.configuration()))
            script.reply(.partner(PartnerAnswer(status: script.status())))
            script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
            script.reply(.partner(PartnerAnswer(status: script.status(), saml: PartnerAnswer.SAML(ref: script.ref(.saml), length: 9))))
            #expect(script.place == "partnerAuth.profile")
            script.user(.signOut(WishID(2)))
            #expect(script.model.calls.pending.map(\.isLast) == [true, false])
            #expect(script.called == [.logout], "a viewer may have been signed in")
            let exchange = script.model.calls.pending.first?.id.firstRequest ?? RequestID(0)
            script.feed(.reply(exchange, Reply(failure)))
            #expect(script.armed(.retry) == nil, "\(failure)")
            #expect(!script.called.contains(.createPartnerProfile), "\(failure)")
            #expect(!script.model.calls.pending.contains { $0.isLast }, "\(failure)")
        }
    }

    @Test func `a request whose secret is lost is sent once more with another token`() {
        var script = playing()
        script.reply(CallsTests.lost)
        #expect(script.rule == .`V2-X-08`)
        #expect(script.called == [.token])
        #expect(script.effects.contains(.forget(.fact(.token))))
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        #expect(script.called == [.authorize])
        script.reply(CallsTests.lost)
        #expect(script.rule == .`FM-13`)
        #expect(script.called == [])
        #expect(script.refusal == .service)
    }

    @Test(arguments: [false, true])
    func `a token that arrived after the refused request was sent is not dropped with it`(isFresh: Bool) {
        var script = playing()
        script.reply(.failed(.unauthorized(nil)))
        let second = AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))
        script.reply(.token(second))
        let play = script.request ?? RequestID(0)
        if isFresh {
            script.fire(.tokenRefresh)
            script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 43_200))))
        }
        script.feed(.reply(play, Reply(.failed(.unauthorized(nil)))))
        #expect(script.rule == (isFresh ? .`FM-13` : .`V2-X-09`))
        #expect(script.refusal == (isFresh ? .registration : nil))
        #expect(script.effects.contains(.forget(.fact(.token))) == !isFresh)
        #expect(script.effects.contains(.forget(.fact(.client))) == !isFresh)
        #expect((script.model.calls.token == nil) == !isFresh)
    }

    @Test func `after a sign-out only a request already sent may still return a profile`() {
        var script = Place.polling.script
        let poll = script.request
        script.user(.signOut(WishID(2)))
        #expect(script.model.calls.pending.map(\.isLast) == [true])
        script.reply(.failed(.unauthorized(nil)))
        #expect(poll != nil, "it is not sent again")
        #expect(script.called == [], "it is not sent again")
        #expect(script.model.calls.pending.isEmpty, "it is not sent again")

        var waiting = Place.polling.script
        waiting.feed(.app(.held(until: waiting.instant(in: 100))))
        waiting.reply(.failed(.unauthorized(nil)))
        #expect(waiting.model.calls.pending.map(\.stage) == [.queued])
        waiting.user(.signOut(WishID(2)))
        #expect(waiting.model.calls.pending.isEmpty, "it had not been sent")

        // A token request that is older than the poll.
        var older = Place.polling.script
        older.reply(.profiles([]))
        let timer = older.armed(.poll)
        older.feed(.timer(older.model.calls.refreshTimer ?? TimerID(9_999)))
        #expect(older.called == [.token])
        older.feed(.timer(timer ?? TimerID(9_999)))
        #expect(older.called == [.profileForCode])
        older.user(.signOut(WishID(2)))
        #expect(older.model.calls.pending.map(\.isLast) == [false, true])
    }

    @Test func `a denial of a resource that was not requested is not retried`() {
        var script = signedIn { $0.attempts = 3 }
        script.user(.preview(WishID(1), resources: [CallsTests.resource]))
        let denial = AdobeError.named("network_received_error", .retry)
        script.reply(.decisions([AdobeDecision(resource: SecretRef(.resource, 9), verdict: .deny(denial), source: .mvpd)]))
        #expect(script.answered == [.previewed])
        #expect(script.armed(.retry) == nil)
    }

    @Test func `a partner answer is accepted only for the request that it answers`() {
        var script = Script(.box)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([script.profile()]))
        #expect(script.place == "checking.profiles")
        #expect(script.rule == .`FM-22`)
        #expect(script.called == [.profiles])
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "checking.problem")
        #expect(script.rule == .`V2-B-14`)
    }

    // MARK: Parts

    @Test func `a preview of one resource cannot be split into parts`() {
        var script = signedIn()
        script.user(.preview(WishID(1), resources: [CallsTests.resource]))
        script.reply(CallsTests.tooMany)
        #expect(script.rule == .`FM-13`)
        #expect(script.answered == [.refused])
        #expect(script.called == [])
    }

    @Test(arguments: [nil, ErrorCode("internal_error")])
    func `only a known error code splits a preview into parts`(code: ErrorCode?) {
        var script = signedIn()
        script.user(.preview(WishID(1), resources: [CallsTests.resource, SecretRef(.resource, 2)]))
        script.reply(.failed(.refused(http: 403, AdobeError(action: .none, status: 403, code: code))))
        #expect(script.rule == .`FM-13`)
        #expect(script.answered == [.refused])
        #expect(script.called == [])
    }

    @Test func `a part that may not be sent yet is sent when the hold ends`() {
        var script = signedIn()
        script.user(.preview(WishID(1), resources: [CallsTests.resource, SecretRef(.resource, 2)]))
        script.feed(.app(.held(until: script.instant(in: 30))))
        let hold = script.armed(.hold)
        script.reply(CallsTests.tooMany)
        #expect(script.rule == .`V2-D-07`)
        #expect(script.called == [])
        script.feed(.timer(hold ?? TimerID(0)))
        #expect(script.calledEndpoint == .preauthorize(.any, resources: [CallsTests.resource], status: nil))
    }

    // MARK: Credentials

    @Test func `only a refused token drops the credentials, a refused registration does not`() {
        let refused = Reply.Result.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any))
        for (failure, rule) in [(refused, .`V2-A-05`), (CallsTests.lost, .`V2-X-13`)] as [(Reply.Result, Rule)] {
            var script = Script(.bare)
            script.reply(failure)
            #expect(script.rule == rule)
            #expect(script.place == "unregistered.refused")
            #expect(script.called == [])
        }
    }

    @Test(arguments: [CallsTests.lost, .failed(.registrationRefused(ErrorCode("invalid_client") ?? .any))])
    func `credentials that the vault lost are replaced along with their token`(failure: Reply.Result) {
        var script = signedIn()
        let refresh = script.model.calls.refreshTimer
        let token = script.model.calls.token
        script.feed(.timer(refresh ?? TimerID(0)))
        #expect(script.rule == .`V2-A-11`)
        #expect(script.called == [.token])
        #expect(script.model.calls.token == token)
        script.reply(failure)
        #expect(script.rule == .`V2-A-09`)
        #expect(script.called == [.register])
        #expect(script.place == "unregistered.registering")
        #expect(script.effects.contains(.forget(.fact(.token))))
        #expect(script.effects.contains(.forget(.fact(.client))))
        #expect(script.model.calls.token == nil)
        #expect(script.model.calls.client == nil)
    }

    @Test func `a token that replaces one that expired early keeps only its own timer`() {
        var script = signedIn()
        let refresh = script.model.calls.refreshTimer
        script.user(.userMetadata(WishID(1)))
        let profiles = Reply(.profiles([script.profile()]), serverTime: script.instant(in: 50_000))
        script.feed(.reply(script.request ?? RequestID(0), profiles))
        #expect(refresh != nil)
        #expect(script.disarmed.contains(refresh))
        #expect(script.model.calls.refreshTimer == nil)
        script.play(2)
        #expect(script.called == [.token])
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 90_000))))
        #expect(script.armed(.tokenRefresh) != nil)
    }

    @Test(
        arguments: [
            (-1, 90_000, nil), (0, 90_000, nil), (1, 1, nil), (90_000, 90_000, nil), (90_001, 90_001, 1),
        ] as [(Int64, Int64, Int64?)])
    func `an already expired token is used briefly; one about to expire is not renewed ahead of time`(
        milliseconds: Int64, kept: Int64, refresh: Int64?
    ) {
        var settings = FlowSettings.bare
        settings.policy.tokenMargin = .seconds(90)
        var script = Script(settings)
        script.reply(.registered(client: script.ref(.client)))
        let ref = script.ref(.token)
        let now = script.instant(in: 1)
        script.reply(.token(AccessToken(ref: ref, notAfter: now.advanced(by: Interval(milliseconds: milliseconds)))))
        let notAfter = now.advanced(by: Interval(milliseconds: kept))
        #expect(script.effects.contains(.keep(.token(AccessToken(ref: ref, notAfter: notAfter)))), "\(milliseconds)")
        #expect(script.whenArmed(.tokenRefresh) == refresh.map { now.advanced(by: Interval(milliseconds: $0)) })
    }

    // MARK: Holds

    @Test func `the longest requested hold applies, and a hold already over does not`() {
        var script = playing()
        for seconds in [-5, 0] as [Int64] {
            script.feed(.app(.held(until: script.instant(in: 1 + seconds))))
            #expect(script.rule == .`FM-19`)
            #expect(script.effects.isEmpty)
            #expect(script.model.calls.hold == nil)
        }
        let until = script.instant(in: 50)
        script.feed(.app(.held(until: until)))
        let first = script.armed(.hold)
        #expect(first != nil)
        #expect(script.whenArmed(.hold) == until)
        for sooner in [until, until.advanced(by: .seconds(-30))] {
            script.feed(.app(.held(until: sooner)))
            #expect(script.effects.isEmpty)
            #expect(script.model.calls.hold?.until == until)
        }
        let later = until.advanced(by: Interval(milliseconds: 1))
        script.feed(.app(.held(until: later)))
        #expect(script.disarmed == [first])
        #expect(script.whenArmed(.hold) == later)
        #expect(script.armed(.hold) != first)
    }

    @Test(arguments: [(2, true), (3, false)] as [(Int64, Bool)])
    func `a request made after the hold is sent at once, even before the hold's timer fires`(seconds: Int64, isSent: Bool) {
        var script = signedIn()
        script.feed(.app(.held(until: script.instant(in: seconds))))
        script.play(1)
        #expect(script.called == (isSent ? [.authorize] : []))
    }

    @Test func `after a number of consecutive connection failures, nothing is sent for a while`() {
        // Which of seven failures are followed by a pause.
        let cases: [(Int64, [Bool])] = [
            (0, [false, false, false, false, false, false, false]), (1, [true, true, true, true, true, true, true]),
            (2, [false, true, false, true, false, true, false]), (3, [false, false, true, false, false, true, false]),
        ]
        for (threshold, pauses) in cases {
            var script = signedIn {
                $0.breakerThreshold = threshold
                $0.breakerPause = .seconds(77)
            }
            for (number, pauses) in pauses.enumerated() {
                script.play(Int64(number) + 1)
                #expect(script.called == [.authorize])
                script.reply(CallsTests.timedOut)
                #expect(script.whenArmed(.hold) == (pauses ? script.instant(in: 77) : nil), "\(threshold): \(number)")
                if pauses { script.fire(.hold) }
            }
        }
    }

    @Test func `an unreadable answer is no connection failure, and any answer resets the failure count`() {
        for (failure, counts) in [(.unreadable, false), (.connection, true), (.status, true)] as [(CallFailure.Transport, Bool)] {
            var script = playing { $0.breakerThreshold = 1 }
            script.reply(.failed(.transport(failure)))
            #expect((script.armed(.hold) != nil) == counts, "\(failure)")
        }
        var script = playing { $0.breakerThreshold = 2 }
        script.reply(CallsTests.timedOut)
        script.play(2)
        script.reply(.decisions([AdobeDecision(resource: CallsTests.resource, verdict: .deny(.named("denied")), source: .mvpd)]))
        script.play(3)
        script.reply(CallsTests.timedOut)
        #expect(script.armed(.hold) == nil)
    }

    @Test func `calls beyond the allowance wait, and the next is sent as soon as the allowance permits`() {
        // Signing in took three calls, one second apart; the first was four seconds ago.
        var script = signedIn {
            $0.allowanceBurst = 3
            $0.allowanceInterval = .seconds(5)
        }
        script.play(1)
        #expect(script.called == [])
        #expect(script.whenArmed(.hold) == script.instant(in: 1))
        script.fire(.hold)
        #expect(script.called == [.authorize])
        script.play(2)
        #expect(script.called == [])
        #expect(script.whenArmed(.hold) == script.instant(in: 4))
    }

    // MARK: Statuses that expire in the queue

    @Test(arguments: [(6, false), (9, false), (10, true)] as [(Int64, Bool)])
    func `a status that expires before its request is sent is not sent; the request fails as Adobe's would`(seconds: Int64, isSent: Bool) {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        var script = Script(settings)
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_M", in: seconds))))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.feed(.app(.held(until: script.instant(in: 100))))
        let hold = script.armed(.hold)
        script.user(.userMetadata(WishID(1)))
        for _ in 0..<4 { script.feed(.app(.backgrounded)) }
        script.feed(.timer(hold ?? TimerID(0)))
        #expect(script.called == (isSent ? [.profile] : []))
        if isSent { return }
        #expect(script.whenArmed(.retry) == script.instant(in: 0))
        script.fire(.retry)
        #expect(script.rule == .`V2-D-05`)
        #expect(script.place == "deciding.partnerStatus")
    }
}

extension Script {
    /// When the timer that the last event armed for this kind is due.
    func whenArmed(_ purpose: TimerPurpose) -> Instant? {
        for case .arm(_, purpose, let at) in effects { return at }
        return nil
    }

    /// The timers that the last event disarmed.
    var disarmed: [TimerID?] {
        effects.compactMap { if case .disarm(let timer) = $0 { timer } else { nil } }
    }

    /// The first endpoint that the last event called, with its parameters.
    var calledEndpoint: Endpoint? {
        for case .call(_, let call) in effects { return call.endpoint }
        return nil
    }

    /// Adobe answers the open request with a 401, and again with the next token. By then another token has arrived, so neither that one nor
    /// the credentials are at fault.
    mutating func refuseTwice(_ error: AdobeError) {
        reply(.failed(.unauthorized(error)))
        reply(.token(AccessToken(ref: ref(.token), notAfter: instant(in: 21_600))))
        let again = request ?? RequestID(9_999)
        feed(.timer(model.calls.refreshTimer ?? TimerID(9_999)))
        reply(.token(AccessToken(ref: ref(.token), notAfter: instant(in: 21_600))))
        feed(.reply(again, Reply(.failed(.unauthorized(error)))))
    }

    /// Fires the timer that the last event armed for this kind.
    mutating func fire(_ purpose: TimerPurpose) { feed(.timer(armed(purpose) ?? TimerID(9_999))) }

    /// Requests a playback under the viewer's own access.
    mutating func play(_ wish: Int64) { user(.play(WishID(wish), resource: SecretRef(.resource, 1), under: .signedIn)) }
}
