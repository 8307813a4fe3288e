import FlowTestSupport
import Testing

@testable import FlowMachine

/// A playback that never interrupts the viewer, as autoplay needs (FM-17).
@Suite struct PlayIfSignedInTests {
    private static let play = UserEvent.play(WishID(7), resource: SecretRef(.resource, 1), under: .ifSignedIn)

    private func once(_ settings: FlowSettings) -> FlowSettings {
        var settings = settings
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        return settings
    }

    private func expectRefused(_ script: Script, at place: String) {
        #expect(script.rule == .`FM-17`)
        #expect(script.effects == [.answer(WishID(7), .refused(.notSignedIn))])
        #expect(script.place == place)
    }

    @Test func `with a viewer signed in, playIfSignedIn is decided like any playback`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(PlayIfSignedInTests.play)
        #expect(script.calledEndpoint == .authorize(.any, resource: SecretRef(.resource, 1), status: nil, identity: nil))
        let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 600))
        script.reply(.decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .permit(media: media), source: .mvpd)]))
        #expect(script.answered == [.permitted])
    }

    @Test func `playIfSignedIn requests the partner status without a prompt`() {
        var script = Script.signedIn(.appleSSO)
        script.feed(.app(.foregrounded))
        script.user(PlayIfSignedInTests.play)
        #expect(!script.effects.contains { if case .partner(_, .status(prompt: true)) = $0 { true } else { false } })
    }

    @Test(arguments: [FlowSettings.bare, .box])
    func `playIfSignedIn waits for the launch's check and shows nothing if it finds no viewer`(settings: FlowSettings) {
        var script = Script(once(settings))
        script.user(PlayIfSignedInTests.play)
        #expect(script.rule == .`FM-16`)
        script.register()
        if settings.partner == .apple { script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil)))) }
        script.reply(.profiles([]))
        #expect(script.refusal == .notSignedIn)
        #expect(script.place == "registered.resting")
        #expect(script.model.context.presented == nil)
    }

    @Test func `playIfSignedIn is refused at once if no viewer is signed in`() {
        var script = Script(once(.bare))
        script.register()
        script.reply(.profiles([]))
        script.user(PlayIfSignedInTests.play)
        expectRefused(script, at: "registered.resting")
    }

    @Test func `playIfSignedIn checks again after a failed check`() {
        var script = Script(once(.bare))
        script.register()
        script.reply(.failed(.transport(.connection)))
        #expect(script.place == "registered.resting")
        script.user(PlayIfSignedInTests.play)
        #expect(script.place == "checking.profiles")
        script.reply(.profiles([script.profile()]))
        #expect(script.place == "deciding.authorizing")
        #expect(script.called == [.authorize])
    }

    @Test func `playIfSignedIn does not retry a refused registration`() {
        var script = Script(once(.bare))
        script.reply(.failed(.registrationRefused(.any)))
        #expect(script.place == "unregistered.refused")
        script.user(PlayIfSignedInTests.play)
        expectRefused(script, at: "unregistered.refused")
    }

    @Test(arguments: [Place.signedOut, .signOutSettings])
    func `after a sign-out playIfSignedIn is refused and signs no viewer in`(place: Place) {
        var script = place.script
        let before = script.place
        script.user(PlayIfSignedInTests.play)
        expectRefused(script, at: before)
    }

    @Test func `playIfSignedIn does not accept temporary access as a sign-in`() {
        var script = Place.temporary.script
        let before = script.place
        script.user(PlayIfSignedInTests.play)
        expectRefused(script, at: before)
    }

    @Test(arguments: [Place.picking, .polling, .partnerChoice])
    func `playIfSignedIn waits for another wish's sign-in and ends with it`(place: Place) {
        var script = place.script
        let before = script.place
        script.user(PlayIfSignedInTests.play)
        #expect(script.place == before)
        #expect(script.answered.isEmpty)
        script.user(.cancel(WishID(1)))
        #expect(script.answered == [.dropped, .refused])
        #expect(script.refusal == .notSignedIn)
    }

    @Test func `after a lost sign-in playIfSignedIn checks silently and is then refused`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(PlayIfSignedInTests.play)
        script.reply(.failed(.refused(http: 403, .named("authenticated_profile_missing", .authentication))))
        #expect(script.place == "checking.profiles")
        script.reply(.profiles([]))
        #expect(script.refusal == .notSignedIn)
        #expect(script.model.context.presented == nil)
    }

    @Test func `the legacy API decides playIfSignedIn as well`() {
        var script = Script.legacySignedIn(.bare)
        script.user(PlayIfSignedInTests.play)
        #expect(script.place == "deciding.authorizing")
        #expect(script.model.context.presented == nil)
    }
}
