import FlowTestSupport
import Testing

@testable import FlowMachine

/// A sign-out that Adobe could not be told of: until it is, nobody watches under the profile that is still there.
@Suite struct SignOutPromiseTests {
    private static let offline = Reply.Result.failed(.transport(.connection))
    private static let resource = SecretRef(.resource, 1)
    private static let play = UserEvent.play(WishID(9), resource: resource, under: .signedIn)
    private static let refusal = Answer.refused(Refusal(reason: .unreachable, options: [.retry]))

    private static func once(_ settings: FlowSettings) -> FlowSettings { LegacyPlace.once(settings) }

    private static func refused(_ http: Int64, _ action: ErrorAction, _ code: String? = nil) -> Reply.Result {
        .failed(.refused(http: http, AdobeError(action: action, status: http, code: code.flatMap { ErrorCode($0) })))
    }

    /// Signed out, and Adobe does not know.
    private func owing(_ settings: FlowSettings = once(.bare)) -> Script {
        var script = Script.signedIn(.regular, settings)
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        #expect(script.place == "loggedOut.resting")
        #expect(script.answer == .signedOut(owed: true))
        return script
    }

    /// As `owing`, under the legacy API.
    private func owingLegacy(_ settings: FlowSettings = once(.box)) -> Script {
        var script = Script.legacySignedIn(settings)
        script.user(.signOut(WishID(1)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
        if script.place == "loggedOut.userAgent" { script.choose(.cancel) }
        script.reply(Self.offline)
        #expect(script.place == "loggedOut.resting")
        return script
    }

    // MARK: A wish

    @Test(arguments: [Self.play, .signIn(WishID(9)), .otherProvider(WishID(9))])
    func `a wish has Adobe told first; without a connection it is refused, and the next one tries again`(wish: UserEvent) {
        var script = owing()
        for _ in 0..<2 {
            script.user(wish)
            #expect(script.rule == .`V2-E-11`)
            #expect(script.called == [.logout])
            #expect(script.answered.isEmpty)
            script.reply(Self.offline)
            #expect(script.rule == .`V2-E-11`)
            #expect(script.place == "loggedOut.resting")
            #expect(script.effects.contains(.answer(WishID(9), Self.refusal)))
            #expect(script.model.context.owedLogouts == [.any])
            #expect(script.model.context.signedOut != nil)
        }
        script.user(wish)
        script.reply(.logouts([]))
        #expect(script.place == (wish == .otherProvider(WishID(9)) ? "basicAuthFallback.creatingSession" : "checking.profiles"))
        #expect(script.model.context.owedLogouts.isEmpty)
    }

    @Test func `a wish while Adobe is being told is refused when that fails, and may be tried again`() {
        var script = Script.signedIn(.regular, Self.once(.bare))
        script.user(.signOut(WishID(1)))
        script.user(Self.play)
        script.reply(Self.offline)
        #expect(script.rule == .`V2-E-11`)
        #expect(script.effects.contains(.answer(WishID(9), Self.refusal)))
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: true))))
    }

    @Test func `a wish that came after one provider failed has that one sent again`() {
        var script = LoggedOutTests().withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        script.user(Self.play)
        script.reply(.logouts([]))
        #expect(script.rule == .`V2-E-11`)
        #expect(script.calledEndpoint == .logout(.any))
        #expect(script.answer == .signedOut(owed: true))
        script.reply(.logouts([]))
        #expect(script.place == "checking.profiles")
    }

    @Test func `a wish under the legacy API has Adobe told first, as in any sign-out`() {
        var script = owingLegacy()
        script.user(Self.play)
        #expect(script.place == "loggedOut.metadata")
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)))
        #expect(script.legacyCalled == [.logout])
        var failing = script
        failing.reply(Self.offline)
        #expect(failing.rule == .`V2-E-11`)
        #expect(failing.answer == Self.refusal)
        #expect(failing.place == "loggedOut.resting", "nobody is there for Settings")
        #expect(failing.model.context.owedLogouts == [.device])
        script.reply(.done)
        #expect(script.presented == [.signOutInSettings])
        script.choose(.done)
        #expect(script.place == "checking.authentication")
    }

    @Test func `temporary access needs no sign-in, and leaves the sign-out owed`() {
        var script = owing(Self.once(.box))
        script.user(.play(WishID(8), resource: Self.resource, under: .temporary(identity: nil)))
        script.reply(Self.offline)
        #expect(script.place == "deciding.authorizing")
        #expect(script.model.context.owedLogouts == [.any])
        script.user(Self.play)
        #expect(script.place == "loggedOut.asking")
        script.reply(Self.offline)
        #expect(script.effects.contains(.answer(WishID(9), Self.refusal)))
        #expect(script.place == "deciding.authorizing")
    }

    @Test func `who signs out again has Adobe told again`() {
        var script = owing()
        script.user(.signOut(WishID(2)))
        #expect(script.called == [.logout])
        script.reply(.logouts([]))
        #expect(script.answer == .signedOut(owed: false))
        var legacy = owingLegacy()
        legacy.user(.signOut(WishID(2)))
        #expect(legacy.place == "loggedOut.metadata")
        legacy.reply(Self.offline)
        legacy.partner(legacy.status(.denied, nil))
        legacy.reply(.done)
        #expect(legacy.answer == .signedOut(owed: false))
    }

    // MARK: Launches

    @Test func `the debt outlasts launches, and a wish there is refused as long as Adobe cannot be told`() {
        for _ in 0..<2 {
            var script = Script(Self.once(.bare), kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
            script.register()
            script.reply(Self.offline)
            #expect(script.rule == .`V2-E-07`)
            #expect(script.place == "loggedOut.resting")
            script.user(Self.play)
            script.reply(Self.offline)
            #expect(script.effects.contains(.answer(WishID(9), Self.refusal)))
            #expect(!script.effects.contains(.forget(.fact(.owedLogouts))))
            #expect(script.model.context.owedLogouts == [.any])
        }
    }

    @Test(arguments: [false, true])
    func `a wish at a launch is shown what the owed sign-out asks for; without one nobody is bothered`(isAsked: Bool) {
        for action in [Logout.Action.logout(link: SecretRef(.link, 9)), .partnerLogout] {
            var settings = Self.once(.phone)
            settings.partner = .none
            var script = Script(settings, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.any]))
            if isAsked { script.user(Self.play) }
            script.register()
            script.reply(.logouts([Logout(mvpd: .any, action: action)]))
            #expect(script.presented == (isAsked ? [action == .partnerLogout ? .signOutInSettings : .signOutUserAgent] : []))
            if isAsked { script.choose(action == .partnerLogout ? .done : .redirectReached) }
            #expect(script.place == (isAsked ? "checking.profiles" : "loggedOut.resting"))
        }
        var legacy = Script.legacy(
            Self.once(.phone), kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.device]), asked: isAsked)
        if isAsked {
            legacy.reply(Self.offline)
            legacy.partner(legacy.status(.denied, nil))
        }
        #expect(legacy.presented == (isAsked ? [.legacySignOut] : []))
        #expect(legacy.place == (isAsked ? "loggedOut.userAgent" : "loggedOut.asking"))
    }

    @Test func `what the legacy API owes for the device is settled under the other, which cannot send it`() {
        var script = Script(.bare, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.device]))
        script.register()
        #expect(script.rule == .`V2-E-12`)
        #expect(script.called == [])
        #expect(script.place == "loggedOut.resting")
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
        var both = Script(.bare, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: [.device, .any]))
        both.user(Self.play)
        both.register()
        #expect(both.calledEndpoint == .logout(.any))
        #expect(both.effects.contains(.keep(.owedLogouts([.any]))))
    }

    @Test func `a newer sign-in with the provider settles the debt, so that the new viewer is not signed out`() {
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.bare, kept: PersistedState(profile: profile, owedLogouts: [.any]))
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
        script.register()
        #expect(script.place == "checking.profiles")
        var other = Script(.bare, kept: PersistedState(profile: profile, owedLogouts: [.any, .other]))
        #expect(other.effects.contains(.keep(.owedLogouts([.other]))))
        other.register()
        #expect(other.calledEndpoint == .logout(.other))
        var marked = Script(.bare, kept: PersistedState(profile: profile, signedOut: SignedOutMark(), owedLogouts: [.any]))
        marked.register()
        #expect(marked.calledEndpoint == .logout(.any), "nobody has signed in since")
    }

    // MARK: What settles it

    @Test(arguments: [ErrorAction.none, .configuration, .authentication, .authorization])
    func `an error that Adobe would give again settles the debt`(action: ErrorAction) {
        var script = Script.signedIn(.regular, Self.once(.bare))
        script.user(.signOut(WishID(1)))
        script.reply(Self.refused(400, action, "invalid_integration"))
        #expect(script.rule == .`V2-E-07`)
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
        #expect(script.answer == .signedOut(owed: false))
        var legacy = owingLegacy()
        legacy.user(Self.play)
        legacy.reply(Self.offline)
        legacy.partner(legacy.status(.denied, nil))
        legacy.reply(Self.refused(400, action, "unknown_integration"))
        #expect(legacy.rule == .`V1-32`)
        #expect(legacy.place == "checking.authentication")
        #expect(legacy.model.context.owedLogouts.isEmpty)
    }

    @Test(
        arguments: [
            refused(500, .none, "internal_server_error"), refused(403, .retry), refused(404, .none), .failed(.throttled),
            .failed(.status(http: 403)),
            .failed(.status(http: 503)), .failed(.transport(.status)), .failed(.transport(.timedOut)), .failed(.transport(.unreadable)),
        ])
    func `whatever may pass leaves the sign-out owed`(failure: Reply.Result) {
        var script = owing()
        script.user(Self.play)
        script.reply(failure)
        #expect(script.answered.contains(.refused))
        #expect(script.model.context.owedLogouts == [.any])
    }

    @Test(arguments: [Reply.Result.failed(.unauthorized(nil)), refused(400, .applicationRegistration)])
    func `credentials that Adobe refuses at the sign-out take the debt with them`(failure: Reply.Result) {
        var script = owing()
        script.user(Self.play)
        script.reply(failure)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 999))))
        script.reply(failure)
        #expect(script.rule == .`V2-X-09`)
        #expect(script.called == [.register])
        #expect(script.model.context.owedLogouts.isEmpty, "profiles are bound to the credentials")
    }

    @Test func `credentials that are gone take the debt with them`() {
        var script = owing()
        script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        #expect(script.rule == .`V2-A-09`)
        #expect(script.model.context.owedLogouts.isEmpty)
    }

    // MARK: Another account

    @Test func `another account on the device waits until Adobe was told, and comes right after`() {
        var script = Script.signedIn(.appleSSO, Self.once(.box))
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        for isConnected in [false, true] {
            script.feed(.app(.foregrounded))
            script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_N"))))
            #expect(script.calledEndpoint == .logout(.any))
            #expect(script.place == "loggedOut.asking")
            script.reply(isConnected ? .logouts([]) : Self.offline)
            #expect(script.place == (isConnected ? "checking.profiles" : "loggedOut.resting"))
            #expect((script.model.context.signedOut == nil) == isConnected)
        }
    }

    @Test func `who signs out while another account is on the device is not signed in with it`() {
        var script = Script.signedIn(.appleSSO, Self.once(.box))
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_N"))))
        script.reply(Self.offline)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.signedOut == SignedOutMark(provider: PlatformMappingID("Apple_N")))
    }

    @Test func `who is let in without a profile is signed out of that provider, though it was forgotten since`() {
        var script = Script(Self.once(.bare))
        script.user(Self.play)
        script.register()
        script.reply(.profiles([]))
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated, mvpd: .any))))
        script.reply(Self.refused(400, .none, "invalid_integration"))
        #expect(script.model.context.provider == nil)
        script.user(.signOut(WishID(1)))
        #expect(script.calledEndpoint == .logout(.any))
        #expect(script.model.context.owedLogouts == [.any])
    }

    // MARK: Bounds

    @Test func `at most eight sign-outs are owed, and none is forgotten for another`() {
        let names = (1...8).compactMap { OwedLogout("P\($0)") }
        let provider = RememberedProvider(mvpd: .any, mapping: nil)
        let kept = PersistedState(provider: provider, signedOut: SignedOutMark(), owedLogouts: names)
        var script = Script(Self.once(.bare), kept: kept)
        script.register()
        script.user(.signOut(WishID(1)))
        #expect(script.model.context.owedLogouts == names)
        var told: [Endpoint?] = []
        for _ in 0..<9 {
            told.append(script.calledEndpoint)
            script.reply(Self.offline)
        }
        #expect(told.count == 9, "\(told)")
        #expect(told.last == .logout(.any), "it is tried all the same: \(told.map { $0?.mvpd?.text })")
        #expect(script.model.context.owedLogouts == names)
    }

    @Test func `what is owed is written as before, the device as a star`() {
        #expect(OwedLogout("*") == .device)
        #expect(OwedLogout.device.text == "*")
        #expect(OwedLogout("M") == .any)
        #expect(OwedLogout.any.text == "M")
        #expect(OwedLogout("") == nil)
    }
}
