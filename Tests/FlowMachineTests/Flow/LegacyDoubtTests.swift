import FlowTestSupport
import Testing

@testable import FlowMachine

/// The legacy API leaves open whose token it is, what a denial means, and whether the viewer is still signing in.
@Suite struct LegacyDoubtTests {
    private let resource = SecretRef(.resource, 1)
    private static let temporary = ServerAuthorization(reason: .legacyToken, mvpd: FlowSettings.box.temporaryAccess)
    private static let viewer = ServerAuthorization(reason: .legacyToken, mvpd: .any)
    private static let offline = Reply.Result.failed(.transport(.timedOut))

    // MARK: After the user agent was closed

    private func inUserAgent(grace: Interval = .seconds(15)) -> Script {
        var settings = LegacyPlace.once(.phone)
        settings.policy.userAgentGrace = grace
        var script = Script.legacy(settings) { $0.status(.denied, nil) }
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code(link: true)
        return script
    }

    /// The timer of the next poll fires when it is due.
    private func look(_ script: inout Script) {
        guard let timer = script.armed(.poll) else { return }
        script.setClock(by: 4)
        script.feed(.timer(timer))
    }

    @Test func `after a page closed early, several polls follow before the attempt is canceled`() {
        var script = inUserAgent()
        script.choose(.userAgentClosed)
        #expect(script.rule == .`V1-24`)
        #expect(script.presented == [.nothing])
        var looks = 1
        script.reply(.authentication(nil))
        while script.place == "basicAuthFallback.polling", looks < 10 {
            #expect(script.rule == .`V1-25`)
            look(&script)
            #expect(script.legacyCalled == [.authenticationToken])
            looks += 1
            script.reply(.authentication(nil))
        }
        #expect(looks == 4)
        #expect(script.place == "registered.resting")
        #expect(script.rule == .`V1-24`)
        #expect(script.refusal == .canceled)
    }

    @Test func `a sign-in that Adobe reports late is found, and errors of Adobe end no grace period`() {
        var script = inUserAgent()
        script.choose(.userAgentClosed)
        for failure in [CallFailure.transport(.timedOut), .status(http: 503), .refused(http: 500, .named("internal_error"))] {
            script.reply(.failed(failure))
            #expect(script.place == "basicAuthFallback.polling")
            look(&script)
        }
        var found = script
        found.reply(.authentication(Self.viewer))
        #expect(found.place == "deciding.ready")
        #expect(found.answered == [.signedIn])
        script.reply(Self.offline)
        #expect(script.place == "registered.resting", "the grace period is over")
        #expect(script.refusal == .unreachable)
    }

    @Test func `the grace period ends at its instant, and one of zero length at once`() {
        for (seconds, passed) in [(1, 0), (0, -1)] as [(Int64, Int64)] {
            var script = inUserAgent(grace: .seconds(seconds))
            script.choose(.userAgentClosed)
            // Each event is one second after the previous one.
            script.setClock(by: passed)
            script.reply(.authentication(nil))
            #expect(script.place == "registered.resting")
        }
    }

    @Test func `without a grace period, one check decides`() {
        for grace in [Interval.seconds(0), .seconds(-1)] {
            var script = inUserAgent(grace: grace)
            script.choose(.userAgentClosed)
            script.reply(.authentication(nil))
            #expect(script.place == "registered.resting")
        }
    }

    @Test(arguments: [true, false])
    func `a sign-in request during the grace period shows the same page again`(isAsked: Bool) {
        var script = inUserAgent()
        script.choose(.userAgentClosed)
        script.reply(.authentication(nil))
        script.user(isAsked ? .signIn(WishID(2)) : .preview(WishID(2), resources: [resource]))
        #expect(script.place == (isAsked ? "basicAuthFallback.userAgent" : "basicAuthFallback.polling"))
        #expect(script.presented == (isAsked ? [.userAgent] : []))
        #expect(script.rule == (isAsked ? .`V1-24` : .`FM-16`))
        if !isAsked { return }
        script.choose(.redirectReached)
        script.reply(.authentication(nil))
        script.user(.signIn(WishID(3)))
        #expect(script.place == "basicAuthFallback.polling", "a viewer who reached the redirect is done there")
        #expect(script.codeState?.awaiting.pollTimer != nil)
    }

    // MARK: Whose token it is

    @Test func `a token of temporary access is not a sign-in, neither at step 1 nor in a poll`() {
        var script = Script.legacy()
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(script.place == "checking.authenticationToken")
        #expect(script.rule == .`V1-38`)
        #expect(script.legacyCalled == [.authenticationToken])
        var viewer = script
        viewer.reply(.authentication(Self.viewer))
        #expect(viewer.rule == .`V1-01`)
        #expect(viewer.model.state.access?.mvpd == .any)
        var gone = script
        gone.refuse(410, .authentication)
        #expect(gone.rule == .`V1-02`)
        var unreachable = script
        unreachable.reply(Self.offline)
        #expect(unreachable.answered.isEmpty)
        script.reply(.authentication(Self.temporary))
        #expect(script.rule == .`V1-38`)
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status(.denied, nil))
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code()
        script.reply(.authentication(Self.temporary))
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.rule == .`V1-25`)
        // An app without temporary access sends one request less.
        var bare = Script.legacy(.bare)
        bare.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(bare.place == "deciding.ready")
    }

    @Test func `a permit of temporary access does not serve a viewer, whose sign-in is gone`() {
        var script = Script.legacySignedIn()
        script.user(.play(WishID(1), resource: resource, under: .signedIn))
        let permit = Reply.Result.decisions([AdobeDecision(resource: resource, verdict: .permit(media: nil), source: .temppass)])
        script.reply(permit)
        #expect(script.rule == .`V1-38`)
        #expect(script.place == "checking.authentication")
        script.find(Self.viewer)
        script.reply(permit)
        #expect(script.refusal == .authentication)
        var temporary = Script.legacySignedIn()
        temporary.user(.play(WishID(1), resource: resource, under: .temporary(identity: SecretRef(.identity, 7))))
        #expect(temporary.legacyEndpoint.map { Endpoint.restV1($0).parameters.identity } == SecretRef(.identity, 7))
        temporary.reply(.done)
        #expect(temporary.legacyEndpoint == .authorize(resource: resource, identity: SecretRef(.identity, 7)))
        temporary.reply(permit)
        #expect(temporary.place == "deciding.mediaToken")
    }

    @Test func `without temporary access, a token that names no provider is a viewer's sign-in`() {
        var script = Script.legacyCode(.bare)
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(script.place == "deciding.ready")
    }

    @Test func `no viewer is signed in if Adobe no longer knows a token that it just reported`() {
        var script = Script.legacy(.box)
        script.reply(.authentication(Self.viewer))
        #expect(script.place == "checking.authenticationToken")
        script.reply(.authentication(nil))
        #expect(script.place == "checking.partnerStatus")
        #expect(script.rule == .`V1-02`)
    }

    @Test(arguments: [true, false]) func `an error about the provider forgets it, except under temporary access`(isTemporary: Bool) {
        var settings = LegacyPlace.once(.box)
        settings.temporaryAccess = .other
        var script = Script.legacySignedIn(settings, word: Self.viewer)
        script.user(.play(WishID(2), resource: resource, under: isTemporary ? .temporary(identity: nil) : .signedIn))
        var other = script
        other.reply(.failed(.refused(http: 400, .named("internal_error"))))
        #expect(!other.effects.contains(.forget(.fact(.provider))))
        script.reply(.failed(.refused(http: 400, .named("unknown_integration"))))
        #expect(script.rule == .`FM-13`)
        #expect(script.effects.contains(.forget(.fact(.provider))) == !isTemporary)
    }

    @Test func `only a media token request may repeat the authorization`() {
        var script = Script.legacySignedIn(LegacyPlace.once(.bare))
        script.user(.play(WishID(2), resource: resource, under: .signedIn))
        script.reply(.failed(.refused(http: 400, .named("authorization_missing", .authorization))))
        #expect(script.legacyCalled.isEmpty)
        #expect(script.answered == [.refused])
    }

    @Test func `a late token of temporary access needs no sign-out`() throws {
        var settings = FlowSettings.bare
        settings.temporaryAccess = FlowSettings.box.temporaryAccess
        for (word, called) in [(Self.temporary, []), (Self.viewer, [.logout])] as [(ServerAuthorization, [RESTV1Endpoint.Kind])] {
            var script = Script.legacyCode(settings)
            let request = try #require(script.request)
            script.user(.signOut(WishID(2)))
            script.feed(.reply(request, Reply(.authentication(word))))
            #expect(script.legacyCalled == called)
        }
    }

    @Test func `the invariant reports a viewer who is signed in by a token of temporary access`() {
        for (settings, word, isBroken) in [
            (FlowSettings.box.legacy, Self.temporary, true), (.box.legacy, Self.viewer, false), (.box, Self.viewer, false),
            (.phone.legacy, ServerAuthorization(reason: .legacyToken), false),
        ] {
            var checker = InvariantChecker(settings: settings)
            let answer = Effect.answer(WishID(1), .signedIn(.serverAuthorization(word)))
            let broken = checker.check(
                FlowEvent(time: Instant(milliseconds: 0), origin: .user(.signIn(WishID(1)))), FlowModel(), [answer])
            #expect(broken.contains(.temporaryAccessIsNoSignIn) == isBroken)
        }
    }

    // MARK: What a denial means

    private func denied() -> (script: Script, text: SecretRef) {
        var script = Script.legacySignedIn()
        script.user(.play(WishID(1), resource: resource, under: .signedIn))
        let text = script.deny(resource)
        #expect(script.place == "deciding.confirming")
        #expect(script.rule == .`V1-39`)
        #expect(script.legacyCalled == [.checkAuthentication])
        #expect(!script.effects.contains(.forget(.secret(text))))
        return (script, text)
    }

    @Test func `a denial without a code is final if the viewer is signed in or Adobe does not say`() {
        for answer in [Reply.Result.authentication(ServerAuthorization(reason: .legacyToken)), .failed(.status(http: 403)), Self.offline] {
            var (script, text) = denied()
            while script.armed(.retry) == nil, script.answered.isEmpty {
                script.reply(answer)
                if let timer = script.armed(.retry) { script.feed(.timer(timer)) }
            }
            #expect(script.rule == .`V1-39`)
            guard case .denied(resource, let error)? = script.answer else {
                Issue.record("no denial")
                continue
            }
            #expect(error.text == text)
        }
    }

    @Test func `a denial without a code means a lost sign-in if Adobe knows no viewer`() {
        var (script, text) = denied()
        script.reply(.authentication(nil))
        #expect(script.rule == .`V1-39`)
        #expect(script.place == "checking.partnerStatus")
        #expect(script.answered.isEmpty)
        #expect(script.effects.contains(.forget(.secret(text))))
        script.partner(script.status(.denied, nil))
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code()
        script.reply(.authentication(Self.viewer))
        #expect(script.place == "deciding.authorizing")
        _ = script.deny(resource)
        #expect(script.answered == [.denied], "asked once per wish")
        #expect(script.rule == .`V1-26`)
    }

    @Test func `a denial with a code, under temporary access or of a canceled wish is not checked`() {
        var coded = Script.legacySignedIn()
        coded.user(.play(WishID(1), resource: resource, under: .signedIn))
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
        coded.reply(.decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)]))
        #expect(coded.answered == [.denied])
        var temporary = LegacyPlace.admitted.script
        _ = temporary.deny(resource)
        #expect(temporary.refusal == .temporaryAccess)
        var (script, text) = denied()
        script.user(.cancel(WishID(1)))
        #expect(script.effects.contains(.forget(.secret(text))))
        #expect(script.place == "deciding.ready")
    }

    // MARK: The media token

    @Test func `an authorization that Adobe lost is requested once more, and so is a late provider`() {
        for isDenial in [true, false] {
            var script = LegacyPlace.mediaToken.script
            for round in 0...1 {
                if isDenial {
                    _ = script.deny(resource, .authorization)
                } else {
                    script.refuse(410, .authorization)
                }
                if round == 1 { break }
                #expect(script.rule == .`V1-27`)
                #expect(script.legacyCalled == [.authorize])
                script.permit(resource, media: false)
                #expect(script.legacyCalled == [.mediaToken])
            }
            #expect(script.refusal == .service, "the same for a denial and for an error")
        }
        var late = Script.legacySignedIn()
        late.user(.play(WishID(1), resource: resource, under: .signedIn))
        late.permit(resource, media: false)
        _ = late.deny(resource, .retry)
        #expect(late.rule == .`V2-D-15`)
        late.feed(.timer(late.armed(.retry) ?? TimerID(9_999)))
        #expect(late.legacyCalled == [.mediaToken])
        late.permit(resource, media: true)
        #expect(late.answered == [.permitted])
    }

    // MARK: Sign-out

    @Test(arguments: [true, false, nil])
    func `if Adobe cannot report how the viewer signed in, the partner framework is asked`(hasAccount: Bool?) {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        #expect(script.place == "loggedOut.metadata")
        #expect(script.question == .status(prompt: false))
        if let hasAccount { script.partner(script.status(.granted, hasAccount ? "Apple_M" : nil)) } else { script.reply(Self.offline) }
        #expect(script.rule == .`V1-30`)
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.place == (hasAccount == false ? "loggedOut.resting" : "loggedOut.settings"))
        #expect(script.legacyCalled == [], "the account is not another one that would sign in by itself")
        #expect(script.model.context.signedOut?.account == (hasAccount == true ? PlatformMappingID("Apple_M") : nil))
    }

    @Test func `without a partner framework, it is not asked how the viewer signed in`() {
        var script = Script.legacySignedIn(LegacyPlace.once(.bare))
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        #expect(script.legacyCalled == [.logout])
    }

    // MARK: Errors of the catalog

    @Test func `a provider that Adobe does not accept is not used again`() {
        let error = CallFailure.refused(http: 400, .named("unknown_integration", .configuration))
        for place in [LegacyPlace.request, .exchange, .creatingCode] {
            var script = place.script
            script.reply(.failed(error))
            #expect(script.model.context.catalog == nil, "\(place)")
            #expect(script.model.context.provider == nil, "\(place)")
            let isProblem = place == .creatingCode
            #expect(script.place == (isProblem ? "basicAuthFallback.problem" : "basicAuthFallback.configuration"), "\(place)")
        }
        for place in [LegacyPlace.request, .exchange] {
            var bare = place.script
            bare.reply(.failed(.status(http: 400)))
            #expect(bare.place == "basicAuthFallback.creatingSession", "\(place)")
            var page = place.script
            page.reply(.failed(.status(http: 403)))
            #expect(page.place == "basicAuthFallback.creatingSession", "\(place)")
        }
    }

    @Test func `polling continues while no viewer is signed in, however Adobe reports it, and during errors`() {
        for error in [AdobeError.named("authentication_session_missing", .authentication), .named("network_received_error", .retry)] {
            var script = Script.legacyCode()
            script.reply(.failed(.refused(http: 403, error)))
            #expect(script.place == "basicAuthFallback.polling")
            #expect(script.armed(.poll) != nil)
        }
        var broken = Script.legacyCode()
        broken.reply(.failed(.refused(http: 500, .named("internal_error"))))
        #expect(broken.place == "basicAuthFallback.polling")
    }
}
