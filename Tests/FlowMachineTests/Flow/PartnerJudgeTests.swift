import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks the judges of partner statuses, configurations and references with decisions that no build makes.
@Suite struct PartnerJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let film = SecretRef(.resource, 1)
    private static let status = status("Apple_M")

    private static func status(_ provider: String, expiry: Instant? = noon.advanced(by: .seconds(86_400))) -> PartnerStatus {
        PartnerStatus(permission: .granted, mapping: PlatformMappingID(provider), expiry: expiry)
    }

    private static func profile(_ type: ProfileType) -> Profile {
        Profile(mvpd: .any, type: type, notAfter: noon.advanced(by: .seconds(86_400)), attributes: SecretRef(.attributes, 1))
    }

    private var judges = RunJudges()
    /// The model claims whatever the judges must not believe: nothing.
    private var after = FlowModel()
    private var settings = FlowSettings.box
    private var seconds: Int64 = 0

    init() { after.context.isLaunched = true }

    private mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect] = []) -> [Invariant] {
        seconds += 1
        let event = FlowEvent(time: Self.noon.advanced(by: .seconds(seconds)), origin: origin)
        let broken = judges.judge(event, to: after, effects, settings)
        // These runs have no timers; `WaitingJudgeTests` judges what is awaited.
        return broken.filter { $0 != .wishesMakeProgress && $0 != .idlesOnlyWhereAllowed }
    }

    private static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    private static func authorize(_ id: Int64, _ status: PartnerStatus?) -> Effect {
        call(id, .authorize(.any, resource: film, status: status, identity: nil))
    }

    private static func reported(_ status: PartnerStatus, saml: SecretRef? = nil) -> Reply {
        Reply(.partner(PartnerAnswer(status: status, saml: saml.map { PartnerAnswer.SAML(ref: $0, length: 9) })))
    }

    /// Launched, and the partner framework has reported `status`; the check for it goes out as request 2.
    private mutating func check(_ status: PartnerStatus, kept: PersistedState = PersistedState()) {
        #expect(feed(.app(.launched(kept)), [.partner(RequestID(1), .status(prompt: false))]) == [])
        #expect(feed(.reply(RequestID(1), Self.reported(status)), [Self.call(2, .profiles(status: status))]) == [])
    }

    private mutating func signIn(_ type: ProfileType, _ status: PartnerStatus = status) {
        check(status)
        let kept = [
            Effect.keep(.profile(Self.profile(type))),
            .keep(.provider(RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M")))),
        ]
        #expect(feed(.reply(RequestID(2), Reply(.profiles([Self.profile(type)]))), kept) == [])
    }

    private mutating func play(_ id: Int64, _ effects: [Effect]) -> [Invariant] {
        feed(.user(.play(WishID(id), resource: Self.film, under: .signedIn)), effects)
    }

    // MARK: decisionCarriesStatus

    @Test mutating func `a decision under a profile from the partner framework needs a status`() {
        signIn(.appleSSO)
        #expect(play(1, [Self.authorize(3, Self.status)]) == [])
        #expect(play(2, [Self.authorize(4, nil)]) == [.decisionCarriesStatus])
        #expect(
            feed(
                .user(.preview(WishID(3), resources: [Self.film])), [Self.call(5, .preauthorize(.any, resources: [Self.film], status: nil))]
            )
                == [.decisionCarriesStatus])
    }

    @Test mutating func `a decision under another profile needs none`() {
        signIn(.regular)
        #expect(play(1, [Self.authorize(3, nil)]) == [])
    }

    @Test(arguments: [Policy.StatusWithoutExpiry.never, .untilRefused, .always])
    mutating func `a status without an expiry is judged by the policy, and by Adobe's refusal`(policy: Policy.StatusWithoutExpiry) {
        settings.policy.statusWithoutExpiry = policy
        let status = Self.status("Apple_M", expiry: nil)
        signIn(.appleSSO, status)
        #expect(play(1, [Self.authorize(3, status)]) == (policy == .never ? [.decisionCarriesStatus] : []))
        let refused = Reply(.failed(.refused(http: 400, .named("invalid_header_pfs_provider_info_expired"))))
        #expect(feed(.reply(RequestID(3), refused), [.partner(RequestID(4), .status(prompt: false))]) == [])
        let again = feed(.reply(RequestID(4), Self.reported(status)), [Self.authorize(5, status)])
        #expect(again == (policy == .always ? [] : [.decisionCarriesStatus]))
    }

    @Test mutating func `under an unknown single sign-on a known status is sent`() {
        check(Self.status)
        let word = ServerAuthorization(reason: .authenticatedSSO, mvpd: .any)
        #expect(feed(.reply(RequestID(2), Reply(.profiles([]))), [Self.call(3, .partnerSession(status: Self.status))]) == [])
        #expect(feed(.reply(RequestID(3), Reply(.session(.authorize(word))))) == [])
        #expect(play(1, [Self.authorize(4, Self.status)]) == [])
        #expect(play(2, [Self.authorize(5, nil)]) == [.decisionCarriesStatus])
        #expect(feed(.app(.foregrounded)) == [])
        #expect(play(3, [Self.authorize(6, nil)]) == [], "the account may have changed")
    }

    @Test mutating func `a metadata request carries the status that its profile depends on, and no other`() {
        signIn(.appleSSO)
        #expect(feed(.user(.userMetadata(WishID(1))), [Self.call(3, .profile(.any, status: Self.status))]) == [])
        #expect(feed(.user(.userMetadata(WishID(2))), [Self.call(4, .profile(.any, status: nil))]) == [.decisionCarriesStatus])
        signIn(.regular)
        #expect(feed(.user(.userMetadata(WishID(3))), [Self.call(5, .profile(.any, status: nil))]) == [])
        #expect(feed(.user(.userMetadata(WishID(4))), [Self.call(6, .profile(.any, status: Self.status))]) == [.onlyValidStatusIsSent])
        let expiry = TimerID(9)
        _ = feed(.app(.backgrounded), [.arm(expiry, .profileExpiry, at: Instant(milliseconds: 1))])
        let check = [Self.call(7, .profile(.any, status: Self.status)), .disarm(expiry)]
        #expect(feed(.user(.userMetadata(WishID(5))), check) == [], "once the access has expired, it is a check")
    }

    // MARK: onlyValidStatusIsSent

    @Test mutating func `a status that the partner framework has replaced since is not sent`() {
        signIn(.appleSSO)
        #expect(feed(.app(.foregrounded), [.partner(RequestID(3), .status(prompt: false))]) == [])
        let withdrawn = PartnerStatus(permission: .denied, mapping: nil, expiry: nil)
        let stale = feed(.reply(RequestID(3), Self.reported(withdrawn)), [Self.call(4, .profiles(status: Self.status))])
        #expect(stale == [.onlyValidStatusIsSent])
    }

    @Test mutating func `a status that nobody reported, or that Adobe refused, is not sent`() {
        #expect(feed(.app(.launched(PersistedState())), [Self.call(9, .profiles(status: Self.status))]) == [.onlyValidStatusIsSent])
        check(Self.status)
        let refused = Reply(.failed(.refused(http: 400, .named("invalid_header_pfs_provider_id_not_determined"))))
        #expect(feed(.reply(RequestID(2), refused)) == [])
        #expect(feed(.user(.signIn(WishID(1))), [Self.call(3, .profiles(status: Self.status))]) == [.onlyValidStatusIsSent])
    }

    @Test mutating func `the answer to a question from before a foreground counts for nothing`() {
        #expect(feed(.app(.launched(PersistedState())), [.partner(RequestID(1), .status(prompt: false))]) == [])
        #expect(feed(.app(.foregrounded)) == [])
        let used = feed(.reply(RequestID(1), Self.reported(Self.status)), [Self.call(2, .profiles(status: Self.status))])
        #expect(used == [.onlyValidStatusIsSent])
    }

    @Test mutating func `a status of another provider than the request's is not sent`() {
        let other = Self.status("Apple_N")
        let kept = PersistedState(provider: RememberedProvider(mvpd: .any, mapping: PlatformMappingID("Apple_M")))
        check(other, kept: kept)
        #expect(play(1, [Self.authorize(3, other)]) == [.onlyValidStatusIsSent])
    }

    // MARK: noPartnerProfileInCheck

    @Test mutating func `a partner profile is created only from the partner framework's last SAML response`() {
        let (saml, other) = (SecretRef(.saml, 1), SecretRef(.saml, 2))
        check(Self.status)
        #expect(
            feed(.reply(RequestID(2), Reply(.profiles([]))), [Self.call(3, .createPartnerProfile(saml: saml, status: Self.status))])
                == [.noPartnerProfileInCheck])
        let question = Effect.partner(RequestID(4), .authentication(request: SecretRef(.request, 1), interruption: false))
        #expect(feed(.app(.backgrounded), [question]) == [])
        let sent = Self.call(5, .createPartnerProfile(saml: other, status: Self.status))
        #expect(feed(.reply(RequestID(4), Self.reported(Self.status, saml: saml)), [sent]) == [.noPartnerProfileInCheck])
        let right = Self.call(6, .createPartnerProfile(saml: saml, status: Self.status))
        #expect(feed(.app(.backgrounded), [right]) == [])
    }

    // MARK: configurationOnlyForChoice

    private static let configuration = Reply.Result.configuration(AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: []))

    @Test(arguments: [Endpoint.configuration, .restV1(.configuration)])
    mutating func `a configuration is not fetched again while it is fresh, even by a machine that forgot it`(endpoint: Endpoint) {
        settings.api = endpoint == .configuration ? .restV2 : .restV1
        #expect(feed(.app(.launched(PersistedState()))) == [])
        #expect(feed(.user(.signIn(WishID(9))), [Self.call(1, endpoint)]) == [])
        #expect(feed(.reply(RequestID(1), Reply(Self.configuration))) == [])
        seconds += 140
        #expect(feed(.user(.signIn(WishID(1))), [Self.call(2, endpoint)]) == [.configurationOnlyForChoice])
        seconds += 10
        #expect(feed(.user(.signIn(WishID(2))), [Self.call(3, endpoint)]) == [], "it is fresh for 150 s")
    }

    @Test mutating func `a configuration whose provider Adobe refuses is fetched again`() {
        #expect(feed(.app(.launched(PersistedState()))) == [])
        #expect(feed(.user(.signIn(WishID(9))), [Self.call(1, .configuration)]) == [])
        #expect(feed(.reply(RequestID(1), Reply(Self.configuration)), [Self.call(2, .createSession(mvpd: .any))]) == [])
        #expect(feed(.reply(RequestID(2), Reply(.failed(.refused(http: 400, .named("invalid_parameter_mvpd")))))) == [])
        #expect(feed(.user(.signIn(WishID(1))), [Self.call(3, .configuration)]) == [])
    }

    @Test(
        arguments: [
            (.failed(.status(http: 410)), true), (.failed(.transport(.unreadable)), true), (.failed(.transport(.connection)), true),
            (.done, true), (.failed(.status(http: 503)), false), (.failed(.transport(.timedOut)), false), (.failed(.throttled), false),
            (.failed(.unauthorized(nil)), false), (.authentication(nil), false),
        ] as [(Reply.Result, Bool)])
    mutating func `a witness of the legacy API's end follows only an answer that may mean the end`(answer: Reply.Result, isAllowed: Bool) {
        settings = .box.legacy
        #expect(feed(.app(.launched(PersistedState())), [Self.call(1, .restV1(.checkAuthentication))]) == [])
        let witness = Self.call(2, .restV1(.configuration))
        #expect(feed(.reply(RequestID(1), Reply(answer)), [witness]).contains(.configurationOnlyForChoice) == !isAllowed)
        if !isAllowed { return }
        #expect(feed(.app(.foregrounded), [Self.call(3, .restV1(.configuration))]) == [.configurationOnlyForChoice], "once")
        #expect(feed(.reply(RequestID(2), Reply(.failed(.transport(.connection))))) == [])
        #expect(feed(.app(.foregrounded), [Self.call(4, .restV1(.configuration))]) == [], "it is repeated")
    }

    @Test(arguments: [PlatformMappingID("Apple_M"), nil])
    mutating func `a configuration is fetched without a viewer's request if the framework names an account`(account: PlatformMappingID?) {
        let status = PartnerStatus(permission: .granted, mapping: account)
        #expect(feed(.app(.launched(PersistedState())), [.partner(RequestID(1), .status(prompt: false))]) == [])
        let broken = feed(.reply(RequestID(1), Self.reported(status)), [Self.call(2, .configuration)])
        #expect(broken == (account == nil ? [.configurationOnlyForChoice] : []))
    }

    @Test(arguments: [PartnerError.other(code: 1), nil])
    mutating func `after an error or a time-out of the framework no status is sent`(error: PartnerError?) {
        #expect(feed(.app(.launched(PersistedState())), [.partner(RequestID(1), .status(prompt: false))]) == [])
        let failed = PartnerStatus(permission: .granted, mapping: nil)
        let answer = error.map { Reply(.partner(PartnerAnswer(status: failed, error: $0))) } ?? Reply(.failed(.transport(.timedOut)))
        #expect(feed(.reply(RequestID(1), answer), [Self.call(2, .profiles(status: Self.status))]).contains(.onlyValidStatusIsSent))
    }

    // MARK: noReferenceIsLost

    @Test mutating func `a secret that a kept fact names is not forgotten`() {
        let client = SecretRef(.client, 1)
        #expect(feed(.app(.launched(PersistedState(client: client)))) == [])
        #expect(feed(.app(.backgrounded), [.forget(.secret(client))]) == [.noReferenceIsLost])
        #expect(feed(.app(.secretLost(client)), [.forget(.secret(client))]) == [], "it is lost anyway")
        let attributes = SecretRef(.attributes, 1)
        #expect(feed(.app(.backgrounded), [.keep(.profile(Self.profile(.regular)))]) == [])
        #expect(feed(.app(.backgrounded), [.forget(.secret(attributes))]) == [.noReferenceIsLost])
        #expect(feed(.app(.backgrounded), [.forget(.fact(.profile)), .forget(.secret(attributes))]) == [])
    }

    @Test func `a secret that the flow still holds, or hands to the app, is not forgotten`() {
        let token = SecretRef(.token, 1)
        var model = FlowModel()
        model.context.isLaunched = true
        var checker = InvariantChecker(settings: .bare, at: model)
        model.calls.token = AccessToken(ref: token, notAfter: Self.noon)
        let event = FlowEvent(time: Self.noon, origin: .app(.backgrounded))
        #expect(!checker.check(event, model, []).contains(.noReferenceIsLost))
        #expect(checker.check(event, model, [.forget(.secret(token))]).contains(.noReferenceIsLost))
        model.calls.token = nil
        #expect(!checker.check(event, model, [.forget(.secret(token))]).contains(.noReferenceIsLost))
        let attributes = SecretRef(.attributes, 1)
        let answer = Effect.answer(WishID(1), .userMetadata(attributes: attributes))
        #expect(!checker.check(event, model, [answer]).contains(.noReferenceIsLost))
        #expect(checker.check(event, model, [answer, .forget(.secret(attributes))]).contains(.noReferenceIsLost))
    }

    // MARK: temporaryAccessIsNoSignIn

    @Test func `temporary access is neither answered nor shown as a viewer's sign-in`() throws {
        let temporary = try #require(FlowSettings.box.temporaryAccess)
        var model = FlowModel()
        model.context.isLaunched = true
        let event = FlowEvent(time: Self.noon, origin: .app(.backgrounded))
        for (settings, access) in [
            (FlowSettings.box, Access.profile(Self.profile(.temporary))),
            (.box.legacy, .serverAuthorization(ServerAuthorization(reason: .legacyToken, mvpd: temporary))),
        ] {
            var checker = InvariantChecker(settings: settings, at: model)
            #expect(checker.check(event, model, [.answer(WishID(1), .signedIn(access))]).contains(.temporaryAccessIsNoSignIn))
        }
        let shown = Script.legacySignedIn(word: ServerAuthorization(reason: .legacyToken, mvpd: .any)).model
        for (provider, isBroken) in [(temporary, false), (.any, true)] {
            var settings = FlowSettings.box.legacy
            settings.temporaryAccess = provider
            var checker = InvariantChecker(settings: settings, at: shown)
            #expect(checker.check(event, shown, []).contains(.temporaryAccessIsNoSignIn) == isBroken, "\(provider.text)")
        }
    }
}
