import FlowMachine

/// A flow in the state in which it waits for one answer.
struct Waiting {
    private(set) var flow: Script
    private(set) var asked: RequestID?
    private(set) var endpoint: Endpoint?

    private static let mapping = PlatformMappingID("AppleMSO_Cablevision")
    private static let granted = PartnerStatus(permission: .granted, mapping: mapping, expiry: Script.instant(2_592_000))
    private static let client = SecretRef(.client, 1)
    private static let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(21_600))
    private static let resource = SecretRef(.resource, 1)
    private static let other = SecretRef(.resource, 2)

    /// The flow that waits at `place`, as `Specs/rules/ERR-errors.md` names it; `nil` for a place that this test lacks.
    init?(at place: String) {
        var settings = Script.settings
        settings.temporaryAccess = Flows.mvpd("TempPass")
        let legacyPlace = place.hasPrefix("legacy ") ? place.dropFirst(7).split(separator: " ").first.map(String.init) : nil
        if legacyPlace != nil { settings.api = .restV1 }
        flow = Script(settings)
        switch place {
        case "register": flow.app(0, .launched(PersistedState()))
        case "token": flow.app(0, .launched(PersistedState(client: Waiting.client)))
        case "profile": launch(provider: true)
        case "profiles": launch(status: Waiting.granted)
        case "check", "choice", "exchange", "configuration", "partnerSession", "createPartnerProfile": signIn(to: place)
        case "createSession", "resumeSession", "profileForCode": secondScreen(to: place)
        case "authorize", "authorize decision", "preauthorize", "preauthorize decision", "metadata", "logout": wish(place)
        case "foreground", "signed out", "settings": foreground(place)
        case "temporary decision":
            launch()
            flow.reply(1, .profiles([]))
            flow.user(2, .play(WishID(1), resource: Waiting.resource, under: .temporary(identity: nil)))
        case _:
            guard let legacyPlace else { return nil }
            legacy(legacyPlace)
        }
        for effect in flow.records.last?.effects ?? [] {
            if case .call(let id, let call) = effect { (asked, endpoint) = (id, call.endpoint) }
            if case .partner(let id, _) = effect { asked = id }
        }
    }

    private mutating func launch(provider: Bool = false, status: PartnerStatus? = nil) {
        var kept = PersistedState(client: Waiting.client, token: Waiting.token)
        if provider { kept.provider = RememberedProvider(mvpd: Flows.mvpd("Cablevision"), mapping: Waiting.mapping) }
        flow.app(0, .launched(kept))
        flow.reply(0.5, .partner(PartnerAnswer(status: status ?? PartnerStatus(permission: .denied))))
    }

    private mutating func signIn(to place: String) {
        // The answer with the token reports Adobe's clock.
        flow.app(0, .launched(PersistedState(client: Waiting.client)))
        flow.reply(0.1, .token(Waiting.token))
        if place == "check" { return }
        flow.user(0.2, .signIn(WishID(1)))
        flow.reply(0.5, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted))))
        flow.reply(1, .profiles([]))
        if place == "configuration" { return }
        flow.reply(1.5, .configuration(Flows.configuration))
        if place == "choice" { return }
        flow.reply(2, .partner(PartnerAnswer(status: Waiting.granted)))
        if place == "partnerSession" { return }
        flow.reply(2.5, .session(.partnerProfile(request: SecretRef(.request, 1), mvpd: Flows.mvpd("Cablevision"))))
        if place == "exchange" { return }
        flow.reply(3, .partner(PartnerAnswer(status: Waiting.granted, saml: .init(ref: SecretRef(.saml, 1), length: 9))))
    }

    private mutating func secondScreen(to place: String) {
        launch()
        flow.user(0.7, .signIn(WishID(1)))
        flow.reply(1, .profiles([]))
        flow.reply(1.5, .configuration(Flows.configuration))
        flow.reply(2, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.choose(3, .provider(Flows.mvpd("Cablevision")))
        if place == "createSession" { return }
        if place == "resumeSession" {
            let missing = OpenSession(code: SecretRef(.code, 1), notAfter: Script.instant(1800), link: nil, mvpd: nil, missing: [.mvpd])
            return flow.reply(4, .session(.resume(missing)))
        }
        let open = OpenSession(code: SecretRef(.code, 1), notAfter: Script.instant(1800), link: SecretRef(.link, 1), mvpd: nil)
        flow.reply(4, .session(.authenticate(open)))
    }

    private mutating func wish(_ place: String) {
        launch(status: Waiting.granted)
        flow.reply(1, .profiles([Profile(mvpd: Flows.mvpd("Cablevision"), type: .appleSSO, notAfter: Script.instant(86_400))]))
        switch place {
        case "metadata": flow.user(2, .userMetadata(WishID(1)))
        case "logout": flow.user(2, .signOut(WishID(1)))
        case "preauthorize", "preauthorize decision": flow.user(2, .preview(WishID(1), resources: [Waiting.resource, Waiting.other]))
        case _: flow.user(2, .play(WishID(1), resource: Waiting.resource, under: .signedIn))
        }
    }

    /// The silent look at the partner framework when the app comes to the foreground.
    private mutating func foreground(_ place: String) {
        launch(status: Waiting.granted)
        flow.reply(1, .profiles([Profile(mvpd: Flows.mvpd("Cablevision"), type: .appleSSO, notAfter: Script.instant(86_400))]))
        if place != "foreground" {
            flow.user(2, .signOut(WishID(1)))
            flow.reply(3, .logouts(place == "settings" ? [Logout(mvpd: Flows.mvpd("Cablevision"), action: .partnerLogout)] : []))
        }
        flow.app(4, .foregrounded)
    }

    private mutating func legacy(_ place: String) {
        flow.app(0, .launched(PersistedState(client: Waiting.client, token: Waiting.token)))
        switch place {
        case "profileRequest", "exchange", "createCode", "authenticationToken":
            flow.user(0.2, .signIn(WishID(1)))
            flow.reply(0.5, .authentication(nil))
            let isCode = place == "createCode" || place == "authenticationToken"
            flow.reply(1, .partner(PartnerAnswer(status: isCode ? PartnerStatus(permission: .denied) : Waiting.granted)))
            flow.reply(1.5, .configuration(Flows.configuration))
            if isCode { flow.choose(2, .provider(Flows.mvpd("Cablevision"))) }
            if place == "authenticationToken" {
                let open = OpenSession(code: SecretRef(.code, 1), notAfter: Script.instant(1800), link: nil, mvpd: nil)
                flow.reply(3, .session(.authenticate(open)))
            }
            if place == "exchange" {
                flow.reply(2, .partnerRequest(SecretRef(.request, 1)))
                flow.reply(3, .partner(PartnerAnswer(status: Waiting.granted, saml: .init(ref: SecretRef(.saml, 1), length: 9))))
            }
        case "freePreview":
            flow.reply(0.5, .authentication(nil))
            flow.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
            flow.user(2, .play(WishID(1), resource: Waiting.resource, under: .temporary(identity: nil)))
        case "checkAuthentication": return
        case _:
            let viewer = ServerAuthorization(reason: .legacyToken, mvpd: Flows.mvpd("Cablevision"))
            flow.reply(0.5, .authentication(viewer))
            flow.reply(1, .authentication(viewer))
            switch place {
            case "metadata": flow.user(2, .userMetadata(WishID(1)))
            case "logout":
                flow.user(2, .signOut(WishID(1)))
                flow.reply(3, .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)))
            case "preauthorize": flow.user(2, .preview(WishID(1), resources: [Waiting.resource, Waiting.other]))
            case _:
                flow.user(2, .play(WishID(1), resource: Waiting.resource, under: .signedIn))
                if place != "mediaToken" { return }
                flow.reply(3, .decisions([AdobeDecision(resource: Waiting.resource, verdict: .permit(media: nil), source: .mvpd)]))
            }
        }
    }

    /// Its decision when this answer arrives.
    mutating func answer(_ result: Reply.Result) -> LogRecord? {
        guard let asked else { return nil }
        flow.feed(5, .reply(asked, Reply(result)))
        return flow.records.last
    }

    /// An error as it arrives at `place`: for the whole answer, or for its decision.
    static func failure(_ error: AdobeError, at place: String) -> Reply.Result {
        if place == "register" || place == "token", let code = error.code { return .failed(.registrationRefused(code)) }
        if place.hasSuffix(" decision") {
            return .decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)])
        }
        return .failed(error.status == 401 ? .unauthorized(error) : .refused(http: error.status, error))
    }
}
