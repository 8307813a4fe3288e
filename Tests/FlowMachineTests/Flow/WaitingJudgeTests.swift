import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks the judges of waiting, of holds and of instants with decisions that no build makes.
@Suite struct WaitingJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let code = SecretRef(.code, 1)

    private static func event(_ origin: FlowEvent.Origin, at milliseconds: Int64 = 0) -> FlowEvent {
        FlowEvent(time: noon.advanced(by: Interval(milliseconds: milliseconds)), origin: origin)
    }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }
    private static let timeout = Effect.arm(TimerID(1), .timeout, at: noon.advanced(by: .seconds(30)))
    private static let client = SecretRef(.client, 1)

    private func launched(_ effects: [Effect] = []) -> JudgeAlone<WaitingJudge> {
        var judge = JudgeAlone(WaitingJudge())
        #expect(judge.judge(Self.event(.app(.launched(PersistedState()))), effects) == [])
        return judge
    }

    // MARK: Waiting

    @Test func `the judge reports a request or a silent question without a time limit`() {
        for effect in [Self.call(1, .configuration), .partner(RequestID(1), .status(prompt: false))] {
            var judge = launched()
            #expect(judge.judge(Self.event(.app(.foregrounded)), [effect]) == [.wishesMakeProgress])
            judge = launched()
            #expect(judge.judge(Self.event(.app(.foregrounded)), [effect, Self.timeout]) == [])
            #expect(judge.judge(Self.event(.timer(TimerID(1))), []) == [.wishesMakeProgress], "not armed again")
        }
        var judge = launched()
        let choice = Effect.partner(RequestID(1), .choice(configuration: SecretRef(.configuration, 1)))
        #expect(judge.judge(Self.event(.app(.foregrounded)), [choice]) == [], "a viewer takes as long as they like")
    }

    @Test func `the judge reports a wish for which nothing is under way`() {
        var judge = launched()
        #expect(judge.judge(Self.event(.user(.signIn(WishID(1)))), []) == [.wishesMakeProgress])
        #expect(judge.judge(Self.event(.app(.foregrounded)), [.answer(WishID(1), .dropped)]) == [])
        judge = launched()
        #expect(judge.judge(Self.event(.user(.signIn(WishID(1)))), [.arm(TimerID(1), .hold, at: Self.noon)]) == [])
    }

    @Test func `the judge reports a code that is shown and not polled`() {
        let shown = Effect.present(PresentationID(1), .code(Self.code, notAfter: nil, isSlow: false))
        var judge = launched([shown, Self.call(1, .profileForCode(Self.code)), Self.timeout])
        let reply = Self.event(.reply(RequestID(1), Reply(.profiles([]))))
        var polled = judge
        #expect(polled.judge(reply, [.disarm(TimerID(1)), .arm(TimerID(2), .poll, at: Self.noon)]) == [])
        #expect(judge.judge(reply, [.disarm(TimerID(1))]) == [.idlesOnlyWhereAllowed])
    }

    // MARK: Requests

    @Test func `the judge reports two requests for a token at once`() {
        var judge = launched([Self.timeout, Self.call(1, .token(client: Self.client))])
        #expect(judge.judge(Self.event(.app(.foregrounded)), [Self.call(2, .register)]) == [.oneTokenRequest])
    }

    @Test(arguments: [(499, true), (500, false)] as [(Int64, Bool)])
    func `the judge reports a request for a token that is repeated within half a second`(milliseconds: Int64, isBroken: Bool) {
        var judge = launched([Self.timeout, Self.call(1, .token(client: Self.client))])
        #expect(judge.judge(Self.event(.reply(RequestID(1), Reply(.failed(.transport(.connection))))), []) == [])
        let again = judge.judge(Self.event(.app(.foregrounded), at: milliseconds), [Self.call(2, .token(client: Self.client))])
        #expect(again == (isBroken ? [.oneTokenRequest] : []))
    }

    // MARK: Holds

    private func isBroken(_ steps: [(FlowEvent.Origin, [Effect], seconds: Int64)]) -> [Bool] {
        var judge = JudgeAlone(SendingJudge())
        return steps.map { judge.isBroken(by: Self.event($0.0, at: $0.seconds * 1000), $0.1) }
    }

    private static let profiles = Endpoint.profiles(status: nil)

    @Test(arguments: [
        Reply(.failed(.throttled), retryAfter: .seconds(10)), Reply(.failed(.status(http: 503)), retryAfter: .seconds(10)),
    ])
    func `the judge reports a request that is sent before the end of the hold that Adobe asked for`(reply: Reply) {
        let first = Self.call(1, Self.profiles)
        let next = [Self.call(2, .configuration)]
        #expect(
            isBroken([(.app(.foregrounded), [first], 0), (.reply(RequestID(1), reply), [], 1), (.app(.foregrounded), next, 9)])
                == [false, false, true])
        #expect(
            isBroken([(.app(.foregrounded), [first], 0), (.reply(RequestID(1), reply), [], 1), (.app(.foregrounded), next, 11)])
                == [false, false, false])
    }

    @Test func `the judge reports a request that is sent during another flow's hold, at most a minute`() {
        let hold = FlowEvent.Origin.app(.held(until: Self.noon.advanced(by: .seconds(9999))))
        let sent = [Self.call(1, Self.profiles)]
        #expect(isBroken([(hold, [], 0), (.app(.foregrounded), sent, 59)]) == [false, true])
        #expect(isBroken([(hold, [], 0), (.app(.foregrounded), sent, 60)]) == [false, false])
    }

    @Test(arguments: [(CallFailure.throttled, 3), (.unauthorized(nil), 5), (.transport(.secretMissing), 5)] as [(CallFailure, Int)])
    func `the judge counts a request that is sent again after a hold or with another token`(failure: CallFailure, most: Int) {
        var judge = JudgeAlone(SendingJudge())
        for count in 1...6 as ClosedRange<Int> {
            let origin = count == 1 ? FlowEvent.Origin.app(.foregrounded) : .timer(TimerID(9))
            let sent = Self.call(Int64(count), Self.profiles)
            let broken = judge.isBroken(by: Self.event(origin, at: Int64(count) * 10_000), [sent])
            #expect(broken == (count > most), "\(count)")
            if broken { return }
            let reply = Self.event(.reply(RequestID(Int64(count)), Reply(.failed(failure))), at: Int64(count) * 10_000 + 1)
            let isRefused = judge.isBroken(by: reply, [])
            #expect(!isRefused)
        }
    }

    // MARK: Instants

    /// After an answer with a clock this many seconds ahead of the device's.
    private func expiries(ahead: Int64, _ kept: PersistedState = PersistedState(), late: Bool = false) -> JudgeAlone<ExpiryJudge> {
        var judge = JudgeAlone(ExpiryJudge())
        judge.take(Self.event(.app(.launched(kept))), [Self.call(1, .configuration)])
        let date = Self.noon.advanced(by: .seconds(ahead))
        judge.take(Self.event(.reply(RequestID(1), Reply(.done, serverTime: date)), at: late ? 3_600_000 : 0), [])
        return judge
    }

    private func breaks(_ judge: JudgeAlone<ExpiryJudge>, _ effects: [Effect], at milliseconds: Int64 = 0) -> Bool {
        judge.breaks(Self.event(.app(.foregrounded), at: milliseconds), effects)
    }

    private func pollsExpiredCode(_ judge: JudgeAlone<ExpiryJudge>, at milliseconds: Int64 = 0) -> Bool {
        judge.judge.pollsExpiredCode(
            judge.next(Self.event(.app(.foregrounded), at: milliseconds), [Self.call(2, .profileForCode(Self.code))]))
    }

    @Test func `the judge reports timers and countdowns by the device's clock once Adobe's is known`() {
        let end = Self.noon.advanced(by: .seconds(6000))
        let kept = PersistedCode(code: Self.code, notAfter: end)
        let profile = Profile(mvpd: .any, type: .regular, notAfter: end)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: end)
        let judge = expiries(ahead: 600)
        let margin = FlowSettings.box.policy.tokenMargin.milliseconds / 1000
        for (ahead, isBroken) in [(600, false), (0, true), (603, false), (605, true)] as [(Int64, Bool)] {
            let at = end.advanced(by: .seconds(-ahead))
            #expect(breaks(judge, [.arm(TimerID(1), .codeExpiry, at: at), .keep(.code(kept))]) == isBroken)
            #expect(breaks(judge, [.keep(.profile(profile)), .arm(TimerID(1), .profileExpiry, at: at)]) == isBroken)
            let refresh = Effect.arm(TimerID(1), .tokenRefresh, at: at.advanced(by: .seconds(-margin)))
            #expect(breaks(judge, [.keep(.token(token)), refresh]) == isBroken)
            let shown = Effect.present(PresentationID(1), .code(Self.code, notAfter: at, isSlow: false))
            #expect(breaks(judge, [.keep(.code(kept)), shown]) == isBroken)
        }
    }

    @Test func `the judge reports an expired profile that is kept`() {
        let judge = expiries(ahead: 0)
        for (seconds, isBroken) in [(-60, true), (60, false)] as [(Int64, Bool)] {
            let profile = Profile(mvpd: .any, type: .regular, notAfter: Self.noon.advanced(by: .seconds(seconds)))
            #expect(breaks(judge, [.keep(.profile(profile))]) == isBroken)
        }
    }

    @Test(arguments: [(-60, true), (60, false)] as [(Int64, Bool)])
    func `the judge reports a status that has expired by the only clock there is`(seconds: Int64, isBroken: Bool) {
        var judge = JudgeAlone(ExpiryJudge())
        judge.take(Self.event(.app(.launched(PersistedState()))), [])
        let status = PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("Apple_M"), expiry: Self.noon.advanced(by: .seconds(seconds)))
        #expect(breaks(judge, [Self.call(2, .profiles(status: status))]) == isBroken)
    }

    @Test(arguments: [(-60, true), (60, false)] as [(Int64, Bool)])
    func `the judge reports a poll of a code that has expired`(seconds: Int64, isBroken: Bool) {
        let kept = PersistedState(code: PersistedCode(code: Self.code, notAfter: Self.noon.advanced(by: .seconds(seconds))))
        #expect(pollsExpiredCode(expiries(ahead: 0, kept)) == isBroken)
    }

    /// An answer after a time that the clock does not tell may be in time or late. If it shows another clock, the flow may follow either.
    @Test(arguments: [(0, true), (60, false)] as [(Int64, Bool)])
    func `an answer that may be late leaves the judge in doubt if it shows another clock`(ahead: Int64, isBroken: Bool) {
        let end = Self.noon.advanced(by: .seconds(-30))
        var judge = expiries(ahead: 0, PersistedState(code: PersistedCode(code: Self.code, notAfter: end)))
        judge.take(Self.event(.app(.foregrounded)), [Self.call(2, .configuration)])
        judge.take(Self.event(.app(.foregrounded), at: -5000), [Self.call(3, .configuration)])
        let shown = { Self.noon.advanced(by: .seconds($0)).advanced(by: Interval(milliseconds: -5000)) }
        judge.take(Self.event(.reply(RequestID(3), Reply(.done, serverTime: shown(0))), at: -5000), [])
        #expect(pollsExpiredCode(judge), "a request that was sent after the clock was set")
        judge.take(Self.event(.reply(RequestID(2), Reply(.done, serverTime: shown(ahead))), at: -5000), [])
        #expect(pollsExpiredCode(judge) == isBroken)
    }

    @Test func `a late answer shows the judge no clock`() {
        let end = Self.noon.advanced(by: .seconds(3600))
        let kept = PersistedState(code: PersistedCode(code: Self.code, notAfter: end))
        #expect(pollsExpiredCode(expiries(ahead: 0, kept), at: 3_700_000))
        #expect(!pollsExpiredCode(expiries(ahead: 0, kept, late: true), at: 3_700_000), "Adobe's clock is not known")
    }

    @Test func `only Adobe's own words show the judge its clock`() {
        let time = Self.noon
        #expect(AdobesWord.time(of: Reply(.failed(.status(http: 503)), serverTime: time)) == nil)
        #expect(AdobesWord.time(of: Reply(.failed(.transport(.unreadable)), serverTime: time)) == nil)
        #expect(AdobesWord.time(of: Reply(.failed(.refused(http: 500, .named("x"))), serverTime: time)) == time)
        #expect(AdobesWord.time(of: Reply(.done, serverTime: time)) == time)
    }
}
