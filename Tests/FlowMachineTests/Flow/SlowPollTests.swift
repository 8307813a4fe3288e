import FlowTestSupport
import Testing

@testable import FlowMachine

/// Polls while Adobe refuses their pace or is in trouble, and the look that follows the end of a code.
@Suite struct SlowPollTests {
    /// A code on the screen, whose first poll is out.
    private static func polling(jitter: Jitter? = nil, mvpd: MVPDID? = nil, _ change: (inout Policy) -> Void = { _ in }) -> Script {
        var settings = FlowSettings.bare
        settings.policy.breakerThreshold = 0
        change(&settings.policy)
        var script = Script(settings, kept: PersistedState(jitter: jitter))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        let open = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: mvpd)
        script.reply(.session(.authenticate(open)))
        return script
    }

    /// How long the poll waits that the last event led to, in milliseconds, and its timer.
    private static func wait(_ script: Script) -> (milliseconds: Int64, timer: TimerID)? {
        for case .arm(let timer, .poll, let due) in script.effects {
            return (due.milliseconds - script.instant(in: 0).milliseconds, timer)
        }
        return nil
    }

    /// The waits that follow as many such answers, one after the other.
    private static func waits(_ script: inout Script, _ failure: CallFailure, count: Int) -> [Int64] {
        var waits: [Int64] = []
        for _ in 0..<count {
            script.reply(.failed(failure))
            guard let (milliseconds, timer) = wait(script) else { return waits }
            waits.append(milliseconds)
            script.setClock(by: milliseconds / 1000)
            script.feed(.timer(timer))
            if let hold = script.model.calls.hold { script.feed(.timer(hold.timer)) }
        }
        return waits
    }

    @Test(arguments: [
        CallFailure.throttled, .status(http: 503), .refused(http: 500, .error(.none, "internal_server_error")),
        .refused(http: 500, .error(.retry, "network_received_error")),
    ])
    func `each slow answer doubles the wait, up to the policy's longest`(failure: CallFailure) {
        var script = Self.polling()
        #expect(Self.waits(&script, failure, count: 6) == [10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    }

    @Test func `an answer at the usual pace ends the back-off`() {
        var script = Self.polling()
        _ = Self.waits(&script, .throttled, count: 3)
        script.reply(.profiles([]))
        #expect(Self.wait(script)?.milliseconds == 5000)
    }

    @Test func `no connection is no reason to poll less often, and does not end the back-off either`() {
        var script = Self.polling()
        #expect(Self.waits(&script, .transport(.connection), count: 3) == [5000, 5000, 5000])
        #expect(Self.waits(&script, .throttled, count: 2) == [10_000, 20_000])
        #expect(Self.waits(&script, .transport(.timedOut), count: 1) == [20_000])
    }

    @Test func `where polls cannot become rarer, the person is told of slow answers all the same`() {
        var script = Self.polling { $0.pollInterval = .seconds(60) }
        #expect(Self.waits(&script, .status(http: 503), count: 1) == [60_000])
        script.reply(.failed(.status(http: 503)))
        #expect(script.presented == [.code])
    }

    @Test func `a longest wait below the usual one changes nothing`() {
        var script = Self.polling { $0.longestPollInterval = .seconds(1) }
        #expect(Self.waits(&script, .throttled, count: 3) == [5000, 5000, 5000])
    }

    @Test func `jitter takes at most a quarter off, differs from device to device, and repeats for the same number`() {
        var rows: Set<[Int64]> = []
        for number in [1, 2, 4711, 2_147_483_646] as [Int64] {
            var script = Self.polling(jitter: Jitter(number))
            var again = script
            let waits = Self.waits(&script, .throttled, count: 5)
            #expect(waits == Self.waits(&again, .throttled, count: 5))
            for (wait, full) in zip(waits, [10_000, 20_000, 40_000, 60_000, 60_000] as [Int64]) {
                #expect(wait > full / 4 * 3 - 1)
                #expect(wait <= full)
            }
            rows.insert(waits)
        }
        #expect(rows.count == 4)
    }

    @Test func `the person is told from the second slow answer on, on the same screen, and told when it is over`() throws {
        var script = Self.polling()
        let id = try #require(script.model.context.presented)
        func shown() -> [Bool] {
            script.effects.compactMap { if case .present(id, .code(_, _, let isSlow)) = $0 { isSlow } else { nil } }
        }
        script.reply(.failed(.throttled))
        #expect(shown().isEmpty)
        script.feed(.timer(try #require(Self.wait(script)).timer))
        script.feed(.timer(try #require(script.model.calls.hold).timer))
        script.reply(.failed(.throttled))
        #expect(shown() == [true])
        script.feed(.timer(try #require(Self.wait(script)).timer))
        script.feed(.timer(try #require(script.model.calls.hold).timer))
        script.reply(.failed(.throttled))
        #expect(shown().isEmpty)
        script.feed(.timer(try #require(Self.wait(script)).timer))
        script.feed(.timer(try #require(script.model.calls.hold).timer))
        script.reply(.profiles([]))
        #expect(shown() == [false])
        script.choose(.cancel)
        #expect(script.rule == .`FM-08`)
    }

    @Test(arguments: [(nil, 1000), (.seconds(0), 1000), (.seconds(25), 25_000), (.seconds(600), 60_000)] as [(Interval?, Int64)])
    func `429: nothing is sent for as long as Adobe asks, up to a minute`(asked: Interval?, wait: Int64) throws {
        var script = Self.polling()
        script.feed(.reply(try #require(script.request), Reply(.failed(.throttled), retryAfter: asked)))
        let hold = try #require(script.model.calls.hold)
        #expect(hold.until == script.instant(in: 0).advanced(by: Interval(milliseconds: wait)))
        #expect(Self.wait(script)?.milliseconds == max(wait, 10_000))
    }

    @Test func `503: Adobe's wait holds for it, too`() throws {
        var script = Self.polling()
        script.feed(.reply(try #require(script.request), Reply(.failed(.status(http: 503)), retryAfter: .seconds(30))))
        #expect(script.model.calls.hold?.until == script.instant(in: 30))
    }

    @Test(arguments: [(30, "checking.profiles"), (31, "checking.problem")] as [(Int64, String)])
    func `429: a call that would wait for longer than an answer may take ends`(seconds: Int64, place: String) throws {
        var script = Script(.bare)
        script.user(.signIn(WishID(1)))
        script.register()
        script.feed(.reply(try #require(script.request), Reply(.failed(.throttled), retryAfter: .seconds(seconds))))
        #expect(script.place == place)
    }

    @Test(arguments: [
        CallFailure.refused(http: 400, .error(.retry, "network_received_error")),
        .refused(http: 500, .error(.none, "internal_server_error")),
    ])
    func `an error of Adobe's that may pass does not end the polling`(failure: CallFailure) {
        var script = Self.polling()
        script.reply(.failed(failure))
        #expect(script.place == "basicAuthFallback.polling")
    }

    // MARK: The end of the code

    /// The code has expired, and the look is out.
    private static func expired(mvpd: MVPDID? = nil) throws -> Script {
        var script = polling(mvpd: mvpd)
        script.reply(.profiles([]))
        try expire(&script)
        return script
    }

    private static func expire(_ script: inout Script) throws {
        guard case .basicAuthFallback(let state) = script.model.state else { throw Missing() }
        script.setClock(by: 1800)
        script.feed(.timer(try #require(state.awaiting.expiryTimer)))
    }

    private struct Missing: Error {}

    @Test(arguments: [(nil, .profiles), (.any, .profile)] as [(MVPDID?, Endpoint.Kind)])
    func `a code that expires is followed by one look at the profiles, and no poll`(mvpd: MVPDID?, kind: Endpoint.Kind) throws {
        let script = try Self.expired(mvpd: mvpd)
        #expect(script.rule == .`V2-F-15`)
        #expect(script.called == [kind])
        #expect(script.model.context.presented == nil)
    }

    @Test func `a session that Adobe does not know any more is followed by the same look`() {
        var script = Self.polling()
        script.reply(.failed(.refused(http: 400, .error(.none, "invalid_authentication_session"))))
        #expect(script.called == [.profiles])
    }

    @Test func `the look finds the viewer whom no poll was answered about`() throws {
        var script = try Self.expired()
        script.reply(.profiles([script.profile()]))
        #expect(script.rule == .`V2-F-24`)
        #expect(script.answered == [.signedIn])
    }

    @Test(arguments: [Reply.Result.profiles([]), .failed(.transport(.unreadable)), .failed(.refused(http: 400, .error(.none, "x")))])
    func `a look that finds nobody, or fails, lets the person ask for a new code`(result: Reply.Result) throws {
        var script = try Self.expired()
        script.reply(result)
        #expect(script.place == "basicAuthFallback.codeExpired")
        #expect(script.rule == .`V2-F-15`)
    }

    /// Somebody is signed in, wants another provider, and lets the code expire.
    private static func expiredElsewhere() throws -> Script {
        var script = Script.signedIn(.regular, .bare)
        script.user(.otherProvider(WishID(1)))
        let end = script.instant(in: 1800)
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: end, link: nil, mvpd: nil))))
        script.reply(.profiles([]))
        try expire(&script)
        return script
    }

    @Test func `a viewer who was signed in before is no answer to a sign-in with another provider`() throws {
        var script = try Self.expiredElsewhere()
        let kept = try #require(script.model.context.keptProfile)
        script.reply(.profiles([kept, Profile(mvpd: .other, type: .temporary, notAfter: script.instant(in: 99))]))
        #expect(script.place == "basicAuthFallback.codeExpired")
    }

    @Test func `the other provider is, and so is a new sign-in with the same one`() throws {
        for mvpd in [MVPDID.other, .any] {
            var script = try Self.expiredElsewhere()
            let kept = try #require(script.model.context.keptProfile)
            script.reply(.profiles([kept, Profile(mvpd: mvpd, type: .regular, notAfter: kept.notAfter.advanced(by: .seconds(1)))]))
            #expect(script.rule == .`V2-F-24`)
        }
    }

    @Test func `a sign-out during the look signs out whom it finds`() throws {
        var script = try Self.expired()
        script.user(.signOut(WishID(2)))
        script.reply(.profiles([script.profile()]))
        #expect(script.called == [.logout])
    }

    @Test func `of the viewers whom the look finds, one whose sign-in has expired is no answer`() throws {
        var script = try Self.expired()
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: -1))]))
        #expect(script.place == "basicAuthFallback.codeExpired")
    }

    @Test func `another provider's sign-in may end sooner than the kept one`() throws {
        var script = try Self.expiredElsewhere()
        let kept = try #require(script.model.context.keptProfile)
        script.reply(.profiles([kept, Profile(mvpd: .other, type: .regular, notAfter: kept.notAfter.advanced(by: .seconds(-1)))]))
        #expect(script.rule == .`V2-F-24`)
    }

    @Test func `a provider that was signed in before this launch's sign-in is no answer, though its profile is not kept`() throws {
        var script = Script(.bare)
        script.register()
        let both = [MVPDID.any, .other].map { Profile(mvpd: $0, type: .regular, notAfter: script.instant(in: 86_400)) }
        script.reply(.profiles(both))
        script.user(.otherProvider(WishID(1)))
        let end = script.instant(in: 1800)
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: end, link: nil, mvpd: nil))))
        script.reply(.profiles([]))
        try Self.expire(&script)
        let kept = try #require(script.model.context.keptProfile)
        script.reply(.profiles(both.filter { $0.mvpd != kept.mvpd }))
        #expect(script.place == "basicAuthFallback.codeExpired")
    }
}

extension AdobeError {
    fileprivate static func error(_ action: ErrorAction, _ code: String) -> AdobeError {
        AdobeError(action: action, status: 400, code: ErrorCode(code))
    }
}
