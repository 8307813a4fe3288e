import FlowTestSupport
import Testing

@testable import FlowMachine

/// Profiles that a poll returns after the sign-out.
extension LoggedOutTests {
    /// Signed in with two providers, and signing in with another by a poll in progress.
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

    @Test(arguments: [(ProfileType.regular, true), (.temporary, false)])
    func `a profile that a poll returns after the sign-out is only signed out`(type: ProfileType, isSignedOut: Bool) {
        var script = Place.polling.script
        let poll = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.resting")
        #expect(script.answered == [.refused], "the poll may still find a viewer")
        script.feed(.reply(poll, Reply(.profiles([script.profile(type)]))))
        #expect(script.answered == (isSignedOut ? [] : [.signedOut]))
        #expect(told(script) == (isSignedOut ? [.any] : []))
        #expect(owed(script) == (isSignedOut ? [.any] : nil))
        #expect(script.place == (isSignedOut ? "loggedOut.asking" : "loggedOut.resting"))
        var failed = Place.polling.script
        let other = failed.request ?? RequestID(0)
        failed.user(.signOut(WishID(2)))
        var lost = failed
        failed.feed(.reply(other, Reply(.failed(.refused(http: 400, .named("invalid_request"))))))
        #expect(failed.rule == .`V2-E-09`)
        #expect(failed.place == "loggedOut.resting")
        #expect(failed.loggedOut?.late == nil)
        #expect(failed.answer == .signedOut(owed: false))
        lost.feed(.reply(other, Reply(.failed(.transport(.timedOut)))))
        #expect(lost.rule == .`V2-E-02`, "it may have returned one")
        #expect(told(lost) == [.any], "it may have returned one")
        #expect(owed(lost) == [.any], "it may have returned one")
    }

    @Test(arguments: [false, true])
    func `a late poll that a refused registration ends may have signed the viewer in: a logout is owed`(isLegacy: Bool) throws {
        var script = isLegacy ? LegacyPlace.polling.script : Place.polling.script
        let poll = try #require(script.request)
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        let token = try #require(script.effects.compactMap { if case .call(let id, _) = $0 { id } else { nil } }.last)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(token, Reply(.failed(.registrationRefused(.any)))))
        #expect(script.place == "unregistered.refused")
        #expect(script.answer == .signedOut(owed: true))
        #expect(script.model.context.owedLogouts == [.any])
        #expect(script.effects.contains(.cancel(poll)))
        let answer = script.effects.firstIndex { if case .answer = $0 { true } else { false } }
        #expect(try #require(script.effects.firstIndex(of: .cancel(poll))) < #require(answer), "before the sign-out is answered")
    }

    @Test func `a refusal of the first logout leaves the one of a late profile of that provider owed`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        let logout = try #require(script.request)
        let first = try #require(told(script).first)
        script.feed(.reply(poll, late([first.text], script)))
        #expect(script.model.context.owedLogouts.contains(.mvpd(first)))
        var failing = script
        failing.feed(.reply(logout, Reply(.failed(.transport(.unreadable)))))
        #expect(!told(failing).contains(first))
        failing.reply(.logouts([]))
        #expect(told(failing) == [], "a logout that cannot reach Adobe is not sent twice")
        #expect(failing.model.context.owedLogouts == [.mvpd(first)])
        script.feed(.reply(logout, Reply(.failed(.refused(http: 400, .named("invalid_integration"))))))
        #expect(script.model.context.owedLogouts.contains(.mvpd(first)), "the late profile is still to be signed out")
    }

    @Test func `a late profile adds a logout to the owed ones`() throws {
        var script = withTwo(everywhere: true)
        script.user(.otherProvider(WishID(1)))
        script.code()
        #expect(script.place == "basicAuthFallback.polling")
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.failed(.transport(.unreadable)))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "loggedOut.resting")
        #expect(script.answered.isEmpty, "the poll may still find a viewer")
        let late = try #require(MVPDID("Late"))
        script.feed(.reply(poll, Reply(.profiles([Profile(mvpd: late, type: .regular, notAfter: script.instant(in: 99))]))))
        #expect(told(script) == [late])
        #expect(owed(script) == [.any, .other, .mvpd(late)])
    }

    @Test func `after a viewer leaves Settings, a late profile is signed out before the next wish`() throws {
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
        #expect(script.place == "loggedOut.asking")
        #expect(told(script) == [.any], "it was signed out before the poll was answered")
        script.reply(.logouts([]))
        #expect(told(script) == [late])
        script.reply(.logouts([]))
        #expect(script.place == "checking.partnerStatus")
        #expect(script.answered == [.signedOut])
    }

    @Test func `a late poll that finds nobody while the viewer is in Settings answers the sign-out`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.settings")
        #expect(script.answered.isEmpty, "the poll may still find a viewer")
        script.feed(.reply(poll, late([], script)))
        #expect(script.place == "loggedOut.settings")
        #expect(script.answer == .signedOut(owed: false, settings: true))
    }

    @Test func `another account on the device waits until a late profile is known`() throws {
        var settings = FlowSettings.box
        settings.hasPicker = false
        var script = Script.signedIn(.appleSSO, settings)
        script.user(.otherProvider(WishID(1)))
        script.code()
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        script.feed(.app(.foregrounded))
        script.partner(script.status(.granted, "Apple_N"))
        #expect(script.rule == .`V2-E-09`)
        #expect(script.place == "loggedOut.resting")
        #expect(script.called.isEmpty)
        script.feed(.reply(poll, Reply(.profiles([]))))
        #expect(script.answer == .signedOut(owed: false))
        #expect(script.place == "checking.profiles")
    }

    @Test func `a profile that arrives during a logout request waits for its turn`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        #expect(told(script) == [.any])
        #expect(script.loggedOut?.late?.call.firstRequest == poll)
        script.feed(.reply(poll, late(["O", "N"], script)))
        #expect(script.rule == .`V2-E-02`)
        #expect(script.place == "loggedOut.asking")
        #expect(told(script).isEmpty)
        #expect(owed(script) == [.any, .other, .third])
        #expect(script.model.context.owedLogouts == [.any, .other, .third])
        #expect(script.loggedOut?.late == nil)
        #expect(script.loggedOut?.work.logouts == [.any, .other, .third])
        for (provider, debt) in [(.other, [.other, .third]), (.third, [.third])] as [(MVPDID, [OwedLogout])] {
            script.reply(.logouts([]))
            #expect(told(script) == [provider])
            #expect(owed(script) == debt)
        }
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        #expect(owed(script) == [])
        #expect(script.effects.contains(.answer(WishID(2), .signedOut(owed: false))))
    }

    @Test func `a profile that arrives while the viewer is signing out waits until the viewer is done`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.settings")
        script.feed(.reply(poll, late(["O"], script)))
        #expect(script.rule == .`V2-E-02`)
        #expect(script.place == "loggedOut.settings")
        #expect(told(script).isEmpty)
        #expect(owed(script) == [.third])
        #expect(script.loggedOut?.late == nil)
        script.choose(.done)
        #expect(told(script) == [.third])
        #expect(script.place == "loggedOut.asking")
        #expect(script.answered.isEmpty)
        script.reply(.logouts([]))
        #expect(owed(script) == [])
        #expect(script.effects.contains(.answer(WishID(2), .signedOut(owed: false))))
    }

    @Test func `at most eight late profiles are signed out, and temporary ones never`() throws {
        let names = (1...10).map { "P\($0)" }
        for (type, count) in [(ProfileType.regular, 8), (.temporary, 0)] {
            var script = Place.polling.script
            let poll = try #require(script.request)
            script.user(.signOut(WishID(2)))
            script.feed(.reply(poll, late(names, script, type)))
            #expect(script.rule == (count == 0 ? .`V2-E-09` : .`V2-E-02`))
            #expect(script.loggedOut?.late == nil)
            #expect(script.model.context.owedLogouts == names.prefix(count).compactMap { OwedLogout($0) })
            #expect(script.loggedOut?.work.logouts.count == count)
        }
        var failed = Place.polling.script
        let poll = try #require(failed.request)
        failed.user(.signOut(WishID(2)))
        failed.feed(.reply(poll, Reply(.failed(.transport(.secretMissing)))))
        #expect(failed.rule == .`V2-E-09`)
        #expect(failed.loggedOut?.late == nil)
    }

    @Test func `a late profile is still awaited while a failed logout is sent again`() throws {
        var (script, poll) = try polling()
        script.user(.signOut(WishID(2)))
        script.reply(.failed(.transport(.unreadable)))
        script.play(3)
        script.reply(.logouts([]))
        #expect(script.rule == .`V2-E-06`)
        #expect(script.called.isEmpty, "a wish waits for the poll")
        #expect(script.loggedOut?.late?.call.firstRequest == poll)
        script.feed(.reply(poll, Reply(.profiles([]))))
        #expect(script.calledEndpoint == .logout(.any))
    }

    @Test func `a profile that arrives while the viewer is in the user agent waits until the viewer is done`() throws {
        var settings = FlowSettings.phone
        settings.partner = .absent
        settings.hasPicker = false
        var script = Script.signedIn(.regular, settings)
        script.user(.otherProvider(WishID(1)))
        script.code()
        let poll = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([Logout(mvpd: .any, action: .logout(link: script.ref(.link)))]))
        #expect(script.place == "loggedOut.userAgent")
        script.feed(.reply(poll, late(["O"], script)))
        #expect(script.rule == .`V2-E-02`)
        #expect(script.place == "loggedOut.userAgent")
        script.choose(.redirectReached)
        #expect(told(script) == [.third])
    }
}
