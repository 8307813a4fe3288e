import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct TemporaryAccessTests {
    @Test(arguments: [UserEvent.userMetadata(WishID(3)), .preview(WishID(3), resources: [SecretRef(.resource, 1)])])
    func `temporary access has no viewer metadata and requests none`(wish: UserEvent) {
        var script = Script(.box)
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.user(wish)
        script.register()
        #expect(script.place == "deciding.authorizing")
        #expect(script.called == [.authorize])
        #expect(script.refusal == .notSignedIn)
        script.user(wish)
        #expect(script.rule == .`FM-17`)
        #expect(script.called.isEmpty)
        #expect(script.refusal == .notSignedIn)
    }

    @Test func `a check takes no temporary profile for a viewer's`() {
        for isAsked in [false, true] {
            var script = Script(.bare)
            if isAsked { script.user(.signIn(WishID(1))) }
            script.register()
            script.reply(.profiles([script.profile(.temporary)]))
            #expect(script.place == (isAsked ? "basicAuthFallback.creatingSession" : "registered.resting"))
            #expect(script.answered.isEmpty)
        }
        var both = Script(.bare)
        both.user(.signIn(WishID(1)))
        both.register()
        let regular = Profile(mvpd: .other, type: .regular, notAfter: both.instant(in: 99))
        both.reply(.profiles([both.profile(.temporary), regular]))
        #expect(both.answer == .signedIn(.profile(regular)), "and offers none in the picker")
    }

    @Test func `temporary access that the viewer chose on the second screen signs nobody in`() {
        for play in [false, true] {
            var script = Place.polling.script
            if play { script.play(2) }
            script.reply(.profiles([script.profile(.temporary)]))
            #expect(script.place == "deciding.ready")
            #expect(script.answered == (play ? [.refused, .refused] : [.refused]))
            #expect(script.refusal == .temporaryAccess)
            #expect(script.called.isEmpty, "no decision under it")
        }
    }

    @Test func `temporary access continues if the sign-in expires during its request`() {
        var script = Script(.box)
        script.register()
        script.partner(script.status())
        script.reply(.profiles([Profile(mvpd: .any, type: .regular, notAfter: script.instant(in: 600))]))
        let expiry = script.armed(.profileExpiry)
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        #expect(script.called == [.authorize])
        script.expire(expiry)
        #expect(script.rule == .`V2-T-01`)
        #expect(script.place == "deciding.authorizing")
        #expect(script.called == [.authorize])
        #expect(script.answered.isEmpty)
        #expect(!script.effects.contains(.forget(.fact(.profile))), "Adobe has not reported it")
    }

    @Test func `a viewer who cancels the sign-in still has temporary access`() {
        var settings = FlowSettings.box
        settings.partner = .absent
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.register()
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        #expect(script.place == "basicAuthFallback.picking")
        script.choose(.cancel)
        #expect(script.answer == .refused(Refusal(reason: .canceled, options: [.retry])))
        #expect(script.rule == .`V2-T-01`)
        #expect(script.place == "deciding.authorizing")
        #expect(script.called == [.authorize])
    }

    @Test func `temporary access keeps the code of an earlier launch for a later sign-in`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.box, kept: PersistedState(code: code))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.register()
        #expect(script.place == "deciding.authorizing")
        #expect(!script.effects.contains(.forget(.fact(.code))))
        #expect(script.model.context.keptCode == code)
    }

    @Test func `temporary access is used up if Adobe asks for a sign-in under it, and nothing is shown`() {
        let error = AdobeError(action: .authentication, status: 403, code: nil)
        for result in [
            Reply.Result.failed(.refused(http: 403, error)),
            .decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .deny(error), source: .temppass)]),
        ] {
            var script = Script.signedIn(.regular, .box)
            script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
            script.reply(result)
            #expect(script.answer == .refused(Refusal(reason: .temporaryAccess, error: error, options: [.otherProvider, .cancel])))
            #expect(script.rule == .`V2-T-04`)
            #expect(script.place == "deciding.ready")
        }
    }

    @Test(arguments: [true, false])
    func `temporary access is used up too if the request for a sign-in comes with a 401`(isLegacy: Bool) {
        let error = AdobeError(action: .authentication, status: 401, code: nil)
        var script = isLegacy ? LegacyPlace.admitted.script : Place.temporary.script
        script.refuseTwice(error)
        #expect(script.answer == .refused(Refusal(reason: .temporaryAccess, error: error, options: [.otherProvider, .cancel])))
        #expect(script.rule == (isLegacy ? .`V1-29` : .`V2-T-04`))
        #expect(script.place == "deciding.ready")
    }

    @Test func `a temporary profile that expired while the device slept still grants nothing of a viewer's`() {
        var script = Place.polling.script
        script.reply(.profiles([Profile(mvpd: .any, type: .temporary, notAfter: script.instant(in: 600))]))
        script.setClock(by: 601)
        for wish in [UserEvent.userMetadata(WishID(3)), .preview(WishID(4), resources: [SecretRef(.resource, 1)])] {
            script.user(wish)
            #expect(script.rule == .`FM-17`)
            #expect(script.refusal == .notSignedIn)
            #expect(script.place == "deciding.ready")
        }
        script.user(.signIn(WishID(5)))
        #expect(script.rule == .`V2-B-01`)
    }

    @Test(arguments: [true, false])
    func `temporary access lets a silent partner sign-in continue and ends a requested one`(isSilent: Bool) {
        // Only the legacy API reaches this step silently.
        var script = Script.legacy(.box, asked: !isSilent) { $0.status() }
        #expect(script.place.hasPrefix("partnerAuth."))
        let before = script.place
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        #expect((script.rule == .`V2-T-09`) == isSilent)
        #expect(script.place == (isSilent ? before : "deciding.temporaryAccess"))
        #expect(script.answered == (isSilent ? [] : [.refused]))
    }
}
