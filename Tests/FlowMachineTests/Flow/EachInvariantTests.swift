import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks that each invariant is reported by a run that breaks it. A new case does not compile without such a run.
@Suite struct EachInvariantTests {
    @Test(arguments: Invariant.allCases)
    func `a run that breaks an invariant is reported at the event that breaks it`(invariant: Invariant) {
        let broken = BrokenRuns.run(of: invariant, isBroken: true).broken()
        #expect(broken.last?.contains(invariant) ?? false, "\(broken)")
        #expect(!broken.dropLast().contains { $0.contains(invariant) }, "\(broken)")
    }

    @Test(arguments: Invariant.allCases)
    func `the twin of a run that breaks an invariant is not reported`(invariant: Invariant) {
        let broken = BrokenRuns.run(of: invariant, isBroken: false).broken()
        #expect(!broken.contains { $0.contains(invariant) }, "\(broken)")
    }

    @Test(arguments: [nil, SecretRef(.saml, 2)])
    func `a partner profile is created once, from the framework's last response`(other: SecretRef?) {
        var run = BrokenRuns.run(of: .noPartnerProfileInCheck, isBroken: false)
        run.reply(3, other == nil ? .profiles([BrokenRuns.profile(.appleSSO)]) : .failed(.transport(.connection)))
        let again = Endpoint.createPartnerProfile(saml: other ?? BrokenRuns.saml, status: PartnerStatus(permission: .granted))
        run.feed(.app(.backgrounded), [BrokenRuns.call(4, again)])
        #expect(run.broken().last?.contains(.noPartnerProfileInCheck) ?? false)
    }

    // MARK: Polls

    private static let poll = Endpoint.profileForCode(BrokenRuns.code)

    /// A kept code, and the answer to its first poll, which leads to `effects`.
    private func polled(_ result: Reply.Result, _ effects: [Effect]) -> [Invariant] {
        let kept = PersistedState(code: PersistedCode(code: BrokenRuns.code, notAfter: ForgedRun.noon.advanced(by: .seconds(900))))
        var run = ForgedRun(kept, [BrokenRuns.call(1, Self.poll)])
        run.reply(1, result, effects)
        return run.broken()[1].filter { $0 == .boundedPolling || $0 == .pollsBackOff || $0 == .shownOnlyWhileAwaited }
    }

    @Test(
        arguments: [
            (.profiles([]), 5, []), (.profiles([]), 6, [.pollsBackOff]), (.profiles([]), 2, [.boundedPolling]),
            (.failed(.status(http: 503)), 7, [.pollsBackOff]), (.failed(.status(http: 503)), 8, []), (.failed(.status(http: 503)), 10, []),
            (.failed(.status(http: 503)), 11, [.pollsBackOff]), (.failed(.throttled), 5, [.pollsBackOff]),
            (.failed(.transport(.connection)), 5, []),
            (.failed(.refused(http: 500, AdobeError(action: .retry, status: 500, code: nil))), 5, [.pollsBackOff]),
            (.failed(.refused(http: 401, AdobeError(action: .applicationRegistration, status: 401, code: nil))), 5, []),
        ] as [(Reply.Result, Int64, [Invariant])])
    func `the next poll is neither too early nor too late after an answer`(result: Reply.Result, seconds: Int64, broken: [Invariant]) {
        #expect(FlowSettings.box.policy.pollInterval == .seconds(5))
        #expect(polled(result, [BrokenRuns.arm(1, .poll, in: seconds)]) == broken)
    }

    @Test func `a poll may wait for the end of a hold, and not longer`() {
        for (seconds, broken) in [(60, []), (61, [.pollsBackOff])] as [(Int64, [Invariant])] {
            let effects = [BrokenRuns.arm(1, .hold, in: 60), BrokenRuns.arm(2, .poll, in: seconds)]
            #expect(polled(.profiles([]), effects) == broken)
            #expect(polled(.profiles([]), [effects[0], .disarm(TimerID(1)), effects[1]]) == [.pollsBackOff])
        }
    }

    @Test func `a poll follows its timer, and only for the last code that is not forgotten or lost`() {
        let again = BrokenRuns.call(2, Self.poll)
        #expect(polled(.profiles([]), [again]) == [.boundedPolling], "without a timer")
        #expect(polled(.profiles([]), [.forget(.secret(BrokenRuns.code)), again]) == [.boundedPolling], "forgotten")
        let shown = BrokenRuns.show(1, .code(BrokenRuns.code, notAfter: nil))
        #expect(polled(.profiles([]), [shown]).filter { $0 != .shownOnlyWhileAwaited } == [])
        let newer = OpenSession(code: SecretRef(.code, 2), notAfter: nil, link: nil, mvpd: .any)
        #expect(polled(.session(.authenticate(newer)), [again]).contains(.boundedPolling), "replaced")
        var unasked = JudgeAlone(PollJudge())
        var judge = JudgeAlone(PollJudge())
        let kept = PersistedState(code: PersistedCode(code: BrokenRuns.code, notAfter: ForgedRun.noon))
        func at(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: ForgedRun.noon, origin: origin) }
        let session = BrokenRuns.call(9, .createSession(mvpd: .any))
        #expect(unasked.judge(at(.app(.launched(kept))), [session]) == [])
        #expect(
            unasked.judge(at(.reply(RequestID(9), Reply(.session(.authenticate(newer))))), [again, shown]) == [], "the viewer has this one")
        #expect(unasked.judge(at(.app(.foregrounded)), [BrokenRuns.show(2, .code(newer.code, notAfter: nil))]) == [.shownOnlyWhileAwaited])
        #expect(judge.judge(at(.app(.launched(kept))), [shown, again]) == [])
        #expect(judge.judge(at(.app(.foregrounded)), [BrokenRuns.call(3, Self.poll)]) == [.boundedPolling], "two at once")
        #expect(judge.judge(at(.app(.foregrounded)), [.cancel(RequestID(2)), .cancel(RequestID(3))]) == [])
        #expect(judge.judge(at(.app(.secretLost(BrokenRuns.code))), []) == [])
        #expect(judge.judge(at(.app(.foregrounded)), [shown]) == [.shownOnlyWhileAwaited], "lost (FM-20)")
        #expect(judge.judge(at(.app(.foregrounded)), [again]) == [.boundedPolling])
    }

    @Test(arguments: [true, false]) func `a legacy poll follows its timer, and the first may follow the check at once`(showsCode: Bool) {
        let kept = PersistedState(code: PersistedCode(code: BrokenRuns.code, notAfter: ForgedRun.noon.advanced(by: .seconds(900))))
        let poll = Endpoint.restV1(.authenticationToken)
        let shown = BrokenRuns.show(1, .code(BrokenRuns.code, notAfter: nil))
        func polled(_ result: Reply.Result) -> [Invariant] {
            var judge = JudgeAlone(PollJudge())
            func at(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: ForgedRun.noon, origin: origin) }
            _ = judge.judge(at(.app(.launched(kept))), (showsCode ? [shown] : []) + [BrokenRuns.call(1, poll)])
            return judge.judge(at(.reply(RequestID(1), Reply(result))), [shown, BrokenRuns.call(2, poll)])
        }
        #expect(polled(.failed(.status(http: 503))) == (showsCode ? [.boundedPolling] : []))
        #expect(polled(.failed(.transport(.connection))) == (showsCode ? [.boundedPolling] : []))
        #expect(polled(.failed(.transport(.secretMissing))) == [], "its token was at fault")
    }

    @Test func `slow answers to the requests for a token explain a longer wait, until a good answer`() {
        for (after, broken) in [(0, [.pollsBackOff]), (1, [])] as [(Int64, [Invariant])] {
            var run = BrokenRuns.run(of: .boundedPolling, isBroken: false)
            run.reply(1, .failed(.unauthorized(nil)), [BrokenRuns.call(2, .token(client: BrokenRuns.client))])
            if after == 1 { run.reply(2, .failed(.status(http: 503))) }
            run.feed(.app(.backgrounded), [BrokenRuns.arm(1, .poll, in: 10)])
            #expect(run.broken().last?.filter { $0 == .pollsBackOff } == broken)
        }
    }

    // MARK: Loops

    @Test(arguments: [(10, 1, false), (11, 1, true), (20, 2, false), (21, 2, true)] as [(Int64, Int64, Bool)])
    func `a loop of new calls is reported, and new acts of the viewer are not`(sent: Int64, wishes: Int64, isLoop: Bool) {
        func run(_ renew: (inout JudgeAlone<LoopJudge>, Int64) -> Void) -> Bool {
            var judge = JudgeAlone(LoopJudge())
            func at(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: ForgedRun.noon, origin: origin) }
            var isBroken = judge.isBroken(by: at(.app(.launched(PersistedState()))), [])
            for wish in 1...wishes { isBroken = judge.isBroken(by: at(.user(.signIn(WishID(wish)))), []) || isBroken }
            for id in 1...sent {
                if id == 6 { renew(&judge, id) }
                let reply = at(.reply(RequestID(id - 1), Reply(.profiles([]))))
                isBroken = judge.isBroken(by: reply, [BrokenRuns.call(id, .createSession(mvpd: .any))]) || isBroken
            }
            return isBroken
        }
        #expect(run { _, _ in } == isLoop)
        for origin in [FlowEvent.Origin.app(.foregrounded), .user(.signIn(WishID(9)))] {
            #expect(!run { judge, _ in _ = judge.isBroken(by: FlowEvent(time: ForgedRun.noon, origin: origin), []) })
        }
        for (purpose, renews) in [(TimerPurpose.poll, true), (.codeExpiry, true), (.retry, false), (.hold, false), (.timeout, false)] {
            let result = run { judge, _ in
                let armed = FlowEvent(time: ForgedRun.noon, origin: .reply(RequestID(0), Reply(.done)))
                _ = judge.isBroken(by: armed, [BrokenRuns.arm(1, purpose, in: 0)])
                _ = judge.isBroken(by: FlowEvent(time: ForgedRun.noon, origin: .timer(TimerID(1))), [])
            }
            #expect(result == (isLoop && !renews), "\(purpose)")
        }
        #expect(
            run { judge, _ in
                let answered = FlowEvent(time: ForgedRun.noon, origin: .reply(RequestID(0), Reply(.done)))
                _ = judge.isBroken(by: answered, [.answer(WishID(2), .dropped)])
            } == (isLoop || wishes == 2))
    }

    @Test(arguments: [(5, false), (12, true)] as [(Int64, Bool)])
    func `the requests of a wish that was answered do not count for the next wish`(each: Int64, isLoop: Bool) {
        var judge = JudgeAlone(LoopJudge())
        func at(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: ForgedRun.noon, origin: origin) }
        let wishes = 1...3 as ClosedRange<Int64>
        _ = judge.isBroken(by: at(.app(.launched(PersistedState()))), [])
        for wish in wishes { _ = judge.isBroken(by: at(.user(.signIn(WishID(wish)))), []) }
        var isBroken = false
        for wish in wishes {
            for id in 1...each {
                let effects = [BrokenRuns.call(wish * each + id, .createSession(mvpd: .any))]
                isBroken = judge.isBroken(by: at(.timer(TimerID(1))), effects) || isBroken
            }
            _ = judge.isBroken(by: at(.reply(RequestID(wish * each + each), Reply(.done))), [.answer(WishID(wish), .dropped)])
        }
        #expect(isBroken == isLoop)
    }

    // MARK: Time limits

    /// A request that is sent at noon, and what its answer is after this many seconds.
    private func limited(_ seconds: Int64, between: [(FlowEvent.Origin, [Effect], Int64)] = []) -> Reply.Result? {
        var outstanding = Outstanding()
        func take(_ origin: FlowEvent.Origin, _ effects: [Effect], _ seconds: Int64) -> FlowEvent {
            outstanding.step(FlowEvent(time: ForgedRun.noon.advanced(by: .seconds(seconds)), origin: origin), effects, .box).event
        }
        _ = take(.app(.foregrounded), [BrokenRuns.call(1, .configuration), BrokenRuns.arm(1, .timeout, in: 30)], 0)
        for (origin, effects, seconds) in between { _ = take(origin, effects, seconds) }
        if case .reply(_, let reply) = take(.reply(RequestID(1), Reply(.done)), [], seconds).origin { return reply.result }
        return nil
    }

    @Test func `an answer after the request's own time limit is a time-out, whatever it contains`() {
        let limit = FlowSettings.box.policy.requestTimeout.milliseconds / 1000
        let late = Reply.Result.failed(.transport(.timedOut))
        #expect(limited(limit - 1) == .done)
        #expect(limited(limit) == late)
        #expect(limited(limit + 9, between: [(.app(.backgrounded), [.cancel(RequestID(1))], 1)]) == .done, "nobody waits for it")
        #expect(limited(limit + 9, between: [(.app(.backgrounded), [BrokenRuns.call(2, .register)], 1)]) == late)
        // The clock was set back by an hour: the timer of the limit shows the new time.
        #expect(limited(limit - 3600, between: [(.timer(TimerID(1)), [], -3600)]) == late)
        #expect(limited(limit - 3601, between: [(.timer(TimerID(1)), [], -3600)]) == .done)
        #expect(limited(limit - 3600, between: [(.timer(TimerID(2)), [], -3600)]) == .done, "another timer")
        #expect(
            limited(limit - 3600, between: [(.app(.backgrounded), [.disarm(TimerID(1))], 1), (.timer(TimerID(1)), [], -3600)]) == .done)
    }
}
