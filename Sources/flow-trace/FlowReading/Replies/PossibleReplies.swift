import FlowMachine

/// The replies worth trying for each endpoint and each request to the partner framework.
///
/// The explorer, the random walks, and the explanations of `flow-trace explain` choose from them.
package struct PossibleReplies {
    let values: ReplyValues

    /// Creates replies with `values`.
    package init(_ values: ReplyValues) { self.values = values }

    /// Returns the possible answers of Adobe, without failures.
    package func answers(to endpoint: Endpoint) -> [PossibleReply] {
        switch endpoint {
        case .register: return [PossibleReply("credentials", .registered(client: values.ref(.client)), [.common, .explained])]
        case .token:
            let token = AccessToken(ref: values.ref(.token), notAfter: values.now.advanced(by: values.tokenLife))
            return [PossibleReply("a token", .token(token), [.common, .explained])]
        case .configuration: return [configuration]
        case .profiles: return profiles
        case .profile(let mvpd, _): return profiles(of: mvpd)
        case .profileForCode: return profilesForCode
        case .createPartnerProfile(_, let status): return partnerProfiles(values.mvpd(for: status.mapping))
        case .createSession(let mvpd): return sessions(mvpd, isResumed: false)
        case .resumeSession(_, let mvpd): return sessions(mvpd, isResumed: true)
        case .partnerSession(let status): return partnerSessions(values.mvpd(for: status.mapping))
        case .preauthorize(_, let resources, _): return preauthorizations(resources)
        case .authorize(_, let resource, _, _):
            return [
                decisions([resource], "a permit", .permit(media: media), [.common, .explained]),
                decisions([resource], "a permit without a media token", .permit(media: nil), .rare),
                PossibleReply("no decision", .decisions([]), .rare),
            ] + denials([resource], of: [.common, .common, .rare]) + permitsFromElsewhere([resource], media)
        case .logout(let mvpd): return logouts(mvpd)
        case .restV1(let endpoint): return answers(to: endpoint)
        }
    }

    var configuration: PossibleReply {
        let configuration = AdobeConfiguration(ref: values.ref(.configuration), providers: values.configuration.providers)
        return PossibleReply("the configuration", .configuration(configuration), [.common, .explained])
    }

    // MARK: Profiles

    private func profile(_ mvpd: MVPDID, _ type: ProfileType, until end: Instant? = nil, hasAttributes: Bool = false) -> Profile {
        Profile(
            mvpd: mvpd, type: type, notAfter: end ?? values.now.advanced(by: values.profileLife),
            attributes: values.hasAttributes || hasAttributes ? values.ref(.attributes) : nil)
    }

    private func one(_ mvpd: MVPDID, _ type: ProfileType, _ uses: PossibleReply.Uses) -> PossibleReply {
        PossibleReply("one profile, \(type.word)", .profiles([profile(mvpd, type)]), uses)
    }

    private func none(_ uses: PossibleReply.Uses = [.common, .explained]) -> PossibleReply {
        PossibleReply("no profile", .profiles([]), uses)
    }

    private func expired(_ mvpd: MVPDID, _ uses: PossibleReply.Uses) -> PossibleReply {
        PossibleReply("one expired profile", .profiles([profile(mvpd, .regular, until: values.expired)]), uses)
    }

    private var profiles: [PossibleReply] {
        let first = values.mvpds[0]
        let others = values.mvpds.dropFirst()
        var all = [
            none(), one(first, .regular, [.common, .explained]), one(first, .appleSSO, [.common, .explained]),
            one(first, .degraded, [.rare, .explained]), one(first, .temporary, .random), expired(first, [.usual, .explained]),
        ]
        for other in others.prefix(1) {
            let both = [profile(first, .appleSSO), profile(other, .regular)]
            all.append(one(other, .regular, .common))
            all.append(PossibleReply("two profiles, one of partner single sign-on", .profiles(both), .usual))
        }
        if others.count > 1 {
            all.append(PossibleReply("two profiles", .profiles(others.prefix(2).map { profile($0, .regular) }), .explained))
        }
        return all
    }

    private func profiles(of mvpd: MVPDID) -> [PossibleReply] {
        let withAttributes = profile(mvpd, .regular, hasAttributes: true)
        let others = values.mvpds.filter { $0 != mvpd }.prefix(2)
        var all = [
            none(), one(mvpd, .regular, [.common, .explained]), one(mvpd, .appleSSO, [.common, .explained]),
            one(mvpd, .degraded, [.rare, .explained]), one(mvpd, .temporary, .random), expired(mvpd, [.usual, .explained]),
            PossibleReply("one profile, with attributes", .profiles([withAttributes]), .rare),
        ]
        if others.count > 1 { all.append(PossibleReply("two profiles", .profiles(others.map { profile($0, .regular) }), .explained)) }
        return all
    }

    private var profilesForCode: [PossibleReply] {
        [none(), one(values.mvpds[0], .regular, [.common, .explained]), expired(values.mvpds[0], .explained)]
            + values.mvpds.dropFirst().prefix(1).map { one($0, .regular, .common) }
    }

    private func partnerProfiles(_ mvpd: MVPDID) -> [PossibleReply] {
        [
            none(), one(mvpd, .appleSSO, [.common, .explained]), one(mvpd, .degraded, [.rare, .explained]),
            one(mvpd, .regular, [.rare, .explained]), expired(mvpd, .explained),
        ]
    }

    // MARK: Sessions

    private func open(
        _ mvpd: MVPDID?, missing: [OpenSession.MissingParameter] = [], _ reason: OpenSession.Reason = .none, expires: Bool = true
    ) -> OpenSession {
        OpenSession(
            code: values.ref(.code), notAfter: expires ? values.now.advanced(by: values.codeLife) : nil,
            link: missing.isEmpty ? values.ref(.link) : nil, mvpd: mvpd, missing: missing, reason: reason)
    }

    private func authorize(_ reason: ServerAuthorization.Reason, _ mvpd: MVPDID?, _ uses: PossibleReply.Uses) -> PossibleReply {
        session("authorize, \(reason.rawValue)", .authorize(ServerAuthorization(reason: reason, mvpd: mvpd)), uses)
    }

    func session(_ label: String, _ session: AdobeSession, _ uses: PossibleReply.Uses) -> PossibleReply {
        PossibleReply(label, .session(session), uses)
    }

    private func sessions(_ asked: MVPDID?, isResumed: Bool) -> [PossibleReply] {
        let mvpd = asked ?? values.sessionMVPD
        let known = [
            session("authenticate", .authenticate(open(mvpd)), [.common, .explained]),
            session(
                "resume, the provider missing", .resume(open(asked, missing: [.mvpd])),
                isResumed ? [.rare, .explained] : [.common, .explained]),
            session(
                "retry, the provider still missing", .retry(open(asked, missing: [.mvpd])),
                isResumed ? [.common, .explained] : [.rare, .explained]),
            authorize(.degraded, mvpd, isResumed ? .explained : [.rare, .explained]),
            authorize(.authenticated, mvpd, isResumed ? [.rare, .explained] : [.usual, .explained]),
            session("authenticate, code expiry not reported", .authenticate(open(mvpd, expires: false)), isResumed ? .random : .rare),
            unknown,
        ]
        let fallbacks = OpenSession.Reason.allCases.filter { $0 != .none }.map { reason in
            session("authenticate, \(reason.rawValue)", .authenticate(open(mvpd, reason)), .random)
        }
        return known + fallbacks + [authorize(.temporary, mvpd, .random), authorize(.other, mvpd, .random)]
    }

    private var unknown: PossibleReply { session("an action unknown to this build", .unsupported, [.rare, .explained]) }

    private func partnerSessions(_ mvpd: MVPDID) -> [PossibleReply] {
        [
            session("partner_profile", .partnerProfile(request: values.ref(.request), mvpd: mvpd), [.common, .explained]),
            session("partner_profile, provider not reported", .partnerProfile(request: values.ref(.request), mvpd: nil), .rare),
            session(
                "authenticate, partner sign-on switched off", .authenticate(open(mvpd, .configurationFallback)), [.common, .explained]),
            session("authenticate, the partner status refused", .authenticate(open(mvpd, .partnerStatusFallback)), .explained),
            session("resume, the provider missing", .resume(open(nil, missing: [.mvpd], .missingParametersFallback)), .explained),
            session("resume, the partner status refused", .resume(open(nil, missing: [.mvpd], .partnerStatusFallback)), .usual),
            session("resume, the domain missing", .resume(open(mvpd, missing: [.domainName], .missingParametersFallback)), .rare),
            authorize(.authenticatedSSO, mvpd, [.usual, .explained]), authorize(.degraded, mvpd, .explained), unknown,
        ]
    }

    // MARK: Decisions and sign-out

    var media: MediaToken { MediaToken(ref: values.ref(.media), notAfter: values.now.advanced(by: values.mediaLife)) }

    func decisions(_ resources: [SecretRef], _ label: String, _ verdict: AdobeDecision.Verdict, _ uses: PossibleReply.Uses) -> PossibleReply
    {
        PossibleReply(label, .decisions(resources.map { AdobeDecision(resource: $0, verdict: verdict, source: .mvpd) }), uses)
    }

    /// Returns three denials: without a remedy, with a new sign-in as remedy, and with another attempt as remedy. `uses` has one element for each
    /// denial.
    func denials(_ resources: [SecretRef], of uses: [PossibleReply.Uses]) -> [PossibleReply] {
        let kinds: [(label: String, action: ErrorAction, code: String)] = [
            ("a denial without a remedy", .none, "authorization_denied_by_mvpd"),
            ("a denial that requires a new sign-in", .authentication, "authenticated_profile_missing"),
            ("a temporary denial", .retry, "network_connection_timeout"),
        ]
        let denials = zip(kinds, uses).map { kind, uses in
            let error = AdobeError(action: kind.action, status: 403, code: ErrorCode(kind.code))
            return decisions(resources, kind.label, .deny(error), uses.union(.explained))
        }
        return denials + [values.anyError].compactMap { $0 }.map { decisions(resources, "another denial", .deny($0), .random) }
    }

    func preauthorizations(_ resources: [SecretRef]) -> [PossibleReply] {
        [decisions(resources, "a permit", .permit(media: nil), [.common, .explained])] + denials(resources, of: [.common, [], []])
            + permitsFromElsewhere(resources, nil)
    }

    /// Returns permits whose source is not the MVPD.
    private func permitsFromElsewhere(_ resources: [SecretRef], _ media: MediaToken?) -> [PossibleReply] {
        AdobeDecision.Source.allCases.filter { $0 != .mvpd }.map { source in
            let permits = resources.map { AdobeDecision(resource: $0, verdict: .permit(media: media), source: source) }
            return PossibleReply("a permit, decided by \(source.rawValue)", .decisions(permits), .random)
        }
    }

    private func logouts(_ mvpd: MVPDID) -> [PossibleReply] {
        let actions: [(label: String, action: Logout.Action, uses: PossibleReply.Uses)] = [
            ("logout, at a link", .logout(link: values.ref(.link)), [.common, .explained]),
            ("logout, without a link", .logout(link: nil), [.rare, .explained]),
            ("partner_logout", .partnerLogout, [.common, .explained]), ("complete", .complete, [.common, .explained]),
            ("invalid", .invalid, [.rare, .explained]), ("an action unknown to this build", .unsupported, .rare),
        ]
        return [PossibleReply("no profile to sign out", .logouts([]), .explained)]
            + actions.map { PossibleReply($0.label, .logouts([Logout(mvpd: mvpd, action: $0.action)]), $0.uses) }
    }
}
