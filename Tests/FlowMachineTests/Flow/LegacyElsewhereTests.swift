import FlowTestSupport
import Testing

@testable import FlowMachine

/// The legacy API answers for a device, not for a code. Simulated sessions found the consequences tested here.
@Suite struct LegacyElsewhereTests {
    private func leaving() -> Script {
        var script = Script.legacySignedIn(.bare)
        script.user(.otherProvider(WishID(1)))
        return script
    }

    @Test func `another provider: a signed-in viewer is signed out first, or the next check would find them`() {
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

    @Test func `another provider: no logout is sent if the check just found no viewer`() {
        var script = Script.legacy(.bare)
        script.reply(.authentication(nil))
        script.user(.otherProvider(WishID(2)))
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(!script.legacyCalled.contains(.logout))
    }

    @Test func `another provider after a sign-out: no logout is sent`() {
        var script = Script.legacySignedIn(.bare)
        script.user(.signOut(WishID(1)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        script.reply(.done)
        script.user(.otherProvider(WishID(2)))
        #expect(script.place == "basicAuthFallback.creatingSession")
        #expect(script.legacyCalled == [.createCode])
    }

    @Test func `a sign-out after temporary access cut off another provider's logout sends that logout again`() {
        var settings = FlowSettings.bare
        settings.temporaryAccess = .other
        var script = Script.legacySignedIn(settings)
        script.user(.otherProvider(WishID(1)))
        #expect(script.legacyCalled == [.logout])
        script.user(.play(WishID(2), resource: script.ref(.resource), under: .temporary(identity: nil)))
        #expect(script.model.state.access?.isTemporary == true)
        script.user(.signOut(WishID(3)))
        #expect(script.legacyCalled == [.userMetadata], "Adobe has not said whether the viewer is signed out")
    }

    @Test func `a sign-out after another provider's logout failed sends it again, also without a known provider`() {
        var script = leaving()
        script.reply(.failed(.refused(http: 403, .named("invalid_integration", .none))))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.model.context.provider == nil)
        script.user(.signOut(WishID(2)))
        #expect(script.legacyCalled == [.userMetadata], "Adobe has not said whether the viewer is signed out")
    }

    @Test func `another provider that is given up: the account in Settings was not touched and signs in again`() {
        var script = Script.legacySignedIn(.box)
        script.user(.otherProvider(WishID(1)))
        #expect(script.legacyCalled == [.logout], "this is no sign-out: `tokenSource` does not matter")
        script.reply(.done)
        script.user(.cancel(WishID(1)))
        #expect(script.presented.isEmpty, "nobody is sent to Settings")
        script.feed(.app(.foregrounded))
        script.reply(.authentication(nil))
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status())
        #expect(script.model.state.name == "partnerAuth")
    }

    @Test func `another provider: the viewer decides what happens if Adobe cannot be reached`() {
        var script = leaving()
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.presented == [.problem])
        script.choose(.retry)
        #expect(script.place == "basicAuthFallback.signingOut")
        #expect(script.legacyCalled == [.logout])
    }

    @Test func `a sign-out while another provider is being prepared still sends the logout`() {
        var script = leaving()
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.metadata")
        #expect(script.legacyCalled == [.userMetadata])
    }

    @Test func `a kept code expired by Adobe's clock ends at the first check, whatever the device's clock says`() {
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
