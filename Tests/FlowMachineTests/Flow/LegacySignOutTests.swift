import FlowTestSupport
import Testing

@testable import FlowMachine

/// Sign-out by the legacy cookbook.
@Suite struct LegacySignOutTests {
    private static func metadata(_ isFromPartner: Bool) -> Reply.Result {
        .userMetadata(ViewerMetadata(attributes: SecretRef(.attributes, 1), isFromPartner: isFromPartner))
    }

    private static let offline = Reply.Result.failed(.transport(.unreadable))

    private func signingOut(_ settings: FlowSettings = .box) -> Script {
        var script = Script.legacySignedIn(settings)
        script.user(.signOut(WishID(1)))
        return script
    }

    private var webbed: FlowSettings {
        var settings = FlowSettings.phone
        settings.policy.signsOutInUserAgent = true
        return settings
    }

    private func answersOwed(_ script: Script) -> Bool? {
        for case .answer(_, .signedOut(let owed, _)) in script.effects { return owed }
        return nil
    }

    @Test(arguments: [LegacySignOutTests.metadata(false), .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false))])
    func `a sign-out asks how the viewer signed in, then calls Adobe; a regular one needs no Settings`(metadata: Reply.Result) {
        var script = signingOut()
        #expect(script.place == "loggedOut.metadata")
        #expect(script.legacyCalled == [.userMetadata])
        script.reply(metadata)
        #expect(script.place == "loggedOut.asking")
        #expect(script.rule == .`V1-30`)
        #expect(script.legacyCalled == [.logout])
        script.reply(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.rule == .`V1-32`)
        #expect(answersOwed(script) == false)
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
    }

    @Test func `until the launch's first check has found nobody, a viewer may be signed in, and is signed out`() {
        for isFound in [false, true] {
            var script = Script.legacy(asked: false)
            #expect(script.place == "checking.authentication")
            if isFound {
                script.reply(.authentication(nil))
                script.partner(script.status(.denied, nil))
                #expect(script.place == "registered.resting")
            }
            script.user(.signOut(WishID(1)))
            #expect(script.legacyCalled == (isFound ? [] : [.userMetadata]))
            #expect(script.answered == (isFound ? [.signedOut] : []))
        }
    }

    @Test func `a sign-out that is repeated while Apple is asked takes nothing for granted`() {
        var script = signingOut(LegacyPlace.once(.box))
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.question == .status(prompt: false))
        script.user(.signOut(WishID(2)))
        #expect(script.legacyCalled == [.userMetadata])
        script.reply(LegacySignOutTests.metadata(false))
        script.reply(.done)
        #expect(script.presented.isEmpty)
        #expect(script.place == "loggedOut.resting")
    }

    @Test func `a sign-in from the platform is also signed out in Settings`() {
        for choice in [Choice.done, .cancel] {
            var script = signingOut()
            script.reply(LegacySignOutTests.metadata(true))
            script.reply(.done)
            #expect(script.place == "loggedOut.settings")
            #expect(script.rule == .`V1-31`)
            #expect(script.presented == [.signOutInSettings])
            #expect(answersOwed(script) == false, "the answer does not wait for Settings")
            script.choose(choice)
            #expect(script.place == "loggedOut.resting")
        }
        // A check on foreground sees that the sign-out was done there.
        var script = signingOut()
        script.reply(LegacySignOutTests.metadata(true))
        script.reply(.done)
        script.feed(.app(.foregrounded))
        script.partner(script.status())
        #expect(script.place == "loggedOut.settings")
        script.feed(.app(.foregrounded))
        script.partner(script.status(.granted, nil))
        #expect(script.place == "loggedOut.resting")
        #expect(script.rule == .`V1-31`)
    }

    @Test func `offline, a logout is owed and sent at the next launch, even for an unknown provider`() {
        var script = signingOut()
        #expect(script.effects.contains { if case .keep(.owedLogouts) = $0 { true } else { false } }, "owed before it is sent")
        script.reply(LegacySignOutTests.offline)
        #expect(script.rule == .`V1-30`)
        script.partner(script.status(.granted, nil))
        #expect(script.legacyCalled == [.logout])
        #expect(script.rule == .`V1-30`)
        script.reply(LegacySignOutTests.offline)
        #expect(script.place == "loggedOut.resting")
        #expect(script.rule == .`V1-32`)
        #expect(answersOwed(script) == true)
        let owed = script.model.context.owedLogouts
        #expect(owed == [.device])

        var next = Script.legacy(webbed, kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: owed), asked: false)
        #expect(next.legacyCalled == [.userMetadata])
        next.reply(LegacySignOutTests.metadata(false))
        #expect(next.legacyCalled == [.logout], "by a request, whatever the policy")
        #expect(next.presented == [], "by a request, whatever the policy")
        next.reply(.done)
        #expect(next.place == "loggedOut.resting")
        #expect(next.presented == [])
        #expect(next.effects.contains(.forget(.fact(.owedLogouts))))
        var again = Script.legacy(kept: PersistedState(signedOut: SignedOutMark(), owedLogouts: owed), asked: false)
        again.reply(LegacySignOutTests.offline)
        again.reply(LegacySignOutTests.offline)
        #expect(again.place == "loggedOut.resting", "and the launch after that")
        #expect(again.model.context.owedLogouts == owed, "and the launch after that")
    }

    @Test func `if the policy says so, the user agent opens first; a request to Adobe always follows`() {
        for choice in [Choice.redirectReached, .userAgentClosed, .cancel] {
            var script = signingOut(webbed)
            script.reply(LegacySignOutTests.metadata(true))
            #expect(script.place == "loggedOut.userAgent")
            #expect(script.rule == .`V1-33`)
            #expect(script.presented == [.legacySignOut])
            #expect(script.legacyCalled == [])
            script.choose(choice)
            #expect(script.rule == .`V1-33`)
            #expect(script.legacyCalled == [.logout])
            #expect(!script.effects.contains(.forget(.fact(.owedLogouts))), "a page settles no logout")
            script.reply(.done)
            #expect(script.place == "loggedOut.settings")
            #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
            #expect(answersOwed(script) == false)
            script.choose(.done)
            #expect(script.place == "loggedOut.resting")
        }
        var cancelled = signingOut(webbed)
        cancelled.reply(LegacySignOutTests.metadata(false))
        cancelled.choose(.cancel)
        #expect(cancelled.place == "loggedOut.asking")
        #expect(cancelled.legacyCalled == [.logout])
        #expect(cancelled.answered.isEmpty)
        cancelled.reply(.done)
        #expect(cancelled.place == "loggedOut.resting")
        #expect(answersOwed(cancelled) == false)
        var box = FlowSettings.box
        box.policy.signsOutInUserAgent = true
        var script = signingOut(box)
        script.reply(LegacySignOutTests.metadata(false))
        #expect(script.legacyCalled == [.logout])
    }

    @Test func `without a signed-in viewer, nothing is requested`() {
        var script = Script.legacy(asked: false) { $0.status(.denied, nil) }
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.resting")
        #expect(script.legacyCalled == [])
        #expect(answersOwed(script) == false)
        var temporary = Script.legacy(asked: false) { $0.status(.denied, nil) }
        temporary.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        temporary.user(.signOut(WishID(2)))
        #expect(temporary.place == "loggedOut.resting")
        #expect(temporary.legacyCalled == [])
    }

    @Test func `a viewer who signed out in an earlier launch and signs out again needs no request`() {
        var script = Script.legacy(kept: PersistedState(signedOut: SignedOutMark()), asked: false)
        #expect(script.place == "loggedOut.resting")
        script.user(.signOut(WishID(1)))
        #expect(script.legacyCalled == [])
        #expect(answersOwed(script) == false)
    }

    @Test func `a sign-out during the exchange also signs out a late profile, or owes its logout`() throws {
        for fails in [false, true] {
            var script = Script.legacyExchange()
            let exchange = try #require(script.request)
            script.user(.signOut(WishID(2)))
            #expect(script.legacyCalled == [.userMetadata])
            #expect(script.effects.contains(.keep(.owedLogouts([.any]))))
            script.reply(LegacySignOutTests.metadata(false))
            script.reply(.done)
            #expect(script.place == "loggedOut.resting")
            #expect(!script.answered.contains(.signedOut), "the exchange may still succeed")
            script.feed(.reply(exchange, Reply(.done)))
            #expect(script.place == "loggedOut.asking")
            #expect(script.rule == .`V1-32`)
            #expect(script.legacyCalled == [.logout])
            script.reply(fails ? LegacySignOutTests.offline : .done)
            #expect(script.place == "loggedOut.resting")
            #expect(script.model.context.owedLogouts.isEmpty == !fails)
        }
        var refused = Script.legacyExchange()
        let lost = try #require(refused.request)
        refused.user(.signOut(WishID(2)))
        refused.feed(.reply(lost, Reply(.failed(.refused(http: 400, AdobeError(action: .none, status: 400, code: nil))))))
        #expect(refused.place == "loggedOut.metadata")
        refused.reply(LegacySignOutTests.metadata(false))
        refused.reply(.done)
        #expect(refused.place == "loggedOut.resting")
        #expect(answersOwed(refused) == false)
    }

    @Test func `a check that finds a viewer after the sign-out only signs them out`() throws {
        var script = Script.legacyCode()
        let look = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(look, Reply(.authentication(ServerAuthorization(reason: .legacyToken, mvpd: .any)))))
        #expect(script.legacyCalled == [.logout])
        #expect(script.model.context.owedLogouts == [.any])
        script.reply(.done)
        #expect(script.place == "loggedOut.resting")
        #expect(script.model.context.owedLogouts.isEmpty)
        var nobody = Script.legacyCode()
        let vain = try #require(nobody.request)
        nobody.user(.signOut(WishID(2)))
        nobody.feed(.reply(vain, Reply(.authentication(nil))))
        #expect(nobody.place == "loggedOut.resting")
        #expect(nobody.legacyCalled == [])
    }

    @Test(arguments: [
        (Reply.Result.failed(.transport(.timedOut)), true), (.failed(.refused(http: 400, .named("invalid_request"))), false),
    ])
    func `a check after the sign-out whose answer is lost may have found a viewer`(result: Reply.Result, isSignedOut: Bool) throws {
        var script = Script.legacyCode()
        let look = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(look, Reply(result)))
        #expect(script.rule == .`V1-32`)
        #expect(script.legacyCalled == (isSignedOut ? [.logout] : []))
        #expect(script.answer == (isSignedOut ? nil : .signedOut(owed: false)))
        #expect(script.model.context.owedLogouts == (isSignedOut ? [.device] : []))
    }

    @Test func `a late sign-in does not disturb a metadata request or a viewer in the user agent`() throws {
        // A provider is remembered, so the sign-out asks for metadata although the sign-in is not complete.
        for isBusy in [false, true] {
            let kept = PersistedState(provider: RememberedProvider(mvpd: .any, mapping: nil))
            var script = Script.legacy(webbed, kept: kept)
            script.reply(.authentication(nil))
            script.partner(script.status())
            script.reply(.configuration(script.configuration()))
            script.reply(.partnerRequest(script.ref(.request)))
            script.partner(script.status(), saml: script.saml())
            let exchange = try #require(script.request)
            script.user(.signOut(WishID(2)))
            #expect(script.place == "loggedOut.metadata")
            if isBusy { script.reply(LegacySignOutTests.metadata(false)) }
            script.feed(.reply(exchange, Reply(.done)))
            #expect(script.place == (isBusy ? "loggedOut.userAgent" : "loggedOut.metadata"))
            #expect(script.signOutState?.late == nil)
            #expect(script.rule == .`V1-32`)
            #expect(script.legacyCalled == (isBusy ? [.logout] : []))
            script.reply(isBusy ? LegacySignOutTests.offline : LegacySignOutTests.metadata(false))
            #expect(script.place == "loggedOut.userAgent", "the page stays until the viewer is done")
            script.choose(.redirectReached)
            #expect(script.place == "loggedOut.asking")
            script.reply(.done)
            #expect(script.place == "loggedOut.resting")
            #expect(answersOwed(script) == false)
        }
    }

    @Test(arguments: [false, true])
    func `wishes during a sign-out wait for it and then start at step 1`(isTold: Bool) {
        var script = signingOut()
        if isTold { script.reply(LegacySignOutTests.metadata(false)) }
        script.user(.signIn(WishID(2)))
        #expect(script.rule == .`FM-16`)
        #expect(script.answered.isEmpty)
        script.user(.userMetadata(WishID(3)))
        #expect(script.rule == .`FM-17`)
        #expect(script.refusal == .notSignedIn)
        if !isTold { script.reply(LegacySignOutTests.metadata(false)) }
        script.reply(.done)
        #expect(script.place == "checking.authentication")
        #expect(script.legacyCalled == [.checkAuthentication])
    }

    @Test(arguments: [false, true])
    func `a wish during the user agent's page sends the logout request first`(fails: Bool) {
        var script = signingOut(webbed)
        script.reply(LegacySignOutTests.metadata(true))
        script.user(.signIn(WishID(2)))
        #expect(script.place == "loggedOut.asking")
        #expect(script.rule == .`V1-32`)
        #expect(script.legacyCalled == [.logout])
        #expect(script.presented == [.nothing])
        #expect(script.answered.isEmpty)
        script.reply(fails ? LegacySignOutTests.offline : .done)
        #expect(script.place == (fails ? "loggedOut.resting" : "checking.authentication"))
        #expect(script.legacyCalled == (fails ? [] : [.checkAuthentication]))
        #expect(script.answered.contains(.refused) == fails)
        #expect(answersOwed(script) == fails)
    }

    @Test func `after a sign-out, a foreground does nothing unless the device has another account`() {
        var script = Script.legacyExchange()
        script.reply(.done)
        script.user(.signOut(WishID(2)))
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10`)
        #expect(script.place == "loggedOut.metadata")
        script.reply(LegacySignOutTests.metadata(false))
        script.reply(.done)
        script.feed(.app(.foregrounded))
        script.partner(script.status())
        #expect(script.place == "loggedOut.resting", "the same account")
        #expect(script.legacyCalled == [], "the same account")
        script.feed(.app(.foregrounded))
        script.partner(script.status(.granted, "Apple_N"))
        #expect(script.place == "checking.authentication")
        #expect(script.legacyCalled == [.checkAuthentication])
    }

    @Test func `neither API's calls are sent under the other`() {
        var legacy = Script.legacySignedIn()
        legacy.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(legacy.called == [.restV1])
        var current = Script.signedIn()
        current.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(current.called == [.authorize])
        // Neither API takes the other's answers.
        legacy.reply(.profiles([]))
        current.reply(.done)
        #expect(legacy.refusal == .service)
        #expect(current.refusal == .service)
    }

    @Test(arguments: [true, false])
    func `the partner framework is asked how the viewer signed in only while a wish waits`(gaveUp: Bool) {
        let kept = PersistedState(signedOut: SignedOutMark(), owedLogouts: [.device])
        var script = Script.legacy(LegacyPlace.once(.box), kept: kept)
        #expect(script.place == "loggedOut.metadata")
        if gaveUp { script.user(.cancel(WishID(1))) }
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == (gaveUp ? "loggedOut.asking" : "loggedOut.metadata"))
        #expect(script.legacyCalled == (gaveUp ? [.logout] : []))
    }
}
