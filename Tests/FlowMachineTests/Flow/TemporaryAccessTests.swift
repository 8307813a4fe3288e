import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct TemporaryAccessTests {
    @Test(arguments: [UserEvent.userMetadata(WishID(3)), .preview(WishID(3), resources: [SecretRef(.resource, 1)])])
    func `Nothing is known of the viewer under temporary access, and nothing is asked`(wish: UserEvent) {
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

    @Test func `Temporary access that ends costs nobody their own profile`() {
        let kept = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_800_000_000))
        var script = Script(.bare, kept: PersistedState(profile: kept))
        script.register()
        script.reply(.profiles([script.profile(.temporary)]))
        let expiry = script.armed(.profileExpiry)
        #expect(script.place == "deciding.ready")
        #expect(script.model.context.keptProfile == kept)
        script.expire(expiry)
        #expect(script.place == "checking.profiles")
        #expect(script.model.context.keptProfile == kept)
    }

    @Test func `Temporary access outlives the sign-in that ends while it is asked for`() {
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
        #expect(!script.effects.contains(.forget(.fact(.profile))), "Adobe has not said so")
    }

    @Test func `Whoever does not sign in after all still has temporary access`() {
        var settings = FlowSettings.box
        settings.partner = .none
        var script = Script(settings)
        script.user(.signIn(WishID(1)))
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.register()
        script.reply(.profiles([]))
        script.reply(.configuration(script.configuration()))
        #expect(script.place == "basicAuthFallback.picking")
        script.choose(.cancel)
        #expect(script.answer == .refused(Refusal(reason: .cancelled, options: [.retry])))
        #expect(script.rule == .`V2-T-01`)
        #expect(script.place == "deciding.authorizing")
        #expect(script.called == [.authorize])
    }

    @Test func `Temporary access leaves the code of an earlier launch for whoever signs in with it`() {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_300_000_000), mvpd: .any)
        var script = Script(.box, kept: PersistedState(code: code))
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        script.register()
        #expect(script.place == "deciding.authorizing")
        #expect(!script.effects.contains(.forget(.fact(.code))))
        #expect(script.model.context.keptCode == code)
    }

    @Test func `Adobe asks for a sign-in under temporary access: it is used up, and nobody is asked`() {
        let error = AdobeError(action: .authentication, status: 403, code: nil)
        for result in [
            Reply.Result.failed(.refused(http: 403, error)),
            .decisions([Decision(resource: SecretRef(.resource, 1), verdict: .deny(error), source: .temppass)]),
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
    func `a silent sign-in through the partner framework goes on, one that was asked for ends`(isSilent: Bool) {
        // Only the legacy API goes as far without being asked.
        var script = Script.legacy(.box, asked: !isSilent) { $0.status() }
        #expect(script.place.hasPrefix("partnerAuth."))
        let before = script.place
        script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
        #expect((script.rule == .`V2-T-09`) == isSilent)
        #expect(script.place == (isSilent ? before : "deciding.temporaryAccess"))
        #expect(script.answered == (isSilent ? [] : [.refused]))
    }
}
