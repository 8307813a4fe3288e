import FlowTestSupport
import Testing

@testable import FlowMachine

/// The judge of sign-outs, fed with single events and effects: which sign-ins a sign-out concerns, what ends a promise, what breaks one.
@Suite struct SignOutPromisesTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let first = MVPDID.any
    private static let second = MVPDID("Other") ?? .any
    private static let temporary = MVPDID("TempPass") ?? .any
    private static let resource = SecretRef(.resource, 1)

    /// An event with its effects.
    private struct Step {
        var event: FlowEvent.Origin
        var effects: [Effect] = []
        /// What a late answer brought; the event is a timeout then.
        var arrived: Reply.Result?

        static func call(_ id: Int64, _ endpoint: Endpoint) -> Step {
            Step(event: .timer(TimerID(99)), effects: [.call(RequestID(id), Call(token: nil, endpoint: endpoint))])
        }
        static func reply(_ id: Int64, _ result: Reply.Result) -> Step { Step(event: .reply(RequestID(id), Reply(result))) }
        static func late(_ id: Int64, _ result: Reply.Result) -> Step {
            Step(event: .reply(RequestID(id), Reply(.failed(.transport(.timedOut)))), arrived: result)
        }
        static func effects(_ effects: Effect...) -> Step { Step(event: .timer(TimerID(99)), effects: effects) }
        static func user(_ event: UserEvent, _ effects: Effect...) -> Step { Step(event: .user(event), effects: effects) }
        static func launched(_ kept: PersistedState = PersistedState()) -> Step { Step(event: .app(.launched(kept))) }
        static func signOut(_ wish: Int64 = 1, _ effects: Effect...) -> Step {
            Step(event: .user(.signOut(WishID(wish))), effects: effects)
        }
    }

    private static func run(_ steps: [Step], _ settings: FlowSettings = .box, from start: SignOutPromises? = nil) -> SignOutPromises {
        var promises = start ?? SignOutPromises()
        for step in start == nil ? [.launched()] + steps : steps {
            let event = FlowEvent(time: noon, origin: step.event)
            var arrived: FlowEvent?
            if case .reply(let id, _) = step.event, let result = step.arrived {
                arrived = FlowEvent(time: noon, origin: .reply(id, Reply(result)))
            }
            promises.take(event, arrived: arrived, settings)
            promises.note(step.effects, settings)
        }
        return promises
    }

    /// What a sign-out after these steps promises.
    private static func promised(_ steps: [Step], _ settings: FlowSettings = .box) -> [OwedLogout] {
        run(steps + [.signOut()], settings).open
    }

    private static func profile(_ mvpd: MVPDID = first, _ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: mvpd, type: type, notAfter: noon.advanced(by: .seconds(9)))
    }

    private static func profiles(_ mvpds: MVPDID...) -> Reply.Result { .profiles(mvpds.map { profile($0) }) }

    private static func access(_ mvpd: MVPDID?, _ reason: ServerAuthorization.Reason = .authenticated) -> Access {
        .serverAuthorization(ServerAuthorization(reason: reason, mvpd: mvpd))
    }

    private static func authorize(_ mvpd: MVPDID?, _ reason: ServerAuthorization.Reason = .authenticated) -> Reply.Result {
        .session(.authorize(ServerAuthorization(reason: reason, mvpd: mvpd)))
    }

    private static func found(_ mvpd: MVPDID?) -> Reply.Result {
        .authentication(ServerAuthorization(reason: .legacyToken, mvpd: mvpd))
    }

    private static let denied = Reply.Result.failed(.refused(http: 403, .named("x", .authentication)))
    private static let check = Step.call(1, .profiles(status: nil))
    private static let poll = Step.call(1, .profileForCode(SecretRef(.code, 1)))
    private static let legacyCheck = Step.call(1, .restV1(.checkAuthentication))
    private static let legacyPoll = Step.call(1, .restV1(.authenticationToken))
    private static let exchange = [
        Step.call(8, .createSession(mvpd: nil)), .reply(8, .session(.partnerProfile(request: SecretRef(.request, 1), mvpd: first))),
        .call(1, .createPartnerProfile(saml: SecretRef(.saml, 1), status: PartnerStatus(permission: .granted))),
    ]
    private static let legacyExchange = Step.call(1, .restV1(.exchange(first, saml: SecretRef(.saml, 1))))
    private static let signedIn = Step.user(.signIn(WishID(9)), .answer(WishID(9), .signedIn(access(first))))

    private static func legacy(_ temporary: MVPDID? = nil) -> FlowSettings {
        var settings = FlowSettings.box.legacy
        settings.temporaryAccess = temporary
        return settings
    }

    // MARK: What a sign-out concerns

    @Test func `a sign-out concerns the sign-in that Adobe or the vault named last`() {
        let one = [OwedLogout.mvpd(Self.first)]
        let kept = PersistedState(profile: Self.profile())
        #expect(Self.run([.launched(kept), .signOut()], from: SignOutPromises()).open == one)
        #expect(Self.run([.launched(kept), .signOut()], Self.legacy(), from: SignOutPromises()).open == [])
        let temporary = PersistedState(profile: Self.profile(Self.first, .temporary))
        #expect(Self.run([.launched(temporary), .signOut()], from: SignOutPromises()).open == [])
        #expect(Self.promised([.effects(.keep(.profile(Self.profile())))]) == one)
        #expect(Self.promised([.effects(.keep(.profile(Self.profile(Self.first, .temporary))))]) == [])
        #expect(Self.promised([Self.signedIn]) == one)
        #expect(Self.promised([Self.signedIn], Self.legacy()) == [.device])
        let granted = Step.user(.signIn(WishID(9)), .answer(WishID(9), .signedIn(Self.access(Self.temporary, .temporary))))
        #expect(Self.promised([granted]) == [])
        let open = Step.call(1, .createSession(mvpd: nil))
        #expect(Self.promised([open, .reply(1, Self.authorize(Self.first))]) == one)
        #expect(Self.promised([open, .reply(1, Self.authorize(Self.first, .temporary))]) == [])
        #expect(Self.promised([Self.signedIn, open, .reply(1, Self.authorize(nil))]) == one)
        let other = Step.user(.signIn(WishID(8)), .answer(WishID(8), .signedIn(Self.access(nil))))
        #expect(Self.promised([Self.signedIn, other]) == one)
    }

    @Test func `under the legacy API it concerns the device, if Adobe found a viewer's sign-in`() {
        for steps in [[Self.legacyPoll, .reply(1, Self.found(nil))], [Self.legacyCheck, .reply(1, Self.found(nil))]] {
            #expect(Self.promised(steps, Self.legacy()) == [.device])
        }
        let mixed = Self.legacy(Self.temporary)
        #expect(Self.promised([Self.legacyCheck, .reply(1, Self.found(Self.first))], mixed) == [], "a check does not say whose it is")
        #expect(Self.promised([Self.legacyPoll, .reply(1, Self.found(Self.first))], mixed) == [.device])
        #expect(Self.promised([Self.legacyPoll, .reply(1, Self.found(Self.temporary))], mixed) == [])
        #expect(Self.promised([Self.legacyExchange, .reply(1, .done)], Self.legacy()) == [.device])
    }

    @Test func `a sign-in that Adobe no longer has is not promised`() {
        let one = [OwedLogout.mvpd(Self.first)]
        let cases: [([Step], [OwedLogout])] = [
            ([Self.check, .reply(1, Self.profiles(Self.second))], []), ([Self.check, .reply(1, Self.profiles(Self.first))], one),
            ([Self.check, .reply(1, Self.denied)], []), ([Self.check, .reply(1, .failed(.refused(http: 403, .named("x"))))], one),
            ([Self.poll, .reply(1, Self.denied)], one), ([.effects(.forget(.fact(.client)))], []),
        ]
        for (steps, open) in cases { #expect(Self.promised([Self.signedIn] + steps) == open, "\(steps)") }
        let legacy: [([Step], [OwedLogout])] = [
            ([Self.legacyCheck, .reply(1, .authentication(nil))], []), ([Self.legacyPoll, .reply(1, .authentication(nil))], []),
            ([Self.legacyCheck, .reply(1, Self.denied)], []), ([Self.legacyPoll, .reply(1, Self.denied)], []),
            ([Self.legacyPoll, .reply(1, .failed(.refused(http: 403, .named("x"))))], [.device]),
            ([.effects(.forget(.fact(.client)))], [.device]),
        ]
        for (steps, open) in legacy { #expect(Self.promised([Self.signedIn] + steps, Self.legacy()) == open, "\(steps)") }
        let kept = Step.effects(.keep(.profile(Self.profile())))
        #expect(Self.promised([kept, .effects(.forget(.fact(.profile)))]) == [])
        let elsewhere = Step.user(.signIn(WishID(9)), .answer(WishID(9), .signedIn(Self.access(Self.second))))
        #expect(Self.promised([kept, elsewhere, .effects(.forget(.fact(.profile)))]) == [.mvpd(Self.second)])
        #expect(
            Self.promised([kept, .effects(.forget(.fact(.profile))), elsewhere, .effects(.forget(.fact(.profile)))]) == [.mvpd(Self.second)]
        )
    }

    @Test func `it concerns a sign-in whose answer was lost or is awaited`() {
        let one = [OwedLogout.mvpd(Self.first)]
        #expect(Self.promised(Self.exchange) == one, "awaited")
        let failures: [(CallFailure, Bool)] = [
            (.transport(.connection), true), (.transport(.timedOut), true), (.transport(.secretMissing), false),
            (.status(http: 499), false), (.status(http: 500), true), (.throttled, false), (.refused(http: 500, .named("x")), false),
        ]
        for (failure, isOpen) in failures {
            #expect(Self.promised(Self.exchange + [.reply(1, .failed(failure))]) == (isOpen ? one : []), "\(failure)")
        }
        #expect(Self.promised(Self.exchange + [.effects(.cancel(RequestID(1)))]) == one, "a canceled one may have arrived")
        #expect(Self.promised([Self.check, .effects(.cancel(RequestID(1)))]) == [])
        let lost = Self.exchange + [.reply(1, .failed(.transport(.connection)))]
        #expect(Self.promised(lost + lost) == one, "once is enough")
        #expect(Self.promised(lost + Self.exchange + [.reply(1, Self.profiles())]) == [], "Adobe has answered the repetition")
        #expect(Self.promised(lost + [Self.poll, .reply(1, Self.profiles())]) == one)
        let legacy = [Self.legacyExchange, .reply(1, .failed(.transport(.connection)))]
        #expect(Self.promised(legacy, Self.legacy()) == [.device])
        #expect(Self.run(legacy + [.signOut(1), .call(2, .restV1(.logout)), .reply(2, .done)], Self.legacy()).open == [])
    }

    @Test func `a refused sign-out, a repeated wish and one before the launch promise nothing`() {
        let refusal = WishAnswer.refused(Refusal(reason: .tooManyWishes, options: [.retry]))
        #expect(Self.run([Self.signedIn, .signOut(1, .answer(WishID(1), refusal))]).open == [])
        #expect(Self.run([Self.signedIn, .signOut(1, .answer(WishID(7), refusal))]).open == [.mvpd(Self.first)])
        let open = Step.user(.preview(WishID(1), resources: [Self.resource]))
        #expect(Self.run([Self.signedIn, open, .signOut(1)]).open == [], "the app awaits this wish already")
        #expect(Self.run([Self.signedIn, .signOut()], from: SignOutPromises()).open == [])
    }

    // MARK: After the sign-out

    @Test func `a sign-in that succeeds only after the sign-out is promised, too`() {
        let late: [([Step], Step, [OwedLogout])] = [
            ([Self.poll], .reply(1, Self.profiles(Self.second)), [.mvpd(Self.second)]),
            ([Self.poll], .late(1, Self.profiles(Self.second)), [.mvpd(Self.second)]),
            ([Self.poll], .reply(1, .profiles([Self.profile(Self.second, .temporary)])), []),
            ([Self.check], .reply(1, Self.profiles(Self.second)), []),
        ]
        for (steps, reply, open) in late { #expect(Self.run(steps + [.signOut(), reply]).open == open, "\(reply)") }
        let lost = Self.exchange + [.signOut(), .call(2, .logout(Self.first)), .reply(2, .logouts([]))]
        #expect(Self.run(lost).open == [])
        #expect(Self.run(lost + [.reply(1, .failed(.transport(.timedOut)))]).open == [.mvpd(Self.first)])
        let many = (1...9).compactMap { MVPDID("M\($0)") }
        #expect(Self.run([Self.poll, .signOut(), .reply(1, .profiles(many.map { Self.profile($0) }))]).open.count == 8)
        for (step, result) in [(Self.legacyPoll, Self.found(nil)), (Self.legacyExchange, .done)] {
            let steps = [step, .signOut(), .call(2, .restV1(.logout)), .reply(2, .done), .reply(1, result)]
            #expect(Self.run(steps, Self.legacy()).open == [.device])
        }
    }

    @Test func `a new sign-in ends the promise about its provider`() {
        let owed = [Self.signedIn, .signOut(), Self.poll]
        #expect(Self.run(owed + [.reply(1, Self.profiles(Self.first))]).open == [])
        #expect(Self.run(owed + [.reply(1, Self.profiles(Self.second))]).open == [.mvpd(Self.first)])
        #expect(Self.run(owed + [.reply(1, .profiles([Self.profile(Self.first, .temporary)]))]).open == [.mvpd(Self.first)])
        #expect(Self.run([Self.signedIn, .signOut(), Self.legacyExchange, .reply(1, .done)], Self.legacy()).open == [])
    }

    @Test func `Adobe's answer to the logout ends the promise, and only an answer that it would repeat`() {
        func error(_ http: Int64, _ action: ErrorAction, _ code: String? = "x", text: SecretRef? = nil) -> Reply.Result {
            .failed(.refused(http: http, AdobeError(action: action, status: http, code: code.flatMap { ErrorCode($0) }, text: text)))
        }
        let answers: [(Reply.Result, Bool)] = [
            (.logouts([]), true), (error(400, .none), true), (error(499, .none), true), (error(500, .none), false),
            (error(400, .retry), false), (error(400, .applicationRegistration), false), (error(400, .configuration), true),
            (error(400, .none, nil), false), (error(400, .none, nil, text: SecretRef(.text, 1)), true),
            (.failed(.transport(.connection)), false), (.failed(.status(http: 404)), false),
        ]
        for (answer, isEnd) in answers {
            let promises = Self.run([Self.signedIn, .signOut(), .call(2, .logout(Self.first)), .reply(2, answer)])
            #expect(promises.open == (isEnd ? [] : [.mvpd(Self.first)]), "\(answer)")
            guard case .failed = answer else { continue }
            let legacy = Self.run([Self.signedIn, .signOut(), .call(2, .restV1(.logout)), .reply(2, answer)], Self.legacy())
            #expect(legacy.open == (isEnd ? [] : [.device]), "\(answer)")
        }
        let two = Self.run([
            Self.signedIn, .signOut(), .call(2, .logout(Self.first)), .call(3, .logout(Self.second)), .reply(2, .logouts([])),
        ])
        #expect(two.open == [.mvpd(Self.second)])
    }

    @Test func `a kept debt is a promise of this launch, and one for the device means nothing to REST API V2`() {
        let kept = PersistedState(owedLogouts: [.mvpd(Self.first), .device])
        #expect(Self.run([.launched(kept)], from: SignOutPromises()).open == [.mvpd(Self.first)])
        #expect(Self.run([.launched(kept)], Self.legacy(), from: SignOutPromises()).open == [.mvpd(Self.first), .device])
        #expect(Self.run([.launched(kept)]).open == [], "only the first launch counts")
    }

    // MARK: Violations

    @Test func `a sign-out is called complete only if nothing is left of it`() {
        func isDishonest(_ steps: [Step], wish: Int64 = 1, owed: Bool = false) -> Bool {
            Self.run(steps + [.effects(.answer(WishID(wish), .signedOut(owed: owed)))]).isDishonest
        }
        #expect(isDishonest([Self.signedIn, .signOut()]))
        #expect(!isDishonest([Self.signedIn, .signOut()], owed: true))
        #expect(!isDishonest([Self.signedIn, .signOut()], wish: 7))
        #expect(!isDishonest([.signOut()]))
        #expect(isDishonest([Self.poll, .signOut()]), "the poll may still find a viewer")
        #expect(isDishonest(Self.exchange + [.signOut(), .call(2, .logout(Self.first)), .reply(2, .logouts([]))]))
        #expect(!isDishonest([Self.check, .signOut()]))
        #expect(!isDishonest([.signOut(), Self.poll]), "that poll began after the sign-out")
        let answered = [Self.signedIn, .signOut(), .effects(.answer(WishID(1), .signedOut(owed: true)))]
        #expect(!isDishonest(answered), "it was answered before")
        #expect(!Self.run([Self.signedIn, .signOut(), .effects(.answer(WishID(1), .signedOut(owed: false))), .effects()]).isDishonest)
    }

    @Test func `a logout is sent only after a sign-out, until a viewer has signed in again`() {
        func isUnasked(_ steps: [Step], _ kept: PersistedState = PersistedState()) -> Bool {
            Self.run([.launched(kept)] + steps + [.call(2, .logout(Self.first))], from: SignOutPromises()).isUnasked
        }
        #expect(isUnasked([]))
        #expect(!isUnasked([], PersistedState(signedOut: SignedOutMark())))
        #expect(!isUnasked([], PersistedState(owedLogouts: [.mvpd(Self.second)])))
        #expect(!isUnasked([.signOut()]))
        let play = Step.user(.play(WishID(3), resource: Self.resource, under: .signedIn))
        let trial = Step.user(.play(WishID(3), resource: Self.resource, under: .temporary(identity: nil)))
        let denial = WishAnswer.denied(resource: Self.resource, error: .named("x"))
        #expect(isUnasked([.signOut(), Self.signedIn]))
        #expect(isUnasked([.signOut(), play, .effects(.answer(WishID(3), denial))]))
        #expect(!isUnasked([.signOut(), trial, .effects(.answer(WishID(3), denial))]), "temporary access signs nobody in")
        #expect(isUnasked([.signOut(), .effects(.keep(.profile(Self.profile())))]))
        #expect(!isUnasked([.signOut(), .effects(.keep(.profile(Self.profile(Self.first, .temporary))))]))
        #expect(!Self.run([.call(2, .logout(Self.first)), .effects()]).isUnasked, "it is said once")
    }

    @Test func `under the legacy API a viewer who wants another provider is signed out, too`() {
        func isUnasked(_ steps: [Step], _ kept: PersistedState = PersistedState()) -> Bool {
            Self.run([.launched(kept)] + steps + [.call(2, .restV1(.logout))], Self.legacy(), from: SignOutPromises()).isUnasked
        }
        #expect(isUnasked([]))
        #expect(!isUnasked([.signOut()]))
        #expect(!isUnasked([.user(.otherProvider(WishID(3)))]))
        #expect(!isUnasked([.user(.chose(PresentationID(1), .otherProvider))]))
        #expect(isUnasked([.user(.otherProvider(WishID(3))), Self.signedIn]), "that viewer has signed in")
        #expect(!isUnasked([], PersistedState(owedLogouts: [.device])))
        let late = [Self.legacyPoll, .signOut(), Self.signedIn, .reply(1, Self.found(nil))]
        #expect(!isUnasked(late), "a sign-in of the viewer who left")
    }

    @Test func `nothing may depend on a profile that a promise is about`() {
        let owed = Self.run([Self.signedIn, .signOut()])
        let legacy = Self.run([Self.signedIn, .signOut()], Self.legacy())
        func isBroken(_ promises: SignOutPromises, _ effect: Effect, _ settings: FlowSettings = .box) -> Bool {
            promises.areBroken(by: [effect], at: FlowModel(), settings)
        }
        func call(_ endpoint: Endpoint) -> Effect { .call(RequestID(5), Call(token: nil, endpoint: endpoint)) }
        for (mvpd, isOld) in [(Self.first, true), (Self.second, false)] {
            #expect(isBroken(owed, call(.authorize(mvpd, resource: Self.resource, status: nil, identity: nil))) == isOld)
            #expect(isBroken(owed, call(.preauthorize(mvpd, resources: [Self.resource], status: nil))) == isOld)
            #expect(isBroken(owed, .answer(WishID(5), .signedIn(Self.access(mvpd)))) == isOld)
            #expect(isBroken(legacy, .answer(WishID(5), .signedIn(Self.access(mvpd))), Self.legacy()))
        }
        #expect(!isBroken(owed, .answer(WishID(5), .signedIn(Self.access(Self.first, .temporary)))))
        #expect(isBroken(owed, .answer(WishID(5), .signedIn(Self.access(nil)))))
        #expect(!isBroken(Self.run([Self.signedIn]), .answer(WishID(5), .signedIn(Self.access(Self.first)))))
        let authorize = call(.restV1(.authorize(resource: Self.resource, identity: nil)))
        #expect(isBroken(legacy, authorize, Self.legacy()))
        let trial = Step.user(.play(WishID(3), resource: Self.resource, under: .temporary(identity: nil)))
        #expect(!isBroken(Self.run([trial], Self.legacy(), from: legacy), authorize, Self.legacy()))
        let script = Script.signedIn()
        #expect(owed.areBroken(by: [], at: script.model, .box))
        #expect(!Self.run([.effects()]).areBroken(by: [], at: script.model, .box))
    }

    @Test func `a judge that begins in the middle assumes that what is under way was asked for`() {
        var script = Script.signedIn()
        script.user(.signOut(WishID(4)))
        let middle = SignOutPromises(at: script.model)
        #expect(!Self.run([.call(2, .logout(Self.first))], from: middle).isUnasked)
        #expect(Self.run([Self.signedIn, .signOut(4)], from: middle).open == [], "the app awaits this wish already")
        #expect(Self.run([Self.signedIn, .signOut(5)], from: middle).open == [.mvpd(Self.first)])
        let signedIn = SignOutPromises(at: Script.signedIn().model)
        #expect(Self.run([.call(2, .logout(Self.first))], from: signedIn).isUnasked)
        #expect(!Self.run([.call(2, .restV1(.logout))], Self.legacy(), from: signedIn).isUnasked)
    }
}
