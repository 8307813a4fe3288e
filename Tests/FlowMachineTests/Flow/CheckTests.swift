import FlowTestSupport
import Testing

@testable import FlowMachine

/// Phase B: when it runs, and what it makes of what it finds.
@Suite struct CheckTests {
    private func two(_ script: Script) -> [Profile] {
        [MVPDID.any, .other].map { Profile(mvpd: $0, type: .regular, notAfter: script.instant(in: 999)) }
    }

    // MARK: Several profiles

    @Test func `a silent check with several profiles chooses none, and the next request that may ask offers them`() {
        var script = Script(.bare)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .ifSignedIn))
        script.register()
        script.reply(.profiles(two(script)))
        #expect(script.rule == .`V2-B-09`)
        #expect(script.place == "registered.resting")
        #expect(script.refusal == .notSignedIn)
        #expect(!script.effects.contains { if case .keep = $0 { true } else { false } })
        script.user(.signIn(WishID(2)))
        #expect(script.place == "checking.profiles", "the viewers whom the check found are not \"nobody\"")
        script.reply(.profiles(two(script)))
        #expect(script.place == "checking.choosingProfile")
        #expect(script.presented == [.profilePicker])
        script.choose(.profile(.other))
        #expect(script.place == "deciding.ready")
        #expect(script.model.context.provider?.mvpd == .other)
    }

    @Test(arguments: [MVPDID.any, .other])
    func `a silent check with several profiles uses the sign-in that the device remembers`(mvpd: MVPDID) {
        let profile = Profile(mvpd: mvpd, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        let kept = [
            PersistedState(provider: RememberedProvider(mvpd: mvpd, mapping: nil)), PersistedState(profile: profile),
            PersistedState(provider: RememberedProvider(mvpd: .third, mapping: nil), profile: profile),
        ]
        for kept in kept {
            var script = Script(.bare, kept: kept)
            script.register()
            script.reply(.profiles(two(script)))
            #expect(script.place == "deciding.ready")
            #expect(script.model.state.access?.mvpd == mvpd)
        }
    }

    @Test func `a sign-out after an undecided check signs out every provider that the check found`() {
        var script = Script(.bare)
        script.register()
        script.reply(.profiles(two(script)))
        script.user(.signOut(WishID(1)))
        #expect(script.model.context.owedLogouts == [.any, .other])
    }

    @Test func `with the policies first and longest a silent check chooses at once`() {
        for (choice, mvpd) in [(Policy.ProfileChoice.first, MVPDID.any), (.longest, .other)] {
            var settings = FlowSettings.bare
            settings.policy.profileChoice = choice
            var script = Script(settings)
            script.register()
            let longer = Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 9_999))
            script.reply(.profiles([two(script)[0], longer]))
            #expect(script.model.state.access?.mvpd == mvpd)
        }
    }

    // MARK: Whether it runs

    /// Idle, after a silent check found nobody.
    private func foundNobody(_ settings: FlowSettings = .bare) -> Script {
        var settings = settings
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        var script = Script(settings)
        script.register()
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        return script
    }

    @Test func `right after a check that found nobody, a sign-in begins with phase C`() {
        var script = foundNobody()
        script.user(.signIn(WishID(1)))
        #expect(script.rule == .`V2-B-10`)
        #expect(script.called == [.createSession])
    }

    @Test func `a viewer who cancels the code and finishes on the phone is found by the next sign-in`() {
        var script = foundNobody()
        script.user(.signIn(WishID(1)))
        let code = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: .any)
        script.reply(.session(.authenticate(code)))
        script.reply(.profiles([]))
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
        script.user(.signIn(WishID(2)))
        #expect(script.called == [.profiles])
        script.reply(.profiles([script.profile()]))
        #expect(script.answered == [.signedIn])
    }

    @Test func `a failed check leaves no result of an earlier one behind`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.userMetadata(WishID(1)))
        script.reply(.profiles([]))
        #expect(script.rule == .`V2-D-18`)
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        // A playback that only a signed-in viewer gets is refused; the viewer asks for another sign-in, and its check fails.
        script.user(.signIn(WishID(2)))
        #expect(script.called == [.createSession], "the check has just found nobody")
        script.user(.signOut(WishID(3)))
        script.reply(.logouts([]))
        script.user(.signIn(WishID(4)))
        script.reply(.failed(.transport(.unreadable)))
        script.user(.cancel(WishID(4)))
        #expect(script.place == "registered.resting")
        script.user(.signIn(WishID(5)))
        #expect(script.called == [.profiles], "phase C needs an answer without a profile")
    }

    @Test func `a check that fails for the viewer's own request is repeated by the next one`() {
        var script = foundNobody()
        script.feed(.app(.foregrounded))
        script.reply(.profiles([]))
        script.user(.signIn(WishID(1)))
        script.reply(.failed(.transport(.unreadable)))
        script.choose(.retry)
        #expect(script.called == [.profiles])
        script.reply(.failed(.transport(.unreadable)))
        script.choose(.cancel)
        script.user(.signIn(WishID(2)))
        #expect(script.called == [.profiles])
    }

    @Test func `what a check found before a foreground counts no longer, whatever the flow was doing then`() {
        // The silent attempt continues with Adobe's partner session, comes to the foreground there, and ends without showing anything.
        var script = Script(.box)
        script.register()
        script.partner(script.status())
        script.reply(.profiles([]))
        #expect(script.place == "partnerAuth.session")
        script.feed(.app(.foregrounded))
        script.reply(.session(.authenticate(OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: .any))))
        #expect(script.place == "registered.resting")
        script.user(.signIn(WishID(1)))
        #expect(script.place == "checking.partnerStatus")
        // An attempt that showed something.
        for place in [Place.partnerChoice, .picking, .creatingSession, .polling, .codeExpired] {
            var script = place.script
            script.feed(.app(.foregrounded))
            script.user(.cancel(WishID(1)))
            #expect(script.place == "registered.resting", "\(place)")
            script.user(.signIn(WishID(7)))
            #expect(script.model.state.kind == .checking, "\(place)")
        }
    }

    // MARK: The partner status

    @Test(arguments: [Permission.denied, .restricted, .notDetermined])
    func `a permission withdrawn between two checks is noted, and the earlier status is sent no more`(permission: Permission) {
        var script = Script(.box)
        script.register()
        script.partner(script.status())
        #expect(script.calledStatus != nil)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "registered.resting")
        script.feed(.app(.foregrounded))
        script.partner(PartnerStatus(permission: permission, mapping: nil, expiry: nil))
        #expect(script.rule == .`V2-B-04`)
        #expect(script.called == [.profiles])
        #expect(script.calledStatus == nil)
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting", "and no partner session is opened with it")
        #expect(script.called.isEmpty)
    }
}

extension Script {
    /// The partner status of the last event's call.
    var calledStatus: PartnerStatus? { calledEndpoint?.status }
}
