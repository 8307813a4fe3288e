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
    private var after = FlowModel()

    init() {
        after.context.isLaunched = true
        after.context.signedOut = SignedOutMark()
    }

    private mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect], at seconds: Int64 = 0) -> [Invariant] {
        let event = FlowEvent(time: Self.noon.advanced(by: .seconds(seconds)), origin: origin)
        let broken = judges.judge(event, to: after, effects, .box)
        // These runs have no timers; `WaitingJudgeTests` judges what is awaited.
        return broken.filter { $0 != .wishesMakeProgress && $0 != .idlesOnlyWhereAllowed }
    }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    private static func authorize(_ id: Int64, _ mvpd: MVPDID = .any, _ resource: SecretRef = film) -> Effect {
        call(id, .authorize(mvpd, resource: resource, status: nil, identity: nil))
    }

    private static func permit(_ resource: SecretRef = film) -> Reply.Result {
        .decisions([AdobeDecision(resource: resource, verdict: .permit(media: media), source: .mvpd)])
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

    /// A check is throttled three times. Then the same is sent once more: for the check again, or, if the check has ended with the kept
    /// access, for the request of the app that waited for it.
    @Test(arguments: [true, false]) mutating func `the attempts of a check are not those of a request that waited for it`(ends: Bool) {
        launch()
        #expect(feed(.app(.foregrounded), [Self.call(1, .profile(.any, status: nil))]) == [])
        for attempt in 1...3 as ClosedRange<Int64> {
            let expiry = Effect.arm(TimerID(99), .profileExpiry, at: Self.profile.notAfter)
            let hold = Effect.arm(TimerID(attempt), .hold, at: Self.noon.advanced(by: .seconds(attempt * 2)))
            let effects = ends && attempt == 3 ? [hold, expiry] : [hold]
            let reply = Reply(.failed(.throttled), serverTime: Self.noon.advanced(by: .seconds(attempt * 2 - 1)))
            #expect(feed(.reply(RequestID(attempt), reply), effects, at: attempt * 2 - 1) == [])
            let broken = feed(.timer(TimerID(attempt)), [Self.call(attempt + 1, .profile(.any, status: nil))], at: attempt * 2)
            #expect(broken == (attempt == 3 && !ends ? [.boundedAttempts] : []), "\(attempt)")
        }
    }

    @Test mutating func `the judge reports a request sent during the hold after a 429`() {
        launch()
        #expect(feed(.app(.foregrounded), [Self.call(1, .profiles(status: nil))]) == [])
        #expect(feed(.reply(RequestID(1), Reply(.failed(.throttled))), []) == [])
        #expect(feed(.app(.foregrounded), [Self.call(2, .profile(.any, status: nil))]) == [.boundedAttempts])
    }

    // MARK: Sign-outs

    private static let owing = Effect.keep(.owedLogouts([.any]))
    private static let forgetting = Effect.forget(.fact(.profile))
    private static let apple = PlatformMappingID("Apple_M")

    private static func answered(owed: Bool) -> Effect { .answer(WishID(1), .signedOut(owed: owed)) }

    private static func status(_ provider: PlatformMappingID?, _ error: PartnerError? = nil) -> Reply {
        Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .granted, mapping: provider), error: error)))
    }

    /// The viewer has signed out, and Adobe has answered. The framework had named the account.
    private mutating func signOut() {
        launch()
        #expect(feed(.app(.foregrounded), [.partner(RequestID(50), .status(prompt: false))]) == [])
        #expect(feed(.reply(RequestID(50), Self.status(Self.apple)), []) == [])
        #expect(feed(.user(.signOut(WishID(1))), [Self.forgetting, Self.owing, Self.call(1, .logout(.any))]) == [])
        #expect(feed(.reply(RequestID(1), Reply(.logouts([]))), [Self.answered(owed: false)]) == [])
    }

    @Test mutating func `the judge accepts a logout that the viewer asked for`() { signOut() }

    @Test mutating func `the judge reports a logout that no viewer asked for, whatever the flow marks and keeps`() {
        launch()
        let marks = [Effect.keep(.signedOut(SignedOutMark())), Self.forgetting, Self.owing, Self.call(1, .logout(.any))]
        #expect(feed(.timer(TimerID(1)), marks) == [.signOutOnlyWhenAsked])
    }

    @Test mutating func `the judge reports a logout that is sent before it is kept`() {
        launch()
        let effects = [Self.forgetting, Self.call(1, .logout(.any)), Self.owing]
        #expect(feed(.user(.signOut(WishID(1))), effects) == [.debtIsKeptFirst])
    }

    @Test mutating func `the judge reports a sign-out that leaves a fact of the viewer on disk`() {
        launch()
        #expect(feed(.user(.signOut(WishID(1))), [Self.owing, Self.call(1, .logout(.any))]) == [.signOutForgetsViewer])
    }

    @Test mutating func `the judge reports a sign-out that is called complete although Adobe did not answer`() {
        launch()
        #expect(feed(.user(.signOut(WishID(1))), [Self.forgetting, Self.answered(owed: false)]) == [.signOutIsHonest])
        var offline = Self()
        offline.launch()
        #expect(offline.feed(.user(.signOut(WishID(1))), [Self.forgetting, Self.owing, Self.call(1, .logout(.any))]) == [])
        let lost = Reply(.failed(.transport(.connection)))
        #expect(offline.feed(.reply(RequestID(1), lost), [Self.answered(owed: false)]) == [.signOutIsHonest])
    }

    @Test mutating func `the judge reports a sign-out that is called complete although a lost sign-in may have happened`() {
        launch(nil)
        _ = feed(.user(.signIn(WishID(7))), [Self.call(1, .partnerSession(status: PartnerStatus(permission: .granted)))])
        let session = Reply(.session(.partnerProfile(request: SecretRef(.request, 1), mvpd: .any)))
        let exchange = Endpoint.createPartnerProfile(saml: SecretRef(.saml, 1), status: PartnerStatus(permission: .granted))
        _ = feed(.reply(RequestID(1), session), [Self.call(2, exchange)])
        #expect(feed(.reply(RequestID(2), Reply(.failed(.transport(.connection)))), []) == [])
        let refused = Effect.answer(WishID(7), .refused(.canceled))
        #expect(feed(.user(.signOut(WishID(1))), [refused, Self.answered(owed: false)]) == [.signOutIsHonest])
    }

    @Test mutating func `the judge reports an access that depends on a sign-out that Adobe has not answered`() {
        launch()
        #expect(feed(.user(.signOut(WishID(1))), [Self.forgetting, Self.owing, Self.call(1, .logout(.any))]) == [])
        #expect(feed(.reply(RequestID(1), Reply(.failed(.transport(.connection)))), [Self.answered(owed: true)]) == [])
        #expect(play([Self.authorize(2)]) == [.signOutEndsAccess])
    }

    @Test(arguments: [Endpoint.profiles(status: nil), .profile(.any, status: nil), .createSession(mvpd: nil), .configuration])
    mutating func `the judge reports a sign-in that starts by itself after a sign-out, whatever the flow forgets`(endpoint: Endpoint) {
        signOut()
        let effects = [Effect.forget(.fact(.signedOut)), Self.call(9, endpoint)]
        #expect(feed(.app(.foregrounded), effects) == [.noSignInAfterSignOut])
        var asked = Self()
        asked.signOut()
        #expect(asked.feed(.user(.signIn(WishID(7))), effects) == [])
    }

    @Test(arguments: [nil, PartnerError.other(code: 1)])
    mutating func `the judge takes only the framework's word for another account, not an error`(error: PartnerError?) {
        signOut()
        for (request, reply) in [(60, Self.status(nil, error)), (61, Self.status(Self.apple))] as [(Int64, Reply)] {
            #expect(feed(.app(.foregrounded), [.partner(RequestID(request), .status(prompt: false))]) == [])
            let isLast = request == 61
            let effects = isLast ? [Self.call(9, .createSession(mvpd: nil))] : []
            let broken = feed(.reply(RequestID(request), reply), effects)
            #expect(broken == (isLast && error != nil ? [.noSignInAfterSignOut] : []), "\(request)")
        }
    }

    @Test(arguments: [Reply.Result.failed(.transport(.timedOut)), nil])
    mutating func `a question to the framework that times out is no leave to sign in`(answer: Reply.Result?) {
        signOut()
        #expect(feed(.app(.foregrounded), [.partner(RequestID(60), .status(prompt: false))]) == [])
        let origin = answer.map { FlowEvent.Origin.reply(RequestID(60), Reply($0)) } ?? .timer(TimerID(1))
        let effects = [Self.call(9, .createSession(mvpd: nil))]
        #expect(feed(origin, answer == nil ? [.cancel(RequestID(60))] + effects : effects) == [.noSignInAfterSignOut])
    }

    @Test mutating func `the judge reports a permit of a provider whose sign-out Adobe has not answered`() {
        launch()
        #expect(play([Self.authorize(7)]) == [])
        #expect(feed(.user(.signOut(WishID(2))), [Self.forgetting, Self.owing, Self.call(8, .logout(.any))]) == [])
        var settled = self
        #expect(feed(.reply(RequestID(7), Reply(Self.permit())), [Self.permitted]) == [.signOutEndsAccess])
        #expect(settled.feed(.reply(RequestID(8), Reply(.logouts([]))), []) == [])
        #expect(settled.feed(.reply(RequestID(7), Reply(Self.permit())), [Self.permitted]) == [])
    }

    @Test(arguments: [RESTV1Endpoint.authorize(resource: film), .mediaToken(resource: film), .preauthorize(resources: [film])])
    func `the legacy judge reports a decision while a sign-out is owed, except for temporary access`(endpoint: RESTV1Endpoint) {
        func isBroken(_ event: UserEvent) -> Bool {
            var promises = SignOutPromises()
            let kept = PersistedState(owedLogouts: [.device])
            promises.take(FlowEvent(time: Self.noon, origin: .app(.launched(kept))), .box.legacy)
            promises.take(FlowEvent(time: Self.noon, origin: .user(event)), .box.legacy)
            let effects = [Self.call(1, .restV1(endpoint))]
            promises.note(effects, .box.legacy)
            return promises.areBroken(by: effects, at: FlowModel(), .box.legacy)
        }
        #expect(isBroken(.play(WishID(1), resource: Self.film, under: .signedIn)))
        #expect(!isBroken(.play(WishID(1), resource: Self.film, under: .temporary(identity: nil))))
    }

    @Test mutating func `the judge reports a sign-out's screen that interrupts a viewer who asked for nothing`() {
        #expect(feed(.app(.launched(PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))), []) == [])
        #expect(feed(.app(.foregrounded), [Self.call(1, .logout(.any))]) == [])
        let prompt = Effect.present(PresentationID(1), .signOutInSettings)
        #expect(feed(.reply(RequestID(1), Reply(.logouts([]))), [prompt]) == [.silentDoesNotInterrupt])
    }
}
