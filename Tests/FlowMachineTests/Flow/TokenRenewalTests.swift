import FlowTestSupport
import Testing

@testable import FlowMachine

/// When an access token is renewed (CHK-R-1.1, AIR-1.4).
@Suite struct TokenRenewalTests {
    @Test func `a token is renewed before it expires`() throws {
        var script = Script(.bare)
        script.register()
        let armed = script.effects.compactMap { effect -> (TimerID, Instant)? in
            if case .arm(let timer, .tokenRefresh, let instant) = effect { (timer, instant) } else { nil }
        }
        let (timer, instant) = try #require(armed.first)
        #expect(instant < script.instant(in: 21_599))
        script.expire(timer)
        #expect(script.called == [.token])
    }

    @Test func `after a 401 a new token is requested first, then the same request is sent once more`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        script.reply(.failed(.unauthorized(nil)))
        #expect(script.called == [.token])
        #expect(script.answered == [])
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 21_600))))
        #expect(script.called == [.authorize])
        script.reply(.failed(.unauthorized(nil)))
        #expect(!script.called.contains(.authorize), "once")
    }
}
