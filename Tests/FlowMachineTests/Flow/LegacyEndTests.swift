import FlowTestSupport
import Testing

@testable import FlowMachine

/// How the flow finds out that the legacy API has been shut down, and what it takes for something else.
@Suite struct LegacyEndTests {
    private static let gone = CallFailure.refused(http: 410, AdobeError(action: .authentication, status: 410, code: nil))

    /// Signing in: the first check has failed so, and the registration is asked.
    private func doubting(_ failure: CallFailure, _ settings: FlowSettings = .box) -> Script {
        var settings = settings
        settings.policy.attempts = 1
        var script = Script.watching(settings)
        script.reply(.failed(failure))
        return script
    }

    private func token(_ script: inout Script) {
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
    }

    /// The problem that the last event showed.
    private func problem(_ script: Script) -> Problem? {
        for case .present(_, .problem(let problem)) in script.effects { return problem }
        return nil
    }

    @Test func `an answer that no working endpoint gives is doubted: the registration, then another endpoint`() {
        for failure in [
            Self.gone, .status(http: 404), .status(http: 403), .status(http: 302), .transport(.unreadable), .transport(.connection),
        ] {
            var script = doubting(failure)
            #expect(script.rule == .`V1-50`)
            #expect(script.called == [.token])
            #expect(problem(script) == nil, "nothing is said before it is known")
            token(&script)
            #expect(script.legacyCalled == [.configuration])
            script.reply(.failed(failure))
            #expect(script.rule == .`V1-51`)
            #expect(script.place == "checking.problem")
            #expect(problem(script) == Problem(reason: .apiEnded, options: [.cancel]))
        }
    }

    @Test func `another endpoint that answers as usual proves that the legacy API works`() {
        for failure in [CallFailure.status(http: 404), .transport(.unreadable), .transport(.connection)] {
            var script = doubting(failure)
            token(&script)
            script.reply(.configuration(script.configuration()))
            #expect(problem(script) == Problem(failure))
            // Until the app comes to the foreground again, the same endpoint is not doubted again.
            script.choose(.retry)
            script.reply(.failed(failure))
            #expect(problem(script) == Problem(failure))
            script.feed(.app(.foregrounded))
            script.choose(.retry)
            script.reply(.failed(failure))
            #expect(script.rule == .`V1-50`)
        }
    }

    @Test func `while the registration does not answer, no other call asks it again`() throws {
        var script = doubting(.transport(.connection))
        script.reply(.failed(.transport(.connection)))
        #expect(problem(script)?.reason == .unreachable)
        // The configuration, an endpoint that was not doubted so far.
        func failsAgain() -> [Endpoint.Kind] {
            var again = script
            again.choose(.retry)
            again.reply(.authentication(nil))
            again.partner(again.status(.denied, nil))
            again.reply(.failed(.transport(.connection)))
            return again.called
        }
        #expect(failsAgain() == [])
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        token(&script)
        #expect(failsAgain() == [.token], "the registration has answered meanwhile")
    }

    @Test func `nothing is found without a clear answer of registration and of the other endpoint`() {
        let failure = CallFailure.status(http: 404)
        var offline = doubting(failure)
        offline.reply(.failed(.transport(.connection)))
        #expect(problem(offline) == Problem(failure))
        #expect(offline.model.calls.endOfLife.isFound == false)
        for unclear in [
            CallFailure.status(http: 503), .transport(.timedOut), .transport(.connection), .throttled, .unauthorized(nil),
            .refused(http: 400, .named("internal_error")),
        ] {
            var script = doubting(failure)
            token(&script)
            script.reply(.failed(unclear))
            if case .unauthorized = unclear {
                token(&script)
                script.reply(.failed(unclear))
            }
            #expect(script.model.calls.endOfLife.isFound == false, "\(unclear)")
            #expect(!script.effects.contains { $0.isAboutEnd })
        }
        var lost = doubting(.transport(.connection))
        token(&lost)
        lost.reply(.failed(.status(http: 404)))
        #expect(problem(lost)?.reason == .unreachable, "a lost connection and a page do not confirm each other")
    }

    @Test func `answers that an endpoint's page lists, codes, time-outs and server errors are not doubted`() {
        let bare = { (http: Int64) in CallFailure.refused(http: http, AdobeError(action: .none, status: http, code: nil)) }
        let listed: [(RESTV1Endpoint.Kind, Int64)] = [
            (.checkAuthentication, 403), (.authorize, 403), (.authenticationToken, 404), (.authenticationToken, 410), (.userMetadata, 404),
            (.mediaToken, 403), (.mediaToken, 404), (.mediaToken, 410),
        ]
        for kind in RESTV1Endpoint.Kind.allCases {
            for http in [300, 302, 399, 403, 404, 410] as [Int64] {
                let isListed = listed.contains { $0 == (kind, http) }
                #expect(kind.isGone(bare(http)) == !isListed, "\(kind) \(http)")
                #expect(kind.isGone(.status(http: http)), "a page is no answer of Adobe's")
                #expect(!kind.isGone(.refused(http: http, .named("gone", .authentication))))
            }
            for other in [
                CallFailure.status(http: 400), .status(http: 500), .status(http: 503), .status(http: 405), .transport(.timedOut),
                .transport(.secretMissing), .throttled, .unauthorized(nil), bare(400), bare(412),
            ] {
                #expect(!kind.isGone(other), "\(kind) \(other)")
            }
        }
    }

    @Test func `the configuration is the witness, and has two of its own`() {
        for kind in RESTV1Endpoint.Kind.allCases where kind != .configuration {
            #expect(kind.witness(of: .status(http: 403)) == .configuration)
        }
        for forbidden in [CallFailure.status(http: 403), .refused(http: 403, AdobeError(action: .none, status: 403, code: nil))] {
            #expect(RESTV1Endpoint.Kind.configuration.witness(of: forbidden) == .authenticationToken)
        }
        for other in [Self.gone, .status(http: 404), .transport(.connection)] {
            #expect(RESTV1Endpoint.Kind.configuration.witness(of: other) == .checkAuthentication)
        }
        // 403 is the usual answer of the other one while no viewer is signed in, so it would prove nothing.
        var script = Script.watching(.box)
        script.reply(.authentication(nil))
        script.partner(script.status(.denied, nil))
        script.reply(.failed(.status(http: 403)))
        token(&script)
        #expect(script.legacyCalled == [.authenticationToken])
        script.reply(.authentication(nil))
        #expect(problem(script)?.reason == .service)
    }

    @Test func `once it is found, every such answer says so at once, until the API works again`() {
        var script = doubting(Self.gone)
        token(&script)
        script.reply(.failed(Self.gone))
        script.choose(.cancel)
        script.user(.signIn(WishID(2)))
        script.reply(.failed(Self.gone))
        #expect(problem(script)?.reason == .apiEnded)
        #expect(script.called.isEmpty)
        script.choose(.cancel)
        script.user(.signIn(WishID(3)))
        script.find()
        #expect(script.answered == [.signedIn])
        #expect(!script.model.calls.endOfLife.isFound)
    }

    @Test func `only an answer that a working API gives proves that it works`() {
        let resource = SecretRef(.resource, 1)
        let bare = AdobeError(action: .none, status: 403, code: nil)
        func decided(_ verdicts: [AdobeDecision.Verdict]) -> Reply.Result {
            .decisions(verdicts.map { AdobeDecision(resource: resource, verdict: $0, source: .mvpd) })
        }
        let working: [Reply.Result] = [
            .authentication(ServerAuthorization(reason: .legacyToken)), .done,
            .userMetadata(ViewerMetadata(attributes: SecretRef(.attributes, 1), isFromPartner: false)),
            decided([.permit(media: nil)]), decided([.deny(.named("authorization_denied_by_mvpd"))]),
            decided([.deny(bare), .permit(media: nil)]), .failed(.refused(http: 400, .named("internal_error"))),
        ]
        let unclear: [Reply.Result] = [
            .authentication(nil), .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)), decided([]), decided([.deny(bare)]),
            .failed(.refused(http: 403, bare)), .failed(.status(http: 200)), .failed(.unauthorized(nil)), .profiles([]),
            .logouts([]), .partner(PartnerAnswer(status: PartnerStatus(permission: .granted))),
        ]
        for result in working { #expect(result.isOfWorkingAPI, "\(result)") }
        for result in unclear { #expect(!result.isOfWorkingAPI, "\(result)") }
    }

    @Test func `the text of a doubted error is kept until it is delivered`() {
        var script = Script.watching(LegacyPlace.once(.box))
        let text = script.ref(.text)
        script.reply(.failed(.refused(http: 410, AdobeError(action: .none, status: 410, code: nil, text: text))))
        #expect(script.rule == .`V1-50`)
        #expect(!script.effects.contains(.forget(.secret(text))))
        token(&script)
        #expect(!script.effects.contains(.forget(.secret(text))))
        script.reply(.configuration(script.configuration()))
        #expect(problem(script)?.error?.text == text)
    }

    @Test func `a doubt concerns one call: another one that waits for its answer still waits`() throws {
        for ending in ["gone", "works", "unknown"] {
            var script = Script.watching(LegacyPlace.once(.box), asked: false)
            script.find()
            script.user(.userMetadata(WishID(2)))
            let metadata = try #require(script.request)
            script.user(.play(WishID(3), resource: SecretRef(.resource, 1), under: .signedIn))
            script.reply(.failed(.status(http: 410)))
            #expect(script.rule == .`V1-50`)
            if ending == "unknown" {
                script.reply(.failed(.transport(.timedOut)))
            } else {
                token(&script)
                #expect(script.legacyCalled == [.configuration])
                script.reply(ending == "works" ? .configuration(script.configuration()) : .failed(.status(http: 410)))
            }
            #expect(script.answered == [.refused])
            #expect(!script.effects.contains(.cancel(metadata)))
            script.feed(.reply(metadata, Reply(.userMetadata(ViewerMetadata(attributes: SecretRef(.attributes, 1), isFromPartner: false)))))
            #expect(script.answered == [.userMetadata])
        }
    }

    @Test func `a refused token request does not take back that the API has ended`() throws {
        var script = doubting(Self.gone)
        token(&script)
        script.reply(.failed(Self.gone))
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        script.reply(.failed(.refused(http: 500, .named("internal_error"))))
        #expect(script.model.calls.endOfLife.isFound)
    }

    @Test func `one call is doubted at a time; another that fails meanwhile means what it says`() throws {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        var script = Script.watching(settings, asked: false)
        script.find()
        script.play(1)
        let first = try #require(script.request)
        script.user(.preview(WishID(2), resources: [SecretRef(.resource, 2)]))
        let second = try #require(script.request)
        script.feed(.reply(first, Reply(.failed(.status(http: 404)))))
        #expect(script.rule == .`V1-50`)
        script.feed(.reply(second, Reply(.failed(.status(http: 404)))))
        #expect(script.rule == .`FM-13`)
        #expect(script.refusal == .service)
    }

    @Test func `a denial that cannot be confirmed since the API has ended is reported as that`() {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        var script = Script.watching(settings, asked: false)
        script.find()
        script.play(1)
        _ = script.deny(SecretRef(.resource, 1))
        #expect(script.legacyCalled == [.checkAuthentication])
        script.reply(.failed(.status(http: 404)))
        token(&script)
        script.reply(.failed(.status(http: 404)))
        #expect(script.rule == .`V1-51`)
        #expect(script.refusal == .apiEnded)
    }

    @Test func `another token that arrives meanwhile asks the other endpoint no second time`() throws {
        var script = doubting(Self.gone)
        token(&script)
        let witness = try #require(script.request)
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        token(&script)
        #expect(script.called.isEmpty)
        script.feed(.reply(witness, Reply(.failed(Self.gone))))
        #expect(script.rule == .`V1-51`)
    }

    @Test func `a sign-in that is abandoned by a sign-out is not doubted`() throws {
        var script = Script.watching(.bare)
        script.reply(.authentication(nil))
        script.code()
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(poll, Reply(.failed(.status(http: 403)))))
        #expect(script.called.isEmpty)
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `an answer that finds no viewer does not take back that the API has ended`() {
        var script = doubting(Self.gone)
        token(&script)
        script.reply(.failed(Self.gone))
        script.choose(.cancel)
        script.user(.signIn(WishID(2)))
        script.reply(.authentication(nil))
        script.partner(script.status(.denied, nil))
        #expect(script.legacyCalled == [.configuration])
        script.reply(.failed(Self.gone))
        #expect(problem(script)?.reason == .apiEnded)
        #expect(script.called.isEmpty, "nothing is doubted again")
    }

    @Test func `an attempt that is given up meanwhile takes its doubt along`() {
        var script = doubting(Self.gone)
        token(&script)
        script.user(.signOut(WishID(2)))
        #expect(script.effects.contains { if case .cancel = $0 { true } else { false } })
        #expect(script.model.calls.endOfLife.probe == nil)
        #expect(script.model.calls.pending.allSatisfy { $0.stage.tag != .doubted })
    }

    @Test func `without the policy, as in logs of library 0.2.0, each answer means what it says`() {
        var script = Script.legacy()
        script.reply(.failed(.status(http: 404)))
        #expect(problem(script)?.reason == .service)
        #expect(script.called.isEmpty)
    }

    @Test func `a code whose poll is answered 410 is replaced once, and the next one is polled until it expires`() {
        var script = Script.legacyCode()
        script.refuse(410, .authentication)
        #expect(script.place == "basicAuthFallback.codeExpired")
        script.choose(.newCode)
        script.code()
        script.refuse(410, .authentication)
        #expect(script.place == "basicAuthFallback.polling", "410 may be about this device's former token")
        script.expire(script.armed(.poll))
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken, mvpd: .any)))
        #expect(script.place == "deciding.ready")
        #expect(!script.model.context.codeWasGone)
    }

    @Test func `a bare refusal of a partner request or response leads to the regular workflow`() {
        for http in [400, 403, 404, 405] as [Int64] {
            var request = Script.legacy { $0.status() }
            request.reply(.configuration(request.configuration()))
            request.reply(.failed(.status(http: http)))
            #expect(request.rule == .`V1-13`)
            #expect(request.place == "basicAuthFallback.creatingSession")
            var exchange = Script.legacyExchange()
            exchange.reply(.failed(.status(http: http)))
            #expect(exchange.rule == .`V1-18`)
            #expect(exchange.place == "basicAuthFallback.creatingSession")
        }
    }

    @Test func `a sign-out at an API that has ended stays owed, and the next sign-in says why`() {
        var script = Script.watching(.box, asked: false)
        script.find()
        script.user(.signOut(WishID(1)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        script.reply(.failed(Self.gone))
        #expect(script.rule == .`V1-50`)
        token(&script)
        script.reply(.failed(Self.gone))
        #expect(script.rule == .`V1-51`)
        #expect(script.answer == .signedOut(owed: true))
        script.user(.signIn(WishID(2)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        script.reply(.failed(Self.gone))
        #expect(script.answer == .refused(Refusal(reason: .apiEnded, options: [.cancel])))
    }
}

extension Script {
    /// The legacy API as an app uses it, registered and with a token: step 1 is in progress.
    fileprivate static func watching(_ settings: FlowSettings, asked: Bool = true) -> Script {
        var settings = settings.legacy
        settings.policy.recognizesEndOfLife = true
        var script = Script(settings)
        if asked { script.user(.signIn(WishID(1))) }
        script.register()
        return script
    }
}

extension Effect {
    fileprivate var isAboutEnd: Bool {
        switch self {
        case .present(_, .problem(let problem)): problem.reason == .apiEnded
        case .answer(_, .refused(let refusal)): refusal.reason == .apiEnded
        case _: false
        }
    }
}
