import FlowTestSupport

@testable import FlowMachine

extension Script {
    /// The legacy endpoints that the last event called.
    var legacyCalled: [RESTV1Endpoint.Kind] {
        effects.compactMap { effect in
            guard case .call(_, let call) = effect, case .restV1(let endpoint) = call.endpoint else { return nil }
            return endpoint.kind
        }
    }

    /// The legacy endpoint that the last event called first, with its parameters.
    var legacyEndpoint: RESTV1Endpoint? {
        for case .call(_, let call) in effects { if case .restV1(let endpoint) = call.endpoint { return endpoint } }
        return nil
    }

    /// The first answer that the last event gave.
    var answer: WishAnswer? {
        for case .answer(_, let answer) in effects { return answer }
        return nil
    }

    /// The presentations of the last event.
    var presented: [Presentation.Kind] {
        effects.compactMap { if case .present(_, let presentation) = $0 { presentation.kind } else { nil } }
    }

    /// The reason of the first wish that the last event refused.
    var refusal: Refusal.Reason? {
        for case .answer(_, .refused(let refusal)) in effects { return refusal.reason }
        return nil
    }

    /// The timer that the last event armed for this kind.
    func armed(_ purpose: TimerPurpose) -> TimerID? {
        for case .arm(let timer, purpose, _) in effects { return timer }
        return nil
    }

    mutating func partner(_ status: PartnerStatus, error: PartnerError? = nil, saml: PartnerAnswer.SAML? = nil) {
        reply(.partner(PartnerAnswer(status: status, saml: saml, error: error)))
    }

    mutating func saml(_ length: Int64 = 9) -> PartnerAnswer.SAML { PartnerAnswer.SAML(ref: ref(.saml), length: length) }

    mutating func refuse(_ status: Int64, _ action: ErrorAction = .none) {
        reply(.failed(.refused(http: status, AdobeError(action: action, status: status, code: nil))))
    }

    mutating func code(link: Bool = false, ends: Bool = true) {
        reply(
            .session(
                .authenticate(
                    OpenSession(
                        code: ref(.code), notAfter: ends ? instant(in: 1800) : nil, link: link ? ref(.link) : nil, mvpd: link ? .any : nil))
            ))
    }

    mutating func permit(_ resource: SecretRef, media: Bool) {
        let token = media ? MediaToken(ref: ref(.media), notAfter: instant(in: 420)) : nil
        reply(.decisions([AdobeDecision(resource: resource, verdict: .permit(media: token), source: .mvpd)]))
    }

    mutating func deny(_ resource: SecretRef, _ action: ErrorAction = .none) -> SecretRef {
        let text = ref(.text)
        let error = AdobeError(action: action, status: 403, code: nil, text: text)
        reply(.decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)]))
        return text
    }

    /// Adobe knows who is signed in on this device; with temporary access configured, Adobe is asked twice (V1-38).
    mutating func find(_ word: ServerAuthorization = ServerAuthorization(reason: .legacyToken)) {
        reply(.authentication(word))
        if place == "checking.authenticationToken" { reply(.authentication(word)) }
    }

    /// The legacy API, registered and with a token: step 1 is in progress.
    static func legacy(_ settings: FlowSettings = .box, kept: PersistedState = PersistedState(), asked: Bool = true) -> Script {
        var script = Script(settings.legacy, kept: kept)
        if asked { script.user(.signIn(WishID(1))) }
        script.register()
        return script
    }

    /// Step 2 has returned this status.
    static func legacy(_ settings: FlowSettings = .box, asked: Bool = true, status: (Script) -> PartnerStatus) -> Script {
        var script = legacy(settings, asked: asked)
        script.reply(.authentication(nil))
        script.partner(status(script))
        return script
    }

    /// In `deciding` after step 1.
    static func legacySignedIn(_ settings: FlowSettings = .box, word: ServerAuthorization = ServerAuthorization(reason: .legacyToken))
        -> Script
    {
        var script = legacy(settings, asked: false)
        script.find(word)
        return script
    }

    /// Step 7 has returned a response, and step 8 is in progress.
    static func legacyExchange(_ settings: FlowSettings = .box) -> Script {
        var script = legacy(settings) { $0.status() }
        script.reply(.configuration(script.configuration()))
        script.reply(.partnerRequest(script.ref(.request)))
        script.partner(script.status(), saml: script.saml())
        return script
    }

    /// In step 10, with a code.
    static func legacyCode(_ settings: FlowSettings = .bare) -> Script {
        var script = legacy(settings)
        script.reply(.authentication(nil))
        script.code()
        return script
    }
}
