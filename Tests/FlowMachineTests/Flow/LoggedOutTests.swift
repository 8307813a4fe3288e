import FlowTestSupport
import Testing

@testable import FlowMachine

/// Signing out: which logouts are sent to Adobe, which are owed, and what follows.
@Suite struct LoggedOutTests {
    func told(_ script: Script) -> [MVPDID] {
        script.effects.compactMap {
            if case .call(_, let call) = $0, case .logout(let mvpd) = call.endpoint { mvpd } else { nil }
        }
    }

    func owed(_ script: Script) -> [OwedLogout]? {
        for case .keep(.owedLogouts(let logouts)) in script.effects { return logouts }
        return script.effects.contains(.forget(.fact(.owedLogouts))) ? [] : nil
    }

    /// Signed in with two providers, in `deciding` under the first.
    func withTwo(everywhere: Bool) -> Script {
        var settings = FlowSettings.bare
        settings.policy.profileChoice = .first
        settings.policy.signsOutEverywhere = everywhere
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        var script = Script(settings)
        script.register()
        script.reply(.profiles([script.profile(), Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 99_999))]))
        return script
    }

    @Test func `providers are signed out one after the other, and a confirmed logout is no longer owed`() {
        var script = withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        #expect(told(script) == [.any])
        #expect(owed(script) == [.any, .other])
        var failing = script
        failing.reply(.failed(.transport(.unreadable)))
        #expect(failing.rule == .`V2-E-07`)
        #expect(told(failing) == [.other])
        #expect(failing.model.context.owedLogouts == [.any, .other])
        script.reply(.logouts([]))
        #expect(told(script) == [.other])
        #expect(owed(script) == [.other])
        #expect(script.answered.isEmpty)
        script.reply(.logouts([]))
        #expect(told(script).isEmpty)
        #expect(owed(script) == [])
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: false))))
    }

    @Test func `without a signed-in viewer, no logout is sent`() {
        var script = Script(.bare)
        script.register()
        script.reply(.profiles([]))
        script.user(.signOut(WishID(1)))
        #expect(script.rule == .`V2-E-09`)
        #expect(script.place == "loggedOut.resting")
        #expect(script.called == [])
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `the policy can limit a sign-out to the chosen provider`() {
        var script = withTwo(everywhere: false)
        script.user(.signOut(WishID(1)))
        #expect(told(script) == [.any])
        #expect(owed(script) == [.any])
        script.reply(.logouts([]))
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: false))))
    }

    @Test func `a failed logout stays owed, and the next provider follows`() {
        var script = withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(told(script) == [.other])
        #expect(owed(script) == nil)
        script.reply(.logouts([]))
        #expect(owed(script) == [.any])
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: true))))
        script.user(.signOut(WishID(2)))
        let marks = script.effects.filter { if case .keep(.signedOut) = $0 { true } else { false } }
        #expect(marks.isEmpty, "the viewer has signed out already")
    }

    @Test func `temporary access has no sign-out`() {
        var script = Place.temporary.script
        script.user(.signOut(WishID(3)))
        #expect(script.place == "loggedOut.resting")
        #expect(script.called.isEmpty)
        #expect(script.answered.contains(.signedOut))
    }

    @Test func `a wish made during a logout request starts right after it`() {
        var script = Place.signingOut.script
        script.user(.signIn(WishID(3)))
        #expect(script.rule == .`FM-16`)
        #expect(script.effects.isEmpty)
        script.user(.preview(WishID(4), resources: [SecretRef(.resource, 1)]))
        #expect(script.rule == .`FM-17`)
        #expect(script.answered == [.refused])
        script.reply(.logouts([]))
        #expect(script.place == "checking.profiles")
        #expect(script.answered == [.signedOut])
        var temporary = Script.signedIn(.regular, .box)
        temporary.user(.signOut(WishID(1)))
        temporary.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        #expect(temporary.rule == .`FM-16`)
        temporary.reply(.logouts([]))
        #expect(temporary.place == "deciding.authorizing")
        #expect(temporary.called == [.authorize])
    }

    @Test(
        arguments: [
            (Permission.granted, "Apple_M", false), (.granted, nil, true), (.denied, "Apple_M", true),
        ] as [(Permission, String?, Bool)])
    func `in Settings, the sign-out is complete when the provider is gone`(permission: Permission, provider: String?, isDone: Bool) {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status(permission, provider))))
        #expect(script.place == (isDone ? "loggedOut.resting" : "loggedOut.settings"))
        #expect(script.rule == .`V2-E-05`)
    }

    @Test func `the platform account is checked only if the device has one, and not during the user agent`() {
        for place in [Place.signedOut, .signOutUserAgent] {
            var script = place.script
            script.feed(.app(.foregrounded))
            #expect(script.rule == .`FM-10`)
            #expect(script.effects.isEmpty)
        }
        var script = Script.signedIn(.regular, .phone)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([Logout(mvpd: .any, action: .logout(link: script.ref(.link)))]))
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10`)
        #expect(script.place == "loggedOut.userAgent")
    }

    @Test func `an account signed in on the device after there was none is another account`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([]))
        for isFirst in [true, false] {
            script.feed(.app(.foregrounded))
            script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
            #expect(script.effects.contains(.keep(.signedOut(SignedOutMark()))) == isFirst)
            #expect(script.rule == .`V2-E-09`)
        }
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "checking.profiles")
        #expect(script.effects.contains(.forget(.fact(.signedOut))))
    }

    @Test func `a sign-out owed by an earlier launch does not suggest Settings`() {
        var script = Script(.bare, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any, .other]))
        script.register()
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(told(script) == [.other])
        #expect(owed(script) == [.other])
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        #expect(owed(script) == [])
    }

    // MARK: Which logouts are sent

    @Test func `an already owed logout is kept once, and stays owed if no other provider is signed in`() {
        let provider = RememberedProvider(mvpd: .any, mapping: nil)
        var script = Script(.bare, kept: PersistedState(provider: provider, signedOut: SignedOutMark(), owedLogouts: [.any]))
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.asking")
        #expect(owed(script) == nil)
        #expect(script.model.context.owedLogouts == [.any])
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        var again = Script.signedIn(.regular, settings)
        again.user(.signOut(WishID(1)))
        again.reply(.failed(.transport(.unreadable)))
        #expect(again.place == "loggedOut.resting")
        #expect(again.model.context.owedLogouts == [.any])
        again.user(.signOut(WishID(2)))
        #expect(told(again) == [.any], "a second sign-out sends the logout to Adobe again")
        #expect(again.model.context.owedLogouts == [.any])
        again.reply(.logouts([]))
        #expect(again.answer == .signedOut(owed: false))
    }

    @Test func `a code of an earlier launch is forgotten with the viewer's other facts`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.user(.signIn(WishID(1)))
        script.register()
        #expect(script.place == "checking.profiles")
        #expect(script.model.context.keptCode == code)
        script.user(.signOut(WishID(2)))
        #expect(script.model.context.keptCode == nil)
        #expect(script.effects.contains(.forget(.secret(code.code))))
        #expect(script.effects.contains(.forget(.fact(.code))))
    }

    @Test func `an earlier launch's code is forgotten when it expires or the viewer signs in another way`() {
        var code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([script.profile()]))
        #expect(script.place == "deciding.ready")
        #expect(script.model.context.keptCode == nil)
        #expect(script.effects.contains(.forget(.fact(.code))))
        code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_000_000_000), mvpd: .any)
        var late = Script(.bare, kept: PersistedState(code: code))
        #expect(late.model.context.keptCode == code, "Adobe's clock is not known yet")
        late.register()
        #expect(late.model.context.keptCode == nil)
        #expect(late.effects.contains(.forget(.fact(.code))))
    }

    @Test(arguments: [31, 40])
    func `a sign-out has at most 32 follow-up actions`(count: Int) {
        var script = withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        let logouts = Array(repeating: Logout(mvpd: .any, action: .partnerLogout), count: count)
        script.reply(.logouts(logouts))
        #expect(script.loggedOut?.work.actions.count == min(count, 32))
        #expect(script.place == "loggedOut.asking")
        script.reply(.logouts(logouts))
        #expect(script.loggedOut?.work.actions.count == 32)
        #expect(script.place == "loggedOut.settings")
    }

    @Test(arguments: [0, 1, 31, 32])
    func `a sign-out asks for one visit to Settings, also beside pages, as far as 32 actions allow`(pages: Int) {
        let page = Logout(mvpd: .any, action: .logout(link: SecretRef(.link, 9)))
        var work = SignOutWork(actions: Array(repeating: page, count: pages))
        for _ in 1...2 { work.askForSettings() }
        #expect(work.actions.count == min(pages + 1, 32))
    }

    @Test(arguments: [Logout.Action.partnerLogout, .logout(link: SecretRef(.link, 9))])
    func `a preview that waited for the launch shows nothing for an owed sign-out`(action: Logout.Action) {
        var settings = FlowSettings.phone
        settings.partner = .absent
        var script = Script(settings, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
        script.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)]))
        script.register()
        #expect(told(script) == [.any])
        script.reply(.logouts([Logout(mvpd: .any, action: action)]))
        #expect(script.place == "loggedOut.resting")
        #expect(script.presented.isEmpty)
        #expect(script.rule == .`V2-E-14`)
        #expect(script.effects.contains(.answer(WishID(1), .refused(Refusal(reason: .notSignedIn)))))
    }

    @Test func `a viewer who signed out offline is signed out at Adobe before anyone signs in`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "loggedOut.resting")
        #expect(script.answer == .signedOut(owed: true))
        script.user(.signIn(WishID(2)))
        #expect(told(script) == [.any])
        #expect(script.place == "loggedOut.asking")
        #expect(script.answered.isEmpty)
        script.reply(.logouts([Logout(mvpd: .any, action: .complete)]))
        #expect(script.place == "checking.profiles")
        #expect(script.called == [.profiles])
        #expect(script.model.context.owedLogouts.isEmpty)
    }

    // MARK: The check of the platform account

    @Test(arguments: [false, true])
    func `a failed check of the platform account is repeated at the next foreground`(isSettings: Bool) {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts(isSettings ? [Logout(mvpd: .any, action: .partnerLogout)] : []))
        let place = isSettings ? "loggedOut.settings" : "loggedOut.resting"
        for _ in 1...2 {
            script.feed(.app(.foregrounded))
            #expect(script.rule == .`V2-X-16`)
            #expect(script.effects.contains { if case .partner = $0 { true } else { false } })
            script.reply(.failed(.transport(.unreadable)))
            #expect(script.rule == .`FM-22`)
            #expect(script.place == place)
            #expect(script.loggedOut?.call == nil)
            #expect(script.presented.isEmpty)
            #expect(script.answered.isEmpty)
        }
    }
}

extension Script {
    /// The sign-out in progress.
    var loggedOut: LoggedOut? {
        if case .loggedOut(let state) = model.state { state } else { nil }
    }
}
