import FlowTestSupport
import Testing

@testable import FlowMachine

/// What the flow remembers of a sign-out, and what it forgets: the mark, the visit to Settings, an attempt that was resumed.
@Suite struct SignOutMemoryTests {
    @Test func `a visit to Settings that is owed leaves the mark that the account is unknown, and outlasts it`() {
        let kept = PersistedState(signedOut: SignedOutMark(isAccountUnknown: true), owedLogouts: [.any])
        var script = Script(.box, kept: kept)
        script.register()
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(script.effects.contains(.keep(.signedOut(SignedOutMark(isAccountUnknown: true, owesSettings: true)))))
        // Nobody signs in by itself: the account may be that of the viewer who signed out.
        script.feed(.app(.foregrounded))
        script.partner(script.status())
        #expect(script.place == "loggedOut.resting")
        let account = PlatformMappingID("Apple_M")
        #expect(script.effects.contains(.keep(.signedOut(SignedOutMark(account: account, owesSettings: true)))))
        script.user(.signIn(WishID(1)))
        #expect(script.presented == [.signOutInSettings], "the visit is still owed")
    }

    @Test func `a permission that is revoked after the sign-out leaves its mark as it is`() {
        let mark = SignedOutMark(account: PlatformMappingID("Apple_M"), owesSettings: true)
        var script = Script(.box, kept: PersistedState(signedOut: mark))
        script.register()
        script.feed(.app(.foregrounded))
        script.partner(script.status(.denied, nil))
        #expect(script.rule == .`V2-E-09`)
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.signedOut == mark)
    }

    @Test(arguments: ["Apple_N", nil])
    func `an account that may have changed before the sign-out is not the one that left`(account: String?) {
        var script = Script.signedIn(.appleSSO)
        script.feed(.app(.foregrounded))
        script.feed(.app(.foregrounded))
        script.partner(account.map { script.status(.granted, $0) } ?? script.status(.denied, nil))
        #expect(script.rule == .`V2-X-16`)
        script.user(.signOut(WishID(1)))
        #expect(script.model.context.signedOut == SignedOutMark(isAccountUnknown: true))
    }

    @Test func `after a sign-out, an attempt that an earlier launch began interrupts nobody`() {
        let token = AccessToken(ref: SecretRef(.token, 8), notAfter: Instant(milliseconds: 9_000_000_000_000))
        let code = PersistedCode(code: SecretRef(.code, 8), notAfter: token.notAfter)
        var script = Script(.box, kept: PersistedState(client: SecretRef(.client, 8), token: token, code: code))
        #expect(script.presented == [.code])
        let poll = script.request ?? RequestID(0)
        script.user(.signOut(WishID(1)))
        script.feed(.reply(poll, Reply(.profiles([]))))
        #expect(script.answer == .signedOut(owed: false))
        script.foreground(account: "Apple_M")
        #expect(script.place == "loggedOut.resting")
        script.foreground(account: "Apple_N")
        #expect(script.called == [.profiles], "the device has another account")
        script.reply(.profiles([]))
        #expect(script.called == [.partnerSession], "the account signs in by itself")
        script.reply(.session(.unsupported))
        #expect(script.place == "registered.resting")
        #expect(script.presented.isEmpty)
    }

    @Test func `a second sign-out shows the provider's page that the first one opened`() {
        var script = Place.signOutUserAgent.script
        script.user(.signOut(WishID(3)))
        #expect(script.presented == [.signOutUserAgent])
        #expect(script.answered.isEmpty)
        script.choose(.redirectReached)
        #expect(script.answered == [.signedOut, .signedOut])
        #expect(script.place == "loggedOut.resting")
    }
}

extension Script {
    /// The app comes to the foreground, where the device has this account.
    fileprivate mutating func foreground(account: String) {
        feed(.app(.foregrounded))
        partner(status(.granted, account))
    }
}
