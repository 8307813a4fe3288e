import FlowTestSupport
import Testing

@testable import FlowMachine

/// A legacy sign-out that is interrupted: by a sign-in that succeeds late, another wish, or a check on foreground.
@Suite struct LegacyLeavingTests {
    private static let offline = Reply.Result.failed(.transport(.unreadable))

    /// A sign-out while the exchange is in progress, which may still sign a viewer in. Adobe is asked for the viewer's metadata.
    private func during(opensPage: Bool) -> (script: Script, exchange: RequestID) {
        var settings = LegacyPlace.once(.phone)
        settings.policy.signsOutInUserAgent = opensPage
        var script = Script.legacy(settings, kept: PersistedState(provider: RememberedProvider(mvpd: .any, mapping: nil)))
        script.reply(.authentication(nil))
        script.partner(script.status())
        script.reply(.configuration(script.configuration()))
        script.reply(.partnerRequest(script.ref(.request)))
        script.partner(script.status(), saml: script.saml())
        let exchange = script.request ?? RequestID(9_999)
        script.user(.signOut(WishID(2)))
        #expect(script.place == "loggedOut.metadata")
        #expect(script.signOutState?.late?.call.firstRequest == exchange)
        return (script, exchange)
    }

    private func metadata(_ isFromPartner: Bool) -> Reply.Result {
        .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: isFromPartner))
    }

    @Test(arguments: [false, true])
    func `the user agent's sign-out page opens only if the policy asks for it`(opensPage: Bool) {
        var (script, _) = during(opensPage: opensPage)
        script.reply(metadata(false))
        #expect(script.presented == (opensPage ? [.legacySignOut] : []))
        #expect(script.legacyCalled == (opensPage ? [] : [.logout]))
    }

    @Test(arguments: [Choice.redirectReached, .userAgentClosed, .cancel])
    func `a sign-out promise survives its page and ends with Adobe's answer to the request`(choice: Choice) throws {
        var settings = LegacyPlace.once(.phone).legacy
        settings.policy.signsOutInUserAgent = true
        var script = Script.legacySignedIn(settings)
        var promises = SignOutPromises()
        promises.take(FlowEvent(time: script.instant(in: 0), origin: .app(.launched(PersistedState()))), settings)
        promises.note(
            [.answer(WishID(0), .signedIn(.serverAuthorization(ServerAuthorization(reason: .legacyToken, mvpd: .any))))], settings)
        func feed(_ origin: FlowEvent.Origin) {
            promises.take(FlowEvent(time: script.instant(in: 1), origin: origin), settings)
            script.feed(origin)
            promises.note(script.effects, settings)
        }
        feed(.user(.signOut(WishID(1))))
        feed(.reply(try #require(script.request), Reply(metadata(false))))
        let page = try #require(script.model.context.presented)
        feed(.user(.chose(page, choice)))
        #expect(promises.open == [.device])
        feed(.reply(try #require(script.request), Reply(.done)))
        #expect(promises.open.isEmpty)
    }

    @Test func `a viewer who leaves while a late sign-in is being signed out is not signed in by it`() {
        var (script, exchange) = during(opensPage: true)
        script.reply(metadata(false))
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.place == "loggedOut.userAgent")
        #expect(script.legacyCalled == [.logout])
        script.user(.signIn(WishID(3)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.place == "checking.authentication")
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test(arguments: [true, false])
    func `an owed logout is kept once, under the provider's name if it is known`(isNamed: Bool) {
        var script = isNamed ? Script.legacyExchange() : LegacyPlace.ready.script
        if isNamed { script.reply(.done) }
        script.user(.signOut(WishID(2)))
        let kept = script.effects.filter { if case .keep(.owedLogouts) = $0 { true } else { false } }
        #expect(kept == [.keep(.owedLogouts(isNamed ? [.any] : [.device]))])
        #expect(script.model.context.owedLogouts == (isNamed ? [.any] : [.device]))
    }

    @Test func `if Adobe cannot be reached, the viewer is still sent to Settings`() {
        var script = LegacyPlace.signOutMetadata.script
        script.reply(metadata(true))
        script.reply(LegacyLeavingTests.offline)
        #expect(script.place == "loggedOut.settings")
        #expect(script.presented == [.signOutInSettings])
        #expect(script.answer == .signedOut(owed: true, settings: true))
        script.choose(.done)
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        script.reply(LegacyLeavingTests.offline)
        #expect(script.answered.isEmpty)
        #expect(script.place == "loggedOut.resting")
    }

    @Test(arguments: [LegacyPlace.signOutSettings, .signedOut])
    func `a failed check of the device decides nothing, and the next foreground checks again`(place: LegacyPlace) {
        var script = place.script
        let before = script.place
        for _ in 0..<2 {
            script.feed(.app(.foregrounded))
            #expect(script.rule == .`V2-X-16`)
            #expect(script.question == .status(prompt: false))
            script.reply(LegacyLeavingTests.offline)
            #expect(script.rule == .`FM-22`)
            #expect(script.place == before)
            #expect(script.answered.isEmpty)
            #expect(script.legacyCalled == [])
        }
    }

    @Test func `another wish while Settings is suggested removes that screen and completes the sign-out`() {
        var script = LegacyPlace.signOutSettings.script
        script.user(.signIn(WishID(3)))
        #expect(script.presented == [.nothing])
        #expect(script.answered.isEmpty, "the sign-out was answered before")
        #expect(script.rule == .`V2-E-09`)
        #expect(script.place == "checking.authentication")
        #expect(script.legacyCalled == [.checkAuthentication])
    }

    @Test func `another wish while the page is open still waits for the late reply`() {
        var (script, exchange) = during(opensPage: true)
        script.reply(metadata(false))
        script.user(.signIn(WishID(3)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        #expect(script.signOutState?.late?.call.firstRequest == exchange)
        #expect(script.model.context.owedLogouts == [.any])
    }

    @Test func `a late reply that signs in no viewer is no longer awaited`() {
        var (script, exchange) = during(opensPage: false)
        script.feed(.reply(exchange, Reply(.failed(.refused(http: 400, .named("invalid_request"))))))
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.metadata")
        #expect(script.signOutState?.late == nil)
        #expect(script.legacyCalled == [])
        #expect(script.model.context.owedLogouts == [.any])
    }

    @Test func `if the late reply is lost, the sign-in may have succeeded and is signed out`() {
        var (script, exchange) = during(opensPage: false)
        script.reply(metadata(false))
        script.reply(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.answered.isEmpty, "the sign-in may still succeed")
        script.feed(.reply(exchange, Reply(LegacyLeavingTests.offline)))
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        #expect(script.signOutState?.late == nil)
    }

    @Test func `a logout that was answered before a late refusal of the sign-in is sent again`() {
        var (script, exchange) = during(opensPage: false)
        script.reply(metadata(false))
        script.reply(.done)
        #expect(script.model.context.owedLogouts == [.any])
        script.feed(.reply(exchange, Reply(.failed(.refused(http: 400, .named("invalid_request"))))))
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test(arguments: [true, false])
    func `a late reply is awaited beyond Settings`(isSeen: Bool) {
        var (script, exchange) = during(opensPage: false)
        script.reply(metadata(true))
        script.reply(.done)
        if isSeen { script.feed(.app(.foregrounded)) }
        if isSeen { script.partner(script.status(.granted, nil)) } else { script.choose(.done) }
        #expect(script.place == "loggedOut.asking", "the sign-in may still succeed")
        #expect(script.signOutState?.late?.call.firstRequest == exchange)
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
    }

    @Test func `a late sign-in during the logout request sends the logout again`() {
        var (script, exchange) = during(opensPage: false)
        script.reply(metadata(false))
        #expect(script.place == "loggedOut.asking")
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.rule == .`V1-32`)
        #expect(script.legacyCalled == [.logout])
        #expect(script.signOutState?.late == nil)
        script.reply(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.answer == .signedOut(owed: false))
    }

    @Test func `a late sign-in after the viewer left the page for another wish opens no page again`() {
        var (script, exchange) = during(opensPage: true)
        script.reply(metadata(false))
        #expect(script.place == "loggedOut.userAgent")
        script.user(.signIn(WishID(3)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.legacyCalled == [.logout])
        #expect(script.presented == [])
        script.reply(.done)
        #expect(script.place == "checking.authentication")
    }

    @Test func `a late sign-in while the viewer is in the user agent is signed out once, and the page stays`() {
        var (script, exchange) = during(opensPage: true)
        script.reply(metadata(true))
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.userAgent")
        #expect(script.legacyCalled == [.logout])
        var closed = script
        script.reply(.done)
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.userAgent")
        #expect(script.presented == [])
        #expect(script.answered.isEmpty)
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
        #expect(script.model.context.foundNobody)
        var registered = script
        registered.feed(.timer(registered.model.calls.refreshTimer ?? TimerID(9_999)))
        registered.reply(.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any)))
        #expect(registered.presented == [.nothing], "new credentials end the page")
        registered.register()
        #expect(registered.answer == .signedOut(owed: false))
        var cancelled = script
        cancelled.choose(.cancel)
        #expect(cancelled.legacyCalled == [], "Adobe has already confirmed the logout")
        #expect(cancelled.place == "loggedOut.settings")
        script.choose(.redirectReached)
        #expect(!script.effects.contains(.forget(.fact(.owedLogouts))), "no logout is owed any more")
        #expect(script.presented == [.signOutInSettings])
        #expect(script.place == "loggedOut.settings")
        // The page finished before Adobe answered: the late sign-in may be newer than the page's sign-out.
        var failing = closed
        failing.reply(LegacyLeavingTests.offline)
        #expect(failing.rule == .`V1-32`)
        #expect(failing.place == "loggedOut.userAgent")
        #expect(failing.model.context.owedLogouts == [.any])
        var redirected = closed
        redirected.choose(.redirectReached)
        #expect(redirected.place == "loggedOut.asking")
        #expect(redirected.model.context.owedLogouts == [.any])
        closed.choose(.userAgentClosed)
        #expect(closed.place == "loggedOut.asking")
        #expect(closed.presented == [.nothing])
        #expect(closed.answered.isEmpty)
        #expect(closed.legacyCalled == [])
        #expect(closed.model.context.owedLogouts == [.any])
        closed.reply(.done)
        #expect(closed.place == "loggedOut.settings")
        #expect(closed.model.context.owedLogouts.isEmpty)
        closed.feed(.app(.foregrounded))
        #expect(closed.question == .status(prompt: false))
    }

    @Test(arguments: [true, false])
    func `a late sign-in while the viewer is in Settings is owed anew and signed out meanwhile`(isPaid: Bool) {
        var (script, exchange) = during(opensPage: false)
        script.reply(metadata(true))
        script.reply(.done)
        #expect(script.place == "loggedOut.settings")
        #expect(script.model.context.owedLogouts == [.any], "the sign-in may still succeed")
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.place == "loggedOut.settings")
        #expect(script.legacyCalled == [.logout])
        #expect(script.presented == [])
        #expect(script.model.context.owedLogouts == [.any])
        script.reply(isPaid ? .done : LegacyLeavingTests.offline)
        #expect(script.answer == .signedOut(owed: !isPaid, settings: true))
        #expect(script.place == "loggedOut.settings")
        #expect(script.rule == .`V1-32`)
        script.choose(.done)
        if !isPaid {
            #expect(script.rule == .`V1-32`)
            #expect(script.place == "loggedOut.asking")
            #expect(script.legacyCalled == [.logout])
            script.reply(LegacyLeavingTests.offline)
        }
        #expect(script.place == "loggedOut.resting")
    }
}

extension Script {
    /// The state `loggedOut`.
    var signOutState: LoggedOut? {
        if case .loggedOut(let state) = model.state { state } else { nil }
    }
}
