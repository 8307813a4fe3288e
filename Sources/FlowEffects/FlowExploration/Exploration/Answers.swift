import FlowMachine
import FlowSimulation

// What Adobe and the partner framework may answer.

/// Numbers for secrets that come in with one event.
struct SecretNumbers {
    /// More than any one event brings.
    static let mostInOneEvent: Int64 = 4
    let first: Int64

    func ref(_ kind: SecretRef.Kind, _ offset: Int64 = 0) -> SecretRef { SecretRef(kind, first + offset) }
}

extension Alphabet {
    /// What may come to a call at `now`, when all is well.
    func answers(to endpoint: Endpoint, at now: Instant, _ secrets: SecretNumbers) -> [Reply.Result] {
        switch endpoint {
        case .register: return [.registered(client: secrets.ref(.client))]
        case .token: return [.token(AccessToken(ref: secrets.ref(.token), notAfter: now.advanced(by: lives.token)))]
        case .configuration: return [.configuration(Configuration(ref: secrets.ref(.configuration), providers: entries))]
        case .profiles: return profiles(at: now).map { .profiles($0) }
        case .profile(let mvpd, _): return profiles(of: mvpd, at: now, secrets).map { .profiles($0) }
        case .profileForCode: return profilesForCode(at: now).map { .profiles($0) }
        case .createPartnerProfile(_, let status):
            let mvpd = mvpd(for: status.provider) ?? mvpds[0]
            let types: [ProfileType] = isWide ? [.appleSSO, .degraded, .regular] : [.appleSSO]
            return [.profiles([])] + types.map { .profiles([profile(mvpd, $0, at: now)]) }
        case .createSession(let mvpd): return sessions(mvpd, at: now, secrets).map { .session($0) }
        case .resumeSession(_, let mvpd): return resumedSessions(mvpd, at: now, secrets).map { .session($0) }
        case .partnerSession(let status): return partnerSessions(mvpd(for: status.provider), at: now, secrets).map { .session($0) }
        case .preauthorize(_, let resources, _):
            let permits = resources.map { Decision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }
            let denials = resources.map { Decision(resource: $0, verdict: .deny(Alphabet.denial(.none)), source: .mvpd) }
            return [.decisions(permits), .decisions(denials)]
        case .authorize(_, let resource, _, _): return decisions(resource, at: now, secrets)
        case .logout(let mvpd): return logouts(secrets).map { .logouts([Logout(mvpd: mvpd, action: $0)]) }
        case .restV1(let endpoint): return answers(to: endpoint, at: now, secrets)
        }
    }

    // MARK: Profiles

    private func profile(_ mvpd: MVPDID, _ type: ProfileType, at now: Instant) -> Profile {
        Profile(mvpd: mvpd, type: type, notAfter: now.advanced(by: lives.profile))
    }

    private func profiles(at now: Instant) -> [[Profile]] {
        var lists: [[Profile]] = [[]]
        for mvpd in mvpds { lists.append([profile(mvpd, .regular, at: now)]) }
        lists.append([profile(mvpds[0], .appleSSO, at: now)])
        if isNarrow { return lists }
        lists.append([Profile(mvpd: mvpds[0], type: .regular, notAfter: now)])
        if mvpds.count > 1 { lists.append([profile(mvpds[0], .appleSSO, at: now), profile(mvpds[1], .regular, at: now)]) }
        if isWide { lists.append([profile(mvpds[0], .degraded, at: now)]) }
        return lists
    }

    private func profiles(of mvpd: MVPDID, at now: Instant, _ secrets: SecretNumbers) -> [[Profile]] {
        var lists: [[Profile]] = [[], [profile(mvpd, .regular, at: now)], [profile(mvpd, .appleSSO, at: now)]]
        if isNarrow { return lists }
        lists.append([Profile(mvpd: mvpd, type: .regular, notAfter: now)])
        if isWide {
            let ends = now.advanced(by: lives.profile)
            lists.append([profile(mvpd, .degraded, at: now)])
            lists.append([Profile(mvpd: mvpd, type: .regular, notAfter: ends, attributes: secrets.ref(.attributes))])
        }
        return lists
    }

    private func profilesForCode(at now: Instant) -> [[Profile]] {
        [[]] + mvpds.map { [profile($0, .regular, at: now)] }
    }

    // MARK: Sessions

    private func open(
        _ mvpd: MVPDID?, at now: Instant, _ secrets: SecretNumbers, ends: Bool = true, missing: [OpenSession.MissingParameter] = [],
        _ reason: OpenSession.Reason = .none
    ) -> OpenSession {
        OpenSession(
            code: secrets.ref(.code), notAfter: ends ? now.advanced(by: lives.code) : nil,
            link: missing.isEmpty ? secrets.ref(.link) : nil, mvpd: mvpd, missing: missing, reason: reason)
    }

    private func sessions(_ mvpd: MVPDID?, at now: Instant, _ secrets: SecretNumbers) -> [Session] {
        var list: [Session] = [
            .authenticate(open(mvpd, at: now, secrets)),
            .resume(open(mvpd, at: now, secrets, missing: [.mvpd])),
        ]
        if !isNarrow { list.append(.authorize(ServerAuthorization(reason: .authenticated, mvpd: mvpd))) }
        if isWide {
            list.append(.authenticate(open(mvpd, at: now, secrets, ends: false)))
            list.append(.authorize(ServerAuthorization(reason: .degraded, mvpd: mvpd)))
            list.append(.retry(open(mvpd, at: now, secrets, missing: [.mvpd])))
            list.append(.unsupported)
        }
        return list
    }

    private func resumedSessions(_ mvpd: MVPDID?, at now: Instant, _ secrets: SecretNumbers) -> [Session] {
        var list: [Session] = [
            .authenticate(open(mvpd, at: now, secrets)),
            .retry(open(mvpd, at: now, secrets, missing: [.mvpd])),
        ]
        if isWide {
            list.append(.resume(open(mvpd, at: now, secrets, missing: [.mvpd])))
            list.append(.authorize(ServerAuthorization(reason: .authenticated, mvpd: mvpd)))
            list.append(.unsupported)
        }
        return list
    }

    private func partnerSessions(_ mvpd: MVPDID?, at now: Instant, _ secrets: SecretNumbers) -> [Session] {
        var list: [Session] = [
            .partnerProfile(request: secrets.ref(.request), mvpd: mvpd),
            .authenticate(open(mvpd, at: now, secrets, .configurationFallback)),
        ]
        if isNarrow { return list }
        list.append(.authorize(ServerAuthorization(reason: .authenticatedSSO, mvpd: mvpd)))
        list.append(.resume(open(nil, at: now, secrets, missing: [.mvpd], .partnerStatusFallback)))
        if isWide {
            list.append(.partnerProfile(request: secrets.ref(.request), mvpd: nil))
            list.append(.resume(open(mvpd, at: now, secrets, missing: [.domainName], .missingParametersFallback)))
            list.append(.unsupported)
        }
        return list
    }

    // MARK: Decisions and sign-out

    static func denial(_ action: ErrorAction) -> AdobeError { AdobeError(action: action, status: 403, code: nil) }

    private func decisions(_ resource: SecretRef, at now: Instant, _ secrets: SecretNumbers) -> [Reply.Result] {
        let media = MediaToken(ref: secrets.ref(.media), notAfter: now.advanced(by: .seconds(600)))
        var verdicts: [Decision.Verdict] = [
            .permit(media: media), .deny(Alphabet.denial(.none)), .deny(Alphabet.denial(.authentication)),
        ]
        if isWide { verdicts += [.permit(media: nil), .deny(Alphabet.denial(.retry))] }
        let decisions = verdicts.map { Reply.Result.decisions([Decision(resource: resource, verdict: $0, source: .mvpd)]) }
        return isWide ? decisions + [.decisions([])] : decisions
    }

    private func logouts(_ secrets: SecretNumbers) -> [Logout.Action] {
        let usual: [Logout.Action] = [.logout(link: secrets.ref(.link)), .partnerLogout, .complete]
        return isWide ? usual + [.logout(link: nil), .invalid, .unsupported] : usual
    }

    // MARK: The partner framework

    /// What the partner framework may answer at `now`.
    func answers(to question: PartnerRequest, at now: Instant, _ secrets: SecretNumbers) -> [Reply.Result] {
        let valid = now.advanced(by: lives.status)
        var statuses = mappings.map { PartnerStatus(permission: .granted, provider: $0, expiry: valid) }
        let first = statuses[0]
        statuses.append(PartnerStatus(permission: .granted))
        statuses.append(PartnerStatus(permission: .denied))
        if !isNarrow { statuses.append(PartnerStatus(permission: .granted, provider: first.provider, expiry: now)) }
        if isWide {
            statuses.append(PartnerStatus(permission: .granted, provider: first.provider))
            statuses.append(PartnerStatus(permission: .notDetermined))
        }
        switch question {
        case .status: return statuses.map { .partner(PartnerAnswer(status: $0)) }
        case .choice:
            let nobody = PartnerStatus(permission: .granted)
            var errors: [PartnerError] = [.cancelled, .unsupportedProvider(mappings.last)]
            if isWide { errors += [.unsupportedProvider(nil), .rejected] }
            return statuses.map { .partner(PartnerAnswer(status: $0)) }
                + errors.map { .partner(PartnerAnswer(status: nobody, error: $0)) }
        case .authentication:
            let saml = PartnerAnswer.SAML(ref: secrets.ref(.saml), length: 2000)
            var answers = statuses.map { PartnerAnswer(status: $0, saml: $0.provider == nil ? nil : saml) }
            answers.append(PartnerAnswer(status: first, error: .rejected))
            if isWide {
                answers.append(PartnerAnswer(status: first, saml: PartnerAnswer.SAML(ref: secrets.ref(.saml), length: 0)))
                answers.append(PartnerAnswer(status: first, error: .cancelled))
            }
            return answers.map { .partner($0) }
        }
    }

    // MARK: Failures

    /// What may go wrong with a call.
    func failures(of endpoint: Endpoint) -> [CallFailure] {
        var list: [CallFailure] = [.transport(.connection), .throttled]
        switch endpoint {
        case .register, .token:
            list += ["invalid_client", "invalid_request"].compactMap { ErrorCode($0).map { .registrationRefused($0) } }
        case .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession, .createPartnerProfile,
            .preauthorize, .authorize, .logout, .restV1:
            list += [.unauthorized(nil), .refused(http: 500, Alphabet.error(.retry, "internal_server_error"))]
            list += refusals(endpoint)
            if endpoint == .restV1(.authenticationToken) {
                list.append(.refused(http: 410, AdobeError(action: .authentication, status: 410, code: nil)))
            }
        }
        return isWide ? list + [.transport(.unreadable)] : list
    }

    private static func error(_ action: ErrorAction, _ code: String) -> AdobeError {
        AdobeError(action: action, status: 400, code: ErrorCode(code))
    }

    private func refusals(_ endpoint: Endpoint) -> [CallFailure] {
        var errors = [Alphabet.error(.none, "bad_request")]
        if endpoint.mvpd != nil { errors.append(Alphabet.error(.configuration, "invalid_integration")) }
        if endpoint.status != nil { errors.append(Alphabet.error(.none, "invalid_header_pfs_provider_info_expired")) }
        switch endpoint {
        case .profileForCode, .resumeSession: errors.append(Alphabet.error(.none, "invalid_authentication_session"))
        case .preauthorize, .authorize, .restV1(.authorize), .restV1(.mediaToken):
            errors.append(Alphabet.error(.authentication, "authenticated_profile_missing"))
        case .restV1, .register, .token, .configuration, .profiles, .profile, .createSession, .partnerSession, .createPartnerProfile,
            .logout:
            break
        }
        if isWide {
            errors.append(Alphabet.error(.applicationRegistration, "invalid_access_token_service_provider"))
            errors.append(Alphabet.error(.authorization, "authorization_denied_by_mvpd"))
        }
        return errors.map { .refused(http: 400, $0) }
    }
}
