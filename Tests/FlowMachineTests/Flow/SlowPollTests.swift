import FlowTestSupport
import Testing

@testable import FlowMachine

/// Polls while Adobe throttles them or fails, and the check that follows an expired code.
@Suite struct SlowPollTests {
    /// A code on the screen, with the first poll in progress.
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

    /// How long the poll that the last event scheduled waits, in milliseconds, and its timer.
    private static func wait(_ script: Script) -> (milliseconds: Int64, timer: TimerID)? {
        for case .arm(let timer, .poll, let due) in script.effects {
            return (due.milliseconds - script.instant(in: 0).milliseconds, timer)
        }
        return nil
    }

    /// The waits after several such answers in a row.
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
    func `each slow answer doubles the wait, up to the policy's maximum`(failure: CallFailure) {
        var script = Self.polling()
        #expect(Self.waits(&script, failure, count: 6) == [10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    }

    @Test func `an answer at the usual pace resets the back-off`() {
        var script = Self.polling()
        _ = Self.waits(&script, .throttled, count: 3)
        script.reply(.profiles([]))
        #expect(Self.wait(script)?.milliseconds == 5000)
    }

    @Test func `a lost connection neither lengthens nor resets the back-off`() {
        var script = Self.polling()
        #expect(Self.waits(&script, .transport(.connection), count: 3) == [5000, 5000, 5000])
        #expect(Self.waits(&script, .throttled, count: 2) == [10_000, 20_000])
        #expect(Self.waits(&script, .transport(.timedOut), count: 1) == [20_000])
    }

    @Test func `the viewer sees that answers are slow even if the poll interval is already at its maximum`() {
        var script = Self.polling { $0.pollInterval = .seconds(60) }
        #expect(Self.waits(&script, .status(http: 503), count: 1) == [60_000])
        script.reply(.failed(.status(http: 503)))
        #expect(script.presented == [.code])
    }

    @Test func `a maximum wait below the usual interval changes nothing`() {
        var script = Self.polling { $0.longestPollInterval = .seconds(1) }
        #expect(Self.waits(&script, .throttled, count: 3) == [5000, 5000, 5000])
    }

    @Test func `jitter shortens a wait by at most a quarter, varies per device, and is reproducible`() {
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

    @Test func `from the second slow answer on, the same screen shows the delay, until it is over`() throws {
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
    func `429: nothing is sent for the time that Adobe asks for, up to a minute`(asked: Interval?, wait: Int64) throws {
        var script = Self.polling()
        script.feed(.reply(try #require(script.request), Reply(.failed(.throttled), retryAfter: asked)))
        let hold = try #require(script.model.calls.hold)
        #expect(hold.until == script.instant(in: 0).advanced(by: Interval(milliseconds: wait)))
        #expect(Self.wait(script)?.milliseconds == max(wait, 10_000))
    }

    @Test func `503: the flow also observes the wait that Adobe asks for`() throws {
        var script = Self.polling()
        script.feed(.reply(try #require(script.request), Reply(.failed(.status(http: 503)), retryAfter: .seconds(30))))
        #expect(script.model.calls.hold?.until == script.instant(in: 30))
    }

    @Test(arguments: [(30, "checking.profiles"), (31, "checking.problem")] as [(Int64, String)])
    func `429: a call that would wait longer than the answer timeout fails`(seconds: Int64, place: String) throws {
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
    func `a temporary error from Adobe does not stop the polling`(failure: CallFailure) {
        var script = Self.polling()
        script.reply(.failed(failure))
        #expect(script.place == "basicAuthFallback.polling")
    }

    // MARK: Expiry of the code

    /// The code has expired, and the check is in progress.
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
    func `an expired code is followed by one profile check and no poll`(mvpd: MVPDID?, kind: Endpoint.Kind) throws {
        let script = try Self.expired(mvpd: mvpd)
        #expect(script.rule == .`V2-F-15`)
        #expect(script.called == [kind])
        #expect(script.model.context.presented == nil)
    }

    @Test func `a session that Adobe no longer knows is followed by the same profile check`() {
        var script = Self.polling()
        script.reply(.failed(.refused(http: 400, .error(.none, "invalid_authentication_session"))))
        #expect(script.called == [.profiles])
    }

    @Test func `the check finds a viewer whose sign-in no poll reported`() throws {
        var script = try Self.expired()
        script.reply(.profiles([script.profile()]))
        #expect(script.rule == .`V2-F-24`)
        #expect(script.answered == [.signedIn])
    }

    @Test(arguments: [Reply.Result.profiles([]), .failed(.transport(.unreadable)), .failed(.refused(http: 400, .error(.none, "x")))])
    func `a check that finds no viewer, or fails, lets the viewer request a new code`(result: Reply.Result) throws {
        var script = try Self.expired()
        script.reply(result)
        #expect(script.place == "basicAuthFallback.codeExpired")
        #expect(script.rule == .`V2-F-15`)
    }

    /// A signed-in viewer wants another provider and lets the code expire.
    private static func expiredElsewhere() throws -> Script {
        var script = Script.signedIn(.regular, .bare)
        script.user(.otherProvider(WishID(1)))
        let end = script.instant(in: 1800)
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: end, link: nil, mvpd: nil))))
        script.reply(.profiles([]))
        try expire(&script)
        return script
    }

    @Test func `a profile from before this attempt does not complete a sign-in with another provider`() throws {
        var script = try Self.expiredElsewhere()
        let kept = try #require(script.model.context.keptProfile)
        script.reply(.profiles([kept, Profile(mvpd: .other, type: .temporary, notAfter: script.instant(in: 99))]))
        #expect(script.place == "basicAuthFallback.codeExpired")
    }

    @Test(arguments: [(MVPDID.other, true), (.any, false)])
    func `a profile of the other provider completes the sign-in, an extended one of the same does not`(
        mvpd: MVPDID, isNew: Bool
    ) throws {
        var script = try Self.expiredElsewhere()
        let kept = try #require(script.model.context.keptProfile)
        let profile = Profile(mvpd: mvpd, type: .regular, notAfter: kept.notAfter.advanced(by: .seconds(1)))
        script.reply(.profiles(mvpd == .any ? [profile] : [kept, profile]))
        #expect(script.rule == (isNew ? .`V2-F-24` : .`V2-F-15`))
    }

    @Test func `a sign-out during the check signs out the viewer whom the check finds`() throws {
        var script = try Self.expired()
        script.user(.signOut(WishID(2)))
        script.reply(.profiles([script.profile()]))
        #expect(script.called == [.logout])
    }

    @Test func `an expired profile that the check finds does not complete the sign-in`() throws {
        var script = try Self.expired()
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: -1))]))
        #expect(script.place == "basicAuthFallback.codeExpired")
    }

    @Test func `a new profile of another provider may expire sooner than the kept one`() throws {
        var script = try Self.expiredElsewhere()
        let kept = try #require(script.model.context.keptProfile)
        script.reply(.profiles([kept, Profile(mvpd: .other, type: .regular, notAfter: kept.notAfter.advanced(by: .seconds(-1)))]))
        #expect(script.rule == .`V2-F-24`)
    }

    @Test func `a provider signed in before this launch's attempt does not complete it, even if not kept`() throws {
        var settings = FlowSettings.bare
        settings.policy.profileChoice = .first
        var script = Script(settings)
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
