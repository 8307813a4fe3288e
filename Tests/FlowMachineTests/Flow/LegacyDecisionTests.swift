import FlowTestSupport
import Testing

@testable import FlowMachine

/// Step 11 of the legacy cookbook, and its side effects.
@Suite struct LegacyDecisionTests {
    private let resource = SecretRef(.resource, 1)

    private func playing(_ under: PlayAccess = .signedIn) -> Script {
        var script = Script.legacySignedIn()
        script.user(.play(WishID(1), resource: resource, under: under))
        return script
    }

    @Test func `a permit takes an authorization and a media token, and is answered once with the token`() {
        var script = playing()
        #expect(script.place == "deciding.authorizing")
        #expect(script.legacyCalled == [.authorize])
        script.permit(resource, media: false)
        #expect(script.place == "deciding.mediaToken")
        #expect(script.rule == .`V1-26`)
        #expect(script.legacyCalled == [.mediaToken])
        #expect(script.answered.isEmpty)
        script.permit(resource, media: true)
        #expect(script.place == "deciding.ready")
        #expect(script.rule == .`V1-27`)
        #expect(script.answered == [.permitted])
    }

    @Test(arguments: [false, true])
    func `a denial by the authorization or by the media token is answered with Adobe's text`(byMedia: Bool) {
        var script = playing()
        if byMedia { script.permit(resource, media: false) }
        let text = script.deny(resource)
        #expect(script.rule == .`V1-39`)
        #expect(script.legacyCalled == [.checkAuthentication])
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(script.rule == .`V1-39`)
        #expect(script.place == "deciding.ready")
        guard case .denied(resource, let error)? = script.answer else {
            Issue.record("no denial")
            return
        }
        #expect(error.text == text)
    }

    @Test func `an authorization never provides the media token, and no wish is permitted without one`() {
        var early = playing()
        early.permit(resource, media: true)
        #expect(early.place == "deciding.mediaToken")
        #expect(early.answered.isEmpty)
        var late = playing()
        late.permit(resource, media: false)
        late.permit(resource, media: false)
        #expect(late.answered == [.refused])
        #expect(late.refusal == .service)
        var other = playing()
        other.permit(SecretRef(.resource, 2), media: false)
        #expect(other.answered == [.refused])
        #expect(other.refusal == .service)
    }

    @Test func `a lost sign-in goes back to step 1, once per wish`() {
        for byMedia in [false, true] {
            var script = playing()
            for round in 0...1 {
                if byMedia { script.permit(resource, media: false) }
                script.refuse(412, .authentication)
                #expect(script.rule == .`V1-26`)
                if round == 1 { break }
                #expect(script.place == "checking.authentication")
                #expect(script.legacyCalled == [.checkAuthentication])
                script.find()
                #expect(script.place == "deciding.authorizing")
                #expect(script.legacyCalled == [.authorize])
            }
            #expect(script.place == "deciding.ready", "it ends instead of repeating")
            #expect(script.refusal == .authentication, "it ends instead of repeating")
        }
        // Adobe's enhanced error reports the same in a denial.
        var coded = playing()
        _ = coded.deny(resource, .authentication)
        #expect(coded.place == "checking.authentication")
    }

    @Test func `back at step 1, a viewer who is no longer signed in signs in, and then the wish is met`() {
        var script = playing()
        script.refuse(410, .authentication)
        script.reply(.authentication(nil))
        script.partner(script.status(.denied, nil))
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code()
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken, mvpd: .any)))
        #expect(script.place == "deciding.authorizing")
        #expect(script.legacyCalled == [.authorize])
    }

    @Test func `other failures refuse the wish, and the viewer stays signed in`() {
        let cases: [(CallFailure, Refusal.Reason)] = [
            (.transport(.unreadable), .service), (.refused(http: 400, AdobeError(action: .none, status: 400, code: nil)), .service),
        ]
        for (failure, reason) in cases {
            for byMedia in [false, true] {
                var script = playing()
                if byMedia { script.permit(resource, media: false) }
                script.reply(.failed(failure))
                #expect(script.place == "deciding.ready")
                #expect(script.refusal == reason)
                #expect(script.rule == .`FM-13`)
            }
        }
    }

    @Test func `a preview requests only preauthorize, only for unknown resources, and never plays`() {
        var script = Script.legacySignedIn()
        let (one, two) = (SecretRef(.resource, 1), SecretRef(.resource, 2))
        script.user(.preview(WishID(1), resources: [one]))
        #expect(script.rule == .`V1-28`)
        #expect(script.place == "deciding.preauthorizing")
        #expect(script.legacyCalled == [.preauthorize])
        script.permit(one, media: false)
        #expect(script.rule == .`V1-28`)
        #expect(script.answered == [.previewed])
        script.user(.preview(WishID(2), resources: [two, one]))
        #expect(script.legacyEndpoint == .preauthorize(resources: [two]))
        _ = script.deny(two)
        guard case .previewed(let decisions)? = script.answer else {
            Issue.record("no answer")
            return
        }
        #expect(decisions.map(\.resource) == [two, one])
        script.user(.play(WishID(3), resource: one, under: .signedIn))
        #expect(script.legacyCalled == [.authorize])
    }

    @Test func `a preview beyond Adobe's limit is requested in parts, with or without an error code`() {
        let resources = (1...7).map { SecretRef(.resource, $0) }
        for (code, status) in [(ErrorCode("too_many_resources"), Int64(403)), (nil, 403), (nil, 400)] {
            var script = Script.legacySignedIn()
            script.user(.preview(WishID(1), resources: resources))
            script.reply(.failed(.refused(http: status, AdobeError(action: .none, status: status, code: code))))
            var asked: [SecretRef] = []
            for _ in 0..<4 where script.answered.isEmpty {
                guard case .preauthorize(let part)? = script.legacyEndpoint else {
                    Issue.record("no call")
                    return
                }
                #expect(part.count <= 5)
                asked += part
                script.reply(.decisions(part.map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }))
            }
            #expect(asked == resources)
            #expect(script.answered == [.previewed])
        }
        for (few, status, code) in [(5, 403, nil), (7, 404, nil), (7, 403, ErrorCode("internal_error"))] as [(Int, Int64, ErrorCode?)] {
            var script = Script.legacySignedIn()
            script.user(.preview(WishID(1), resources: Array(resources[..<few])))
            script.reply(.failed(.refused(http: status, AdobeError(action: .none, status: status, code: code))))
            #expect(script.answered == [.refused])
            #expect(script.legacyCalled == [])
        }
    }

    @Test(arguments: [true, false])
    func `temporary access is granted to the device first and then authorized like any other`(isSignedIn: Bool) {
        var script = isSignedIn ? Script.legacySignedIn() : Script.legacy(asked: false) { $0.status(.denied, nil) }
        script.user(.play(WishID(1), resource: resource, under: .temporary(identity: nil)))
        #expect(script.place == "deciding.temporaryAccess")
        #expect(script.legacyCalled == [.freePreview])
        script.reply(.done)
        #expect(script.rule == .`V1-29`)
        #expect(script.place == "deciding.authorizing")
        #expect(script.legacyCalled == [.authorize])
        script.permit(resource, media: false)
        script.permit(resource, media: true)
        #expect(script.answered == [.permitted])
    }

    @Test func `refused or used-up temporary access signs no viewer in`() {
        for step in 0...3 {
            var script = playing(.temporary(identity: nil))
            if step == 0 { script.refuse(400) } else { script.reply(.done) }
            switch step {
            case 1: _ = script.deny(resource)
            case 2: script.refuse(412, .authentication)
            case 3:
                script.permit(resource, media: false)
                _ = script.deny(resource)
            case _: break
            }
            #expect(script.refusal == (step == 0 ? .service : .temporaryAccess))
            #expect(script.place == "deciding.ready")
        }
        var bare = Script.legacy(.bare, asked: false)
        bare.reply(.authentication(nil))
        bare.user(.play(WishID(1), resource: resource, under: .temporary(identity: nil)))
        #expect(bare.refusal == .temporaryAccess)
        #expect(bare.rule == .`V2-T-04`)
    }

    @Test(arguments: [SecretRef(.attributes, 1), nil])
    func `the viewer's metadata is requested on demand, and refused if there is none`(attributes: SecretRef?) {
        var script = Script.legacySignedIn()
        script.user(.userMetadata(WishID(1)))
        #expect(script.place == "deciding.metadata")
        #expect(script.legacyCalled == [.userMetadata])
        script.reply(.userMetadata(ViewerMetadata(attributes: attributes, isFromPartner: false)))
        #expect(script.rule == .`V1-30`)
        #expect(script.answered == [attributes == nil ? .refused : .userMetadata])
    }

    @Test func `on foreground, decisions continue; a check runs only if no viewer is signed in`() {
        var script = Script.legacyExchange()
        script.reply(.done)
        script.feed(.app(.backgrounded))
        script.feed(.app(.foregrounded))
        #expect(script.place == "deciding.ready", "a legacy decision is sent without a status")
        #expect(script.legacyCalled == [], "a legacy decision is sent without a status")
        script.user(.play(WishID(2), resource: resource, under: .signedIn))
        #expect(script.place == "deciding.authorizing", "and no status is requested")
        var resting = Script.legacy(asked: false) { $0.status(.denied, nil) }
        resting.feed(.app(.foregrounded))
        #expect(resting.place == "checking.authentication")
        #expect(resting.legacyCalled == [.checkAuthentication])
        #expect(resting.rule == .`V2-X-16`)
        var asking = Script.legacy(asked: false) { $0.status(.denied, nil) }
        asking.user(.signIn(WishID(3)))
        #expect(asking.rule == .`V1-01`)
        #expect(asking.legacyCalled == [.checkAuthentication])
    }

    @Test func `when the sign-in expires, step 1 checks who is signed in`() {
        let word = ServerAuthorization(reason: .legacyToken, notAfter: Instant(milliseconds: 1_767_225_900_000))
        var script = Script.legacySignedIn(word: word)
        script.expire(script.armed(.profileExpiry))
        #expect(script.rule == .`V1-01`)
        #expect(script.legacyCalled == [.checkAuthentication])
    }

    @Test func `the signed-in viewer may choose another provider, in step 10 with a picker`() {
        var script = Script.legacySignedIn()
        script.user(.otherProvider(WishID(1)))
        script.reply(.done)
        #expect(script.place == "basicAuthFallback.configuration")
        #expect(script.legacyCalled == [.configuration])
        #expect(script.rule == .`FM-23`)
    }

    @Test func `a 429 holds everything back for at least a second, and then the request is sent again`() throws {
        var script = playing()
        script.reply(.failed(.throttled))
        #expect(script.rule == .`V2-X-10`)
        #expect(script.legacyCalled == [])
        #expect(script.answered.isEmpty)
        let hold = try #require(script.armed(.hold))
        script.feed(.timer(hold))
        #expect(script.legacyCalled == [.authorize])
    }

    @Test func `two wishes for the viewer's metadata share one request`() {
        var script = LegacyPlace.metadata.script
        script.user(.userMetadata(WishID(3)))
        #expect(script.legacyCalled == [])
        script.reply(.userMetadata(ViewerMetadata(attributes: script.ref(.attributes), isFromPartner: false)))
        #expect(script.answered == [.userMetadata, .userMetadata])
    }

    // MARK: A denial as the whole answer

    @Test func `a bare 403 as the whole answer is confirmed once, as one in a decision is`() {
        var script = Script.legacySignedIn(.bare)
        script.play(1)
        script.refuse(403)
        #expect(script.rule == .`V1-39`)
        #expect(script.legacyCalled == [.checkAuthentication])
        script.reply(.authentication(nil))
        script.code()
        script.reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        #expect(script.legacyCalled == [.authorize])
        script.refuse(403)
        #expect(script.rule == .`V1-26`)
        #expect(script.answered == [.denied])
    }

    @Test func `a denial of the media token as the whole answer names the rule of the media token`() {
        var script = LegacyPlace.mediaToken.script
        script.reply(
            .failed(.refused(http: 403, AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd")))))
        #expect(script.rule == .`V1-27`)
        #expect(script.answered == [.denied])
    }

    @Test func `a bare 403 under temporary access is not confirmed, since it belongs to no viewer`() {
        var script = LegacyPlace.admitted.script
        script.refuse(403)
        #expect(script.rule == .`V1-29`)
        #expect(script.refusal == .temporaryAccess)
        #expect(script.called.isEmpty)
    }

    @Test(arguments: [("invalid_integration", true), ("invalid_request", false)])
    func `an error of the metadata request that names the provider has it forgotten`(code: String, isForgotten: Bool) {
        let provider = RememberedProvider(mvpd: .any, mapping: nil)
        var script = Script.legacy(.bare, kept: PersistedState(provider: provider), asked: false)
        script.find()
        script.user(.userMetadata(WishID(1)))
        script.reply(.failed(.refused(http: 400, .named(code))))
        #expect(script.rule == .`FM-13`)
        #expect(script.answered == [.refused])
        #expect(script.effects.contains(.forget(.fact(.provider))) == isForgotten)
    }
}
