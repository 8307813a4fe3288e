import FlowMachine

/// Something that could have come instead, in a few words.
struct Possible<Value> {
    let label: String
    let value: Value

    init(_ label: String, _ value: Value) {
        self.label = label
        self.value = value
    }
}

/// The replies that a question can get: the answers that lead different ways, and the failures.
struct PossibleReplies {
    let near: Surroundings

    init(_ near: Surroundings) { self.near = near }

    /// What can come back to `question`; nothing for a timer.
    func replies(to question: Question) -> [Possible<Reply.Result>] {
        switch question {
        case .timer: []
        case .partner(let request): partner(request)
        case .call(let call): answers(call.endpoint) + failures(call.endpoint)
        }
    }

    // MARK: The partner framework

    private func partner(_ request: PartnerRequest) -> [Possible<Reply.Result>] {
        func answer(
            _ label: String, _ permission: Permission, _ provider: PlatformMappingID? = nil, expiry: Int64? = 2_592_000,
            saml: Int64? = nil, _ error: PartnerError? = nil
        ) -> Possible<Reply.Result> {
            let status = PartnerStatus(
                permission: permission, provider: provider, expiry: provider == nil ? nil : expiry.map { near.instant($0) })
            let saml = saml.map { PartnerAnswer.SAML(ref: near.ref(.saml), length: $0) }
            return Possible(label, .partner(PartnerAnswer(status: status, saml: saml, error: error)))
        }
        let name = near.mapping.text
        let denied = answer("permission denied", .denied)
        switch request {
        case .status, .choice:
            let statuses = [
                denied, answer("permission granted, but nobody signed in", .granted),
                answer("permission granted, \(name), not ended", .granted, near.mapping),
                answer("permission granted, \(name), its end not told", .granted, near.mapping, expiry: nil),
                answer("permission granted, \(name), but ended", .granted, near.mapping, expiry: -60),
            ]
            guard case .choice = request else { return statuses }
            return statuses + [
                answer("a provider that no MVPD maps to", .granted, near.unmapped),
                answer("\(name), which the app does not offer there", .granted, nil, .unsupportedProvider(near.mapping)),
                answer("\"other provider\" in the picker", .granted, nil, .unsupportedProvider(nil)),
                answer("the picker closed", .granted, nil, .cancelled),
                answer("an error of the framework", .granted, nil, .other(code: 3)),
            ]
        case .authentication:
            return [
                denied, answer("a SAML response of \(name)", .granted, near.mapping, saml: 2000),
                answer("a SAML response of \(name), whose sign-in has ended", .granted, near.mapping, expiry: -60, saml: 2000),
                answer("a SAML response of another provider", .granted, near.unmapped, saml: 2000),
                answer("an empty SAML response", .granted, near.mapping, saml: 0),
                answer("an error of the framework", .granted, near.mapping, .rejected),
            ]
        }
    }

    // MARK: Adobe's answers

    private func answers(_ endpoint: Endpoint) -> [Possible<Reply.Result>] {
        switch endpoint {
        case .register: return [Possible("credentials", .registered(client: near.ref(.client)))]
        case .token: return [Possible("a token", .token(AccessToken(ref: near.ref(.token), notAfter: near.instant(21_600))))]
        case .configuration: return [Possible("the configuration", .configuration(near.configuration))]
        case .profiles, .profile: return profiles(endpoint.mvpd ?? near.mvpd, types: [.regular, .appleSSO, .degraded])
        case .profileForCode: return profiles(near.mvpd, types: [.regular])
        case .createPartnerProfile: return profiles(near.mvpd, types: [.appleSSO, .degraded, .regular])
        case .createSession, .resumeSession, .partnerSession: return sessions(endpoint)
        case .preauthorize(_, let resources, _): return decisions(resources, playing: false)
        case .authorize(_, let resource, _, _): return decisions([resource], playing: true)
        case .logout(let mvpd): return logouts(mvpd)
        case .restV1(let endpoint): return answers(endpoint)
        }
    }

    private func profiles(_ mvpd: MVPDID, types: [ProfileType]) -> [Possible<Reply.Result>] {
        func profile(_ type: ProfileType, _ mvpd: MVPDID, _ seconds: Int64 = 2_592_000) -> Profile {
            Profile(mvpd: mvpd, type: type, notAfter: near.instant(seconds), attributes: near.ref(.attributes))
        }
        var all = [Possible<Reply.Result>("no profile", .profiles([]))]
        all += types.map { Possible("one profile, \($0.word)", .profiles([profile($0, mvpd)])) }
        all.append(Possible("one profile that has ended", .profiles([profile(.regular, mvpd, -60)])))
        let others = near.configuration.providers.filter { $0.mvpd != mvpd && !$0.isTemporary }.prefix(2).map(\.mvpd)
        if types.count > 2, others.count == 2 {
            all.append(Possible("two profiles", .profiles(others.map { profile(.regular, $0) })))
        }
        return all
    }

    private func sessions(_ endpoint: Endpoint) -> [Possible<Reply.Result>] {
        func open(link: Bool, mvpd: MVPDID?, _ reason: OpenSession.Reason, _ missing: [OpenSession.MissingParameter] = []) -> OpenSession {
            OpenSession(
                code: near.ref(.code), notAfter: near.instant(1800), link: link ? near.ref(.link) : nil, mvpd: mvpd, missing: missing,
                reason: reason)
        }
        func authorize(_ reason: ServerAuthorization.Reason) -> Possible<Reply.Result> {
            Possible("authorize, \(reason.rawValue)", .session(.authorize(ServerAuthorization(reason: reason, mvpd: near.mvpd))))
        }
        let isPartner = if case .partnerSession = endpoint { true } else { false }
        let unknown = Possible<Reply.Result>("an action this build does not know", .session(.unsupported))
        let resume = Possible<Reply.Result>(
            "resume, the provider missing", .session(.resume(open(link: false, mvpd: nil, .missingParametersFallback, [.mvpd]))))
        guard isPartner else {
            let retry = Possible<Reply.Result>(
                "retry, the provider still missing", .session(.retry(open(link: false, mvpd: nil, .none, [.mvpd]))))
            return [
                Possible("authenticate", .session(.authenticate(open(link: true, mvpd: near.mvpd, .none)))), resume, retry,
                authorize(.degraded), authorize(.authenticated), unknown,
            ]
        }
        return [
            Possible("partner_profile", .session(.partnerProfile(request: near.ref(.request), mvpd: near.mvpd))),
            Possible(
                "authenticate, partner sign-on switched off",
                .session(.authenticate(open(link: true, mvpd: near.mvpd, .configurationFallback)))),
            Possible(
                "authenticate, the partner status refused",
                .session(.authenticate(open(link: true, mvpd: near.mvpd, .partnerStatusFallback)))), resume, authorize(.authenticatedSSO),
            authorize(.degraded), unknown,
        ]
    }

    func decisions(_ resources: [SecretRef], playing: Bool) -> [Possible<Reply.Result>] {
        func all(_ verdict: Decision.Verdict) -> Reply.Result {
            .decisions(resources.map { Decision(resource: $0, verdict: verdict, source: .mvpd) })
        }
        let media = MediaToken(ref: near.ref(.media), notAfter: near.instant(420))
        let permit = Possible("a permit", all(.permit(media: playing ? media : nil)))
        let denials = [
            ("a denial, nothing to be done", PossibleReplies.error(.none, 403, "authorization_denied_by_mvpd")),
            ("a denial, to sign in again", PossibleReplies.error(.authentication, 403, "authenticated_profile_missing")),
            ("a denial, to be tried again", PossibleReplies.error(.retry, 403, "network_connection_timeout")),
        ]
        return [permit] + denials.map { Possible($0.0, all(.deny($0.1))) }
    }

    private func logouts(_ mvpd: MVPDID) -> [Possible<Reply.Result>] {
        let actions: [(String, Logout.Action)] = [
            ("logout, at a link", .logout(link: near.ref(.link))), ("logout, without a link", .logout(link: nil)),
            ("partner_logout", .partnerLogout), ("complete", .complete), ("invalid", .invalid),
        ]
        return [Possible("no profile to sign out", .logouts([]))]
            + actions.map { Possible($0.0, .logouts([Logout(mvpd: mvpd, action: $0.1)])) }
    }

    // MARK: Failures

    static func error(_ action: ErrorAction, _ status: Int64, _ code: String) -> AdobeError {
        AdobeError(action: action, status: status, code: ErrorCode(code))
    }

    private func failures(_ endpoint: Endpoint) -> [Possible<Reply.Result>] {
        var all: [(String, CallFailure)] = []
        func refused(_ label: String, _ action: ErrorAction, _ status: Int64, _ code: String) {
            all.append((label, .refused(http: status, PossibleReplies.error(action, status, code))))
        }
        switch endpoint {
        case .register, .token:
            for code in ["invalid_client", "invalid_request"] {
                if let word = ErrorCode(code) { all.append(("an error, \(code)", .registrationRefused(word))) }
            }
        case .authorize, .preauthorize:
            refused("an error, to sign in again", .authentication, 403, "authenticated_profile_missing")
            refused("an error, more resources than agreed", .configuration, 403, "too_many_resources")
        case .profileForCode, .resumeSession:
            refused("an error, the code is not known", .none, 400, "invalid_authentication_session")
        case .restV1(let endpoint): all += PossibleReplies.failures(endpoint)
        case .configuration, .profiles, .profile, .createSession, .partnerSession, .createPartnerProfile, .logout: break
        }
        if endpoint.status != nil {
            refused("an error about the partner status", .none, 400, "invalid_header_pfs_provider_info_expired")
        }
        if endpoint.mvpd != nil { refused("an error about the provider", .none, 400, "invalid_integration") }
        if case .register = endpoint {
        } else if case .token = endpoint {
        } else {
            refused("an error, to be tried again", .retry, 403, "network_received_error")
            refused("an error, nothing to be done", .none, 500, "internal_server_error")
            all.append(("401, the token refused", .unauthorized(nil)))
        }
        all.append(("429, throttled", .throttled))
        all.append(("no connection", .transport(.connection)))
        return all.map { Possible($0.0, .failed($0.1)) }
    }
}
