import FlowTestSupport
import Testing

@testable import FlowMachine

/// An error of the partner framework, a missing permission and a time-out are never read as "the device has no account".
@Suite struct PartnerErrorTests {
    private static let failure = Reply.Result.partner(
        PartnerAnswer(status: PartnerStatus(permission: .granted), error: .other(code: 7)))
    private static let denial = Reply.Result.partner(PartnerAnswer(status: PartnerStatus(permission: .denied)))
    private static let nobody = Reply.Result.partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))

    /// Signed out with Apple's account still on the device.
    private func signedOut() -> Script {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        return script
    }

    private mutating func look(_ script: inout Script, _ result: Reply.Result) {
        script.feed(.app(.foregrounded))
        script.reply(result)
    }

    @Test(arguments: [failure, denial, .failed(.transport(.timedOut))])
    mutating func `a viewer who signed out stays signed out after an error or a revoked permission`(hiccup: Reply.Result) {
        var script = signedOut()
        let mark = script.model.context.signedOut
        look(&script, hiccup)
        #expect(script.model.context.signedOut == mark)
        #expect(!script.effects.contains { if case .keep = $0 { true } else { false } })
        look(&script, .partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "loggedOut.resting", "it is the same account")
        #expect(script.called == [])
        look(&script, .partner(PartnerAnswer(status: script.status(.granted, "Apple_N"))))
        #expect(script.place == "checking.profiles", "another account still signs in by itself")
    }

    @Test mutating func `only the framework's word that there is no account makes the next one another account`() {
        var script = signedOut()
        look(&script, Self.nobody)
        #expect(script.model.context.signedOut == SignedOutMark())
        look(&script, .partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "checking.profiles")
    }

    @Test mutating func `an error while the viewer is in Settings leaves the prompt`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(script.place == "loggedOut.settings")
        look(&script, Self.failure)
        #expect(script.place == "loggedOut.settings")
        #expect(script.presented.isEmpty)
        #expect(script.rule == .`FM-22`)
        look(&script, Self.denial)
        #expect(script.place == "loggedOut.resting", "revoking the permission is the other way to sign out")
    }

    @Test mutating func `what the framework says while the viewer is in Settings replaces the former status`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        look(&script, .partner(PartnerAnswer(status: script.status(.granted, "Apple_N"))))
        #expect(script.place == "loggedOut.settings")
        #expect(script.model.context.partnerStatus?.mapping != nil)
        look(&script, Self.denial)
        #expect(script.model.context.partnerStatus == nil, "a later check would send a status that is no longer true")
    }

    @Test mutating func `an error at a foreground signs nobody out`() {
        var script = Script.signedIn(.appleSSO)
        look(&script, Self.failure)
        #expect(script.place == "deciding.ready")
        #expect(script.called == [])
        #expect(script.rule == .`FM-22`)
        #expect(script.model.context.keptProfile != nil)
        look(&script, Self.denial)
        #expect(script.place == "checking.profiles", "without permission Adobe is asked whether the profile remains")
    }

    @Test(arguments: [failure, .failed(.transport(.timedOut))])
    func `a profile that needs the status is not forgotten by a check in which the framework failed`(hiccup: Reply.Result) {
        let profile = Profile(mvpd: .any, type: .appleSSO, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.box, kept: PersistedState(profile: profile))
        script.register()
        script.reply(hiccup)
        #expect(script.rule == .`FM-22`)
        script.reply(.profiles([]))
        #expect(script.rule == .`FM-21`)
        #expect(script.place == "deciding.ready")
        #expect(!script.effects.contains(.forget(.fact(.profile))))
        script.feed(.app(.foregrounded))
        #expect(script.place == "checking.partnerStatus", "Adobe has not confirmed the profile")
        script.reply(Self.nobody)
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.model.context.keptProfile == nil)
    }

    @Test(arguments: [(ProfileType.regular, 1_767_300_000_000), (.appleSSO, 1_767_225_600_000)] as [(ProfileType, Int64)])
    func `a profile that needs no status, or has expired, is forgotten by such a check`(type: ProfileType, end: Int64) {
        let profile = Profile(mvpd: .any, type: type, notAfter: Instant(milliseconds: end))
        var script = Script(.box, kept: PersistedState(profile: profile))
        script.register()
        script.reply(Self.failure)
        script.feed(.reply(script.request ?? RequestID(0), Reply(.profiles([]), serverTime: script.instant(in: 1))))
        #expect(script.effects.contains(.forget(.fact(.profile))))
        #expect(script.model.state.access == nil)
    }

    @Test func `if the framework failed in the check, a viewer who asked may choose, and the profile stays`() {
        let profile = Profile(mvpd: .any, type: .appleSSO, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.box, kept: PersistedState(profile: profile))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(Self.failure)
        script.reply(.profiles([]))
        #expect(script.rule == .`V2-B-10`)
        #expect(script.called == [.configuration])
        #expect(!script.effects.contains(.forget(.fact(.profile))))
    }

    @Test func `a sign-out while the account is unknown takes the next account for the one that left`() {
        let profile = Profile(mvpd: .any, type: .appleSSO, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.box, kept: PersistedState(profile: profile))
        script.register()
        script.reply(Self.failure)
        script.reply(.profiles([]))
        script.user(.signOut(WishID(1)))
        #expect(script.model.context.signedOut == SignedOutMark(isAccountUnknown: true))
        script.reply(.logouts([]))
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "loggedOut.resting")
        #expect(script.effects.contains(.keep(.signedOut(SignedOutMark(account: PlatformMappingID("Apple_M"))))))
    }

    @Test func `under the legacy API, an error after failed metadata leaves the prompt for Settings`() {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        script.reply(Self.failure)
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.presented == [.signOutInSettings])
    }
}
