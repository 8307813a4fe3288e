import FlowTestSupport
import Testing

@testable import FlowMachine

/// Errors in an item have the meaning that they would have for the whole call (ERR-02); and the attributes of a permit.
@Suite struct ItemErrorTests {
    private static let resource = SecretRef(.resource, 1)
    private static let other = SecretRef(.resource, 2)

    private static func error(_ action: ErrorAction, _ code: String) -> AdobeError {
        AdobeError(action: action, status: 403, code: ErrorCode(code))
    }

    private static func denial(_ action: ErrorAction, _ code: String, of resource: SecretRef = resource) -> Reply.Result {
        .decisions([AdobeDecision(resource: resource, verdict: .deny(error(action, code)), source: .mvpd)])
    }

    private static func playing(_ access: PlayAccess = .signedIn, _ type: ProfileType = .regular) -> Script {
        var script = Script.signedIn(type)
        script.user(.play(WishID(1), resource: resource, under: access))
        return script
    }

    private static func previewing(_ resources: [SecretRef] = [resource]) -> Script {
        var script = Script.signedIn()
        script.user(.preview(WishID(1), resources: resources))
        return script
    }

    private static func refusal(_ script: Script) -> Refusal? {
        for case .answer(_, .refused(let refusal)) in script.effects { return refusal }
        return nil
    }

    // MARK: Errors

    @Test func `a partner status refused in an item is requested anew, and so is the decision`() {
        var script = Self.playing(.signedIn, .appleSSO)
        script.reply(Self.denial(.none, "invalid_header_pfs_provider_info_expired"))
        #expect(script.rule == .`V2-D-05`)
        #expect(script.place == "deciding.partnerStatus")
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.called == [.authorize])
    }

    @Test func `a partner status refused in a previewed item is requested anew, and so is the preview`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.preview(WishID(1), resources: [Self.resource]))
        script.reply(Self.denial(.none, "invalid_header_pfs_provider_info_expired"))
        #expect(script.rule == .`V2-D-05`)
    }

    @Test func `an unusable provider is forgotten, and its wish is refused`() {
        var script = Self.playing()
        script.reply(Self.denial(.configuration, "invalid_integration"))
        #expect(script.model.context.provider == nil)
        #expect(Self.refusal(script)?.error?.code?.text == "invalid_integration")
        #expect(Self.refusal(script)?.reason == .service)
    }

    @Test func `a failed registration is renewed, and the decision is requested again`() {
        var script = Self.playing()
        script.reply(Self.denial(.applicationRegistration, "access_token_revoked"))
        #expect(script.rule == .`V2-X-08`)
        #expect(script.called == [.token])
    }

    @Test func `an error about too many resources in each item halves the preauthorization`() {
        var script = Self.previewing([Self.resource, Self.other])
        let error = Self.error(.none, "too_many_resources")
        script.reply(.decisions([Self.resource, Self.other].map { AdobeDecision(resource: $0, verdict: .deny(error), source: .mvpd) }))
        #expect(script.rule == .`V2-D-07`)
        #expect(script.called == [.preauthorize])
    }

    @Test func `an expired sign-in in a preview is checked once; then the app gets Adobe's answer`() {
        var script = Self.previewing()
        script.reply(Self.denial(.authentication, "authenticated_profile_expired"))
        #expect(script.rule == .`V2-D-14`)
        #expect(script.place == "checking.partnerStatus")
        script.reply(.partner(PartnerAnswer(status: script.status())))
        script.reply(.profiles([script.profile()]))
        script.reply(Self.denial(.authentication, "authenticated_profile_expired"))
        #expect(script.answered == [.previewed])
    }

    @Test func `metadata: a refused partner status is requested anew, once`() {
        var script = Script.signedIn(.appleSSO)
        script.user(.userMetadata(WishID(1)))
        script.reply(.failed(.refused(http: 400, Self.error(.none, "invalid_header_pfs_provider_info_expired"))))
        #expect(script.place == "deciding.partnerStatus")
        script.reply(.partner(PartnerAnswer(status: script.status())))
        #expect(script.rule == .`V2-X-20`)
        #expect(script.called == [.profile])
        script.reply(.failed(.refused(http: 400, Self.error(.none, "invalid_header_pfs_provider_info_expired"))))
        #expect(script.rule == .`V2-D-05`)
        #expect(script.place == "checking.partnerStatus")
    }

    @Test func `metadata: without an answer the app gets the metadata of the sign-in`() throws {
        var script = Script.signedIn()
        let kept = try #require(script.model.context.keptProfile?.attributes)
        script.user(.userMetadata(WishID(1)))
        for _ in 0..<3 {
            script.reply(.failed(.transport(.connection)))
            if let timer = script.effects.compactMap({ if case .arm(let timer, .retry, _) = $0 { timer } else { nil } }).first {
                script.feed(.timer(timer))
            }
        }
        #expect(script.rule == .`FM-26`)
        #expect(script.effects.contains(.answer(WishID(1), .userMetadata(attributes: kept))))
    }

    /// A server error that asks for a sign-in, or that is about the partner status, is no want of an answer.
    @Test(arguments: [(ErrorAction.authentication, "authenticated_profile_missing"), (.none, "invalid_header_pfs_provider_info_expired")])
    func `metadata: an error that says what is wrong is no want of an answer`(action: ErrorAction, code: String) {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        var script = Script.signedIn(.appleSSO, settings)
        #expect(script.model.state.access?.attributes != nil)
        script.user(.userMetadata(WishID(1)))
        script.reply(.failed(.refused(http: 503, Self.error(action, code))))
        #expect(script.rule != .`FM-26`)
        #expect(script.answered != [.userMetadata])
    }

    // MARK: Temporary access

    @Test(arguments: [
        ("temporary_access_duration_limit_exceeded", Refusal.Reason.temporaryAccess),
        ("temporary_access_resources_limit_exceeded", .temporaryAccess), ("invalid_configuration_temporary_access", .temporaryAccess),
        ("invalid_header_identity_for_temporary_access", .temporaryAccess), ("authorization_denied_by_mvpd", nil),
    ])
    func `temporary access is used up only by its own errors`(code: String, reason: Refusal.Reason?) {
        var script = Self.playing(.temporary(identity: nil))
        var whole = script
        script.reply(Self.denial(.none, code))
        #expect(Self.refusal(script)?.reason == reason)
        #expect(script.answered == [reason == nil ? .denied : .refused])
        guard reason != nil else { return }
        whole.reply(.failed(.refused(http: 500, Self.error(.configuration, code))))
        #expect(Self.refusal(whole)?.reason == reason)
        #expect(whole.rule == .`V2-T-04`)
    }

    @Test func `temporary access requested during the launch's check waits for the check to finish`() {
        var script = Script(.box)
        script.register()
        script.user(.play(WishID(1), resource: Self.resource, under: .temporary(identity: nil)))
        #expect(script.rule == .`V2-T-09`)
        #expect(script.effects.isEmpty)
        var found = script
        found.reply(.partner(PartnerAnswer(status: found.status(.denied, nil))))
        found.reply(.profiles([found.profile()]))
        #expect(found.place == "deciding.authorizing")
        #expect(found.called == [.authorize])
        #expect(found.model.state.access?.isTemporary == false)
        script.reply(.partner(PartnerAnswer(status: script.status(.denied, nil))))
        script.reply(.profiles([]))
        #expect(script.called == [.authorize])
        #expect(script.model.state.access?.isTemporary == true)
    }

    // MARK: Missing and additional decisions

    @Test func `an empty list is not a decision: the playback and the preview are refused`() {
        var playing = Self.playing()
        playing.reply(.decisions([]))
        #expect(Self.refusal(playing)?.reason == .noDecision)
        var previewing = Self.previewing()
        previewing.reply(.decisions([]))
        #expect(Self.refusal(previewing)?.reason == .noDecision)
    }

    @Test func `attributes in a permit are delivered with it`() {
        var script = Self.playing()
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 300))
        let attributes = script.ref(.attributes)
        script.reply(
            .decisions([AdobeDecision(resource: Self.resource, verdict: .permit(media: media), source: .mvpd, attributes: attributes)]))
        let answer = WishAnswer.permitted(resource: Self.resource, media: media, source: .mvpd, attributes: attributes)
        #expect(script.effects.contains(.answer(WishID(1), answer)))
        #expect(!script.effects.contains(.forget(.secret(attributes))))
    }

    @Test func `attributes of a previewed permit are kept as long as previews use the permit`() {
        var script = Self.previewing()
        let attributes = script.ref(.attributes)
        let permit = AdobeDecision(resource: Self.resource, verdict: .permit(media: nil), source: .mvpd, attributes: attributes)
        script.reply(.decisions([permit]))
        #expect(script.effects.contains(.answer(WishID(1), .previewed([permit]))))
        script.user(.preview(WishID(2), resources: [Self.resource]))
        #expect(script.effects.contains(.answer(WishID(2), .previewed([permit]))))
        script.user(.signOut(WishID(3)))
        #expect(script.effects.contains(.forget(.secret(attributes))))
    }

    @Test func `two previews of one resource: the first attributes are delivered, the second forgotten`() {
        var script = Self.previewing()
        let first = script.request
        script.user(.preview(WishID(2), resources: [Self.resource]))
        let second = script.request
        func permit(_ attributes: SecretRef) -> AdobeDecision {
            AdobeDecision(resource: Self.resource, verdict: .permit(media: nil), source: .mvpd, attributes: attributes)
        }
        let (kept, late) = (script.ref(.attributes), script.ref(.attributes))
        script.feed(.reply(first ?? RequestID(0), Reply(.decisions([permit(kept)]))))
        script.feed(.reply(second ?? RequestID(0), Reply(.decisions([permit(late)]))))
        #expect(script.effects.contains(.answer(WishID(2), .previewed([permit(kept)]))))
        #expect(script.effects.contains(.forget(.secret(late))))
    }

    // MARK: The partner framework

    @Test func `a provider or a SAML response is accepted although the framework also reports an error`() {
        var script = Place.partnerChoice.script
        script.reply(.partner(PartnerAnswer(status: script.status(), error: .other(code: 7))))
        #expect(script.called == [.partnerSession])
        var response = Place.partnerExchange.script
        let saml = PartnerAnswer.SAML(ref: response.ref(.saml), length: 9)
        response.reply(.partner(PartnerAnswer(status: response.status(), saml: saml, error: .other(code: 7))))
        #expect(response.called == [.createPartnerProfile])
    }

    // MARK: Launch on a phone

    @Test func `a code for a user agent is not shown at the next launch: one check decides`() {
        var settings = FlowSettings.phone
        settings.partner = .absent
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_225_600_000 + 900_000), mvpd: .any)
        var script = Script(settings, kept: PersistedState(code: code))
        script.register()
        #expect(script.rule == .`FM-12`)
        #expect(script.called == [.profileForCode])
        #expect(script.model.context.presented == nil)
        var signedIn = script
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.effects.contains(.forget(.fact(.code))))
        signedIn.reply(.profiles([signedIn.profile()]))
        #expect(signedIn.place == "deciding.ready")
    }

    @Test func `under temporary access, an error about the provider keeps the viewer's own provider`() {
        var script = Self.playing(.temporary(identity: nil))
        let provider = script.model.context.provider
        script.reply(Self.denial(.configuration, "invalid_integration"))
        #expect(provider != nil)
        #expect(script.model.context.provider == provider)
    }

    @Test func `an error about the provider in a previewed item is reported with the decision`() {
        var script = Self.previewing()
        script.reply(Self.denial(.configuration, "invalid_integration"))
        #expect(script.model.context.provider == nil)
        #expect(script.answered == [.previewed])
    }

    @Test func `an error about too many resources for a single resource is an ordinary denial`() {
        var script = Self.previewing()
        script.reply(Self.denial(.none, "too_many_resources"))
        #expect(script.answered == [.previewed])
    }

    @Test func `resources missing from Adobe's answer are reported only if already permitted`() {
        var script = Self.previewing()
        script.permit(Self.resource, media: false)
        script.user(.preview(WishID(2), resources: [Self.resource, Self.other]))
        script.reply(.decisions([]))
        guard case .previewed(let decisions)? = script.answer else {
            Issue.record("refused")
            return
        }
        #expect(decisions.map(\.resource) == [Self.resource])
    }

    @Test func `an error of temporary access in a viewer's own playback does not end temporary access`() {
        var script = Self.playing()
        script.reply(.failed(.refused(http: 403, Self.error(.none, "temporary_access_duration_limit_exceeded"))))
        #expect(Self.refusal(script)?.reason == .service)
    }

    @Test func `an answer without a decision is refused without a retry`() {
        let bare = AdobeDecision(resource: Self.resource, verdict: .permit(media: nil), source: .mvpd)
        for (decisions, reason) in [([], .noDecision), ([bare], .service)] as [([AdobeDecision], Refusal.Reason)] {
            var script = Self.playing()
            script.reply(.decisions(decisions))
            #expect(Self.refusal(script) == Refusal(reason: reason, options: [.otherProvider, .cancel]))
        }
        var script = Script.signedIn(.regular, .bare)
        script.user(.userMetadata(WishID(1)))
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 86_400))]))
        #expect(Self.refusal(script) == Refusal(reason: .service, options: [.otherProvider, .cancel]), "it has no attributes")
    }
}
