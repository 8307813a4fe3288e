import FlowTestSupport
import Testing

@testable import FlowMachine

/// What a wrong clock and lost credentials do to getting a token.
@Suite struct TokenTests {
    @Test func `Credentials lost while their token is on its way are replaced at once; that token is not used`() {
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

    @Test func `A token that has ended when it comes is used all the same, and no other is asked for at once`() {
        var script = Script(.bare)
        script.reply(.registered(client: script.ref(.client)))
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: -2_592_000))))
        #expect(script.place == "checking.profiles")
        #expect(script.called == [.profiles])
        script.reply(.profiles([script.profile()]))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.called == [.authorize])
    }

    @Test func `A clock that is a month ahead costs nothing once Adobe has told the time`() {
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

    @Test func `What waits for a token is sent when no other can be had and the one at hand turns out good`() {
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        var script = Script.signedIn(.regular, settings)
        script.user(.userMetadata(WishID(1)))
        let profiles = Reply(.profiles([script.profile()]), serverTime: script.instant(in: 50_000))
        script.feed(.reply(script.request ?? RequestID(0), profiles))
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.called == [.token], "by Adobe's clock, as told, the token has ended")
        let failed = Reply(.failed(.throttled), serverTime: script.instant(in: 1))
        script.feed(.reply(script.request ?? RequestID(0), failed))
        script.fire(.hold)
        #expect(script.called == [.authorize])
    }
}
