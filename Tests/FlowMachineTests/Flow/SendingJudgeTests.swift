import FlowTestSupport
import Testing

@testable import FlowMachine

/// What `SendingJudge` takes for a repetition of the same request.
@Suite struct SendingJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_268_800_000)
    private static let poll = RequestID(90)
    private static let logout = Endpoint.logout(.any)

    private static func event(_ origin: FlowEvent.Origin, at second: Int64) -> FlowEvent {
        FlowEvent(time: noon.advanced(by: .seconds(second)), origin: origin)
    }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    /// A poll is outstanding when the viewer signs out, and three logouts are throttled, each a few seconds after the other.
    private func givenUp() -> JudgeAlone<SendingJudge> {
        var judge = JudgeAlone(SendingJudge())
        var steps: [(FlowEvent.Origin, [Effect])] = [
            (.timer(TimerID(1)), [Self.call(90, .profileForCode(SecretRef(.code, 1)))]),
            (.user(.signOut(WishID(1))), [Self.call(1, Self.logout)]),
        ]
        for count in 1...3 as ClosedRange<Int64> {
            steps.append((.reply(RequestID(count), Reply(.failed(.throttled))), []))
            if count < 3 { steps.append((.timer(TimerID(5)), [Self.call(count + 1, Self.logout)])) }
        }
        for (index, (origin, effects)) in steps.enumerated() {
            let isBroken = judge.isBroken(by: Self.event(origin, at: Int64(index) * 5), effects)
            #expect(!isBroken, "\(index)")
        }
        return judge
    }

    @Test func `a logout may be sent once more when a poll that may have signed the viewer in gets no answer`() {
        var judge = givenUp()
        let timeout = Self.event(.timer(TimerID(7)), at: 60)
        let isBroken = judge.isBroken(by: timeout, [.cancel(Self.poll), Self.call(4, Self.logout)])
        #expect(!isBroken)
    }

    @Test func `the judge reports a fourth logout that nothing but a timer explains`() {
        var judge = givenUp()
        let isBroken = judge.isBroken(by: Self.event(.timer(TimerID(7)), at: 60), [Self.call(4, Self.logout)])
        #expect(isBroken)
    }

    @Test func `two wishes may wait for the same: the one that is given up does not count for the other`() {
        var judge = JudgeAlone(SendingJudge())
        let media = Endpoint.restV1(.mediaToken(resource: SecretRef(.resource, 1)))
        var second: Int64 = 0
        func isBroken(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> Bool {
            second += 5
            return judge.isBroken(by: Self.event(origin, at: second), effects)
        }
        // The first is sent three times, the second twice.
        #expect(!isBroken(.user(.signIn(WishID(1))), [Self.call(1, media)]))
        #expect(!isBroken(.reply(RequestID(1), Reply(.failed(.throttled))), []))
        #expect(!isBroken(.timer(TimerID(1)), [Self.call(2, media), Self.call(3, media)]))
        #expect(!isBroken(.reply(RequestID(2), Reply(.failed(.throttled))), []))
        #expect(!isBroken(.reply(RequestID(3), Reply(.failed(.throttled))), []))
        #expect(!isBroken(.timer(TimerID(2)), [Self.call(4, media), Self.call(5, media)]))
        #expect(!isBroken(.reply(RequestID(5), Reply(.failed(.throttled))), []))
        #expect(!isBroken(.reply(RequestID(4), Reply(.failed(.throttled))), []))
        #expect(!isBroken(.timer(TimerID(3)), [Self.call(6, media)]), "the second has its third attempt")
        #expect(!isBroken(.reply(RequestID(6), Reply(.failed(.throttled))), []))
        #expect(isBroken(.timer(TimerID(4)), [Self.call(7, media)]), "nobody has a fourth")
    }

    /// Three plays of one film wait for a hold. The secret of the token is lost, so each is sent twice. Each is refused then, or continues.
    @Test(arguments: [true, false]) func `a wish that is refused ends its request, and the next wish has attempts of its own`(refuses: Bool)
    {
        var judge = JudgeAlone(SendingJudge())
        let play = Endpoint.authorize(.any, resource: SecretRef(.resource, 1), status: nil, identity: nil)
        let missing = Reply(.failed(.transport(.secretMissing)))
        let ids = 1...3 as ClosedRange<Int64>
        var second: Int64 = 0
        func isBroken(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> Bool {
            second += 5
            return judge.isBroken(by: Self.event(origin, at: second), effects)
        }
        #expect(!isBroken(.timer(TimerID(1)), ids.map { Self.call($0, play) }))
        for id in ids { #expect(!isBroken(.reply(RequestID(id), missing), [])) }
        var broken: [Int64] = []
        for id in 4...18 as ClosedRange<Int64> {
            if isBroken(.timer(TimerID(id)), [Self.call(id, play)]) { broken.append(id) }
            let refusal = Effect.answer(WishID(id), .refused(Refusal(reason: .service, options: [.retry])))
            #expect(!isBroken(.reply(RequestID(id), missing), refuses ? [refusal] : []))
        }
        #expect(broken.isEmpty == refuses)
    }

    /// Two requests for a token fail, and the third one ends as `result` says. A retry timer is armed then, and leads to a fourth.
    private func isFourthBroken(after result: Reply.Result) -> Bool {
        var judge = JudgeAlone(SendingJudge())
        let token = Endpoint.token(client: SecretRef(.client, 1))
        let failed = Reply(.failed(.transport(.connection)))
        var steps: [(FlowEvent.Origin, [Effect])] = [(.timer(TimerID(1)), [Self.call(1, token)])]
        for attempt in 2...3 as ClosedRange<Int64> {
            steps.append((.reply(RequestID(attempt - 1), failed), [.arm(TimerID(attempt), .retry, at: Self.noon)]))
            steps.append((.timer(TimerID(attempt)), [Self.call(attempt, token)]))
        }
        steps.append((.reply(RequestID(3), Reply(result)), [.arm(TimerID(4), .retry, at: Self.noon)]))
        for (index, (origin, effects)) in steps.enumerated() {
            let isBroken = judge.isBroken(by: Self.event(origin, at: Int64(index) * 5), effects)
            #expect(!isBroken, "\(index)")
        }
        return judge.isBroken(by: Self.event(.timer(TimerID(4)), at: 60), [Self.call(4, token)])
    }

    @Test func `a token that arrived ends its request, whatever a retry timer armed with it is for`() {
        let token = AccessToken(ref: SecretRef(.token, 3), notAfter: Self.noon.advanced(by: .seconds(20)))
        #expect(!isFourthBroken(after: .token(token)))
        #expect(isFourthBroken(after: .failed(.transport(.connection))))
    }
}
