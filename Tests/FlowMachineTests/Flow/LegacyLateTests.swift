import FlowTestSupport
import Testing

@testable import FlowMachine

/// A legacy sign-in that succeeds after the sign-out, while the viewer is in the user agent or in Settings; and rule names.
@Suite struct LegacyLateTests {
    private static let offline = Reply.Result.failed(.transport(.unreadable))
    private static let refused = Reply.Result.failed(.refused(http: 400, .named("invalid_request")))
    private static let resource = SecretRef(.resource, 1)

    /// A sign-out while the exchange is in progress; Adobe has reported how the viewer had signed in.
    private func during(_ settings: FlowSettings, fromPartner: Bool) -> (script: Script, exchange: RequestID) {
        let kept = PersistedState(provider: RememberedProvider(mvpd: .any, mapping: nil))
        var script = Script.legacy(LegacyPlace.once(settings), kept: kept)
        script.reply(.authentication(nil))
        script.partner(script.status())
        script.reply(.configuration(script.configuration()))
        script.reply(.partnerRequest(script.ref(.request)))
        script.partner(script.status(), saml: script.saml())
        let exchange = script.request ?? RequestID(9_999)
        script.user(.signOut(WishID(2)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: fromPartner)))
        return (script, exchange)
    }

    @Test(arguments: [(LegacyLateTests.refused, true), (LegacyLateTests.offline, false), (.done, true)])
    func `in the user agent, Adobe's answer about a late sign-in settles the owed logout`(result: Reply.Result, isSettled: Bool) {
        var (script, exchange) = during(.phone, fromPartner: false)
        #expect(script.place == "loggedOut.userAgent")
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.legacyCalled == [.logout])
        script.reply(result)
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.userAgent")
        #expect(script.model.context.owedLogouts.isEmpty == isSettled)
        script.choose(.redirectReached)
        #expect(script.rule == .`V1-33`)
        #expect(script.place == (isSettled ? "loggedOut.resting" : "loggedOut.asking"))
    }

    @Test(arguments: [(LegacyLateTests.refused, true), (LegacyLateTests.offline, false), (.done, true)])
    func `in Settings, the platform account is checked again after Adobe confirmed the late logout`(result: Reply.Result, isSettled: Bool) {
        var (script, exchange) = during(.box, fromPartner: true)
        script.reply(.done)
        #expect(script.place == "loggedOut.settings")
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.legacyCalled == [.logout])
        #expect(script.model.context.owedLogouts == [.any])
        script.reply(result)
        #expect(script.rule == .`V1-32`)
        #expect(script.place == "loggedOut.settings")
        #expect(script.model.context.owedLogouts.isEmpty == isSettled)
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`V2-X-16`)
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.rule == .`FM-22`)
        #expect(script.place == "loggedOut.settings")
    }

    @Test func `in Settings, a failed check is a completed check even if Adobe could not be reached`() {
        var (script, exchange) = during(.box, fromPartner: true)
        script.reply(Self.offline)
        #expect(script.place == "loggedOut.settings")
        let owed = script.model.context.owedLogouts
        #expect(owed == [.any])
        script.feed(.app(.foregrounded))
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.rule == .`FM-22`)
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.legacyCalled == [.logout])
        #expect(script.model.context.owedLogouts == owed, "one request signs out every viewer of the device")
    }

    // MARK: Names of rules

    @Test func `a sign-out with no viewer signed in names the sign-out rule`() {
        var script = Script.legacy(asked: false) { $0.status(.denied, nil) }
        script.user(.signOut(WishID(1)))
        #expect(script.rule == .`V1-30`)
    }

    @Test func `a sign-in under temporary access names the rule of step 1`() {
        var script = Script.legacy(asked: false) { $0.status(.denied, nil) }
        script.user(.play(WishID(1), resource: Self.resource, under: .temporary(identity: nil)))
        script.user(.signIn(WishID(2)))
        #expect(script.rule == .`V1-01`)
        #expect(script.place == "checking.authentication")
    }

    @Test func `a preview of resources already permitted names the preview rule`() {
        var script = Script.legacySignedIn()
        script.user(.preview(WishID(1), resources: [Self.resource]))
        script.permit(Self.resource, media: false)
        script.user(.preview(WishID(2), resources: [Self.resource]))
        #expect(script.answered == [.previewed])
        #expect(script.rule == .`V1-28`)
    }
}
