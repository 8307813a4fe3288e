import FlowTestSupport
import Testing

@testable import FlowMachine

/// Situations that once left the viewer without a way on: an answer without a provider, a callback without a sign-in, a screen that belongs
/// to another wish, a secret that is lost.
@Suite struct DeadEndTests {
    private static let film = SecretRef(.resource, 1)

    // MARK: Access without a provider

    @Test func `sessions-sso may leave out the provider: it is the framework's`() {
        var script = Place.partnerSession.script
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated))))
        #expect(script.rule == .`V2-C-17`)
        #expect(script.model.state.access?.mvpd == .any)
        script.user(.play(WishID(2), resource: Self.film, under: .signedIn))
        #expect(script.calledEndpoint == .authorize(.any, resource: Self.film, status: nil, identity: nil))
    }

    @Test(arguments: [true, false])
    func `without a configuration, the provider of the last sign-in is used if it is the framework's`(isSame: Bool) {
        let mapping = PlatformMappingID(isSame ? "Apple_M" : "Apple_N")
        var script = Script(.box, kept: PersistedState(provider: RememberedProvider(mvpd: .any, mapping: mapping)))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.profiles([]))
        #expect(script.place == "partnerAuth.session")
        script.reply(.session(.authorize(ServerAuthorization(reason: .degraded))))
        #expect(script.place == (isSame ? "deciding.ready" : "registered.resting"))
        #expect(script.model.state.access?.mvpd == (isSame ? .any : nil))
    }

    @Test func `sessions may leave out the provider: the viewer picks one, or a problem is shown`() {
        var bare = Script(.bare)
        bare.user(.signIn(WishID(1)))
        bare.register()
        bare.reply(.profiles([]))
        bare.reply(.session(.authorize(ServerAuthorization(reason: .authenticated))))
        #expect(bare.place == "basicAuthFallback.problem")
        #expect(bare.presents(.problem(Problem(reason: .service, options: [.cancel]))))
        var script = Place.creatingSession.script
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated))))
        #expect(script.model.state.access?.mvpd == .any)
    }

    @Test func `a profile of temporary access signs no viewer in`() {
        var check = Place.checking.script
        let temporary = Profile(mvpd: .other, type: .temporary, notAfter: check.instant(in: 900))
        check.reply(.profiles([temporary]))
        #expect(check.rule == .`V2-B-10`)
        var two = Place.checking.script
        two.reply(.profiles([two.profile(), temporary]))
        #expect(two.place == "deciding.ready")
        #expect(two.model.state.access?.mvpd == .any)
        var polling = Place.polling.script
        polling.reply(.profiles([temporary]))
        #expect(polling.rule == .`V2-F-13`)
        #expect(polling.refusal == .temporaryAccess)
        var exchange = Place.partnerProfile.script
        exchange.reply(.profiles([temporary]))
        #expect(exchange.rule == .`V2-C-32`)
        #expect(exchange.model.state.kind == .basicAuthFallback)
    }

    @Test func `an access without a profile ends when Adobe finds no profile`() {
        var script = Place.partnerSession.script
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated))))
        script.user(.userMetadata(WishID(2)))
        script.reply(.profiles([]))
        #expect(script.rule == .`V2-D-18`)
        #expect(script.model.state.kind == .checking)
        var degraded = Place.partnerSession.script
        degraded.reply(.session(.authorize(ServerAuthorization(reason: .degraded))))
        degraded.user(.userMetadata(WishID(2)))
        degraded.reply(.profiles([]))
        #expect(degraded.refusal == .notSignedIn, "degraded access needs no profile")
        #expect(degraded.place == "deciding.ready")
    }

    @Test func `a playback that begins after the access has expired checks the sign-in first`() {
        var script = Script.signedIn(.regular, .bare)
        script.setClock(by: 86_401)
        script.user(.play(WishID(1), resource: Self.film, under: .signedIn))
        #expect(script.rule == .`V2-B-16`)
        #expect(script.place == "checking.profiles")
    }

    // MARK: A callback without a sign-in

    private static func polls(_ script: inout Script) -> Int {
        for count in 0..<400 {
            guard script.place == "basicAuthFallback.polling" else { return count }
            script.reply(script.model.calls.pending.last.map { $0.question.isLegacyPoll } ?? false ? .authentication(nil) : .profiles([]))
            if let timer = script.armed(.poll) { script.expire(timer) }
        }
        return 400
    }

    @Test func `a redirect without a sign-in ends within the grace period`() {
        var script = Place.userAgent.script
        script.choose(.redirectReached)
        #expect(script.rule == .`V2-F-05`)
        #expect(Self.polls(&script) <= 5)
        #expect(script.rule == .`V2-F-22`)
        #expect(script.place == "registered.resting")
        var legacy = Script.legacy(.phone) { $0.status(.denied, nil) }
        legacy.reply(.configuration(legacy.configuration()))
        legacy.choose(.provider(.any))
        legacy.code(link: true)
        #expect(legacy.place == "basicAuthFallback.userAgent")
        legacy.choose(.redirectReached)
        #expect(Self.polls(&legacy) <= 5)
        #expect(legacy.rule == .`V1-24`)
        #expect(legacy.place == "registered.resting")
    }

    @Test func `a sign-in that Adobe reports during the grace period counts`() {
        var script = Place.userAgent.script
        script.choose(.redirectReached)
        script.reply(.profiles([]))
        script.expire(script.armed(.poll))
        script.reply(.profiles([script.profile()]))
        #expect(script.rule == .`V2-F-13`)
        #expect(script.answered == [.signedIn])
    }

    @Test func `a wish after the redirect waits for the sign-in, at most for the grace period`() {
        var script = Place.userAgent.script
        script.choose(.redirectReached)
        script.user(.play(WishID(2), resource: Self.film, under: .signedIn))
        #expect(script.rule == .`FM-16`)
        #expect(script.presented.isEmpty)
        #expect(Self.polls(&script) <= 5)
        #expect(script.answered == [.refused, .refused])
    }

    // MARK: A screen of another wish

    @Test(arguments: [Place.problem, .partnerProblem, .fallbackProblem, .codeExpired])
    func `a wish that arrives while a screen reports an end begins the attempt again, or is answered`(place: Place) {
        for wish in [UserEvent.signIn(WishID(7)), .play(WishID(7), resource: Self.film, under: .signedIn)] {
            var script = place.script
            script.user(wish)
            #expect(script.rule == (place == .codeExpired ? .`V2-F-16` : .`FM-14`))
            #expect(script.presented == [.nothing])
            #expect(!script.called.isEmpty || script.question != nil)
            #expect(script.model.context.wishes.count == 2)
        }
        for wish in [
            UserEvent.preview(WishID(7), resources: [Self.film]), .userMetadata(WishID(7)),
            .play(WishID(7), resource: Self.film, under: .ifSignedIn),
        ] {
            var script = place.script
            let before = script.place
            script.user(wish)
            #expect(script.rule == .`FM-17`)
            #expect(script.answer == .refused(.notSignedIn))
            #expect(script.place == before)
        }
        var other = place.script
        other.user(.otherProvider(WishID(7)))
        #expect(other.rule == .`FM-15`)
    }

    @Test(arguments: [true, false])
    func `on a device without a user agent, another wish leaves the code on the screen`(isLegacy: Bool) {
        var script = isLegacy ? Script.legacy(.bare) : Place.checking.script
        script.reply(isLegacy ? .authentication(nil) : .profiles([]))
        // Adobe names a page with every code.
        script.code(link: true)
        #expect(script.presented == [.code])
        script.user(.signIn(WishID(7)))
        #expect(script.rule == .`FM-16`)
        #expect(script.presented.isEmpty)
        #expect(script.place == "basicAuthFallback.polling")
    }

    @Test(arguments: [true, false])
    func `a code that has expired when it arrives is not shown; a new one is for the same provider`(isLegacy: Bool) {
        var script = isLegacy ? Script.legacy(.bare) : Place.checking.script
        script.reply(isLegacy ? .authentication(nil) : .profiles([]))
        script.reply(
            .session(.authenticate(OpenSession(code: script.ref(.code), notAfter: script.instant(in: -1), link: nil, mvpd: .other))))
        #expect(script.rule == (isLegacy ? .`V1-25` : .`V2-F-15`))
        #expect(script.presented == [.codeExpired])
        #expect(script.called.isEmpty)
        script.choose(.newCode)
        #expect(script.calledEndpoint == (isLegacy ? .restV1(.createCode(mvpd: .other)) : .createSession(mvpd: .other)))
    }

    // MARK: Errors about a code

    @Test(arguments: [Place.configuration, .creatingSession])
    func `an error about a code says nothing if the request had none`(place: Place) {
        var script = place.script
        script.reply(.failed(.refused(http: 400, .named("invalid_parameter_code"))))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.rule == .`FM-13`)
    }

    // MARK: Lost secrets

    @Test func `a code of an earlier launch that is lost before it can be shown is forgotten`() {
        let code = SecretRef(.code, 9)
        var script = Script(.box, kept: PersistedState(code: PersistedCode(code: code, notAfter: Instant(milliseconds: 1_767_230_000_000))))
        script.feed(.app(.secretLost(code)))
        #expect(script.rule == .`FM-20`)
        #expect(script.effects.contains(.forget(.fact(.code))))
        #expect(script.model.context.keptCode == nil)
    }

    @Test func `a lost code is neither shown nor polled`() throws {
        for place in [Place.polling, .userAgent, .resumingSession] {
            var script = place.script
            let code = try #require(script.codeState?.awaiting.codes.first)
            script.feed(.app(.secretLost(code)))
            #expect(script.rule == .`FM-20`)
            #expect(script.place == "basicAuthFallback.problem")
            #expect(script.called.isEmpty)
            #expect(script.presents(.problem(Problem(reason: .vault, options: [.retry, .otherProvider, .cancel]))))
            #expect(script.model.calls.token != nil, "the token is not at fault")
        }
        var legacy = Script.legacyCode()
        let code = try #require(legacy.codeState?.awaiting.codes.first)
        legacy.feed(.app(.secretLost(code)))
        #expect(legacy.place == "basicAuthFallback.polling", "the legacy API is asked about the device")
    }

    @Test(arguments: [true, false]) func `a code that is lost is not shown again when Adobe answers slowly`(isLost: Bool) throws {
        var script = Script.legacyCode()
        let code = try #require(script.codeState?.awaiting.codes.first)
        if isLost { script.feed(.app(.secretLost(code))) }
        var shown = 0
        for _ in 1...2 {
            script.reply(.failed(.status(http: 500)))
            shown += script.effects.count { if case .present = $0 { true } else { false } }
            script.expire(script.armed(.poll))
        }
        #expect(script.place == "basicAuthFallback.polling")
        #expect(shown == (isLost ? 0 : 1))
    }

    @Test func `a call that waits for a lost secret fails at once`() {
        var settings = FlowSettings.box
        settings.policy.breakerThreshold = 0
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        let saml = PartnerAnswer.SAML(ref: script.ref(.saml), length: 9)
        script.reply(.partner(PartnerAnswer(status: script.status(), saml: saml)))
        #expect(script.place == "partnerAuth.profile")
        var late = script
        script.reply(.failed(.transport(.connection)))
        let retry = script.armed(.retry)
        #expect(retry != nil)
        script.feed(.app(.secretLost(saml.ref)))
        #expect(script.place == "partnerAuth.problem")
        #expect(retry.map { script.effects.contains(.disarm($0)) } == true)
        #expect(script.presents(.problem(Problem(reason: .vault, options: [.retry, .otherProvider, .cancel]))))
        late.feed(.app(.secretLost(saml.ref)))
        #expect(late.place == "partnerAuth.profile", "the request was built before")
        let token = late.model.calls.token
        late.reply(.failed(.transport(.secretMissing)))
        #expect(late.place == "partnerAuth.problem")
        #expect(late.model.calls.token == token, "the token is not at fault")
        var lost = Place.ready.script
        lost.feed(.app(.secretLost(SecretRef(.saml, 99))))
        #expect(lost.rule == .`FM-20`)
        #expect(lost.place == "deciding.ready")
    }

    @Test func `a lost identity ends the playback that needs it, and no other`() {
        let identity = SecretRef(.identity, 1)
        var settings = FlowSettings.bare
        settings.temporaryAccess = MVPDID("TempPass")
        for lost in [identity, SecretRef(.identity, 2)] {
            var script = Script.signedIn(.regular, settings)
            script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: identity)))
            #expect(script.called == [.authorize])
            script.reply(.failed(.transport(.timedOut)))
            #expect(script.armed(.retry) != nil)
            script.feed(.app(.secretLost(lost)))
            #expect(script.answered == (lost == identity ? [.refused] : []))
        }
    }

    @Test func `a kept code is forgotten if its own secret is lost`() {
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: Instant(milliseconds: 1_767_300_000_000))
        for lost in [code.code, SecretRef(.code, 2)] {
            var script = Script(.box, kept: PersistedState(code: code))
            script.feed(.app(.secretLost(lost)))
            #expect(script.effects.contains(.forget(.fact(.code))) == (lost == code.code))
            #expect((script.model.context.keptCode == nil) == (lost == code.code))
        }
    }

    @Test func `a lost configuration is fetched again`() {
        var script = Place.picking.script
        let kept = script.model.context.catalog?.configuration.ref
        script.feed(.app(.secretLost(kept ?? SecretRef(.configuration, 99))))
        #expect(kept != nil)
        #expect(script.model.context.catalog == nil)
    }

    @Test func `an attempt of an earlier launch does not outlast a refused registration`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_229_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.register()
        #expect(script.model.context.resumesAttempt)
        script.feed(.app(.secretLost(script.model.calls.token?.ref ?? SecretRef(.token, 0))))
        script.reply(.profiles([]))
        script.expire(script.armed(.poll))
        #expect(script.called == [.token])
        script.reply(.failed(.registrationRefused(.any)))
        #expect(script.place == "unregistered.refused")
        #expect(!script.model.context.resumesAttempt, "nobody is asked at the next foreground")
    }
}

extension PendingCall.Question {
    fileprivate var isLegacyPoll: Bool { self == .poll(.restV1(.authenticationToken)) }
}

extension Awaiting {
    /// The codes that the state holds.
    fileprivate var codes: [SecretRef] {
        var list: [SecretRef] = []
        collect(&list)
        return list.filter { $0.kind == .code }
    }
}
