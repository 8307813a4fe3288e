import FlowTestSupport
import Testing

@testable import FlowMachine

/// The edges of the states: an unknown timer, a wish that is canceled halfway, an unknown account.
@Suite struct CornerTests {
    private static let resource = SecretRef(.resource, 1)

    /// Adobe refused the registration.
    private func refused() -> Script {
        var script = Script(.bare)
        script.reply(.failed(.registrationRefused(.any)))
        #expect(script.place == "unregistered.refused")
        return script
    }

    private func refusal(_ code: String) -> Reply.Result { .failed(.refused(http: 400, .named(code))) }

    // MARK: At rest

    @Test func `the flow is at rest only where no reply is expected`() {
        #expect(FlowModel().state.isAtRest)
        #expect(!Script(.bare).model.state.isAtRest)
        #expect(refused().model.state.isAtRest)
        for place in [Place.ready, .signedOut] { #expect(place.script.model.state.isAtRest, "\(place)") }
        for place in [Place.checking, .partnerChoice, .picking, .signingOut, .signOutSettings] {
            #expect(!place.script.model.state.isAtRest, "\(place)")
        }
    }

    @Test func `a viewer is signed out once no logout is to be sent, even while asked to visit Settings`() throws {
        for place in [Place.signedOut, .signOutSettings] { #expect(place.script.model.state.isSignedOut, "\(place)") }
        for place in [Place.ready, .checking, .signingOut, .signOutUserAgent] {
            #expect(!place.script.model.state.isSignedOut, "\(place)")
        }
        #expect(!LegacyPlace.signOutMetadata.script.model.state.isSignedOut)
        // The exchange is still awaited, and may sign the viewer in.
        var script = Script.legacyExchange()
        let exchange = try #require(script.request)
        script.user(.signOut(WishID(2)))
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: true)))
        script.reply(.done)
        #expect(script.place == "loggedOut.settings")
        #expect(!script.model.state.isSignedOut)
        // It did, and its logout is being sent.
        script.feed(.reply(exchange, Reply(.done)))
        #expect(script.place == "loggedOut.settings")
        #expect(!script.model.state.isSignedOut)
        script.reply(.done)
        #expect(script.place == "loggedOut.settings")
        #expect(script.model.state.isSignedOut)
    }

    @Test func `a hold that ends leaves a refused registration refused`() {
        var script = refused()
        script.feed(.app(.held(until: script.instant(in: 60))))
        script.fire(.hold)
        #expect(script.rule == .`V2-X-10`)
        #expect(script.place == "unregistered.refused")
    }

    @Test func `a registration that waits for its retry stays in its step`() {
        let script = Script(.bare)
        let failure = Reply(.failed(.transport(.connection)))
        let event = FlowEvent(time: script.instant(in: 1), origin: .reply(script.request ?? RequestID(0), failure))
        #expect(script.machine.reduce(script.model, event).outcome == .stayed)
    }

    // MARK: Timers

    @Test(arguments: [Place.userAgent, .polling])
    func `only the code's own timer ends the code`(place: Place) {
        var script = place.script
        let timer = script.armed(.codeExpiry)
        if place == .polling { script.reply(.profiles([])) }
        script.feed(.timer(TimerID(9_999)))
        #expect(script.rule == .`FM-03`)
        #expect(script.place == "basicAuthFallback.\(place)")
        script.expire(timer)
        #expect(script.rule == .`V2-F-15`)
        #expect(script.place == "basicAuthFallback.lookingAfterExpiry")
    }

    // MARK: Canceled wishes

    @Test func `after a canceled profile choice, the earlier profile is checked`() {
        let kept = Profile(mvpd: .third, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(.bare, kept: PersistedState(profile: kept))
        script.user(.signIn(WishID(1)))
        script.user(.signIn(WishID(2)))
        script.register()
        script.reply(.profiles([script.profile(), Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 99))]))
        #expect(script.place == "checking.choosingProfile")
        script.user(.cancel(WishID(1)))
        #expect(script.rule == .`FM-07`)
        #expect(script.place == "checking.choosingProfile", "another request still waits")
        script.user(.cancel(WishID(2)))
        #expect(script.rule == .`FM-07`)
        #expect(script.place == "checking.profiles")
    }

    @Test func `a canceled preview does not affect a silent check or sign-in`() {
        var script = Script(.box)
        script.register()
        for place in ["checking.partnerStatus", "partnerAuth.session"] {
            #expect(script.place == place)
            script.user(.preview(WishID(1), resources: [Self.resource]))
            script.user(.cancel(WishID(1)))
            #expect(script.rule == .`FM-07`)
            #expect(script.place == place)
            #expect(script.effects == [.answer(WishID(1), .dropped)])
            if place == "partnerAuth.session" { return }
            script.partner(script.status())
            script.reply(.profiles([]))
        }
    }

    @Test func `a kept profile does not replace an answer that a wish waits for`() {
        let kept = Profile(mvpd: .any, type: .regular, notAfter: Instant(milliseconds: 1_767_300_000_000))
        var script = Script(LegacyPlace.once(.bare), kept: PersistedState(profile: kept))
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.failed(.transport(.connection)))
        #expect(script.rule == .`V2-B-14`)
        #expect(script.place == "checking.problem")
    }

    // MARK: Signed in

    @Test func `an account that the framework has not reported is unchanged`() {
        let provider = RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M"))
        var script = Script(.box, kept: PersistedState(provider: provider))
        script.register()
        script.reply(.failed(.transport(.timedOut)))
        script.reply(.profiles([script.profile(.appleSSO)]))
        #expect(script.accountChanged == false)
    }

    @Test func `a changed account does not affect a profile of another type`() {
        let provider = RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M"))
        var script = Script(.box, kept: PersistedState(provider: provider))
        script.register()
        script.partner(script.status(.granted, "Apple_X"))
        script.reply(.profiles([script.profile(.appleSSO)]))
        #expect(script.accountChanged == true)
        script.user(.userMetadata(WishID(1)))
        script.reply(.profiles([script.profile()]))
        #expect(script.accountChanged == false)
    }

    @Test func `a foreground drops the partner status once, and without a framework it does nothing`() {
        var script = Script.signedIn()
        #expect(script.model.context.partnerStatus != nil)
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`V2-X-16`)
        #expect(script.model.context.partnerStatus == nil)
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10`)
        var bare = Script.signedIn(.appleSSO, .bare)
        bare.feed(.app(.foregrounded))
        #expect(bare.rule == .`FM-10`)
        #expect(bare.effects == [])
    }

    @Test func `a preview without a usable partner status is refused after one check`() {
        var settings = FlowSettings.box
        settings.policy.statusWithoutExpiry = .never
        var script = Script.signedIn(.appleSSO, settings)
        script.feed(.app(.foregrounded))
        script.user(.preview(WishID(1), resources: [Self.resource]))
        #expect(script.place == "deciding.partnerStatus")
        script.partner(script.status(.granted, "Apple_M", in: nil))
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status(.granted, "Apple_M", in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.partner(script.status(.granted, "Apple_M", in: nil))
        #expect(script.rule == .`V2-D-04`)
        #expect(script.answer == .refused(Refusal(reason: .authentication, options: [.otherProvider, .cancel])))
        #expect(script.place == "deciding.ready")
    }

    @Test func `a degraded profile survives an answer without metadata`() {
        var script = Script.signedIn(.degraded)
        script.user(.userMetadata(WishID(1)))
        script.reply(.profiles([]))
        #expect(script.rule == .`V2-D-18`)
        #expect(script.refusal == .notSignedIn)
        #expect(script.place == "deciding.ready")
    }

    @Test func `a provider that temporary access cannot use stays remembered for the viewer`() {
        var script = Script.signedIn()
        script.user(.play(WishID(1), resource: Self.resource, under: .temporary(identity: nil)))
        script.reply(refusal("invalid_integration"))
        #expect(script.answered == [.refused])
        #expect(script.model.context.provider?.mvpd == .any)
    }

    @Test func `metadata is requested for the access's provider, even if that provider was forgotten`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.play(WishID(1), resource: Self.resource, under: .signedIn))
        script.reply(refusal("invalid_integration"))
        #expect(script.model.context.provider == nil)
        script.user(.userMetadata(WishID(2)))
        #expect(script.called == [.profile])
        script.reply(.profiles([script.profile()]))
        #expect(script.answered == [.userMetadata])
    }

    @Test func `an unusable provider is forgotten along with the catalog`() {
        var script = Place.creatingSession.script
        #expect(script.model.context.catalog != nil)
        script.reply(refusal("invalid_integration"))
        #expect(script.model.context.provider == nil)
        #expect(script.model.context.catalog == nil)
    }

    @Test func `a resumed session that needs no authentication signs the viewer in`() {
        var script = Place.resumingSession.script
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated, mvpd: .any))))
        #expect(script.rule == .`V2-F-03`)
        #expect(script.place == "deciding.ready")
    }

    @Test(arguments: [nil, MVPDID("M")])
    func `an access without a provider is that of the last one; without any, nothing can be decided`(last: MVPDID?) {
        var script = Script(.bare, kept: PersistedState(provider: last.map { RememberedProvider(mvpd: $0) }))
        script.user(.otherProvider(WishID(1)))
        script.register()
        #expect(script.calledEndpoint == .createSession(mvpd: nil))
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated, mvpd: nil))))
        #expect(script.rule == .`V2-F-03`)
        #expect(script.place == (last == nil ? "basicAuthFallback.problem" : "deciding.ready"))
        #expect(script.model.state.access?.mvpd == last)
    }

    @Test func `a partner session without a provider that anybody knows leads to the picker`() {
        var script = Script(.box)
        script.register()
        script.partner(script.status(.granted, "Apple_X"))
        script.reply(.profiles([]))
        #expect(script.called == [.partnerSession])
        script.user(.signIn(WishID(1)))
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticatedSSO, mvpd: nil))))
        #expect(script.rule == .`V2-C-17`)
    }

    @Test func `a poll that finds temporary access and a sign-in takes the sign-in, whatever comes first`() {
        for types in [[ProfileType.temporary, .regular], [.regular, .temporary]] {
            var script = Place.polling.script
            script.reply(.profiles(types.map { script.profile($0) }))
            #expect(script.rule == .`V2-F-13`)
            #expect(script.model.state.access?.type == .regular)
        }
        var temporary = Place.polling.script
        temporary.reply(.profiles([temporary.profile(.temporary)]))
        #expect(temporary.model.state.access?.type == .temporary)
    }

    @Test func `a session that has expired on arrival leads to a new code for the provider that Adobe named`() {
        var script = Script(.bare)
        script.user(.signIn(WishID(1)))
        script.register()
        script.reply(.profiles([]))
        #expect(script.calledEndpoint == .createSession(mvpd: nil))
        let over = OpenSession(code: script.ref(.code), notAfter: script.instant(in: -60), link: nil, mvpd: .any)
        script.feed(.reply(script.request ?? RequestID(0), Reply(.session(.authenticate(over)), serverTime: script.instant(in: 1))))
        #expect(script.place == "basicAuthFallback.codeExpired")
        script.choose(.newCode)
        #expect(script.calledEndpoint == .createSession(mvpd: .any))
    }

    @Test func `an answer of another kind is one that cannot be read`() throws {
        for script in [Place.authorizing.script, LegacyPlace.authorizing.script] {
            guard case .deciding(var state) = script.model.state else {
                Issue.record("\(script.place)")
                continue
            }
            let call = try #require(state.pending.first?.call)
            var run = Run(script.model, Turn(script.machine.shared))
            _ = state.received(call, .logouts([]), &run)
            let refusal = Refusal(reason: .service, options: [.retry, .otherProvider, .cancel])
            #expect(run.turn.effects == [.answer(WishID(2), .refused(refusal))])
        }
    }

    // MARK: Sign-out

    @Test func `a failed token request leaves the logout owed`() {
        var script = Script.signedIn(.regular, LegacyPlace.once(.bare))
        script.setClock(by: 30_000)
        script.user(.signOut(WishID(1)))
        #expect(script.called == [.token])
        script.reply(refusal("invalid_request"))
        #expect(script.answer == .signedOut(owed: true))
        #expect(script.model.context.owedLogouts == [.any])
    }

    @Test func `a refusal that has only a text also answers a sign-out`() {
        var script = Script.signedIn(.regular, LegacyPlace.once(.bare))
        script.user(.signOut(WishID(1)))
        let error = AdobeError(action: .none, status: 403, code: nil, text: script.ref(.text))
        script.reply(.failed(.refused(http: 403, error)))
        #expect(script.answer == .signedOut(owed: false))
        #expect(script.model.context.owedLogouts == [])
    }

    @Test func `a refusal settles the logout of its own provider and of no other`() {
        var script = LoggedOutTests().withTwo(everywhere: true)
        script.user(.signOut(WishID(1)))
        script.reply(refusal("invalid_request"))
        #expect(script.calledEndpoint == .logout(.other))
        #expect(script.model.context.owedLogouts == [.other])
    }

    @Test func `a provider that is known twice is signed out once`() {
        var context = Context()
        context.provider = RememberedProvider(mvpd: .any)
        context.signedInProviders = [.any, .other]
        #expect(context.mvpdsToSignOut(all: true, nil) == [.any, .other])
    }

    @Test func `a wish that is not open gets no answer, and a logout that is not owed is not kept`() {
        var run = Run(FlowModel(), Turn(FlowReducer(settings: .bare).shared))
        run.answer(WishID(1), .dropped)
        run.settle([.any])
        #expect(run.turn.effects == [])
    }
}

extension Script {
    fileprivate var accountChanged: Bool? {
        if case .deciding(let state) = model.state { state.accountChanged } else { nil }
    }
}
