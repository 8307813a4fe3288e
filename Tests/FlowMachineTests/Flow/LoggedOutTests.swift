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
        script.reply(.logouts([]))
        #expect(told(script) == [.other] && owed(script) == [.other] && script.answered.isEmpty)
        script.reply(.logouts([]))
        #expect(told(script).isEmpty && owed(script) == [] && script.effects.contains(.answer(WishID(1), .signedOut(owed: false))))
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
        failed.feed(.reply(other, Reply(.failed(.transport(.unreadable)))))
        #expect(failed.rule == .`FM-02` && failed.place == "loggedOut.resting")
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

    @Test func `what the person wants while Adobe is being told comes right after it`() {
        var script = Place.signingOut.script
        script.user(.start(WishID(3)))
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
            #expect(script.effects.contains(.keep(.signedOut(SignedOutMark()))) == isFirst)
        }
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.place == "checking.profiles" && script.effects.contains(.forget(.fact(.signedOut))))
    }

    @Test func `a sign-out that an earlier launch owed sends nobody to Settings`() {
        var script = Script(.bare, kept: Kept(signedOut: SignedOutMark(), owedLogouts: [.any, .other]))
        script.register()
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        #expect(told(script) == [.other] && owed(script) == [.other])
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting" && owed(script) == [])
    }
}
