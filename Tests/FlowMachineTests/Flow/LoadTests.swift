import FlowTestSupport
import Testing

@testable import FlowMachine

/// How much the flow asks of Adobe when something fails, or when several wishes ask the same.
@Suite struct LoadTests {
    private static let broken = Reply.Result.failed(.transport(.connection))
    private static let unauthorized = Reply.Result.failed(.unauthorized(nil))

    private func signedIn(_ settings: FlowSettings = .bare, _ change: (inout Policy) -> Void = { _ in }) -> Script {
        var settings = settings
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        change(&settings.policy)
        return .signedIn(.regular, settings)
    }

    private func token(_ script: inout Script) {
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
    }

    /// All three attempts at the request that is out fail.
    private func failThreeTimes(_ script: inout Script) {
        for attempt in 1...3 {
            script.reply(Self.broken)
            if attempt < 3 { script.fire(.retry) }
        }
    }

    // MARK: Credentials and tokens

    /// The registration has succeeded, and three attempts at a token have failed.
    private func tokenless() -> Script {
        var settings = FlowSettings.bare
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        var script = Script(settings)
        script.reply(.registered(client: script.ref(.client)))
        for _ in 0..<2 {
            script.reply(Self.broken)
            script.fire(.retry)
            #expect(script.called == [.token])
        }
        script.reply(Self.broken)
        #expect(script.place == "unregistered.refused")
        return script
    }

    @Test func `after three failed attempts at a token, later questions have one attempt until the viewer acts`() {
        var script = tokenless()
        for _ in 0..<3 {
            script.feed(.app(.foregrounded))
            #expect(script.called == [.token])
            script.reply(Self.broken)
            #expect(script.armed(.retry) == nil)
            #expect(script.place == "unregistered.refused")
        }
        script.user(.signIn(WishID(1)))
        script.reply(Self.broken)
        #expect(script.armed(.retry) != nil, "the viewer's act begins the attempts again")
    }

    @Test func `credentials that arrive renew the attempts at a token`() {
        var settings = FlowSettings.bare
        settings.policy.breakerThreshold = 0
        var script = Script(settings)
        for _ in 0..<2 {
            script.reply(Self.broken)
            script.fire(.retry)
        }
        script.reply(Self.broken)
        #expect(script.place == "unregistered.refused")
        script.feed(.app(.foregrounded))
        script.reply(.registered(client: script.ref(.client)))
        #expect(script.called == [.token])
        script.reply(Self.broken)
        #expect(script.armed(.retry) != nil)
    }

    @Test func `failed attempts at a token cost other calls none of theirs`() throws {
        var script = signedIn()
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        failThreeTimes(&script)
        #expect(script.model.calls.isTokenSpent)
        script.user(.userMetadata(WishID(1)))
        #expect(script.called == [.profile], "the current token is still valid")
        script.reply(Self.broken)
        #expect(script.armed(.retry) != nil)
    }

    @Test func `only what the viewer asks for renews the attempts at a token`() throws {
        let resource = SecretRef(.resource, 1)
        var settings = FlowSettings.bare
        settings.temporaryAccess = MVPDID("TempPass")
        let events: [(UserEvent, Bool)] = [
            (.signOut(WishID(5)), true), (.signIn(WishID(5)), true), (.play(WishID(5), resource: resource, under: .signedIn), true),
            (.play(WishID(5), resource: resource, under: .temporary(identity: nil)), true),
            (.preview(WishID(5), resources: [resource]), false), (.userMetadata(WishID(5)), false),
            (.play(WishID(5), resource: resource, under: .ifSignedIn), false),
        ]
        for (event, renews) in events {
            var script = signedIn(settings)
            script.feed(.timer(try #require(script.model.calls.refreshTimer)))
            failThreeTimes(&script)
            #expect(script.model.calls.isTokenSpent)
            script.user(event)
            #expect(script.model.calls.isTokenSpent != renews, "\(event)")
        }
        var shown = tokenless()
        shown.user(.signIn(WishID(1)))
        failThreeTimes(&shown)
        #expect(shown.model.calls.isTokenSpent)
    }

    @Test func `a token request that Adobe throttles in all its attempts uses them up, too`() {
        var script = signedIn()
        script.feed(.app(.secretLost(script.model.calls.token?.ref ?? SecretRef(.token, 99))))
        script.user(.userMetadata(WishID(1)))
        for attempt in 1...3 {
            #expect(script.called == [.token], "\(attempt)")
            script.reply(.failed(.throttled))
            script.fire(.hold)
        }
        #expect(script.model.calls.isTokenSpent)
    }

    @Test func `an answer of the partner framework does not reset the count of failed connections`() {
        var script = Script.signedIn(.appleSSO, .box)
        let threshold = FlowSettings.box.policy.breakerThreshold
        #expect(threshold > 1)
        var failures: Int64 = 0
        for wish in 1...9 as ClosedRange<Int64> where script.armed(.hold) == nil {
            script.play(wish)
            script.reply(.failed(.transport(.timedOut)))
            failures += 1
            if script.armed(.hold) == nil {
                script.feed(.app(.foregrounded))
                script.partner(script.status())
            }
        }
        #expect(failures == threshold)
    }

    @Test func `polls that need a token do not repeat its request three times each`() throws {
        var settings = FlowSettings.bare
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        let open = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: nil)
        script.reply(.session(.authenticate(open)))
        script.reply(Self.unauthorized)
        var tokens = 1
        for _ in 0..<12 {
            script.reply(Self.broken)
            script.fire(script.armed(.retry) == nil ? .poll : .retry)
            tokens += script.called.filter { $0 == .token }.count
            #expect(script.place == "basicAuthFallback.polling")
        }
        #expect(tokens == 13, "each event sends one request at most")
        #expect(script.armed(.retry) == nil)
        script.reply(Self.broken)
        #expect(script.armed(.poll) != nil, "after the first three, each poll asks once")
    }

    @Test func `a token that arrives renews the attempts`() {
        var script = tokenless()
        script.feed(.app(.foregrounded))
        token(&script)
        #expect(script.model.calls.tokenPause == nil)
        #expect(!script.model.calls.isTokenSpent)
    }

    @Test func `no request for a token is repeated within half a second, whatever asks for it`() {
        var script = tokenless()
        let end = script.instant(in: 0).advanced(by: Interval(milliseconds: 500))
        // The next event is at the same instant.
        script.setClock(by: -1)
        script.user(.signIn(WishID(1)))
        #expect(script.called.isEmpty)
        #expect(script.whenArmed(.hold) == end)
        script.setClock(by: 1)
        script.fire(.hold)
        #expect(script.called == [.token])
    }

    @Test func `a clock that is set back delays a request for a token by half a second at most`() {
        var script = tokenless()
        script.setClock(by: -86_400)
        script.user(.signIn(WishID(1)))
        #expect(script.called.isEmpty)
        #expect(script.whenArmed(.hold) == script.instant(in: 0).advanced(by: Interval(milliseconds: 500)))
    }

    @Test func `a 401 after a missing secret is the first one and does not cost the registration`() {
        var script = signedIn { $0.attempts = 1 }
        script.play(1)
        script.reply(.failed(.transport(.secretMissing)))
        #expect(script.rule == .`V2-X-08`)
        token(&script)
        #expect(script.called == [.authorize])
        script.reply(Self.unauthorized)
        #expect(script.rule == .`V2-X-08`)
        token(&script)
        #expect(script.called == [.authorize])
        script.reply(Self.unauthorized)
        #expect(script.rule == .`V2-X-09`)
    }

    @Test func `a missing secret after a 401 is replaced once, too`() {
        var script = signedIn { $0.attempts = 1 }
        script.play(1)
        for failure in [Self.unauthorized, .failed(.transport(.secretMissing))] {
            script.reply(failure)
            #expect(script.rule == .`V2-X-08`)
            token(&script)
            #expect(script.called == [.authorize])
        }
        script.reply(.failed(.transport(.secretMissing)))
        #expect(script.refusal == .service)
    }

    // MARK: Holds and the allowance

    @Test func `a hold of another flow lasts a minute at most`() {
        var script = signedIn()
        script.feed(.app(.held(until: Instant(milliseconds: 9_000_000_000_000))))
        #expect(script.whenArmed(.hold) == script.instant(in: 60))
    }

    @Test func `polls count toward the allowance`() {
        var settings = FlowSettings.bare
        settings.policy.allowanceBurst = 6
        settings.policy.allowanceInterval = .seconds(3600)
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        let open = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: nil)
        // The fifth call is the first poll.
        script.reply(.session(.authenticate(open)))
        #expect(script.called == [.profileForCode])
        script.reply(.profiles([]))
        script.fire(.poll)
        #expect(script.called == [.profileForCode], "the sixth call")
        script.reply(.profiles([]))
        script.fire(.poll)
        #expect(script.called.isEmpty, "the seventh call waits")
        #expect(script.armed(.hold) != nil)
    }

    // MARK: Equal requests

    @Test(arguments: [false, true]) func `wishes for the viewer's metadata share one call`(isLegacy: Bool) {
        var script = isLegacy ? Script.legacySignedIn() : signedIn()
        for wish in 1...4 as ClosedRange<Int64> {
            script.user(.userMetadata(WishID(wish)))
            #expect(script.effects.contains { if case .call = $0 { true } else { false } } == (wish == 1))
        }
        script.user(.cancel(WishID(1)))
        #expect(!script.effects.contains { if case .cancel = $0 { true } else { false } }, "the others wait for it")
        if isLegacy {
            script.reply(.userMetadata(ViewerMetadata(attributes: script.ref(.attributes), isFromPartner: false)))
        } else {
            script.reply(.profiles([script.profile()]))
        }
        #expect(script.answered == [.userMetadata, .userMetadata, .userMetadata])
        #expect(script.model.context.wishes.isEmpty)
    }

    @Test func `wishes for metadata share a call that was not made first`() {
        var script = signedIn()
        script.play(1)
        script.user(.userMetadata(WishID(2)))
        #expect(script.called == [.profile])
        script.user(.userMetadata(WishID(3)))
        #expect(script.called == [])
        script.play(4)
        #expect(script.called == [.authorize])
    }

    @Test func `wishes that shared a call are all answered when it fails or finds nobody`() {
        var script = signedIn { $0.attempts = 1 }
        for wish in 1...3 as ClosedRange<Int64> { script.user(.userMetadata(WishID(wish))) }
        var failed = script
        failed.reply(.failed(.refused(http: 403, .named("x"))))
        #expect(failed.answered == [.refused, .refused, .refused])
        script.reply(.profiles([]))
        #expect(script.place == "checking.profiles")
        script.reply(.profiles([script.profile()]))
        #expect(script.called == [.profile], "asked for anew, once")
        script.reply(.profiles([script.profile()]))
        #expect(script.answered == [.userMetadata, .userMetadata, .userMetadata])
    }

    @Test func `a request with another status is another request`() {
        var script = Script.signedIn(.appleSSO, .box)
        script.user(.userMetadata(WishID(1)))
        #expect(script.called == [.profile])
        script.feed(.app(.foregrounded))
        script.user(.userMetadata(WishID(2)))
        #expect(script.called == [.profile], "the status was dropped")
    }
}
