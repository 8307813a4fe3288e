import FlowTestSupport

@testable import FlowMachine

/// A run written by hand: events with the effects and the model that a machine claims.
struct ForgedRun {
    static let noon = Instant(milliseconds: 1_767_225_600_000)

    struct Step {
        let origin: FlowEvent.Origin
        let effects: [Effect]
        let seconds: Int64
        let model: FlowModel
    }

    private(set) var settings = FlowSettings.box
    private(set) var steps: [Step] = []

    init(_ kept: PersistedState = PersistedState(), _ effects: [Effect] = [], model: FlowModel = launched, _ settings: FlowSettings = .box)
    {
        self.settings = settings
        feed(.app(.launched(kept)), effects, model: model)
    }

    /// What a model is that claims nothing.
    static var launched: FlowModel {
        var model = FlowModel()
        model.context.isLaunched = true
        return model
    }

    mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect] = [], at seconds: Int64 = 0, model: FlowModel = launched) {
        steps.append(Step(origin: origin, effects: effects, seconds: seconds, model: model))
    }

    mutating func reply(_ id: Int64, _ result: Reply.Result, _ effects: [Effect] = [], at seconds: Int64 = 0) {
        feed(.reply(RequestID(id), Reply(result)), effects, at: seconds)
    }

    mutating func user(_ event: UserEvent, _ effects: [Effect] = []) { feed(.user(event), effects) }

    /// For each step, the invariants that it broke.
    func broken() -> [[Invariant]] {
        var checker = InvariantChecker(settings: settings)
        return steps.map { step in
            let event = FlowEvent(time: Self.noon.advanced(by: .seconds(step.seconds)), origin: step.origin)
            return checker.check(event, step.model, step.effects)
        }
    }
}

/// The smallest run that breaks each invariant with its last event, and its twin that does not.
struct BrokenRuns {
    static let film = SecretRef(.resource, 1)
    static let code = SecretRef(.code, 1)
    static let client = SecretRef(.client, 1)
    static let saml = SecretRef(.saml, 1)
    private static let noon = ForgedRun.noon
    private static let wish = WishID(1)
    private static let apple = PartnerStatus(
        permission: .granted, mapping: PlatformMappingID("Apple_M"), expiry: noon.advanced(by: .seconds(86_400)))
    private static let owing = Effect.keep(.owedLogouts([.any]))
    private static let forgetting = Effect.forget(.fact(.profile))
    private static let picker = Presentation.providerPicker(configuration: SecretRef(.configuration, 1))
    private static let outage = AdobeError(action: .retry, status: 403, code: ErrorCode("network_received_error"))

    static func media(_ number: Int64 = 1) -> MediaToken {
        MediaToken(ref: SecretRef(.media, number), notAfter: noon.advanced(by: .seconds(300)))
    }

    static func profile(_ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: .any, type: type, notAfter: noon.advanced(by: .seconds(86_400)))
    }

    static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    static func authorize(_ id: Int64) -> Effect { call(id, .authorize(.any, resource: film, status: nil, identity: nil)) }

    static func permit(_ number: Int64 = 1) -> Reply.Result {
        .decisions([AdobeDecision(resource: film, verdict: .permit(media: media(number)), source: .mvpd)])
    }

    static func play(_ id: Int64 = 1) -> UserEvent { .play(WishID(id), resource: film, under: .signedIn) }

    static func answer(_ answer: WishAnswer, _ id: Int64 = 1) -> Effect { .answer(WishID(id), answer) }

    static func permitted(_ number: Int64 = 1, _ id: Int64 = 1) -> Effect {
        answer(.permitted(resource: film, media: media(number), source: .mvpd), id)
    }

    static func show(_ id: Int64, _ presentation: Presentation) -> Effect { .present(PresentationID(id), presentation) }

    static func arm(_ id: Int64, _ purpose: TimerPurpose, in seconds: Int64) -> Effect {
        .arm(TimerID(id), purpose, at: noon.advanced(by: .seconds(seconds)))
    }

    /// - Parameter isBroken: whether the run breaks the invariant, or is the twin that does not.
    static func run(of invariant: Invariant, isBroken: Bool) -> ForgedRun {
        switch invariant {
        case .playedOnlyWhenPermitted, .mediaTokenOnce, .mediaTokenIsCurrent, .decisionCarriesStatus, .onlyValidStatusIsSent,
            .sameErrorSameMeaning:
            decision(invariant, isBroken)
        case .configurationOnlyForChoice, .oneTokenRequest, .boundedPolling, .pollsBackOff, .boundedAttempts, .onlyChosenAPI,
            .noPartnerProfileInCheck:
            request(invariant, isBroken)
        case .signOutOnlyWhenAsked, .noSignInAfterSignOut, .signOutForgetsViewer, .debtIsKeptFirst, .signOutIsHonest, .signOutEndsAccess:
            signOut(invariant, isBroken)
        case .silentDoesNotInterrupt, .shownOnlyWhileAwaited, .optionsLeadElsewhere, .noWishWaitsBehindAScreen, .noEndlessScreens:
            screen(invariant, isBroken)
        case .expiryFollowsAdobesClock, .idlesOnlyWhereAllowed, .wishesMakeProgress, .noReferenceIsLost, .answeredOnce,
            .temporaryAccessIsNoSignIn, .nothingAfterShutdown:
            other(invariant, isBroken)
        }
    }

    private static func decision(_ invariant: Invariant, _ isBroken: Bool) -> ForgedRun {
        var run = ForgedRun()
        switch invariant {
        case .playedOnlyWhenPermitted:
            run.user(play(), [isBroken ? call(1, .preauthorize(.any, resources: [film], status: nil)) : authorize(1)])
            run.reply(1, permit(), [permitted()])
        case .mediaTokenOnce:
            run.user(play(1), [authorize(1)])
            run.reply(1, permit(), [permitted()])
            run.user(play(2), [authorize(2)])
            run.reply(2, permit(isBroken ? 1 : 2), [permitted(isBroken ? 1 : 2, 2)])
        case .mediaTokenIsCurrent:
            run.user(play(), [authorize(1)])
            let date = noon.advanced(by: .seconds(isBroken ? 310 : 290))
            run.feed(.reply(RequestID(1), Reply(permit(), serverTime: date)), [permitted()])
        case .decisionCarriesStatus:
            run = ForgedRun(PersistedState(profile: profile(isBroken ? .appleSSO : .regular)))
            run.user(play(), [authorize(1)])
        case .onlyValidStatusIsSent:
            run = ForgedRun(PersistedState(), [.partner(RequestID(1), .status(prompt: false))])
            let reported = isBroken ? PartnerStatus(permission: .denied) : apple
            run.reply(1, .partner(PartnerAnswer(status: reported)), [call(2, .profiles(status: apple))])
        default:
            run.user(play(), [authorize(1)])
            let error = isBroken ? outage : AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
            let denial = Reply.Result.decisions([AdobeDecision(resource: film, verdict: .deny(error), source: .mvpd)])
            run.reply(1, denial, [answer(.denied(resource: film, error: error))])
        }
        return run
    }

    private static func request(_ invariant: Invariant, _ isBroken: Bool) -> ForgedRun {
        var run = ForgedRun()
        let kept = PersistedState(code: PersistedCode(code: code, notAfter: noon.advanced(by: .seconds(900))))
        switch invariant {
        case .configurationOnlyForChoice: run.feed(isBroken ? .app(.foregrounded) : .user(.signIn(wish)), [call(1, .configuration)])
        case .oneTokenRequest: run = ForgedRun(PersistedState(client: isBroken ? client : nil), [call(1, .register)])
        case .boundedPolling:
            run = ForgedRun(kept)
            run.feed(.app(.foregrounded), [call(1, .profileForCode(isBroken ? SecretRef(.code, 2) : code))])
        case .pollsBackOff:
            run = ForgedRun(kept, [call(1, .profileForCode(code))])
            let usual = FlowSettings.box.policy.pollInterval.milliseconds / 1000
            run.reply(1, .failed(.status(http: 503)), [arm(1, .poll, in: isBroken ? usual : usual * 2)])
        case .boundedAttempts:
            run = ForgedRun(PersistedState(), [call(1, .profiles(status: nil))])
            for id in 2...(isBroken ? 4 : 3) as ClosedRange<Int64> {
                run.reply(id - 1, .failed(.transport(.connection)), [arm(id, .retry, in: 0)])
                run.feed(.timer(TimerID(id)), [call(id, .profiles(status: nil))])
            }
        case .onlyChosenAPI: run.feed(.app(.foregrounded), [call(1, isBroken ? .restV1(.checkAuthentication) : .profiles(status: nil))])
        default:
            let question = PartnerRequest.authentication(request: SecretRef(.request, 1), interruption: false)
            run.user(.signIn(wish), [.partner(RequestID(1), question)])
            let answer = PartnerAnswer(status: apple, saml: PartnerAnswer.SAML(ref: saml, length: 9))
            run.reply(1, .partner(answer), isBroken ? [call(2, .profiles(status: apple))] : [])
            run.feed(.app(.backgrounded), [call(3, .createPartnerProfile(saml: saml, status: apple))])
        }
        return run
    }

    private static func signOut(_ invariant: Invariant, _ isBroken: Bool) -> ForgedRun {
        var run = ForgedRun(PersistedState(profile: profile()))
        let asks = FlowEvent.Origin.user(.signOut(wish))
        let logout = call(1, .logout(.any))
        switch invariant {
        case .signOutOnlyWhenAsked: run.feed(isBroken ? .timer(TimerID(1)) : asks, [forgetting, owing, logout])
        case .noSignInAfterSignOut:
            run = ForgedRun(PersistedState(signedOut: SignedOutMark()))
            run.feed(isBroken ? .app(.foregrounded) : .user(.signIn(wish)), [call(1, .createSession(mvpd: nil))])
        case .signOutForgetsViewer: run.feed(asks, isBroken ? [owing, logout] : [forgetting, owing, logout])
        case .debtIsKeptFirst: run.feed(asks, isBroken ? [forgetting, logout, owing] : [forgetting, owing, logout])
        case .signOutIsHonest: run.feed(asks, [forgetting, owing, answer(.signedOut(owed: !isBroken))])
        default:
            run.user(play(7), [authorize(7)])
            run.feed(asks, [forgetting, owing, logout])
            run.reply(1, isBroken ? .failed(.transport(.connection)) : .logouts([]), [answer(.signedOut(owed: isBroken))])
            run.reply(7, permit(), [permitted(1, 7)])
        }
        return run
    }

    private static func screen(_ invariant: Invariant, _ isBroken: Bool) -> ForgedRun {
        var run = ForgedRun()
        let problem = Problem(reason: .service, options: [.retry, .cancel])
        switch invariant {
        case .silentDoesNotInterrupt: run.feed(isBroken ? .app(.foregrounded) : .user(.signIn(wish)), [show(1, picker)])
        case .shownOnlyWhileAwaited:
            var model = Place.picking.script.model
            let shown = model.context.presented ?? PresentationID(0)
            if isBroken { model.context.presented = nil }
            run.feed(.user(.signIn(wish)), [.present(shown, picker)], model: model)
        case .optionsLeadElsewhere:
            let refusal = Refusal(reason: .authentication, options: [.retry])
            run.user(play(1), [answer(.refused(refusal))])
            run.user(play(2), [call(1, .profiles(status: nil))])
            run.reply(1, .profiles([]), [answer(.refused(isBroken ? refusal : .canceled), 2)])
        case .noWishWaitsBehindAScreen:
            run.user(.signIn(wish), [show(1, .problem(problem))])
            run.user(play(2), isBroken ? [] : [answer(.refused(.notSignedIn), 2)])
        default:
            run.user(.signIn(wish), [show(1, picker)])
            for id in 2...(isBroken ? 4 : 3) as ClosedRange<Int64> {
                run.user(.chose(PresentationID(id - 1), .provider(.any)), [show(id - 1, .nothing)])
                run.feed(.timer(TimerID(id)), [show(id, picker)])
            }
        }
        return run
    }

    private static func other(_ invariant: Invariant, _ isBroken: Bool) -> ForgedRun {
        var run = ForgedRun()
        let served = [call(1, .profiles(status: nil)), arm(1, .timeout, in: 30)]
        switch invariant {
        case .expiryFollowsAdobesClock: run = ForgedRun(PersistedState(profile: profile()), isBroken ? [forgetting] : [])
        case .idlesOnlyWhereAllowed: run = ForgedRun(PersistedState(), isBroken ? [] : served, model: Place.checking.script.model)
        case .wishesMakeProgress: run.user(.signIn(wish), isBroken ? [] : served)
        case .noReferenceIsLost:
            var model = ForgedRun.launched
            model.calls.client = client
            run = ForgedRun(PersistedState(client: client), model: model)
            run.feed(
                .app(.backgrounded), [.forget(.fact(.client)), .forget(.secret(client))], model: isBroken ? model : ForgedRun.launched)
        case .answeredOnce:
            run.user(.signIn(wish), [answer(.refused(.notSignedIn))])
            run.feed(.app(.backgrounded), isBroken ? [answer(.refused(.notSignedIn))] : [])
        case .temporaryAccessIsNoSignIn:
            run.user(.signIn(wish), [answer(.signedIn(.profile(profile(isBroken ? .temporary : .regular))))])
        default:
            run.feed(.app(.foregrounded), [arm(1, .hold, in: 9)])
            run.feed(.app(.shutDown), isBroken ? [] : [.disarm(TimerID(1))])
        }
        return run
    }
}
