import FlowTestSupport
import Testing

@testable import FlowMachine

/// Signing out: of whom Adobe is told, what is owed, and what comes after it.
@Suite struct LoggedOutTests {
    private func told(_ script: Script) -> [MVPDID] {
        script.effects.compactMap {
            if case .call(_, let call) = $0, case .logout(let mvpd) = call.endpoint { mvpd } else { nil }
        }
    }

    private func owed(_ script: Script) -> [MVPDID]? {
        for case .keep(.owedLogouts(let mvpds)) in script.effects { return mvpds }
        return script.effects.contains(.forget(.fact(.owedLogouts))) ? [] : nil
    }

    /// Signed in with two providers, in `deciding` under the first.
    private func withTwo(everywhere: Bool) -> Script {
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

    @Test func `one provider after the other is signed out, and what Adobe was told is owed no more`() {
        var script = withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        #expect(told(script) == [.any] && owed(script) == [.any, .other])
        var failing = script
        failing.reply(.failed(.transport(.unreadable)))
        #expect(failing.rule == .`V2-E-07` && told(failing) == [.other] && failing.model.context.owedLogouts == [.any, .other])
        script.reply(.logouts([]))
        #expect(told(script) == [.other] && owed(script) == [.other] && script.answered.isEmpty)
        script.reply(.logouts([]))
        #expect(told(script).isEmpty && owed(script) == [] && script.effects.contains(.answer(WishID(1), .signedOut(owed: false))))
    }

    @Test func `where nobody was signed in, nobody is signed out`() {
        var script = Script(.bare)
        script.register()
        script.reply(.profiles([]))
        script.user(.signOut(WishID(1)))
        #expect(script.rule == .`V2-E-09` && script.place == "loggedOut.resting" && script.called == [])
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `by policy only the chosen provider is signed out`() {
        var script = withTwo(everywhere: false)
        script.user(.signOut(WishID(1)))
        #expect(told(script) == [.any] && owed(script) == [.any])
        script.reply(.logouts([]))
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: false))))
    }

    @Test func `a failure goes on with the next provider, and stays owed`() {
        var script = withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(told(script) == [.other] && owed(script) == nil)
        script.reply(.logouts([]))
        #expect(owed(script) == [.any] && script.effects.contains(.answer(WishID(1), .signedOut(owed: true))))
        script.user(.signOut(WishID(2)))
        let marks = script.effects.filter { if case .keep(.signedOut) = $0 { true } else { false } }
        #expect(marks.isEmpty, "the viewer has signed out already")
    }

    @Test func `temporary access is nobody's to sign out of`() {
        var script = Place.temporary.script
        script.user(.signOut(WishID(3)))
        #expect(script.place == "loggedOut.resting" && script.called.isEmpty && script.answered.contains(.signedOut))
    }

    @Test(arguments: [(ProfileType.regular, true), (.temporary, false)])
    func `a profile that a poll brings after the sign-out is only signed out`(type: ProfileType, isSignedOut: Bool) {
        var script = Place.polling.script
        let poll = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.resting" && script.answered == [.refused, .signedOut])
        script.feed(.reply(poll, Reply(.profiles([script.profile(type)]))))
        #expect(told(script) == (isSignedOut ? [.any] : []) && owed(script) == (isSignedOut ? [.any] : nil))
        #expect(script.place == (isSignedOut ? "loggedOut.asking" : "loggedOut.resting"))
        var failed = Place.polling.script
        let other = failed.request ?? RequestID(0)
        failed.user(.signOut(WishID(2)))
        var lost = failed
        failed.feed(.reply(other, Reply(.failed(.refused(http: 400, .named("invalid_request"))))))
        #expect(failed.rule == .`FM-02` && failed.place == "loggedOut.resting" && failed.state?.late == nil)
        lost.feed(.reply(other, Reply(.failed(.transport(.timedOut)))))
        #expect(lost.rule == .`V2-E-02` && told(lost) == [.any] && owed(lost) == [.any], "it may have brought one")
    }

    @Test func `a profile that comes late adds to what is owed`() throws {
        var script = withTwo(everywhere: true)
        script.user(.otherProvider(WishID(1)))
        script.code()
        #expect(script.place == "basicAuthFallback.polling")
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.failed(.transport(.unreadable)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "loggedOut.resting" && script.effects.contains(.answer(WishID(2), .signedOut(owed: true))))
        let late = try #require(MVPDID("Late"))
        script.feed(.reply(poll, Reply(.profiles([Profile(mvpd: late, type: .regular, notAfter: script.instant(in: 99))]))))
        #expect(told(script) == [late] && owed(script) == [.any, .other, late])
    }

    @Test func `whoever turns away from Settings while a late profile is out has Adobe told of it first`() throws {
        var script = Script.signedIn(.appleSSO)
        script.user(.otherProvider(WishID(1)))
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code()
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(script.place == "loggedOut.settings")
        let late = try #require(MVPDID("Late"))
        script.feed(.reply(poll, Reply(.profiles([Profile(mvpd: late, type: .regular, notAfter: script.instant(in: 99))]))))
        script.user(.signIn(WishID(3)))
        #expect(script.place == "loggedOut.asking" && told(script) == [late])
        script.reply(.logouts([]))
        #expect(script.place == "checking.partnerStatus" && script.answered == [.signedOut])
    }

    @Test func `what the person wants while Adobe is being told comes right after it`() {
        var script = Place.signingOut.script
        script.user(.signIn(WishID(3)))
        #expect(script.rule == .`FM-16` && script.effects.isEmpty)
        script.user(.preview(WishID(4), resources: [SecretRef(.resource, 1)]))
        #expect(script.rule == .`FM-17` && script.answered == [.refused])
        script.reply(.logouts([]))
        #expect(script.place == "checking.profiles" && script.answered == [.signedOut])
        var temporary = Script.signedIn(.regular, .box)
        temporary.user(.signOut(WishID(1)))
        temporary.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        #expect(temporary.rule == .`FM-16`)
        temporary.reply(.logouts([]))
        #expect(temporary.place == "deciding.authorizing" && temporary.called == [.authorize])
    }

    @Test func `in Settings, the sign-out is done when the provider is gone`() {
        for (permission, provider, isDone) in [
            (Permission.granted, "Apple_M", false), (.granted, nil, true), (.denied, "Apple_M", true),
        ] as [(Permission, String?, Bool)] {
            var script = Script.signedIn(.appleSSO)
            script.user(.signOut(WishID(1)))
            script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
            script.feed(.app(.foregrounded))
            script.reply(.partner(PartnerAnswer(status: script.status(permission, provider))))
            #expect(script.place == (isDone ? "loggedOut.resting" : "loggedOut.settings") && script.rule == .`V2-E-05`)
        }
    }

    @Test func `the platform account is looked at only where there is one, and not beside the user agent`() {
        for place in [Place.signedOut, .signOutUserAgent] {
            var script = place.script
            script.feed(.app(.foregrounded))
            #expect(script.rule == .`FM-10` && script.effects.isEmpty)
        }
        var script = Script.signedIn(.regular, .phone)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([Logout(mvpd: .any, action: .logout(link: script.ref(.link)))]))
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10` && script.place == "loggedOut.userAgent")
    }

    @Test func `whoever signs in on the device after nobody did is another account`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts([]))
        for isFirst in [true, false] {
            script.feed(.app(.foregrounded))
            script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
            #expect(script.effects.contains(.keep(.signedOut(SignedOutMark()))) == isFirst && script.rule == .`V2-E-09`)
        }
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "checking.profiles" && script.effects.contains(.forget(.fact(.signedOut))))
    }

    @Test func `a sign-out that an earlier launch owed sends nobody to Settings`() {
        var script = Script(.bare, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any, .other]))
        script.register()
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(told(script) == [.other] && owed(script) == [.other])
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting" && owed(script) == [])
    }

    // MARK: Whom Adobe is told of

    @Test func `a sign-out that is owed already is kept once, and stays owed when there is nobody else`() {
        let provider = RememberedProvider(mvpd: .any, mapping: nil)
        var script = Script(.bare, kept: PersistedState(provider: provider, signedOut: SignedOutMark(), owedLogouts: [.any]))
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.asking" && owed(script) == nil && script.model.context.owedLogouts == [.any])
        var settings = FlowSettings.bare
        settings.policy.attempts = 1
        var again = Script.signedIn(.regular, settings)
        again.user(.signOut(WishID(1)))
        again.reply(.failed(.transport(.unreadable)))
        #expect(again.place == "loggedOut.resting" && again.model.context.owedLogouts == [.any])
        again.user(.signOut(WishID(2)))
        #expect(again.effects == [.answer(WishID(2), .signedOut(owed: true))] && again.model.context.owedLogouts == [.any])
    }

    @Test func `a code of an earlier launch is forgotten with all else of the viewer's`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.user(.signIn(WishID(1)))
        script.register()
        #expect(script.place == "checking.profiles" && script.model.context.keptCode == code)
        script.user(.signOut(WishID(2)))
        #expect(script.model.context.keptCode == nil && script.effects.contains(.forget(.secret(code.code))))
        #expect(script.effects.contains(.forget(.fact(.code))))
    }

    @Test func `a code of an earlier launch is forgotten when the viewer is signed in otherwise, or the code has ended`() {
        var code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([script.profile()]))
        #expect(script.place == "deciding.ready" && script.model.context.keptCode == nil)
        #expect(script.effects.contains(.forget(.fact(.code))))
        code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_000_000_000), mvpd: .any)
        let late = Script(.bare, kept: PersistedState(code: code))
        #expect(late.model.context.keptCode == nil && late.effects.contains(.forget(.fact(.code))))
    }

    @Test func `at most 32 things are to be done after a sign-out`() {
        for count in [31, 40] {
            var script = withTwo(everywhere: true)
            script.user(.signOut(WishID(1)))
            let logouts = Array(repeating: Logout(mvpd: .any, action: .partnerLogout), count: count)
            script.reply(.logouts(logouts))
            #expect(script.state?.work.actions.count == min(count, 32) && script.place == "loggedOut.asking")
            script.reply(.logouts(logouts))
            #expect(script.state?.work.actions.count == 32 && script.place == "loggedOut.settings")
        }
    }

    @Test func `a preview that waited for the launch has nobody bothered with an owed sign-out`() {
        for action in [Logout.Action.partnerLogout, .logout(link: SecretRef(.link, 9))] {
            var settings = FlowSettings.phone
            settings.partner = .none
            var script = Script(settings, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
            script.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)]))
            script.register()
            #expect(told(script) == [.any])
            script.reply(.logouts([Logout(mvpd: .any, action: action)]))
            #expect(script.place == "loggedOut.resting" && script.presented.isEmpty && script.rule == .`V2-E-04`)
            #expect(script.effects.contains(.answer(WishID(1), .refused(Refusal(reason: .notSignedIn)))))
        }
    }

    // MARK: What comes late

    /// Signed in with two providers, and signing in with another by a poll that is out.
    private func polling() throws -> (Script, RequestID) {
        var script = withTwo(everywhere: true)
        script.user(.otherProvider(WishID(1)))
        script.code()
        return (script, try #require(script.request))
    }

    private func late(_ names: [String], _ script: Script, _ type: ProfileType = .regular) -> Reply {
        let profiles = names.compactMap { MVPDID($0) }.map { Profile(mvpd: $0, type: type, notAfter: script.instant(in: 99)) }
        return Reply(.profiles(profiles))
    }

    @Test func `a profile that comes while Adobe is being told waits for its turn`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        #expect(told(script) == [.any] && script.state?.late?.request == poll)
        script.feed(.reply(poll, late(["O", "N"], script)))
        #expect(script.rule == .`V2-E-02` && script.place == "loggedOut.asking" && told(script).isEmpty)
        #expect(owed(script) == [.any, .other, .third] && script.model.context.owedLogouts == [.any, .other, .third])
        #expect(script.state?.late == nil && script.state?.work.providers == [.any, .other, .third])
        for (provider, debt) in [(.other, [.other, .third]), (.third, [.third])] as [(MVPDID, [MVPDID])] {
            script.reply(.logouts([]))
            #expect(told(script) == [provider] && owed(script) == debt)
        }
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting" && owed(script) == [])
        #expect(script.effects.contains(.answer(WishID(2), .signedOut(owed: false))))
    }

    @Test func `a profile that comes while the person is busy signing out waits for them`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.settings")
        script.feed(.reply(poll, late(["O"], script)))
        #expect(script.rule == .`V2-E-02` && script.place == "loggedOut.settings" && told(script).isEmpty)
        #expect(owed(script) == [.third] && script.state?.late == nil)
        script.choose(.done)
        #expect(told(script) == [.third] && script.place == "loggedOut.asking" && script.answered.isEmpty)
        script.reply(.logouts([]))
        #expect(owed(script) == [] && script.effects.contains(.answer(WishID(2), .signedOut(owed: false))))
    }

    @Test func `of profiles that come late, eight are signed out, and temporary ones never`() throws {
        let names = (1...10).map { "P\($0)" }
        for (type, count) in [(ProfileType.regular, 8), (.temporary, 0)] {
            var script = Place.polling.script
            let poll = try #require(script.request)
            script.user(.signOut(WishID(2)))
            script.feed(.reply(poll, late(names, script, type)))
            #expect(script.rule == (count == 0 ? .`V2-E-09` : .`V2-E-02`) && script.state?.late == nil)
            #expect(script.model.context.owedLogouts == names.prefix(count).compactMap { MVPDID($0) })
        }
        var failed = Place.polling.script
        let poll = try #require(failed.request)
        failed.user(.signOut(WishID(2)))
        failed.feed(.reply(poll, Reply(.failed(.transport(.secretMissing)))))
        #expect(failed.rule == .`FM-02` && failed.state?.late == nil)
    }

    @Test func `whoever signed out without a connection is gone before somebody signs in`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "loggedOut.resting" && script.answer == .signedOut(owed: true))
        script.user(.signIn(WishID(2)))
        #expect(told(script) == [.any] && script.place == "loggedOut.asking" && script.answered.isEmpty)
        script.reply(.logouts([Logout(mvpd: .any, action: .complete)]))
        #expect(script.place == "checking.profiles" && script.called == [.profiles] && script.model.context.owedLogouts.isEmpty)
    }

    // MARK: The look at the platform account

    @Test func `a look at the platform account that brings nothing is repeated by the next foreground`() {
        for isSettings in [false, true] {
            var script = Script.signedIn(.appleSSO)
            script.user(.signOut(WishID(1)))
            script.reply(.logouts(isSettings ? [Logout(mvpd: .any, action: .partnerLogout)] : []))
            let place = isSettings ? "loggedOut.settings" : "loggedOut.resting"
            for _ in 1...2 {
                script.feed(.app(.foregrounded))
                #expect(script.rule == .`V2-X-16` && script.effects.contains { if case .partner = $0 { true } else { false } })
                script.reply(.failed(.transport(.unreadable)))
                #expect(script.rule == .`FM-22` && script.place == place && script.state?.request == nil)
                #expect(script.presented.isEmpty && script.answered.isEmpty)
            }
        }
    }
}

extension Script {
    /// The sign-out under way.
    fileprivate var state: LoggedOut? {
        if case .loggedOut(let state) = model.state { state } else { nil }
    }
}
