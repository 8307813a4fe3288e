import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks the judges of screens, options, errors and permits with decisions that no build makes. Each test that reports a violation has a
/// counterpart without one.
@Suite struct ViewerJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let film = SecretRef(.resource, 1)
    private static let media = MediaToken(ref: SecretRef(.media, 1), notAfter: noon.advanced(by: .seconds(300)))
    private static let failure = Reply.Result.failed(.transport(.connection))
    private static let problem = Problem(reason: .service, options: [.retry, .cancel])
    private static let picker = Presentation.providerPicker(configuration: SecretRef(.configuration, 1))

    private var settings = FlowSettings.box
    private var judges = RunJudges()
    private var after = FlowModel()

    init() {
        after.context.isLaunched = true
        #expect(feed(.app(.launched(PersistedState()))) == [])
    }

    private mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect] = [], at seconds: Int64 = 0) -> [Invariant] {
        let event = FlowEvent(time: Self.noon.advanced(by: .seconds(seconds)), origin: origin)
        // These runs have no timers; `WaitingJudgeTests` judges what is awaited.
        return judges.judge(event, to: after, effects, settings)
            .filter { $0 != .wishesMakeProgress && $0 != .idlesOnlyWhereAllowed }
    }

    private static func signIn(_ id: Int64 = 1) -> FlowEvent.Origin { .user(.signIn(WishID(id))) }

    private static func play(_ id: Int64 = 1, _ access: PlayAccess = .signedIn) -> FlowEvent.Origin {
        .user(.play(WishID(id), resource: film, under: access))
    }

    private static func show(_ id: Int64, _ presentation: Presentation) -> Effect { .present(PresentationID(id), presentation) }

    private static func chose(_ id: Int64, _ choice: Choice) -> FlowEvent.Origin { .user(.chose(PresentationID(id), choice)) }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    private static func authorize(_ id: Int64, _ mvpd: MVPDID = .any) -> Effect {
        call(id, .authorize(mvpd, resource: film, status: nil, identity: nil))
    }

    private static func reply(_ id: Int64, _ result: Reply.Result, _ date: Instant? = nil) -> FlowEvent.Origin {
        .reply(RequestID(id), Reply(result, serverTime: date))
    }

    private static func refuse(_ id: Int64, _ refusal: Refusal) -> Effect { .answer(WishID(id), .refused(refusal)) }

    // MARK: Silence

    @Test(arguments: [false, true])
    func `an attempt of an earlier launch lasts while the check after its code's end waits for a token`(isWaiting: Bool) {
        var judges = RunJudges()
        let code = SecretRef(.code, 1)
        func feed(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> Bool {
            let event = FlowEvent(time: Self.noon, origin: origin)
            return judges.judge(event, to: after, effects, settings).contains(.silentDoesNotInterrupt)
        }
        let kept = PersistedState(code: PersistedCode(code: code, notAfter: Self.noon.advanced(by: .seconds(5))))
        let shown = Self.show(1, .code(code, notAfter: nil, isSlow: false))
        #expect(!feed(.app(.launched(kept)), [shown] + (isWaiting ? [Self.call(1, .token(client: SecretRef(.client, 1)))] : [])))
        #expect(!feed(.timer(TimerID(1)), [Self.show(1, .nothing), .forget(.fact(.code))]))
        #expect(feed(Self.reply(1, .failed(.transport(.connection))), [Self.show(2, .codeExpired)]) == !isWaiting)
    }

    @Test(
        arguments: [
            (.user(.preview(WishID(1), resources: [film])), false), (play(1, .ifSignedIn), false), (.user(.userMetadata(WishID(1))), false),
            (.app(.foregrounded), false), (.timer(TimerID(1)), false), (.user(.chose(PresentationID(4), .retry)), false),
            (signIn(), true), (play(), true), (.user(.otherProvider(WishID(1))), true),
        ] as [(FlowEvent.Origin, Bool)])
    func `the judge reports a question that no wish allows`(origin: FlowEvent.Origin, isAllowed: Bool) {
        for effect in [
            Self.show(1, Self.picker), .partner(RequestID(1), .status(prompt: true)),
            .partner(RequestID(1), .choice(configuration: SecretRef(.configuration, 1))),
        ] {
            var test = self
            #expect(test.feed(origin, [effect]) == (isAllowed ? [] : [.silentDoesNotInterrupt]))
        }
        var silent = self
        #expect(silent.feed(origin, [.partner(RequestID(1), .status(prompt: false))]) == [])
    }

    @Test mutating func `the judge reports a page of a sign-out that no wish asked for`() {
        var asked = self
        #expect(feed(.app(.foregrounded), [Self.show(1, .signOutInSettings)]) == [.silentDoesNotInterrupt])
        #expect(asked.feed(.user(.signOut(WishID(1))), [Self.show(1, .signOutInSettings)]) == [])
    }

    @Test mutating func `the judge accepts the code of an earlier launch, and reports a screen after it was canceled`() {
        var judges = RunJudges()
        let kept = PersistedState(code: PersistedCode(code: SecretRef(.code, 1), notAfter: Self.noon, mvpd: .any))
        func judge(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> [Invariant] {
            let event = FlowEvent(time: Self.noon, origin: origin)
            let broken = judges.judge(event, to: after, effects, settings)
            return broken.filter { $0 != .idlesOnlyWhereAllowed }
        }
        #expect(judge(.app(.launched(kept)), []) == [])
        #expect(judge(.timer(TimerID(1)), [Self.show(1, .code(SecretRef(.code, 1), notAfter: nil))]) == [])
        #expect(judge(Self.chose(1, .cancel), [Self.show(1, .nothing)]) == [])
        #expect(judge(.app(.foregrounded), [Self.show(2, Self.picker)]) == [.silentDoesNotInterrupt])
    }

    // MARK: Screens

    @Test mutating func `the judge reports screens that are updated, taken down or left behind wrongly`() {
        let code = Presentation.code(SecretRef(.code, 1), notAfter: nil)
        #expect(feed(Self.signIn(), [Self.show(4, Self.picker)]) == [])
        var older = self
        #expect(older.feed(.timer(TimerID(1)), [Self.show(3, code)]) == [.shownOnlyWhileAwaited], "an older number")
        var other = self
        #expect(other.feed(.timer(TimerID(1)), [Self.show(5, .nothing)]) == [.shownOnlyWhileAwaited], "another screen is shown")
        var changed = self
        #expect(changed.feed(.timer(TimerID(1)), [Self.show(4, Self.picker)]) == [.shownOnlyWhileAwaited], "only a code is updated")
        var left = self
        let access = Access.serverAuthorization(ServerAuthorization(reason: .authenticated, mvpd: .any))
        #expect(left.feed(.timer(TimerID(1)), [.answer(WishID(1), .signedIn(access))]) == [.shownOnlyWhileAwaited])
        #expect(feed(.timer(TimerID(1)), [Self.show(5, code)]) == [])
        #expect(feed(.timer(TimerID(1)), [Self.show(5, code)]) == [])
        #expect(feed(.timer(TimerID(1)), [.answer(WishID(1), .signedIn(access)), Self.show(5, .nothing)]) == [])
    }

    @Test(arguments: [Presentation.problem(problem), .codeExpired, picker])
    func `the judge reports a wish that waits behind a screen that reports an end`(screen: Presentation) {
        let reportsAnEnd = screen != Self.picker
        var test = self
        #expect(test.feed(Self.signIn(), [Self.show(1, screen)]) == [])
        for wish in [Self.play(2), .user(.preview(WishID(2), resources: [Self.film]))] {
            var waits = test
            #expect(waits.feed(wish) == (reportsAnEnd ? [.noWishWaitsBehindAScreen] : []))
            var answered = test
            #expect(answered.feed(wish, [Self.refuse(2, .notSignedIn)]) == [])
            var again = test
            #expect(again.feed(wish, [Self.show(1, .nothing)]) == [])
        }
    }

    @Test mutating func `the judge reports a picker that returns three times after an answer`() {
        #expect(feed(Self.signIn(), [Self.show(1, Self.picker)]) == [])
        var isReset = self
        for id in 2...4 as ClosedRange<Int64> {
            #expect(feed(Self.chose(id - 1, .provider(.any)), [Self.show(id - 1, .nothing)]) == [])
            #expect(feed(.timer(TimerID(id)), [Self.show(id, Self.picker)]) == (id == 4 ? [.noEndlessScreens] : []))
            #expect(isReset.feed(Self.chose(id * 2 - 3, .provider(.any)), [Self.show(id * 2 - 2, .problem(Self.problem))]) == [])
            #expect(isReset.feed(Self.chose(id * 2 - 2, .retry), [Self.show(id * 2 - 1, Self.picker)]) == [])
        }
    }

    @Test mutating func `the judge reports the framework's picker that returns three times after an answer`() {
        let choice = PartnerRequest.choice(configuration: SecretRef(.configuration, 1))
        #expect(feed(Self.signIn(), [.partner(RequestID(1), choice)]) == [])
        for id in 2...4 as ClosedRange<Int64> {
            let answer = Reply.Result.partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))
            #expect(feed(Self.reply(id - 1, answer), [.partner(RequestID(id), choice)]) == (id == 4 ? [.noEndlessScreens] : []))
        }
    }

    @Test mutating func `the picker may return once more after the account changed or expired outside the app`() {
        let choice = PartnerRequest.choice(configuration: SecretRef(.configuration, 1))
        let named = Self.account(.granted, PlatformMappingID("AppleMSO_Cablevision"))
        #expect(feed(Self.signIn(), [.partner(RequestID(1), choice)]) == [])
        for id in 2...3 as ClosedRange<Int64> { #expect(feed(Self.reply(id - 1, named), [.partner(RequestID(id), choice)]) == []) }
        let asked = Effect.partner(RequestID(4), .status(prompt: false))
        var (stayed, unchanged, failed) = (self, self, self)
        let again = [Effect.partner(RequestID(5), choice)]
        let denied = Self.account(.denied, nil)
        #expect(stayed.feed(Self.reply(3, named), [asked]) == [])
        #expect(stayed.feed(Self.reply(4, denied), again) == [.noEndlessScreens], "the viewer did not leave the app")
        #expect(unchanged.feed(Self.reply(3, named), []) == [])
        #expect(unchanged.feed(.app(.foregrounded), [asked]) == [])
        #expect(unchanged.feed(Self.reply(4, named), again) == [.noEndlessScreens], "the viewer changed nothing")
        #expect(failed.feed(Self.reply(3, named), []) == [])
        #expect(failed.feed(.app(.foregrounded), [asked]) == [])
        let error = Reply.Result.partner(PartnerAnswer(status: PartnerStatus(permission: .granted), error: .other(code: 1)))
        #expect(failed.feed(Self.reply(4, error), again) == [.noEndlessScreens], "an error says nothing about the account")
        #expect(feed(Self.reply(3, named), []) == [])
        #expect(feed(.app(.foregrounded), [asked]) == [])
        var expired = self
        let over = Self.account(.granted, PlatformMappingID("AppleMSO_Cablevision"), until: Self.noon)
        #expect(expired.feed(Self.reply(4, over), again) == [])
        #expect(feed(Self.reply(4, denied), again) == [])
    }

    private static func account(_ permission: Permission, _ provider: PlatformMappingID?, until expiry: Instant? = nil) -> Reply.Result {
        .partner(PartnerAnswer(status: PartnerStatus(permission: permission, mapping: provider, expiry: expiry)))
    }

    // MARK: Options

    @Test mutating func `the judge reports a refusal whose retry is refused in the same way`() {
        let refusal = Refusal(reason: .authentication, options: [.retry])
        #expect(feed(Self.play(1), [Self.refuse(1, refusal)]) == [])
        var failed = self
        #expect(failed.feed(Self.play(2), [Self.call(1, .profiles(status: nil))]) == [])
        #expect(failed.feed(Self.reply(1, Self.failure), [Self.refuse(2, refusal)]) == [], "a failure may pass")
        var asked = self
        #expect(asked.feed(Self.play(2), [Self.call(1, .profiles(status: nil)), Self.show(1, Self.picker)]) == [])
        #expect(asked.feed(Self.reply(1, .profiles([])), [Self.refuse(2, refusal)]) == [], "the viewer was asked something new")
        var other = self
        #expect(other.feed(Self.play(2), [Self.call(1, .profiles(status: nil))]) == [])
        #expect(other.feed(Self.reply(1, .profiles([])), [Self.refuse(2, .canceled)]) == [], "another end")
        var without = self
        #expect(without.feed(Self.play(2, .ifSignedIn), [Self.refuse(2, refusal)]) == [], "another wish")
        #expect(feed(Self.play(2), [Self.call(1, .profiles(status: nil))]) == [])
        var unreadable = self
        #expect(unreadable.feed(Self.reply(1, .done), [Self.refuse(2, refusal)]) == [], "another kind of answer than the question's")
        #expect(feed(Self.reply(1, .profiles([])), [Self.refuse(2, refusal)]) == [.optionsLeadElsewhere])
    }

    @Test func `a wish may be refused again because the viewer canceled`() {
        for (reason, expected) in [(Refusal.Reason.canceled, []), (.authentication, [.optionsLeadElsewhere])] as [(_, [Invariant])] {
            var test = self
            let refusal = Refusal(reason: reason, options: [.retry])
            #expect(test.feed(Self.play(1), [Self.refuse(1, refusal)]) == [])
            #expect(test.feed(Self.play(2), [Self.call(1, .profiles(status: nil))]) == [])
            #expect(test.feed(Self.reply(1, .profiles([])), [Self.refuse(2, refusal)]) == expected)
        }
    }

    @Test(arguments: [true, false]) func `a wish that joins work in progress may be refused for its failure`(joins: Bool) {
        var test = self
        let refusal = Refusal(reason: .service, options: [.retry])
        let start = joins ? [Self.refuse(1, refusal), Self.call(1, .profiles(status: nil))] : [Self.refuse(1, refusal)]
        #expect(test.feed(Self.play(1), start) == [])
        let retry = Effect.arm(TimerID(1), .retry, at: Self.noon)
        if joins { #expect(test.feed(Self.reply(1, Self.failure), [retry]) == []) }
        #expect(test.feed(Self.play(2), joins ? [] : [Self.call(2, .profiles(status: nil))]) == [])
        if joins { #expect(test.feed(.timer(TimerID(1)), [Self.call(2, .profiles(status: nil))]) == []) }
        let expected: [Invariant] = joins ? [] : [.optionsLeadElsewhere]
        #expect(test.feed(Self.reply(2, .profiles([])), [Self.refuse(2, refusal)]) == expected)
        #expect(test.feed(Self.play(3), [Self.call(3, .profiles(status: nil))]) == [])
        #expect(test.feed(Self.reply(3, .profiles([])), [Self.refuse(3, refusal)]) == [.optionsLeadElsewhere], "the work has ended")
    }

    @Test mutating func `the judge reports another provider that is refused with another provider`() {
        let refusal = Refusal(reason: .service, options: [.otherProvider, .cancel])
        #expect(feed(Self.play(1), [Self.refuse(1, refusal)]) == [])
        #expect(feed(.user(.otherProvider(WishID(2))), [Self.call(1, .profiles(status: nil))]) == [])
        #expect(feed(Self.reply(1, .profiles([])), [Self.refuse(2, refusal)]) == [.optionsLeadElsewhere])
    }

    @Test mutating func `the judge reports a problem whose retry shows the same problem`() {
        #expect(feed(Self.signIn(), [Self.show(1, .problem(Self.problem))]) == [])
        var other = self
        #expect(other.feed(Self.chose(1, .cancel), [Self.show(2, .problem(Self.problem))]) == [])
        #expect(feed(Self.chose(1, .retry), [Self.call(1, .profiles(status: nil)), Self.show(1, .nothing)]) == [])
        #expect(feed(Self.reply(1, .profiles([])), [Self.show(2, .problem(Self.problem))]) == [.optionsLeadElsewhere])
    }

    /// The content of an `unsupported` session is unknown, and only a session with the partner framework may end in a partner profile.
    @Test(arguments: [
        (AdobeSession.unsupported, Endpoint.createSession(mvpd: nil), false),
        (.partnerProfile(request: SecretRef(.request, 1), mvpd: nil), .createSession(mvpd: nil), false),
        (.partnerProfile(request: SecretRef(.request, 1), mvpd: nil), .partnerSession(status: PartnerStatus(permission: .granted)), true),
    ])
    func `a problem may return after a session that cannot be read`(session: AdobeSession, endpoint: Endpoint, isReported: Bool) {
        var judge = JudgeAlone(OfferJudge())
        let steps: [(FlowEvent.Origin, [Effect])] = [
            (Self.signIn(), [Self.show(1, .problem(Self.problem))]),
            (Self.chose(1, .retry), [Self.call(1, endpoint), Self.show(1, .nothing)]),
            (Self.reply(1, .session(session)), [Self.show(2, .problem(Self.problem))]),
        ]
        let broken = steps.map { judge.isBroken(by: FlowEvent(time: Self.noon, origin: $0), $1) }
        #expect(broken == [false, false, isReported])
    }

    // MARK: Errors

    private static let outage = AdobeError(action: .retry, status: 403, code: ErrorCode("network_received_error"))
    private static let denial = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))

    private static func item(_ error: AdobeError) -> Reply.Result {
        .decisions([AdobeDecision(resource: film, verdict: .deny(error), source: .mvpd)])
    }

    @Test mutating func `the judge reports a denial because of an error with a remedy`() {
        #expect(feed(Self.play(), [Self.authorize(1)]) == [])
        var denied = self
        let right = Effect.answer(WishID(1), .denied(resource: Self.film, error: Self.denial))
        #expect(denied.feed(Self.reply(1, Self.item(Self.denial)), [right]) == [])
        let wrong = Effect.answer(WishID(1), .denied(resource: Self.film, error: Self.outage))
        #expect(feed(Self.reply(1, Self.item(Self.outage)), [wrong]) == [.sameErrorSameMeaning])
    }

    @Test mutating func `the judge reports an error that means something else as the whole answer`() {
        let refused = Refusal(reason: .service, error: Self.denial, options: [.retry])
        #expect(feed(Self.play(1), [Self.authorize(1)]) == [])
        #expect(feed(Self.reply(1, Self.item(Self.denial)), [.answer(WishID(1), .denied(resource: Self.film, error: Self.denial))]) == [])
        #expect(feed(Self.play(2), [Self.authorize(2)]) == [])
        var same = self
        let whole = Reply.Result.failed(.refused(http: 403, Self.denial))
        #expect(same.feed(Self.reply(2, whole), [.answer(WishID(2), .denied(resource: Self.film, error: Self.denial))]) == [])
        #expect(feed(Self.reply(2, whole), [Self.refuse(2, refused)]) == [.sameErrorSameMeaning])
    }

    // MARK: Permits

    private static func permit(_ source: AdobeDecision.Source = .mvpd) -> Reply.Result {
        .decisions([AdobeDecision(resource: film, verdict: .permit(media: media), source: source)])
    }

    private static func permitted(_ source: AdobeDecision.Source = .mvpd) -> Effect {
        .answer(WishID(1), .permitted(resource: film, media: media, source: source))
    }

    @Test mutating func `the judge reports the permit of a former provider`() {
        #expect(feed(Self.play(), [Self.authorize(1)]) == [])
        var same = self
        let kept = Effect.keep(.provider(RememberedProvider(mvpd: .any, mapping: nil)))
        #expect(same.feed(.app(.foregrounded), [kept]) == [])
        #expect(same.feed(Self.reply(1, Self.permit()), [Self.permitted()]) == [])
        #expect(feed(.app(.foregrounded), [.keep(.provider(RememberedProvider(mvpd: .other, mapping: nil)))]) == [])
        #expect(feed(Self.reply(1, Self.permit()), [Self.permitted()]) == [.playedOnlyWhenPermitted])
    }

    @Test mutating func `the judge reports a permit with another source, and one beside a denial`() {
        #expect(feed(Self.play(), [Self.authorize(1)]) == [])
        var beside = self
        let decisions = Reply.Result.decisions([
            AdobeDecision(resource: Self.film, verdict: .permit(media: Self.media), source: .mvpd),
            AdobeDecision(resource: Self.film, verdict: .deny(Self.denial), source: .mvpd),
        ])
        #expect(beside.feed(Self.reply(1, decisions), [Self.permitted()]) == [.playedOnlyWhenPermitted])
        #expect(feed(Self.reply(1, Self.permit(.degradation)), [Self.permitted(.mvpd)]) == [.playedOnlyWhenPermitted])
    }

    @Test(arguments: [AdobeDecision.Source.mvpd, .temppass])
    func `the legacy judge reports a permit of temporary access, and one from before a sign-out`(source: AdobeDecision.Source) {
        var test = self
        test.settings = .box.legacy
        let bare = Reply.Result.decisions([AdobeDecision(resource: Self.film, verdict: .permit(media: nil), source: .mvpd)])
        #expect(test.feed(Self.play(), [Self.call(1, .restV1(.authorize(resource: Self.film)))]) == [])
        #expect(test.feed(Self.reply(1, bare), [Self.call(2, .restV1(.mediaToken(resource: Self.film)))]) == [])
        var left = test
        _ = left.feed(.user(.signOut(WishID(9))), [Self.call(3, .restV1(.logout))])
        #expect(left.feed(Self.reply(2, Self.permit()), [Self.permitted()]) == [.playedOnlyWhenPermitted])
        let expected: [Invariant] = source == .temppass ? [.playedOnlyWhenPermitted] : []
        #expect(test.feed(Self.reply(2, Self.permit(source)), [Self.permitted(source)]) == expected)
    }

    @Test(arguments: [0, 295, 297, 303, 304] as [Int64])
    func `the judge reports a media token that is delivered after its end by Adobe's clock`(ahead: Int64) {
        var test = self
        #expect(test.feed(Self.play(), [Self.authorize(1)]) == [])
        let date = Self.noon.advanced(by: .seconds(ahead))
        let broken = test.feed(Self.reply(1, Self.permit(), date), [Self.permitted()])
        #expect(broken == (ahead == 304 ? [.mediaTokenIsCurrent] : []))
    }

    @Test(arguments: [0, 595, 602, 604] as [Int64]) func `the judge reports a playback that begins under an expired profile`(ahead: Int64) {
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Self.noon.advanced(by: .seconds(600)))
        var judge = JudgeAlone(ExpiryJudge())
        let date = Self.noon.advanced(by: .seconds(ahead))
        judge.take(FlowEvent(time: Self.noon, origin: .app(.foregrounded)), [Self.call(1, .profiles(status: nil))])
        judge.take(FlowEvent(time: Self.noon, origin: Self.reply(1, .profiles([profile]), date)), [.keep(.profile(profile))])
        func begins(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> Bool {
            judge.judge.begins(judge.next(FlowEvent(time: Self.noon, origin: origin), effects))
        }
        #expect(begins(Self.play(), [Self.authorize(2)]) == (ahead == 604))
        #expect(!begins(Self.play(), [Self.authorize(2, .other)]), "another access")
        #expect(!begins(Self.play(), []))
        #expect(!begins(Self.play(1, .temporary(identity: nil)), [Self.authorize(2)]))
    }

    // MARK: Answers

    @Test(
        arguments: [
            (.signIn(WishID(1)), .permitted(resource: film, media: media, source: .mvpd), false),
            (.signIn(WishID(1)), .refused(.notSignedIn), true), (.signIn(WishID(1)), .dropped, false),
            (.play(WishID(1), resource: film, under: .signedIn), .denied(resource: SecretRef(.resource, 2), error: denial), false),
            (.play(WishID(1), resource: film, under: .signedIn), .denied(resource: film, error: denial), true),
            (.play(WishID(1), resource: film, under: .signedIn), .previewed([]), false),
            (.preview(WishID(1), resources: [film]), .previewed([]), true), (.signOut(WishID(1)), .signedOut(owed: true), true),
            (.userMetadata(WishID(1)), .signedOut(owed: true), false),
        ] as [(UserEvent, WishAnswer, Bool)])
    func `the checker reports an answer of another kind than its wish`(wish: UserEvent, answer: WishAnswer, fits: Bool) {
        var checker = InvariantChecker(settings: .box, at: after)
        let event = FlowEvent(time: Self.noon, origin: .user(wish))
        let broken = checker.check(event, after, [.answer(WishID(1), answer)])
        #expect(broken.contains(.answeredOnce) == !fits)
    }

    @Test func `the checker reports a media token that is handed out twice`() {
        var checker = InvariantChecker(settings: .box, at: after)
        for id in 1...2 as ClosedRange<Int64> {
            let play = FlowEvent(time: Self.noon, origin: Self.play(id))
            let permit = WishAnswer.permitted(resource: Self.film, media: Self.media, source: .mvpd)
            let broken = checker.check(play, after, [.answer(WishID(id), permit)])
            #expect(broken.contains(.mediaTokenOnce) == (id == 2))
        }
    }
}
