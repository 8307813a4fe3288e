import FlowTestSupport
import Testing

@testable import FlowMachine

/// The first launch of an app that has moved to REST API V2, with what the vault kept under the legacy API.
@Suite struct AfterLegacyTests {
    /// What a launch under the legacy API leaves. The vault reads neither credentials nor token with another software statement.
    private func kept(_ change: (inout PersistedState) -> Void = { _ in }) throws -> PersistedState {
        var kept = PersistedState()
        kept.provider = RememberedProvider(mvpd: try #require(MVPDID("Cablevision")), mapping: PlatformMappingID("AppleMSO_Cablevision"))
        change(&kept)
        return kept
    }

    private func launched(_ settings: FlowSettings, _ kept: PersistedState) -> Script {
        var script = Script(settings, kept: kept)
        script.register()
        return script
    }

    @Test func `the device's account signs the viewer in without a question, in a launch that nobody waits for`() throws {
        var script = launched(.box, try kept())
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "AppleMSO_Cablevision"))))
        #expect(script.called == [.profile])
        script.reply(.profiles([]))
        // Phase C begins silently: the session carries the status that the framework gave.
        #expect(script.called == [.partnerSession])
        #expect(!script.effects.contains { if case .present = $0 { true } else { false } })
    }

    @Test func `a degraded provider lets the viewer in without a sign-in`() throws {
        var script = launched(.bare, try kept())
        #expect(script.called == [.profile], "the provider used last is asked for")
        let profile = Profile(
            mvpd: try #require(MVPDID("Cablevision")), type: .degraded, notAfter: script.instant(in: 3600),
            attributes: script.ref(.attributes))
        script.reply(.profiles([profile]))
        #expect(script.place == "deciding.ready")
    }

    @Test func `any other viewer signs in once more, with the provider used last`() throws {
        var settings = FlowSettings.box
        settings.partner = .absent
        var script = launched(settings, try kept())
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        script.user(.signIn(WishID(1)))
        #expect(script.presented == [.providerConfirmation])
    }

    @Test func `an owed logout of the legacy API needs no request, and a sign-out is remembered`() throws {
        var script = launched(
            .box,
            try kept {
                $0.signedOut = SignedOutMark(account: PlatformMappingID("AppleMSO_Cablevision"))
                $0.owedLogouts = [.device]
            })
        #expect(!script.called.contains(.logout))
        #expect(script.place == "loggedOut.resting")
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "AppleMSO_Cablevision"))))
        #expect(script.place == "loggedOut.resting", "the account of the viewer who left signs nobody in")
    }
}
