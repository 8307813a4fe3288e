import FlowTestSupport
import Testing

@testable import FlowMachine

/// Cases that look alike from a distance: errors with and without a code, statuses and tokens that have just expired,
/// and timers and presentations from earlier.
@Suite struct EverywhereTests {
    private static let unauthorized = Reply.Result.failed(.unauthorized(nil))

    private func once(_ settings: FlowSettings, attempts: Int64 = 1) -> FlowSettings {
        var settings = settings
        settings.policy.attempts = attempts
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        return settings
    }

    // MARK: Launch

    @Test func `nothing happens before the launch, and numbers continue after those of the earlier launch`() {
        let event = FlowEvent(time: Instant(milliseconds: 1), origin: .user(.signIn(WishID(1))))
        let early = FlowReducer(settings: .bare).reduce(FlowModel(), event)
        #expect(early.rule == .`FM-01`)
        #expect(early.effects.isEmpty)
        #expect(early.model == FlowModel())
        var kept = PersistedState()
        kept.first = NextNumbers(request: 70, timer: 80, presentation: 90)
        let script = Script(.bare, kept: kept)
        #expect(script.request == RequestID(70))
        #expect(script.armed(.timeout) == TimerID(80))
    }

    @Test func `a kept token is renewed before it expires and is useless without its credentials`() {
        let token = AccessToken(ref: SecretRef(.token, 9), notAfter: Instant(milliseconds: 1_767_300_000_000))
        let script = Script(.bare, kept: PersistedState(client: SecretRef(.client, 9), token: token))
        #expect(script.whenArmed(.tokenRefresh) == token.notAfter.advanced(by: .seconds(-300)))
        #expect(script.called == [.profiles])
        #expect(Script(.bare, kept: PersistedState(token: token)).place == "unregistered.registering")
    }

    @Test func `a wish for temporary access made before there is a token is met once there is one`() {
        var script = Script(.box)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.register()
        #expect(script.rule == .`V2-T-01`)
        #expect(script.called == [.authorize])
    }

    @Test func `a stray reply changes nothing in phase A`() {
        var script = Script(.bare)
        for place in ["unregistered.registering", "unregistered.gettingToken", "unregistered.refused"] {
            script.feed(.reply(RequestID(9_999), Reply(.done)))
            #expect(script.place == place)
            #expect(script.rule == .`FM-02`)
            if place == "unregistered.registering" {
                script.reply(.registered(client: script.ref(.client)))
            } else {
                script.reply(.failed(.transport(.unreadable)))
            }
        }
    }

    // MARK: Errors

    @Test func `a token refused twice replaces the registration`() {
        var script = Place.checking.script
        script.reply(EverywhereTests.unauthorized)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        script.reply(EverywhereTests.unauthorized)
        #expect(script.rule == .`V2-X-09`)
        #expect(script.place == "unregistered.registering", "the app registers again, once")
        #expect(script.effects.contains(.forget(.fact(.client))))
        #expect(script.called == [.register])
        script.register()
        for _ in 0...1 {
            script.reply(EverywhereTests.unauthorized)
            if script.model.state.kind == .checking {
                script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
            }
        }
        #expect(script.rule == .`V2-X-09`)
        #expect(script.place == "unregistered.refused", "and no more")
        #expect(script.refusal == .registration)
    }

    @Test func `an error with the action application-registration is a refused token, whatever its HTTP status`() {
        var script = Place.checking.script
        let error = AdobeError(action: .applicationRegistration, status: 403, code: nil)
        script.reply(.failed(.refused(http: 403, error)))
        #expect(script.rule == .`V2-X-08`)
        #expect(script.called == [.token])
    }

    /// A check whose token was refused, and the refusal of the request for the next one.
    private func withoutToken(_ script: Script, _ action: ErrorAction) -> Script {
        var script = script
        script.refuse(403, .applicationRegistration)
        script.refuse(403, action)
        return script
    }

    @Test(arguments: [ErrorAction.none, .authentication, .authorization, .configuration])
    func `an answer to the request for a token says nothing about the viewer or a resource`(action: ErrorAction) {
        let problem = Problem(reason: .service, status: 403, options: [.retry, .otherProvider, .cancel])
        for script in [Script.legacy(.bare), Place.checking.script] {
            #expect(withoutToken(script, action).presents(.problem(problem)), "nobody is not signed in because of it")
        }
        #expect(withoutToken(Place.authorizing.script, action).refusal == .service, "it denies nothing")
    }

    @Test func `every documented name of an error is recognized, and an error without a name matches none`() {
        for code in ["invalid_integration", "invalid_parameter_mvpd"] {
            var script = Place.creatingSession.script
            script.reply(.failed(.refused(http: 400, .named(code))))
            #expect(script.presents(.problem(Problem(reason: .provider, error: .named(code), options: [.retry, .otherProvider, .cancel]))))
        }
        for code in ["invalid_authentication_session", "invalid_parameter_code"] {
            var script = Place.polling.script
            script.reply(.failed(.refused(http: 400, .named(code))))
            #expect(script.rule == .`V2-F-15`)
        }
        for (place, rule) in [(Place.authorizing, Rule.`FM-13`), (.polling, .`FM-13`), (.creatingSession, .`FM-13`)] {
            var script = place.script
            script.refuse(400)
            #expect(script.rule == rule)
        }
    }

    // MARK: Sign-out and presentations

    @Test(arguments: [Place.partnerConfiguration, .partnerSession, .configuration, .creatingSession, .resumingSession])
    func `a sign-out cancels all requests except those that may return a profile`(place: Place) {
        var script = place.script
        #expect(script.model.calls.pending.count == 1)
        script.user(.signOut(WishID(2)))
        #expect(!script.model.calls.pending.contains { $0.isLast }, "\(place)")
    }

    @Test func `a choice for an earlier presentation is ignored`() {
        var expired = Place.polling.script
        let code = expired.model.context.presented ?? PresentationID(9_999)
        expired.reply(.failed(.refused(http: 410, .named("invalid_authentication_session"))))
        expired.reply(.profiles([]))
        #expect(expired.model.context.presented != code)
        expired.user(.chose(code, .newCode))
        #expect(expired.rule == .`FM-04`)
        #expect(expired.effects.isEmpty)
        #expect(expired.place == "basicAuthFallback.codeExpired")
    }

    @Test func `the remembered provider keeps its id in the partner framework`() {
        var script = LegacyPlace.picking.script
        script.choose(.provider(.other))
        #expect(script.effects.contains(.keep(.provider(RememberedProvider(mvpd: .other, mapping: PlatformMappingID("Apple_N"))))))
    }

    // MARK: Statuses

    @Test func `a status that has expired since is sent with nothing and is requested anew`() {
        var script = Script(once(.box))
        script.register()
        script.partner(script.status(.granted, "Apple_M", in: 4))
        script.reply(.profiles([script.profile(.appleSSO)]))
        for _ in 0..<3 { script.feed(.app(.backgrounded)) }
        script.user(.userMetadata(WishID(1)))
        #expect(script.calledEndpoint == .profile(.any, status: nil))
        script.play(2)
        #expect(script.rule == .`V2-D-02`)
        #expect(script.question == .status(prompt: false))
        #expect(script.called == [])
        #expect(script.armed(.timeout) == nil, "one timer is enough")
    }

    @Test(arguments: [true, false])
    func `a decision uses a status without an expiry only if the policy accepts it`(accepts: Bool) {
        var settings = once(.box)
        settings.policy.acceptsStatusWithoutExpiry = accepts
        var script = Script(settings)
        script.register()
        script.partner(script.status(.granted, "Apple_M", in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.play(1)
        #expect(script.called == (accepts ? [.authorize] : []))
    }

    @Test func `a viewer's choice has no timeout`() {
        #expect(LegacyPlace.partnerChoice.script.model.calls.timeoutTimer == nil)
        #expect(LegacyPlace.authenticating.script.model.calls.timeoutTimer != nil)
    }

    // MARK: Tokens and timers

    @Test(arguments: [(0, false), (1, true)] as [(Int64, Bool)])
    func `a token is used until it expires, and several waiting requests cause one token request`(milliseconds: Int64, isUsed: Bool) {
        var script = Script(once(.bare))
        script.reply(.registered(client: script.ref(.client)))
        let end = Instant(milliseconds: script.instant(in: 3).milliseconds + milliseconds)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: end)))
        script.reply(.profiles([script.profile()]))
        script.play(1)
        #expect(script.called == (isUsed ? [.authorize] : [.token]))
        if isUsed { return }
        script.play(2)
        #expect(script.called == [])
        script.reply(.failed(.transport(.unreadable)))
    }

    @Test func `forgetting a token also disarms its renewal timer`() throws {
        var script = Script.signedIn(.regular, once(.bare))
        let timer = try #require(script.model.calls.refreshTimer)
        var refused = script
        refused.play(1)
        refused.reply(EverywhereTests.unauthorized)
        #expect(refused.disarmed.contains(timer))
        #expect(refused.model.calls.refreshTimer == nil)
        script.feed(.timer(timer))
        #expect(script.model.calls.refreshTimer == nil)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        #expect(!script.disarmed.contains(timer))
        #expect(script.armed(.tokenRefresh) != nil)
    }

    @Test func `a renewed access keeps only its own timer`() throws {
        var script = Script.signedIn(.regular, once(.bare))
        let timer = try #require(script.model.calls.stateTimers.first)
        script.user(.userMetadata(WishID(1)))
        script.reply(
            .profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 90_000), attributes: script.ref(.attributes))]))
        #expect(script.disarmed.contains(timer))
        #expect(script.armed(.profileExpiry).map { [$0] } == script.model.calls.stateTimers)
    }

    @Test func `a request sent again with a new token is not another attempt`() {
        var script = Script.signedIn(.regular, once(.bare, attempts: 2))
        script.play(1)
        script.reply(EverywhereTests.unauthorized)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.armed(.retry) != nil)
        #expect(script.whenArmed(.retry) == script.instant(in: 1))
    }

    @Test(arguments: [(0, 1000), (1000, 1000), (1500, 1500)] as [(Int64, Int64)])
    func `a 429 holds requests back for at least one second`(hold: Int64, wait: Int64) {
        var settings = once(.bare)
        settings.policy.throttleHold = Interval(milliseconds: hold)
        var script = Script.signedIn(.regular, settings)
        script.play(1)
        script.reply(.failed(.throttled))
        #expect(script.whenArmed(.hold) == script.instant(in: 0).advanced(by: Interval(milliseconds: wait)))
    }

    @Test(arguments: [5, 6] as [Int64])
    func `six resources exceed the legacy API's documented limit, five do not`(count: Int64) {
        var script = Script.legacySignedIn(once(.box))
        script.user(.preview(WishID(1), resources: (1...count).map { SecretRef(.resource, $0) }))
        script.refuse(403)
        #expect(script.legacyCalled == (count == 6 ? [.preauthorize] : []))
    }
}
