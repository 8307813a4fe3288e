import FlowTestSupport
import Testing

@testable import FlowMachine

/// Decisions: several at once, under each kind of access, and the events that end them.
@Suite struct DecidingTests {
    private let first = SecretRef(.resource, 1)
    private let second = SecretRef(.resource, 2)

    private func play(_ id: Int64, _ resource: SecretRef) -> UserEvent { .play(WishID(id), resource: resource, under: .signedIn) }

    /// In `deciding` by Adobe's permission alone.
    private func word(_ reason: ServerAuthorization.Reason, kept: PersistedState = PersistedState()) -> Script {
        var script = Script(.box, kept: kept)
        script.user(.signIn(WishID(9)))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.session(.authorize(ServerAuthorization(reason: reason, mvpd: .other))))
        return script
    }

    private func sentStatus(_ script: Script) -> Bool {
        script.effects.contains { if case .call(_, let call) = $0 { call.endpoint.status != nil } else { false } }
    }

    @Test func `a status is sent with a decision under single sign-on and under nothing else`() {
        for (reason, isSent) in [(ServerAuthorization.Reason.authenticatedSSO, true), (.degraded, false)] {
            var script = word(reason)
            script.user(play(1, first))
            #expect(script.called == [.authorize], "\(reason)")
            #expect(sentStatus(script) == isSent, "\(reason)")
        }
        for (type, isSent) in [(ProfileType.appleSSO, true), (.regular, false)] {
            var script = Script.signedIn(type)
            script.user(play(1, first))
            #expect(script.called == [.authorize], "\(type)")
            #expect(sentStatus(script) == isSent, "\(type)")
        }
    }

    @Test func `another provider's kept profile is forgotten if Adobe admits the viewer without a profile`() {
        let notAfter = Instant(milliseconds: 1_767_300_000_000)
        for (mvpd, isForgotten) in [(MVPDID.any, true), (.other, false)] {
            var script = Script(.box, kept: PersistedState(profile: Profile(mvpd: mvpd, type: .regular, notAfter: notAfter)))
            script.register()
            script.reply(.partner(PartnerAnswer(status: script.status())))
            script.user(.otherProvider(WishID(1)))
            script.reply(.configuration(script.configuration(["M", "N"])))
            script.choose(.provider(.other))
            script.reply(.session(.authorize(ServerAuthorization(reason: .degraded, mvpd: .other))))
            #expect(script.place == "deciding.ready")
            #expect(script.effects.contains(.forget(.fact(.profile))) == isForgotten)
        }
    }

    @Test func `under temporary access a preview finds no signed-in viewer, and a play asks for a sign-in`() {
        var script = Place.temporary.script
        script.user(.preview(WishID(5), resources: [first]))
        #expect(script.rule == .`FM-17`)
        #expect(script.answered == [.refused])
        script.user(play(6, first))
        #expect(script.rule == .`V2-B-01`)
        #expect(script.place == "checking.partnerStatus")
    }

    @Test func `degraded access has no profile to report and survives a request for one`() {
        var script = Place.creatingSession.script
        script.reply(.session(.authorize(ServerAuthorization(reason: .degraded, mvpd: .any))))
        script.user(.userMetadata(WishID(9)))
        script.reply(.profiles([]))
        #expect(script.rule == .`V2-D-18`)
        #expect(script.place == "deciding.ready")
        #expect(script.refusal == .notSignedIn)
    }

    @Test func `valid metadata of the same profile type renews the access, that of another provider never does`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.userMetadata(WishID(1)))
        let metadata = script.request ?? RequestID(0)
        script.user(play(2, first))
        let longer = Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 99_999), attributes: script.ref(.attributes))
        script.feed(.reply(metadata, Reply(.profiles([longer]))))
        #expect(script.model.state.access == .profile(longer))
        for (mvpd, seconds) in [(MVPDID.other, 99), (.any, 1), (.any, 0)] as [(MVPDID, Int64)] {
            var script = Script.signedIn(.regular, .bare)
            script.user(.userMetadata(WishID(1)))
            let profile = Profile(mvpd: mvpd, type: .regular, notAfter: script.instant(in: seconds), attributes: script.ref(.attributes))
            script.reply(.profiles([profile]))
            #expect(script.rule == .`V2-D-18`, "\(mvpd.text) \(seconds)")
            #expect(script.place == "checking.profiles", "\(mvpd.text) \(seconds)")
            #expect(script.answered == [], "\(mvpd.text) \(seconds)")
            script.reply(.profiles([script.profile()]))
            #expect(script.place == "deciding.metadata")
            script.reply(.profiles([]))
            #expect(script.place == "deciding.ready", "once per wish")
            #expect(script.refusal == .authentication, "once per wish")
        }
    }

    @Test func `a status refused twice for one wish returns only that wish to the check`() {
        var script = Script.signedIn(.appleSSO)
        script.user(play(1, first))
        let refused = Reply.Result.failed(.refused(http: 400, .named("invalid_header_pfs_provider_id_mismatch")))
        script.user(.preview(WishID(2), resources: [second]))
        script.user(.cancel(WishID(2)))
        script.reply(refused)
        #expect(script.place == "deciding.partnerStatus")
        #expect(script.rule == .`V2-D-05`)
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(refused)
        #expect(script.place == "checking.partnerStatus")
        #expect(script.rule == .`V2-D-05`)
    }

    @Test func `only the wish that Adobe sends back is marked as returned`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.preview(WishID(1), resources: [first]))
        script.user(play(2, second))
        script.reply(.failed(.refused(http: 403, .named("authenticated_profile_missing", .authentication))))
        #expect(script.rule == .`V2-D-14`)
        #expect(script.model.context.wishes.map(\.returned) == [.no, .toCheck])
    }

    @Test func `without a token, requests to Adobe are refused, and partner requests continue`() {
        var script = Script.signedIn(.appleSSO)
        script.user(play(1, first))
        script.feed(.app(.foregrounded))
        script.user(play(2, second))
        #expect(script.place == "deciding.authorizing")
        guard let authorize = script.model.calls.pending.first, case .sent(let request, _) = authorize.stage else {
            Issue.record("nothing is out")
            return
        }
        script.feed(.reply(request, Reply(.failed(.unauthorized(nil)))))
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.answered == [.refused])
        #expect(script.place == "deciding.partnerStatus")
        #expect(script.rule == .`V2-X-13`)
    }

    @Test func `the first step of each wish names its rule, whatever else is open`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.signIn(WishID(1)))
        #expect(script.rule == .`FM-16`)
        #expect(script.answered == [.signedIn])
        script.user(.preview(WishID(2), resources: [first]))
        let permit = AdobeDecision(resource: first, verdict: .permit(media: nil), source: .mvpd)
        script.reply(.decisions([permit, permit]))
        guard case .deciding(let state) = script.model.state else {
            Issue.record("\(script.place)")
            return
        }
        #expect(state.permits == [permit], "kept once")
        script.user(play(3, second))
        script.user(.preview(WishID(4), resources: [first]))
        #expect(script.rule == .`V2-D-09`)
    }

    @Test func `a decision about another resource does not answer the wish`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(play(1, first))
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 420))
        script.reply(.decisions([AdobeDecision(resource: second, verdict: .permit(media: media), source: .mvpd)]))
        #expect(script.outcome == "FM-13 deciding.ready refused")
    }

    @Test(arguments: [false, true])
    func `a 401 whose error asks for no sign-in does not doubt the viewer's access`(isLegacy: Bool) {
        var script = isLegacy ? Script.legacySignedIn() : Script.signedIn()
        script.user(play(1, first))
        script.refuseTwice(AdobeError(action: .none, status: 401, code: nil))
        #expect(script.outcome == "FM-13 deciding.ready refused")
        #expect(script.refusal == .registration)
    }

    @Test(arguments: [false, true])
    func `an unconfirmed access is checked on foreground, unless a decision is in progress`(isPlaying: Bool) {
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.bare, kept: PersistedState(profile: profile))
        script.register()
        script.reply(.failed(.refused(http: 500, .named("internal_server_error"))))
        if isPlaying { script.user(play(1, first)) }
        script.feed(.app(.foregrounded))
        #expect(script.place == (isPlaying ? "deciding.authorizing" : "checking.profiles"))
    }

    @Test(arguments: [FlowSettings.API.restV2, .restV1])
    func `an answer goes to the wish that requested it, in any order`(api: FlowSettings.API) {
        var script = api == .restV2 ? Script.signedIn(.regular, .bare) : Script.legacySignedIn(.bare)
        script.user(.preview(WishID(1), resources: [first]))
        let preview = script.request ?? RequestID(0)
        script.user(.preview(WishID(2), resources: [second]))
        let permits = [first, second].map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }
        script.reply(.decisions([permits[1]]))
        #expect(script.effects.contains(.answer(WishID(2), .previewed([permits[1]]))))
        script.feed(.reply(preview, Reply(.decisions([permits[0]]))))
        #expect(script.effects.contains(.answer(WishID(1), .previewed([permits[0]]))))
        #expect(script.place == "deciding.ready")
    }

    @Test func `decisions are requested for the profile's provider, even if another is remembered`() {
        var script = Script(.box, kept: PersistedState(provider: RememberedProvider(mvpd: .other, mapping: PlatformMappingID("Apple_N"))))
        script.user(play(1, first))
        script.register()
        script.partner(script.status())
        let profile = Profile(mvpd: .any, type: .degraded, notAfter: script.instant(in: 99))
        script.reply(.profiles([profile]))
        let asked = script.effects.compactMap { if case .call(_, let call) = $0 { call.endpoint } else { nil } }
        #expect(asked == [.authorize(.any, resource: first, status: nil, identity: nil)])
    }

    @Test func `a sign-in that fails to help twice ends the wish and offers its options`() {
        let error = AdobeError.named("authenticated_profile_missing", .authentication)
        var script = Script.signedIn(.regular, .bare)
        script.user(play(1, first))
        script.reply(.failed(.refused(http: 403, error)))
        #expect(script.rule == .`V2-D-14`)
        #expect(script.place == "checking.profiles")
        script.reply(.profiles([script.profile()]))
        script.reply(.failed(.refused(http: 403, error)))
        let refusal = Refusal(reason: .authentication, error: error, options: [.otherProvider, .cancel])
        #expect(script.rule == .`V2-D-14`)
        #expect(script.place == "deciding.ready")
        #expect(script.called.isEmpty)
        #expect(script.effects.contains(.answer(WishID(1), .refused(refusal))))
    }

    @Test func `without a usable status the flow returns to the check, and an unusable one is dropped`() {
        // Valid for a check, but not for a decision.
        var settings = FlowSettings.box
        settings.policy.statusWithoutExpiry = .never
        var script = Script(settings)
        script.register()
        script.partner(script.status(in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        #expect(script.model.context.partnerStatus != nil)
        script.user(play(1, first))
        #expect(script.rule == .`V2-D-02`)
        #expect(script.place == "deciding.partnerStatus")
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.rule == .`FM-22`)
        #expect(script.place == "checking.partnerStatus")
        #expect(script.model.context.partnerStatus == nil)
    }

    @Test func `an expired access leads to the check, even if a code of an earlier launch is still valid`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 600))]))
        script.expire(script.armed(.profileExpiry))
        #expect(script.rule == .`V2-B-16`)
        #expect(script.place == "checking.profiles")
        #expect(script.called == [.profile])
        script.reply(.profiles([]))
        #expect(script.effects.contains(.forget(.fact(.profile))))
    }
}
