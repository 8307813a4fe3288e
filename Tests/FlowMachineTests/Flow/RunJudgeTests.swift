import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks the judges of playbacks, attempts and sign-outs with decisions that no build makes, whatever the model contains.
@Suite struct RunJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let film = SecretRef(.resource, 1)
    private static let other = SecretRef(.resource, 2)
    private static let media = MediaToken(ref: SecretRef(.media, 1), notAfter: noon.advanced(by: .seconds(300)))
    private static let profile = Profile(mvpd: .any, type: .regular, notAfter: noon.advanced(by: .seconds(600)))

    private var judges = RunJudges()
    /// The model claims that the viewer requested everything: a sign-out, and the answers to it.
    private var before = FlowModel()
    private var after = FlowModel()

    init() {
        after.context.isLaunched = true
        after.context.signedOut = SignedOutMark()
    }

    private mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect], at seconds: Int64 = 0) -> [Invariant] {
        let event = FlowEvent(time: Self.noon.advanced(by: .seconds(seconds)), origin: origin)
        let broken = judges.judge(event, from: before, to: after, effects, isEarly: false, .box)
        before = after
        return broken
    }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    private static func authorize(_ id: Int64, _ mvpd: MVPDID = .any, _ resource: SecretRef = film) -> Effect {
        call(id, .authorize(mvpd, resource: resource, status: nil, identity: nil))
    }

    private static func permit(_ resource: SecretRef = film) -> Reply.Result {
        .decisions([Decision(resource: resource, verdict: .permit(media: media), source: .mvpd)])
    }

    private mutating func launch(_ profile: Profile? = profile) {
        #expect(feed(.app(.launched(PersistedState(profile: profile))), []) == [])
    }

    private mutating func play(_ effects: [Effect]) -> [Invariant] {
        feed(.user(.play(WishID(1), resource: Self.film, under: .signedIn)), effects)
    }

    private static let permitted = Effect.answer(WishID(1), .permitted(resource: film, media: media, source: .mvpd))

    // MARK: Playbacks

    @Test mutating func `the judge accepts one playback that authorize permitted`() {
        launch()
        #expect(play([Self.authorize(1)]) == [])
        #expect(feed(.reply(RequestID(1), Reply(Self.permit())), [Self.permitted]) == [])
        #expect(feed(.app(.foregrounded), [Self.permitted]) == [.playedOnlyWhenPermitted])
    }

    @Test mutating func `the judge reports a playback on a preauthorize permit`() {
        launch()
        #expect(play([Self.call(1, .preauthorize(.any, resources: [Self.film], status: nil))]) == [])
        #expect(feed(.reply(RequestID(1), Reply(Self.permit())), [Self.permitted]) == [.playedOnlyWhenPermitted])
    }

    @Test mutating func `the judge reports a playback on a permit for another resource`() {
        launch()
        #expect(play([Self.authorize(1)]) == [])
        #expect(feed(.reply(RequestID(1), Reply(Self.permit(Self.other))), [Self.permitted]) == [.playedOnlyWhenPermitted])
    }

    @Test mutating func `the judge reports a playback of a resource that the wish did not name`() {
        launch()
        #expect(play([Self.authorize(1, .any, Self.other)]) == [])
        let other = Effect.answer(WishID(1), .permitted(resource: Self.other, media: Self.media, source: .mvpd))
        #expect(feed(.reply(RequestID(1), Reply(Self.permit(Self.other))), [other]) == [.playedOnlyWhenPermitted])
    }

    // MARK: Attempts

    @Test mutating func `the judge reports the fourth sending in a row, whatever its cause`() {
        launch()
        var id: Int64 = 1
        #expect(feed(.app(.foregrounded), [Self.call(id, .profiles(status: nil))]) == [])
        for attempt in 2...4 as ClosedRange<Int64> {
            let retry = Effect.arm(TimerID(attempt), .retry, at: Self.noon)
            #expect(feed(.reply(RequestID(id), Reply(.failed(.transport(.connection)))), [retry]) == [])
            id += 1
            let broken = feed(.timer(TimerID(attempt)), [Self.call(id, .profiles(status: nil))])
            #expect(broken == (attempt == 4 ? [.boundedAttempts] : []), "\(attempt)")
        }
    }

    @Test mutating func `the judge reports a request sent during the hold after a 429`() {
        launch()
        #expect(feed(.app(.foregrounded), [Self.call(1, .profiles(status: nil))]) == [])
        #expect(feed(.reply(RequestID(1), Reply(.failed(.throttled))), []) == [])
        #expect(feed(.app(.foregrounded), [Self.call(2, .configuration)]) == [.boundedAttempts])
    }

    // MARK: Sign-outs

    @Test mutating func `the judge accepts a logout that the viewer asked for`() {
        launch()
        #expect(feed(.user(.signOut(WishID(1))), [Self.call(1, .logout(.any))]) == [])
        let answers = Effect.answer(WishID(1), .signedOut(owed: false))
        #expect(feed(.reply(RequestID(1), Reply(.logouts([]))), [answers]) == [])
    }
}
