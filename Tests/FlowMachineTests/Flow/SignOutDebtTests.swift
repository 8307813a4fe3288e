import FlowTestSupport
import Testing

@testable import FlowMachine

/// What a sign-out still owes: to Adobe for a sign-in that may have happened, and to the viewer who was not there.
@Suite struct SignOutDebtTests {
    private static let offline = Reply.Result.failed(.transport(.connection))
    private static let settings = [Logout(mvpd: .any, action: .partnerLogout)]

    /// Exchanging the SAML response for a profile; no provider is remembered.
    private func exchanging() -> Script {
        var script = Script(.box)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        script.reply(.partner(PartnerAnswer(status: script.status(), saml: script.saml())))
        #expect(script.called == [.createPartnerProfile])
        return script
    }

    // MARK: A sign-in that may have happened

    @Test func `a sign-in whose answer was lost is signed out, before another attempt and after the last`() {
        for failures in [1, 3] {
            var script = exchanging()
            for failure in 1...failures {
                script.reply(Self.offline)
                if failure < failures { script.expire(script.retryTimer) }
            }
            script.user(.signOut(WishID(2)))
            #expect(script.effects.contains(.keep(.owedLogouts([.any]))), "\(failures)")
            #expect(script.calledEndpoint == .logout(.any), "\(failures)")
            #expect(script.answer == .refused(Refusal(reason: .signedOut, options: [.retry])) || failures == 3)
            script.reply(.logouts([]))
            #expect(script.answer == .signedOut(owed: false))
        }
    }

    @Test func `under the legacy API a lost exchange is signed out too`() {
        var script = Script.legacyExchange()
        script.reply(Self.offline)
        script.user(.signOut(WishID(2)))
        #expect(script.effects.contains(.keep(.owedLogouts([.any]))))
        #expect(script.legacyCalled == [.userMetadata])
    }

    @Test func `a sign-in whose answer is awaited stays owed until that answer, and so does the sign-out's`() {
        var script = exchanging()
        let exchange = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        #expect(script.calledEndpoint == .logout(.any))
        script.reply(.logouts([]))
        #expect(script.model.context.owedLogouts == [.any], "the sign-in may follow that logout")
        #expect(script.place == "loggedOut.resting")
        #expect(script.answered.isEmpty)
        script.user(.signIn(WishID(3)))
        #expect(script.rule == .`FM-16`)
        script.feed(.reply(exchange, Reply(.failed(.refused(http: 400, .named("invalid_parameter_saml_response"))))))
        #expect(script.calledEndpoint == .logout(.any))
        script.reply(.logouts([]))
        #expect(script.effects.contains(.answer(WishID(2), .signedOut(owed: false))))
        #expect(script.place == "checking.partnerStatus")
    }

    @Test func `a sign-in that is refused while its logout is being sent needs no second logout`() {
        var script = exchanging()
        let exchange = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(exchange, Reply(.failed(.refused(http: 400, .named("invalid_parameter_saml_response"))))))
        script.reply(.logouts([]))
        #expect(script.called.isEmpty)
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `a sign-in that succeeds after its logout was answered is signed out once more`() {
        var script = exchanging()
        let exchange = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([]))
        script.feed(.reply(exchange, Reply(.profiles([script.profile()]))))
        #expect(script.calledEndpoint == .logout(.any))
        script.reply(.logouts([]))
        #expect(script.called.isEmpty)
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `a second sign-out still waits for a late sign-in`() {
        var script = Place.polling.script
        let poll = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        script.user(.signOut(WishID(3)))
        #expect(script.answered.isEmpty)
        script.feed(.reply(poll, Reply(.profiles([]))))
        #expect(script.answered == [.signedOut, .signedOut])
    }

    // MARK: Credentials

    @Test(arguments: [false, true])
    func `under the legacy API a logout outlives the credentials: the sign-in is bound to the device`(isLost: Bool) {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        script.user(.signOut(WishID(1)))
        if isLost {
            script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        } else {
            script.reply(.failed(.unauthorized(nil)))
            script.reply(.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any)))
        }
        #expect(script.rule == .`V2-A-09`)
        #expect(script.answered.isEmpty)
        #expect(!script.model.context.owedLogouts.isEmpty)
        script.register()
        #expect(script.place == "loggedOut.metadata")
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)))
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.answer == .signedOut(owed: false, settings: true))
        #expect(script.presented == [.signOutInSettings])
    }

    @Test func `if the app cannot register again, the legacy sign-out is answered as owed`() {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        script.user(.signOut(WishID(1)))
        script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "unregistered.refused")
        #expect(script.answer == .signedOut(owed: true))
    }

    @Test func `credentials that are refused twice answer the legacy sign-out as owed`() {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        script.register()
        script.user(.signOut(WishID(1)))
        script.reply(.failed(.unauthorized(nil)))
        script.reply(.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any)))
        #expect(script.rule == .`V2-X-09`)
        #expect(script.place == "unregistered.refused")
        #expect(script.answer == .signedOut(owed: true))
    }

    @Test func `lost credentials end a sign-in that may have happened: it was bound to them`() {
        var script = exchanging()
        script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        #expect(script.rule == .`V2-A-09`)
        #expect(script.model.context.requestedSignIns == [])
    }

    @Test func `a sign-in that was signed out is not signed out again`() {
        var script = exchanging()
        let exchange = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([]))
        script.feed(.reply(exchange, Reply(.failed(.refused(http: 400, .named("invalid_parameter_saml_response"))))))
        if script.called == [.logout] { script.reply(.logouts([])) }
        #expect(script.place == "loggedOut.resting")
        script.user(.signOut(WishID(3)))
        #expect(script.called == [])
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `the mark of a sign-out names the account, and says whether the framework has told it`() {
        var bare = Script.signedIn(.regular, .bare)
        bare.user(.signOut(WishID(1)))
        #expect(bare.effects.contains(.keep(.signedOut(SignedOutMark()))), "a device without a framework has no account")
        var box = Script.signedIn(.appleSSO)
        box.user(.signOut(WishID(1)))
        #expect(box.effects.contains(.keep(.signedOut(SignedOutMark(account: PlatformMappingID("Apple_M"))))))
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var unknown = Script(.box, kept: PersistedState(profile: profile))
        unknown.user(.signOut(WishID(1)))
        #expect(unknown.effects.contains(.keep(.signedOut(SignedOutMark(isAccountUnknown: true)))))
    }

    @Test func `a poll about the device that a refused registration ends leaves the device's logout owed`() throws {
        var script = Script.legacyCode()
        let poll = try #require(script.request)
        script.feed(.timer(try #require(script.model.calls.refreshTimer)))
        let token = try #require(script.effects.compactMap { if case .call(let id, _) = $0 { id } else { nil } }.last)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(token, Reply(.failed(.registrationRefused(.any)))))
        #expect(script.effects.contains(.cancel(poll)))
        #expect(script.answer == .signedOut(owed: true))
        #expect(script.model.context.owedLogouts == [.device])
    }

    // MARK: The viewer who was not there

    @Test func `a debt that is paid at launch still asks the viewer to sign out in Settings, when one is there`() {
        var script = Script(.box, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
        script.register()
        script.reply(.logouts(Self.settings))
        #expect(script.rule == .`V2-E-14`)
        #expect(script.place == "loggedOut.resting")
        #expect(script.presented.isEmpty, "nobody asked for anything")
        let mark = SignedOutMark(owesSettings: true)
        #expect(script.effects.contains(.keep(.signedOut(mark))))
        // The next launch remembers it.
        var next = Script(.box, kept: PersistedState(signedOut: mark))
        next.register()
        #expect(next.presented.isEmpty)
        next.user(.signIn(WishID(1)))
        #expect(next.presented == [.signOutInSettings])
        #expect(next.rule == .`V2-E-05`)
        next.choose(.done)
        #expect(next.place == "checking.partnerStatus")
        var again = script
        again.user(.signOut(WishID(2)))
        #expect(again.presented == [.signOutInSettings])
        #expect(again.answer == .signedOut(owed: false, settings: true))
        again.choose(.done)
        #expect(again.place == "loggedOut.resting")
        #expect(again.model.context.signedOut?.owesSettings == false)
    }

    /// A launch after a sign-out that still owes a logout and a visit to Settings. The viewer asks to sign in.
    private func owing(_ owed: OwedLogout, _ settings: FlowSettings) -> Script {
        var script = Script(settings, kept: PersistedState(signedOut: SignedOutMark(owesSettings: true), owedLogouts: [owed]))
        script.user(.signIn(WishID(1)))
        script.register()
        return script
    }

    @Test func `the visit to Settings that a logout asks for is also the one that was owed`() {
        var script = owing(.any, .box)
        script.reply(.logouts(Self.settings))
        var legacy = owing(.device, LegacyPlace.once(.box).legacy)
        legacy.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)))
        legacy.reply(.done)
        for var script in [script, legacy] {
            #expect(script.presented == [.signOutInSettings])
            script.choose(.done)
            #expect(script.presented == [.nothing])
            #expect(script.model.state.kind == .checking)
        }
    }

    @Test func `the visit to Settings is no longer owed once the partner framework reports no account`() {
        var script = owing(.device, LegacyPlace.once(.box).legacy)
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.question == .status(prompt: false))
        script.partner(script.status(.granted, nil))
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.presented.isEmpty)
        #expect(script.place == "checking.authentication")
    }

    @Test func `a visit to Settings stays owed if the sign-out is repeated before the viewer is asked`() {
        let kept = PersistedState(signedOut: SignedOutMark(owesSettings: true), owedLogouts: [.device])
        var script = Script(LegacyPlace.once(.box).legacy, kept: kept)
        script.register()
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.metadata")
        script.user(.signOut(WishID(2)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        script.reply(.done)
        #expect(script.presented == [.signOutInSettings])
        #expect(script.model.context.signedOut?.owesSettings == false)
    }

    @Test func `under the legacy API, too, the owed visit comes before the next sign-in`() {
        var script = Script(FlowSettings.box.legacy, kept: PersistedState(signedOut: SignedOutMark(owesSettings: true)))
        script.register()
        script.user(.signIn(WishID(1)))
        #expect(script.presented == [.signOutInSettings])
        #expect(script.rule == .`V1-31`)
    }

    @Test func `a sign-out during the visit that an earlier one owed asks for that visit again`() {
        var script = Script(.box, kept: PersistedState(signedOut: SignedOutMark(owesSettings: true)))
        script.register()
        script.user(.signIn(WishID(1)))
        #expect(script.presented == [.signOutInSettings])
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.settings")
        #expect(script.presented == [.signOutInSettings])
    }

    @Test func `the partner framework reports no account: the owed visit to Settings is forgotten`() {
        var script = Script(.box, kept: PersistedState(signedOut: SignedOutMark(owesSettings: true)))
        script.register()
        script.feed(.app(.foregrounded))
        script.partner(script.status(.granted, nil))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(script.presented.isEmpty)
        #expect(script.effects.contains(.forget(.fact(.signedOut))))
    }

    @Test func `if one provider's logout fails, the visit to Settings that another asks for is owed`() {
        var script = Script(LegacyPlace.once(.box), kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any, .other]))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.logouts(Self.settings))
        script.reply(Self.offline)
        #expect(script.rule == .`V2-E-11`)
        #expect(script.refusal == .unreachable)
        #expect(script.presented.isEmpty, "nobody waits any more")
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.signedOut?.owesSettings == true)
    }

    @Test func `one visit to Settings is for every provider that asks for it`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.signOut(WishID(1)))
        script.reply(.logouts(Self.settings + Self.settings))
        #expect(script.presented == [.signOutInSettings])
        script.choose(.done)
        #expect(script.presented == [.nothing])
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.signedOut?.owesSettings == false, "none is left for the next sign-in")
    }

    @Test func `the provider's page of a debt that is paid at launch is shown when a viewer is there`() {
        var settings = FlowSettings.phone
        settings.partner = .absent
        var script = Script(settings, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
        script.register()
        let link = script.ref(.link)
        script.reply(.logouts([Logout(mvpd: .any, action: .logout(link: link))]))
        #expect(script.rule == .`V2-E-14`)
        #expect(script.place == "loggedOut.resting")
        #expect(!script.effects.contains(.forget(.secret(link))))
        script.user(.signIn(WishID(1)))
        #expect(script.presented == [.signOutUserAgent])
        script.choose(.redirectReached)
        #expect(script.place == "checking.profiles")
        #expect(script.effects.contains(.forget(.secret(link))))
    }

    @Test(arguments: [true, false])
    func `under the legacy API a debt paid at launch asks how the viewer had signed in`(answers: Bool) {
        let mark = SignedOutMark(account: PlatformMappingID("Apple_M"))
        let kept = PersistedState(signedOut: mark, owedLogouts: [.device])
        var script = Script.legacy(LegacyPlace.once(.box), kept: kept, asked: false)
        #expect(script.legacyCalled == [.userMetadata])
        script.reply(answers ? .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)) : .failed(.transport(.unreadable)))
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.presented.isEmpty)
        #expect(script.rule == .`V2-E-14`)
        #expect(script.model.context.signedOut?.owesSettings == true, "Adobe says so, or the account that was kept")
        script.user(.signIn(WishID(5)))
        #expect(script.presented == [.signOutInSettings])
        script.choose(.done)
        #expect(script.place == "checking.authentication")
    }

    @Test func `under the legacy API a viewer without a platform account owes no visit to Settings`() {
        let kept = PersistedState(signedOut: SignedOutMark(), owedLogouts: [.device])
        var script = Script.legacy(LegacyPlace.once(.box), kept: kept, asked: false)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.rule == .`V1-30`)
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.rule == .`V1-32`)
        #expect(script.model.context.signedOut?.owesSettings == false)
    }

    // MARK: The answer

    @Test func `a sign-out is answered before the visit to Settings, and after the provider's page`() {
        var settings = FlowSettings.phone
        settings.hasUserAgent = true
        var script = Script.signedIn(.appleSSO, settings)
        script.user(.signOut(WishID(1)))
        let page = Logout(mvpd: .any, action: .logout(link: script.ref(.link)))
        script.reply(.logouts(Self.settings + [page]))
        #expect(script.presented == [.signOutUserAgent])
        #expect(script.answered.isEmpty)
        script.choose(.redirectReached)
        #expect(script.presented == [.signOutInSettings])
        #expect(script.answer == .signedOut(owed: false, settings: true))
        #expect(script.place == "loggedOut.settings")
        script.choose(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.answered.isEmpty)
    }

    // MARK: The mark

    @Test func `a sign-in that ends before the owed logout reached Adobe leaves the sign-out in force`() {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        var script = Script.signedIn(.appleSSO, settings)
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        script.user(.play(WishID(8), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.reply(Self.offline)
        #expect(script.place == "deciding.authorizing")
        script.user(.signIn(WishID(9)))
        #expect(script.calledEndpoint == .logout(.any))
        #expect(script.model.context.signedOut != nil)
        script.reply(Self.offline)
        #expect(script.answered.contains(.refused))
        #expect(script.model.context.signedOut?.account == PlatformMappingID("Apple_M"))
        #expect(!script.effects.contains(.forget(.fact(.signedOut))))
    }
}

extension Script {
    /// The timer that a call waits for before another attempt.
    var retryTimer: TimerID? {
        for call in model.calls.pending { if case .backingOff(let timer) = call.stage { return timer } }
        return nil
    }
}
