import FlowTestSupport
import Testing

@testable import FlowMachine

/// The legacy API answers for a device, not for a code. What follows from that was found by simulated sessions.
@Suite struct LegacyElsewhereTests {
    private func leaving() -> Script {
        var script = Script.legacySignedIn(.bare)
        script.user(.otherProvider(WishID(1)))
        return script
    }

    @Test func `another provider: who is signed in is signed out first, or the first look would find them`() {
        var script = leaving()
        #expect(script.place == "basicAuthFallback.signingOut")
        #expect(script.rule == .`FM-15`)
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.rule == .`FM-23`)
        #expect(script.legacyCalled == [.createCode])
        script.code()
        script.reply(.authentication(nil))
        #expect(script.place == "basicAuthFallback.polling")
    }

    @Test func `another provider, and nobody was found a moment ago: nobody is signed out`() {
        var script = Script.legacy(.bare)
        script.reply(.authentication(nil))
        script.user(.otherProvider(WishID(2)))
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(!script.legacyCalled.contains(.logout))
    }

    @Test func `another provider after a sign-out: nobody is left to be signed out`() {
        var script = Script.legacySignedIn(.bare)
        script.user(.signOut(WishID(1)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        script.reply(.done)
        script.user(.otherProvider(WishID(2)))
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.legacyCalled == [.createCode])
    }

    @Test func `another provider, and Adobe cannot be told: the person decides`() {
        var script = leaving()
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.presented == [.problem])
        script.choose(.retry)
        #expect(script.place == "basicAuthFallback.signingOut")
        #expect(script.legacyCalled == [.logout])
    }

    @Test func `a sign-out while another provider is prepared tells Adobe all the same`() {
        var script = leaving()
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.metadata")
        #expect(script.legacyCalled == [.userMetadata])
    }

    @Test func `a kept code that has ended by Adobe's clock is over at the first look, whatever the device says`() {
        let later = Instant(milliseconds: 1_767_230_000_000)
        var script = Script.legacy(
            .bare, kept: PersistedState(code: PersistedCode(code: SecretRef(.code, 9), notAfter: later)), asked: false)
        #expect(script.place == "basicAuthFallback.polling")
        let reply = Reply(.authentication(nil), serverTime: later.advanced(by: .seconds(1)))
        script.feed(.reply(script.request ?? RequestID(0), reply))
        #expect(script.place == "basicAuthFallback.codeExpired")
        #expect(script.rule == .`V1-25`)
        #expect(script.presented == [.codeExpired])
    }
}
