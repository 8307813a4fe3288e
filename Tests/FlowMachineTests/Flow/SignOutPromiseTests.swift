import FlowTestSupport
import Testing

@testable import FlowMachine

/// A sign-out that Adobe could not be told of: until Adobe confirms it, no viewer watches under the profile that still exists.
@Suite struct SignOutPromiseTests {
    private static let offline = Reply.Result.failed(.transport(.connection))
    private static let resource = SecretRef(.resource, 1)
    private static let play = UserEvent.play(WishID(9), resource: resource, under: .signedIn)
    private static let refusal = WishAnswer.refused(Refusal(reason: .unreachable, options: [.retry]))

    private static func once(_ settings: FlowSettings) -> FlowSettings { LegacyPlace.once(settings) }

    private static func refused(_ http: Int64, _ action: ErrorAction, _ code: String? = nil) -> Reply.Result {
        .failed(.refused(http: http, AdobeError(action: action, status: http, code: code.flatMap { ErrorCode($0) })))
    }

    /// Signed out, with the logout still owed to Adobe.
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
    func `a wish sends the owed logout first; offline the wish is refused, and the next wish tries again`(wish: UserEvent) {
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

    @Test func `a wish during a logout request is refused if that request fails, and may be retried`() {
        var script = Script.signedIn(.regular, Self.once(.bare))
        script.user(.signOut(WishID(1)))
        script.user(Self.play)
        script.reply(Self.offline)
        #expect(script.rule == .`V2-E-11`)
        #expect(script.effects.contains(.answer(WishID(9), Self.refusal)))
        #expect(script.effects.contains(.answer(WishID(1), .signedOut(owed: true))))
    }

    @Test func `a wish that arrives after one provider's logout failed sends that logout again`() {
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

    @Test func `a wish under the legacy API sends the owed logout first, as any sign-out does`() {
        var script = owingLegacy()
        script.user(Self.play)
        #expect(script.place == "loggedOut.metadata")
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)))
        #expect(script.legacyCalled == [.logout])
        var failing = script
        failing.reply(Self.offline)
        #expect(failing.rule == .`V2-E-11`)
        #expect(failing.answer == Self.refusal)
        #expect(failing.place == "loggedOut.resting", "no viewer is there for Settings")
        #expect(failing.model.context.owedLogouts == [.device])
        script.reply(.done)
        #expect(script.presented == [.signOutInSettings])
        script.choose(.done)
        #expect(script.place == "checking.authentication")
    }

    @Test func `temporary access needs no sign-in and leaves the logout owed`() {
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

    @Test func `a second sign-out sends the logout to Adobe again`() {
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

    @Test func `the owed logout survives launches, and wishes are refused until Adobe can be reached`() {
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
    func `only a wish at launch shows what the owed logout requires of the viewer`(isAsked: Bool) {
        for action in [Logout.Action.logout(link: SecretRef(.link, 9)), .partnerLogout] {
            var settings = Self.once(.phone)
            settings.partner = .absent
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
        #expect(legacy.place == (isAsked ? "loggedOut.userAgent" : "loggedOut.metadata"))
    }

    @Test func `a device logout owed under the legacy API is settled under API v2, which cannot send it`() {
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

    @Test func `a newer sign-in with the provider settles the owed logout, so the new viewer stays signed in`() {
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
        #expect(marked.calledEndpoint == .logout(.any), "no viewer has signed in since")
    }

    // MARK: What settles the owed logout

    @Test(arguments: [ErrorAction.none, .configuration, .authentication, .authorization])
    func `an error that Adobe would repeat settles the owed logout`(action: ErrorAction) {
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
    func `a temporary failure leaves the logout owed`(failure: Reply.Result) {
        var script = owing()
        script.user(Self.play)
        script.reply(failure)
        #expect(script.answered.contains(.refused))
        #expect(script.model.context.owedLogouts == [.any])
    }

    @Test(arguments: [Reply.Result.failed(.unauthorized(nil)), refused(400, .applicationRegistration)])
    func `credentials that Adobe refuses during the sign-out settle the owed logout`(failure: Reply.Result) {
        var script = owing()
        script.user(Self.play)
        script.reply(failure)
        script.reply(.token(AccessToken(ref: script.ref(.token), notAfter: script.instant(in: 999))))
        script.reply(failure)
        #expect(script.rule == .`V2-X-09`)
        #expect(script.called == [.register])
        #expect(script.model.context.owedLogouts.isEmpty, "profiles are bound to the credentials")
    }

    @Test func `lost credentials settle the owed logout`() {
        var script = owing()
        script.feed(.app(.secretLost(script.model.calls.client ?? SecretRef(.client, 99))))
        #expect(script.rule == .`V2-A-09`)
        #expect(script.model.context.owedLogouts.isEmpty)
    }

    // MARK: Another account

    @Test func `another account on the device waits for the owed logout and is signed in right after it`() {
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

    @Test func `a viewer who signs out while another account is on the device is not signed in with that account`() {
        var script = Script.signedIn(.appleSSO, Self.once(.box))
        script.user(.signOut(WishID(1)))
        script.reply(Self.offline)
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, "Apple_N"))))
        script.reply(Self.offline)
        script.user(.signOut(WishID(2)))
        script.reply(.logouts([]))
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.signedOut == SignedOutMark(account: PlatformMappingID("Apple_N")))
    }

    @Test func `a viewer admitted without a profile is signed out of the provider, even a forgotten one`() {
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

    @Test func `at most eight logouts are owed, and a new one never replaces an older one`() {
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
        #expect(told.last == .logout(.any), "the logout is sent all the same: \(told.map { $0?.mvpd?.text })")
        #expect(script.model.context.owedLogouts == names)
    }

    @Test func `owed logouts keep their encoding: a provider's id, or a star for the device`() {
        #expect(OwedLogout("*") == .device)
        #expect(OwedLogout.device.text == "*")
        #expect(OwedLogout("M") == .any)
        #expect(OwedLogout.any.text == "M")
        #expect(OwedLogout("") == nil)
    }
}
