import FlowTestSupport
import Testing

@testable import FlowMachine

/// The boundaries between two similar outcomes: times, limits, and the choice among several.
@Suite struct BoundaryTests {
    @Test(arguments: [-1, 0, 1] as [Int64])
    func `checking: a profile that expires now is not valid`(milliseconds: Int64) {
        var script = Script(.bare)
        script.register()
        // Each event is one second after the previous one.
        let notAfter = Instant(milliseconds: script.instant(in: 1).milliseconds + milliseconds)
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: notAfter)]))
        #expect(script.place == (milliseconds > 0 ? "deciding.ready" : "registered.resting"))
    }

    @Test(arguments: [-1, 0, 1] as [Int64])
    func `basicAuthFallback: a poll continues after a profile that expires now`(milliseconds: Int64) {
        var script = Place.polling.script
        let notAfter = Instant(milliseconds: script.instant(in: 1).milliseconds + milliseconds)
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: notAfter)]))
        #expect(script.rule == (milliseconds > 0 ? .`V2-F-13` : .`V2-F-14`))
    }

    @Test(arguments: [(1, 3000), (3, 3000), (7, 7000)] as [(Int64, Int64)])
    func `basicAuthFallback: polls follow the policy, and are at least 3 s apart`(interval: Int64, wait: Int64) {
        var settings = FlowSettings.bare
        settings.policy.pollInterval = .seconds(interval)
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: nil))))
        let due = script.instant(in: 1).advanced(by: Interval(milliseconds: wait))
        script.reply(.profiles([]))
        let isArmed = script.effects.contains { if case .arm(_, .poll, due) = $0 { true } else { false } }
        #expect(isArmed, "\(interval) s")
    }

    @Test func `basicAuthFallback: only a provider that the picker offers can be picked`() {
        var script = Place.picking.script
        script.choose(.provider(.other))
        #expect(script.rule == .`FM-04`)
        #expect(script.place == "basicAuthFallback.picking")
    }

    @Test func `basicAuthFallback: the session's provider outranks the chosen one; a resume keeps its rule`() {
        var script = Place.creatingSession.script
        let open = OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: .other, missing: [.mvpd])
        script.reply(.session(.resume(open)))
        let isAsked = script.effects.contains {
            if case .call(_, let call) = $0 { call.endpoint == .resumeSession(code: open.code, mvpd: .other) } else { false }
        }
        #expect(isAsked)
        let end = script.instant(in: 1800)
        script.reply(.session(.authenticate(OpenSession(code: open.code, notAfter: end, link: script.ref(.link), mvpd: .any))))
        #expect(script.rule == .`V2-F-09`)
        #expect(script.place == "basicAuthFallback.userAgent")
        let kept = PersistedCode(code: open.code, notAfter: end, mvpd: .other)
        #expect(script.effects.contains(.keep(.code(kept))))
    }

    @Test func `basicAuthFallback: without a picker the last provider is not shown for confirmation`() {
        var script = Script(.bare, kept: PersistedState(provider: RememberedProvider(mvpd: .any, mapping: nil)))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        #expect(script.place == "basicAuthFallback.creatingSession")
    }

    @Test func `checking: the policy decides on the prompt, and a kept profile replaces only a silent check`() {
        for prompts in [false, true] {
            var settings = FlowSettings.box
            settings.policy.promptsInCheck = prompts
            var script = Script(settings)
            script.user(.signIn(WishID(1)))
            script.register()
            let prompted = script.effects.contains { if case .partner(_, .status(prompt: true)) = $0 { true } else { false } }
            #expect(prompted == prompts)
        }
        var script = Script(
            .bare, kept: PersistedState(profile: Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "checking.problem")
    }

    @Test(
        arguments: [
            (.ask, MVPDID.other, MVPDID.other), (.first, nil, .any), (.longest, nil, .other), (.longest, .any, .any),
        ] as [(Policy.ProfileChoice, MVPDID?, MVPDID)])
    func `checking: among several profiles the remembered provider's is first, then the policy decides`(
        choice: Policy.ProfileChoice, remembered: MVPDID?, expected: MVPDID
    ) {
        var settings = FlowSettings.bare
        settings.policy.profileChoice = choice
        var script = Script(settings, kept: PersistedState(provider: remembered.map { RememberedProvider(mvpd: $0, mapping: nil) }))
        script.user(.signIn(WishID(1)))
        script.register()
        let third = Profile(mvpd: .third, type: .regular, notAfter: script.instant(in: 50))
        let short = Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 60))
        let long = Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 90))
        let list =
            choice == .first
            ? [short, long, third] : [third, short, long, Profile(mvpd: .third, type: .regular, notAfter: long.notAfter)]
        script.reply(.profiles(list))
        #expect(script.model.state.access?.mvpd == expected, "\(choice)")
        #expect(script.rule == .`V2-B-09`, "\(choice)")
    }

    @Test(arguments: [("Apple_M", Endpoint.Kind.profile), ("Apple_N", .profiles)])
    func `checking: a status of a provider other than the remembered one requests all profiles`(mapping: String, kind: Endpoint.Kind) {
        var script = Script(.box, kept: PersistedState(provider: RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M"))))
        script.register()
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, mapping))))
        #expect(script.called == [kind], "\(mapping)")
    }

    @Test func `checking: a refused status is requested anew once, and a refused provider is forgotten`() {
        var script = Script(.box, kept: PersistedState(provider: RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M"))))
        script.register()
        let refused = Reply.Result.failed(.refused(http: 400, .named("invalid_header_pfs_provider_id_not_determined")))
        for place in ["checking.partnerStatus", "checking.profiles"] {
            script.reply(.partner(PartnerAnswer(status: script.status())))
            script.reply(refused)
            #expect(script.place == place)
            #expect(script.rule == .`V2-X-20`)
        }
        #expect(script.called == [.profile], "this time without a status")
        script.reply(refused)
        #expect(script.place == "registered.resting", "no status was sent that could be at fault")
        #expect(script.rule == .`V2-B-14`, "no status was sent that could be at fault")
        script.feed(.app(.foregrounded))
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.failed(.refused(http: 400, .named("invalid_integration"))))
        #expect(script.called == [.profiles])
        #expect(script.rule == .`V2-B-13`)
        #expect(script.effects.contains(.forget(.fact(.provider))))
        script.reply(.failed(.refused(http: 400, .named("invalid_integration"))))
        #expect(script.rule == .`V2-B-14`)
    }

    @Test func `calls: an answer to the earlier sending of a request is ignored`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        let first = script.request ?? RequestID(0)
        script.reply(.failed(.refused(http: 503, .named("internal_server_error", .retry))))
        for effect in script.effects { if case .arm(let timer, .retry, _) = effect { script.feed(.timer(timer)) } }
        #expect(script.called == [.authorize])
        #expect(script.request != first)
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 420))
        let permit = AdobeDecision(resource: SecretRef(.resource, 1), verdict: .permit(media: media), source: .mvpd)
        script.feed(.reply(first, Reply(.decisions([permit]))))
        #expect(script.rule == .`FM-02`)
        #expect(script.effects == [.forget(.secret(media.ref))])
    }

    @Test func `calls: a reply to an unknown request is forgotten, with all its secrets`() {
        var script = Script.signedIn(.regular, .bare)
        let profile = script.profile()
        let (one, two) = (script.ref(.request), script.ref(.code))
        let open = OpenSession(code: two, notAfter: script.instant(in: 9), link: one, mvpd: .any)
        let error = AdobeError(action: .none, status: 400, code: nil, text: one)
        for (result, refs) in [
            (.registered(client: one), [one]), (.partnerRequest(one), [one]), (.session(.partnerProfile(request: one, mvpd: .any)), [one]),
            (.session(.authenticate(open)), [two, one]), (.profiles([profile]), [profile.attributes].compactMap { $0 }),
            (.userMetadata(ViewerMetadata(attributes: one, isFromPartner: false)), [one]), (.configuration(script.configuration()), []),
            (.failed(.refused(http: 400, error)), [one]), (.failed(.unauthorized(error)), [one]),
            (.logouts([Logout(mvpd: .any, action: .logout(link: one))]), [one]),
        ] as [(Reply.Result, [SecretRef])] {
            script.feed(.reply(RequestID(9_999), Reply(result)))
            let forgotten = script.effects.compactMap { if case .forget(.secret(let secret)) = $0 { secret } else { nil } }
            #expect(script.rule == .`FM-02`)
            #expect(forgotten.count == script.effects.count)
            if case .configuration(let configuration) = result {
                #expect(forgotten == [configuration.ref])
            } else {
                #expect(forgotten == refs, "\(result.kind)")
            }
        }
    }

    @Test(
        arguments: [
            (1999, 0), (2000, 2000), (2999, 2000), (-1999, 0), (-2500, -2000), (86_401_000, 86_401_000),
            (1_767_225_600_000, 1_767_225_600_000), (-1_767_225_600_000, -1_767_225_600_000),
        ] as [(Int64, Int64)])
    func `calls: the server's clock is known in whole seconds, from 2 s on, at any distance`(difference: Int64, offset: Int64) {
        var script = Script(.bare)
        let server = Instant(milliseconds: script.instant(in: 1).milliseconds + difference)
        script.feed(.reply(script.request ?? RequestID(0), Reply(.registered(client: script.ref(.client)), serverTime: server)))
        #expect(script.model.calls.adobeClock.offset == Interval(milliseconds: offset), "\(difference)")
    }

    @Test(arguments: [("invalid_client", true), ("invalid_grant", false), ("unauthorized_client", false)])
    func `calls: only invalid_client drops the credentials`(code: String, isLost: Bool) {
        var script = Script(.bare, kept: PersistedState(client: SecretRef(.client, 9)))
        script.reply(.failed(.registrationRefused(ErrorCode(code) ?? .any)))
        #expect(script.effects.contains(.forget(.fact(.client))) == isLost, "\(code)")
        #expect(script.called == (isLost ? [.register] : []))
    }

    @Test(arguments: [true, false])
    func `a preview or a metadata request shows nothing, in any state`(isEarly: Bool) {
        var script = Script(.phone)
        if isEarly { script.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)])) }
        if isEarly { script.user(.userMetadata(WishID(2))) }
        script.register()
        if !isEarly { script.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)])) }
        #expect(script.effects.allSatisfy { if case .partner(_, .status(prompt: true)) = $0 { false } else { true } })
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.answered == (isEarly ? [.refused, .refused] : [.refused]))
    }

    @Test func `deciding: at most 64 permits are kept, and an expired kept profile is no access`() {
        var script = Script.signedIn(.regular, .bare)
        for block in 0..<3 as Range<Int64> {
            let resources = (0..<40).map { SecretRef(.resource, block * 40 + $0 + 1) }
            script.user(.preview(WishID(block + 1), resources: resources))
            script.reply(.decisions(resources.map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }))
        }
        guard case .deciding(let state) = script.model.state else {
            Issue.record("\(script.place)")
            return
        }
        #expect(state.permits.count == 64)
        var silent = Script(
            .bare, kept: PersistedState(profile: Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_225_604_000))))
        silent.register()
        silent.reply(.failed(.transport(.unreadable)))
        #expect(silent.rule == .`V2-B-14`)
    }

    @Test func `deciding: a denial under temporary access is reported as such`() {
        var script = Place.temporary.script
        script.reply(
            .decisions([
                AdobeDecision(
                    resource: SecretRef(.resource, 1), verdict: .deny(.named("temporary_access_duration_limit_exceeded")), source: .temppass
                )
            ]))
        #expect(script.outcome == "V2-T-04 deciding.ready refused")
    }

    @Test(arguments: [false, true])
    func `deciding: without work in progress, metadata of another profile type replaces the access`(isPlaying: Bool) {
        var script = Script.signedIn(.regular, .bare)
        script.user(.userMetadata(WishID(1)))
        let metadata = script.request
        if isPlaying { script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn)) }
        script.feed(.reply(metadata ?? RequestID(0), Reply(.profiles([script.profile(.degraded)]))))
        #expect(script.answered == [.userMetadata])
        #expect((script.model.state.access?.type == .degraded) == !isPlaying)
    }
}

extension MVPDID {
    static var third: MVPDID { ["O"].compactMap { MVPDID($0) }[0] }
}
