import FlowTestSupport
import Testing

@testable import FlowMachine

/// Events that are handled alike in every state: a launch, wishes and their cancellation, lost credentials, the foreground.
@Suite struct WishesTests {
    private static let resource = SecretRef(.resource, 1)
    private static let now = Instant(milliseconds: 1_767_225_601_000)

    private func once(_ settings: FlowSettings) -> FlowSettings {
        var settings = settings
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        return settings
    }

    // MARK: Wishes

    @Test func `sixteen wishes may be open, each with its own number, and the seventeenth is refused`() {
        var script = Script(.bare)
        for wish in 1...16 as ClosedRange<Int64> {
            script.user(.signIn(WishID(wish)))
            #expect(script.rule == .`FM-16`)
            #expect(script.answered.isEmpty)
        }
        script.user(.userMetadata(WishID(7)))
        #expect(script.rule == .`FM-06`, "its number is taken")
        #expect(script.effects.isEmpty, "its number is taken")
        script.user(.signIn(WishID(17)))
        #expect(script.rule == .`FM-06`)
        #expect(script.answer == .refused(Refusal(reason: .tooManyWishes, options: [.retry])))
        #expect(script.model.context.wishes.count == 16)
        script.user(.cancel(WishID(7)))
        script.user(.signIn(WishID(17)))
        #expect(script.rule == .`FM-16`)
        #expect(script.model.context.wishes.map(\.id).last == WishID(17))
    }

    @Test(arguments: [63, 64, 65, 90] as [Int64])
    func `a preview takes at most 64 resources`(count: Int64) {
        var script = Script.signedIn(.regular, .bare)
        let resources = (1...count).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        #expect(script.calledEndpoint == .preauthorize(.any, resources: Array(resources.prefix(64)), status: nil))
    }

    @Test(arguments: [Place.checking, .partnerChoice, .picking])
    func `an attempt ends with the last wish that needs it, and no sooner`(place: Place) {
        for isLast in [true, false] {
            var script = place.script
            let before = script.place
            script.user(.userMetadata(WishID(7)))
            if !isLast { script.user(.signIn(WishID(8))) }
            script.user(.cancel(WishID(7)))
            #expect(script.rule == .`FM-07`, "the viewer is not asked for it")
            #expect(script.answer == .dropped, "the viewer is not asked for it")
            #expect(script.place == before, "the viewer is not asked for it")
            script.user(.preview(WishID(9), resources: [WishesTests.resource]))
            script.user(.cancel(WishID(1)))
            // A check interrupts no viewer, so it continues; its original wish may still be met.
            let ends = isLast && place != .checking
            #expect(script.place == (ends ? "registered.resting" : before))
            #expect(script.rule == .`FM-07`)
            #expect(script.answered == (ends ? [.dropped, .refused] : [.dropped]))
            if ends { #expect(script.refusal == .notSignedIn) }
        }
    }

    @Test func `a silent check continues after the wish that waited for it is canceled`() {
        var script = Script(once(.bare))
        script.user(.preview(WishID(1), resources: [WishesTests.resource]))
        script.register()
        script.user(.cancel(WishID(1)))
        #expect(script.rule == .`FM-07`)
        #expect(script.answered == [.dropped])
        #expect(script.place == "checking.profiles")
    }

    @Test func `canceling a wish that is not open does nothing, and a sign-out cannot be canceled`() {
        var script = Place.signingOut.script
        for wish in [2, 9] as [Int64] {
            script.user(.cancel(WishID(wish)))
            #expect(script.rule == .`FM-05`)
            #expect(script.effects.isEmpty)
        }
        var deciding = Place.authorizing.script
        let request = deciding.request
        deciding.user(.userMetadata(WishID(3)))
        deciding.user(.cancel(WishID(2)))
        #expect(deciding.answer == .dropped)
        #expect(deciding.place == "deciding.metadata")
        #expect(deciding.effects.contains(request.map { .cancel($0) } ?? .forget(.fact(.code))))
    }

    @Test func `choosing another provider during an attempt starts over at once, and a retry does the same`() {
        for place in [Place.checking, .partnerChoice, .creatingSession] {
            var script = place.script
            script.user(.otherProvider(WishID(3)))
            #expect(script.rule == .`FM-15`)
            #expect(script.model.state.kind == .basicAuthFallback)
            var joined = place.script
            let before = joined.place
            joined.play(3)
            #expect(joined.rule == .`FM-16`)
            #expect(joined.place == before)
        }
        var script = Place.problem.script
        script.user(.otherProvider(WishID(3)))
        script.reply(.failed(.transport(.unreadable)))
        script.choose(.retry)
        #expect(script.rule == .`FM-14`)
        #expect(script.called == [.createSession])
        var waiting = Script(.bare)
        waiting.user(.otherProvider(WishID(1)))
        waiting.register()
        #expect(waiting.rule == .`FM-15`)
        #expect(waiting.called == [.createSession])
    }

    @Test func `a choice applies to the current presentation, never to an earlier one`() {
        var script = Place.userAgent.script
        let agent = script.model.context.presented ?? PresentationID(9_999)
        script.choose(.redirectReached)
        script.user(.chose(agent, .cancel))
        #expect(script.rule == .`FM-04`)
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.effects.isEmpty)
    }

    @Test func `temporary access cancels a sign-in attempt and needs a provider of its own`() {
        for place in [Place.checking, .picking] {
            var settings = once(place == .checking ? .bare : .phone)
            settings.partner = .absent
            var script = Script(settings)
            script.user(.signIn(WishID(1)))
            script.register()
            if place == .picking {
                script.reply(.profiles([]))
                script.reply(.configuration(script.configuration()))
            }
            let before = script.place
            script.user(.play(WishID(2), resource: WishesTests.resource, under: .temporary(identity: nil)))
            let refusal = Refusal(reason: .temporaryAccess, options: [.otherProvider, .cancel])
            #expect(script.rule == .`V2-T-04`)
            #expect(script.answer == .refused(refusal))
            #expect(script.place == before)
        }
        var script = Script(once(.box))
        script.user(.signIn(WishID(1)))
        script.user(.userMetadata(WishID(2)))
        script.register()
        script.user(.play(WishID(3), resource: WishesTests.resource, under: .temporary(identity: nil)))
        #expect(script.answer == .refused(Refusal(reason: .canceled, options: [.retry, .otherProvider])))
        #expect(script.rule == .`V2-T-01`)
        #expect(script.called.contains(.authorize))
        #expect(script.model.context.wishes.contains { $0.id == WishID(3) })
        #expect(!script.model.context.wishes.contains { $0.id == WishID(1) })
    }

    // MARK: Launch

    @Test func `of the kept facts, only the token is judged by the device's clock`() {
        for (milliseconds, isGood) in [(-1, false), (0, false), (1, true)] as [(Int64, Bool)] {
            let end = Instant(milliseconds: WishesTests.now.milliseconds + milliseconds)
            var kept = PersistedState(client: SecretRef(.client, 1), token: AccessToken(ref: SecretRef(.token, 1), notAfter: end))
            kept.profile = Profile(mvpd: .any, type: .regular, notAfter: end, attributes: nil)
            let script = Script(.bare, kept: kept)
            #expect(script.place == (isGood ? "checking.profiles" : "unregistered.gettingToken"))
            #expect((script.model.calls.token == nil) == !isGood)
            #expect(script.model.context.keptProfile == kept.profile)
            kept = PersistedState(client: SecretRef(.client, 1), code: PersistedCode(code: SecretRef(.code, 1), notAfter: end))
            #expect(Script(.bare, kept: kept).model.context.keptCode == kept.code)
        }
        var twice = Script(.bare, kept: PersistedState(client: SecretRef(.client, 1)))
        twice.feed(.app(.launched(PersistedState())))
        #expect(twice.rule == .`FM-05`)
        #expect(twice.model.calls.client == SecretRef(.client, 1))
        let (attributes, code) = (SecretRef(.attributes, 2), SecretRef(.code, 3))
        let late = Instant(milliseconds: WishesTests.now.milliseconds + 9)
        var unused = PersistedState(profile: Profile(mvpd: .any, type: .regular, notAfter: late, attributes: attributes))
        unused.code = PersistedCode(code: code, notAfter: late)
        twice.feed(.app(.launched(unused)))
        for secret in [attributes, code] { #expect(twice.effects.contains(.forget(.secret(secret)))) }
    }

    @Test(arguments: [(1, false), (2, false), (3, true)] as [(Int64, Bool)])
    func `a code that expires while a token is requested is no longer kept`(seconds: Int64, isGood: Bool) {
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: WishesTests.now.advanced(by: .seconds(seconds)))
        var script = Script(.bare, kept: PersistedState(code: code))
        script.register()
        #expect(script.place == (isGood ? "basicAuthFallback.polling" : "checking.profiles"))
        #expect(script.effects.contains(.forget(.fact(.code))) == !isGood)
    }

    @Test func `a viewer who picks another provider and then cancels is still signed in`() {
        var settings = once(.phone)
        settings.partner = .absent
        for isMet in [true, false] {
            var script = Script.signedIn(.regular, settings)
            script.user(.otherProvider(WishID(1)))
            script.reply(.configuration(script.configuration(["M", "N"])))
            script.choose(.provider(.other))
            let open = OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: nil, mvpd: .other)
            script.reply(.session(.authenticate(open)))
            #expect(script.place == "basicAuthFallback.polling")
            #expect(script.model.context.provider?.mvpd == .other)
            if isMet { script.choose(.cancel) } else { script.user(.cancel(WishID(1))) }
            #expect(script.place == "checking.profiles", "of all providers, not of the picked one")
            #expect(script.called == [.profiles], "of all providers, not of the picked one")
            script.reply(.profiles([script.profile()]))
            #expect(script.place == "deciding.ready")
            #expect(script.model.context.provider?.mvpd == .any)
        }
    }

    @Test(arguments: [true, false])
    func `a sign-out signs out the signed-in viewer, not the provider picked since`(everywhere: Bool) {
        var settings = once(.phone)
        settings.partner = .absent
        settings.policy.signsOutEverywhere = everywhere
        var script = Script.signedIn(.regular, settings)
        script.user(.otherProvider(WishID(1)))
        script.reply(.configuration(script.configuration(["M", "N"])))
        script.choose(.provider(.other))
        script.user(.signOut(WishID(2)))
        #expect(script.calledEndpoint == .logout(.any))
        #expect(script.model.context.owedLogouts == (everywhere ? [.any, .other] : [.any]))
    }

    @Test func `losing a secret that nothing uses changes nothing`() {
        var script = Script.signedIn(.regular, .bare)
        let token = script.model.calls.token
        let lost = SecretRef(.token, 9_999)
        script.feed(.app(.secretLost(lost)))
        #expect(script.rule == .`FM-20`)
        #expect(script.effects == [.forget(.secret(lost))])
        #expect(token != nil)
        #expect(script.model.calls.token == token)
    }

    @Test(arguments: [
        (PersistedState(), false, false), (PersistedState(signedOut: SignedOutMark()), true, false),
        (PersistedState(owedLogouts: [.any]), true, true),
    ])
    func `an owed logout means signed out, and a sign-in request ends that once Adobe has answered`(
        kept: PersistedState, isSignedOut: Bool, isOwed: Bool
    ) {
        var script = Script(once(.bare), kept: kept)
        script.user(.preview(WishID(1), resources: [WishesTests.resource]))
        #expect((script.model.context.signedOut != nil) == isSignedOut)
        script.register()
        let place = isOwed ? "loggedOut.asking" : isSignedOut ? "loggedOut.resting" : "checking.profiles"
        #expect(script.place == place)
        if isSignedOut, !isOwed {
            #expect(script.rule == .`V2-E-09`)
            #expect(script.refusal == .notSignedIn)
        }
        var asked = Script(once(.bare), kept: kept)
        asked.user(.signIn(WishID(1)))
        asked.register()
        if isOwed {
            #expect(asked.place == "loggedOut.asking", "or the check would find the viewer who signed out")
            #expect(asked.called == [.logout], "or the check would find the viewer who signed out")
            asked.reply(.logouts([]))
            #expect(asked.rule == .`V2-E-06`)
        }
        #expect(asked.place == "checking.profiles")
        #expect(asked.called == [.profiles])
        #expect(asked.effects.contains(.forget(.fact(.signedOut))) == isSignedOut)
        #expect(asked.effects.contains(.forget(.fact(.owedLogouts))) == isOwed)
        #expect(asked.model.context.signedOut == nil)
        #expect(asked.model.context.owedLogouts.isEmpty)
    }

    // MARK: Registration

    @Test func `credentials are replaced once per launch, and everything bound to the old ones is forgotten`() {
        let refused = Reply.Result.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any))
        var script = Script.signedIn(.regular, once(.bare))
        script.user(.userMetadata(WishID(1)))
        script.user(.signOut(WishID(2)))
        script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
        script.reply(refused)
        #expect(script.rule == .`V2-A-09`, "no viewer is signed in any more")
        #expect(script.answer == .signedOut(owed: false), "no viewer is signed in any more")
        #expect(script.effects.contains(.forget(.fact(.owedLogouts))))
        #expect(script.model.context.owedLogouts.isEmpty)
        script.reply(.registered(client: script.ref(.client)))
        script.user(.signIn(WishID(3)))
        script.reply(refused)
        #expect(script.rule == .`V2-X-09`)
        #expect(script.place == "unregistered.refused")
        #expect(script.called == [])
        #expect(script.answer == .refused(Refusal(reason: .registration, options: [.retry, .cancel])))
        #expect(!script.effects.contains(.forget(.fact(.owedLogouts))), "nothing is owed")

        var lost = Script.signedIn(.regular, once(.bare))
        #expect(lost.model.context.signedInProviders == [.any])
        #expect(lost.model.context.keptProfile != nil)
        lost.feed(.app(.secretLost(lost.model.calls.client ?? SecretRef(.client, 0))))
        #expect(lost.model.context.signedInProviders.isEmpty)
        #expect(lost.effects.contains(.forget(.fact(.profile))))
    }

    @Test func `a permanent registration failure ends all open work; a temporary one fails only the wishes`() {
        for (code, rule) in [("unauthorized_client", Rule.`V2-A-05`), ("", .`V2-X-13`)] {
            for place in [Place.signingOut, .checking] {
                var script = place.script
                let before = script.place
                script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
                script.reply(.failed(ErrorCode(code).map { .registrationRefused($0) } ?? .transport(.unreadable)))
                #expect(script.rule == rule)
                #expect(script.place == (code.isEmpty ? before : "unregistered.refused"))
                if code.isEmpty {
                    #expect(script.answered.isEmpty, "the current token is still valid")
                } else if place == .signingOut {
                    #expect(script.answer == .signedOut(owed: true))
                } else {
                    let error = AdobeError(action: .none, status: 400, code: ErrorCode(code))
                    #expect(script.answer == .refused(Refusal(reason: .registration, error: error, options: [.cancel])))
                }
            }
        }
        var script = Script(once(.bare))
        script.user(.signIn(WishID(1)))
        script.reply(.failed(.transport(.timedOut)))
        #expect(script.rule == .`V2-X-13`)
        #expect(script.place == "unregistered.refused")
        #expect(script.answer == .refused(Refusal(reason: .unreachable, options: [.retry, .otherProvider, .cancel])))
    }

    @Test(arguments: [Place.checking, .polling])
    func `without a token, work that waits for Adobe fails, and work that waits for a timer continues`(place: Place) {
        var script = place.script
        if place == .polling { script.reply(.profiles([])) } else { script.reply(.failed(.unauthorized(nil))) }
        let before = script.place
        if place == .polling {
            script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
            script.feed(.app(.secretLost(script.model.calls.token?.ref ?? SecretRef(.token, 0))))
            #expect(script.rule == .`FM-20`)
            #expect(script.effects.contains(.forget(.fact(.token))))
        }
        #expect(script.model.calls.token == nil)
        #expect(script.model.calls.isGettingToken)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == (place == .polling ? before : "checking.problem"))
        #expect(script.rule == (place == .polling ? .`V2-X-13` : .`V2-B-14`))
    }

    // MARK: The foreground

    @Test func `a partner request pending at the foreground is sent again once`() {
        var script = Script(once(.box))
        script.register()
        #expect(script.question == .status(prompt: false))
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10`)
        #expect(script.effects.isEmpty)
        script.partner(script.status())
        #expect(script.rule == .`V2-X-16`)
        #expect(script.question == .status(prompt: false))
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status())
        #expect(script.place == "checking.profiles")
        script.feed(.app(.foregrounded))
        script.reply(.profiles([]))
        #expect(script.place != "checking.profiles", "Adobe's permission is valid all the same")
    }

    @Test func `a check that found no viewer before the foreground is repeated`() {
        var script = Script(once(.bare))
        script.register()
        script.reply(.profiles([]))
        #expect(script.place == "registered.resting")
        #expect(script.model.context.foundNobody)
        script.feed(.app(.foregrounded))
        #expect(script.called == [.profiles])
        #expect(!script.model.context.foundNobody)
    }
}
