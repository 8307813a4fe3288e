import FlowTestSupport
import Testing

@testable import FlowMachine

/// How a wrong clock and lost credentials affect token requests.
@Suite struct TokenTests {
    @Test func `credentials lost during their token request are replaced at once, and that token is not used`() {
        var script = Script(.bare)
        let client = script.ref(.client)
        script.reply(.registered(client: client))
        let old = script.request ?? RequestID(0)
        script.feed(.app(.secretLost(client)))
        #expect(script.called == [.register])
        #expect(script.place == "unregistered.registering")
        let token = AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))
        script.feed(.reply(old, Reply(.token(token))))
        #expect(script.rule == .`FM-02`)
        #expect(script.effects == [.forget(.secret(token.ref))])
        script.register()
        #expect(script.place == "checking.profiles")
        #expect(script.called == [.profiles])
    }

    @Test func `a token that is already expired when it arrives is used, and no other is requested at once`() {
        var script = Script(.bare)
        script.reply(.registered(client: script.ref(.client)))
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: -2_592_000))))
        #expect(script.place == "checking.profiles")
        #expect(script.called == [.profiles])
        script.reply(.profiles([script.profile()]))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.called == [.authorize])
    }

    @Test func `a clock that is a month ahead costs nothing once Adobe's clock is known`() {
        var script = Script(.bare)
        script.reply(.registered(client: script.ref(.client)))
        let month: Int64 = 2_592_000
        let token = AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600 - month))
        let due = script.instant(in: 21_600 - 300)
        script.feed(.reply(script.request ?? RequestID(0), Reply(.token(token), serverTime: script.instant(in: 1 - month))))
        let refresh = script.effects.compactMap { effect in
            if case .arm(_, .tokenRefresh, let at) = effect { at } else { nil }
        }
        #expect(refresh == [due])
        #expect(script.effects.contains(.keep(.token(token))))
    }

    @Test func `requests that wait for a token use the current one if renewal fails and it is still valid`() {
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        var script = Script.signedIn(.regular, settings)
        script.user(.userMetadata(WishID(1)))
        let profiles = Reply(.profiles([script.profile()]), serverTime: script.instant(in: 50_000))
        script.feed(.reply(script.request ?? RequestID(0), profiles))
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.called == [.token], "the token has expired by the reported clock of Adobe")
        let waiting = script
        let failed = Reply(.failed(.throttled), serverTime: script.instant(in: 1))
        script.feed(.reply(script.request ?? RequestID(0), failed))
        script.fire(.hold)
        #expect(script.called == [.authorize])
        var refused = waiting
        let error = AdobeError(action: .none, status: 500, code: ErrorCode("internal_error"))
        refused.feed(
            .reply(refused.request ?? RequestID(0), Reply(.failed(.refused(http: 500, error)), serverTime: refused.instant(in: 1))))
        #expect(refused.called == [.authorize], "nothing holds it back")
    }
}
