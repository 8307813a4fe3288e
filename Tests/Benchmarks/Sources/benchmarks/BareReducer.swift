import FlowMachine

/// The same seven states with the minimal path through them: no checks, no timeouts, no wishes, no memory. The cost of a
/// reducer that only carries such events and effects.
enum BareState {
    case unregistered
    case registered
    case checking
    case partnerAuth(configuration: SecretRef?)
    case basicAuthFallback(code: SecretRef?)
    case deciding(MVPDID, status: PartnerStatus?)
    case loggedOut
}

struct BareReducer {
    private var number: Int64 = 1

    private mutating func next() -> RequestID {
        number += 1
        return RequestID(number)
    }

    private mutating func call(_ endpoint: Endpoint) -> Effect { .call(next(), Call(token: SecretRef(.token, 1), endpoint: endpoint)) }

    mutating func reduce(_ state: consuming BareState, _ event: FlowEvent) -> (BareState, [Effect]) {
        switch state {
        case .unregistered: return unregistered(event)
        case .registered, .loggedOut: return resting(state, event)
        case .checking: return checking(event)
        case .partnerAuth(let configuration): return partnerAuth(configuration, event)
        case .basicAuthFallback(let code): return basicAuthFallback(code, event)
        case .deciding(let mvpd, let status): return deciding(mvpd, status, event)
        }
    }

    private mutating func unregistered(_ event: FlowEvent) -> (BareState, [Effect]) {
        switch event.origin {
        case .app(.launched): return (.unregistered, [call(.register)])
        case .reply(_, let reply):
            switch reply.result {
            case .registered(let client): return (.unregistered, [.keep(.client(client)), call(.token(client: client))])
            case .token(let token): return (.checking, [.keep(.token(token)), .partner(next(), .status(prompt: false))])
            case _: return (.unregistered, [])
            }
        case _: return (.unregistered, [])
        }
    }

    private mutating func resting(_ state: consuming BareState, _ event: FlowEvent) -> (BareState, [Effect]) {
        switch event.origin {
        case .user(.signIn): return (.partnerAuth(configuration: nil), [call(.configuration)])
        case .reply(_, let reply):
            if case .logouts(let logouts) = reply.result, !logouts.isEmpty {
                return (state, [.present(PresentationID(1), .signOutInSettings)])
            }
            return (state, [])
        case _: return (state, [])
        }
    }

    private mutating func checking(_ event: FlowEvent) -> (BareState, [Effect]) {
        guard case .reply(_, let reply) = event.origin else { return (.checking, []) }
        switch reply.result {
        case .partner(let answer): return (.checking, [call(.profiles(status: answer.status))])
        case .profiles(let profiles): return signedIn(profiles, orElse: .registered)
        case _: return (.checking, [])
        }
    }

    private mutating func partnerAuth(_ configuration: SecretRef?, _ event: FlowEvent) -> (BareState, [Effect]) {
        guard case .reply(_, let reply) = event.origin else { return (.partnerAuth(configuration: configuration), []) }
        switch reply.result {
        case .configuration(let value):
            return (.partnerAuth(configuration: value.ref), [.partner(next(), .choice(configuration: value.ref))])
        case .partner(let answer):
            if let saml = answer.saml {
                return (.partnerAuth(configuration: configuration), [call(.createPartnerProfile(saml: saml.ref, status: answer.status))])
            }
            if answer.status.permission == .granted {
                return (.partnerAuth(configuration: configuration), [call(.partnerSession(status: answer.status))])
            }
            return (
                .basicAuthFallback(code: nil), configuration.map { [.present(PresentationID(1), .providerPicker(configuration: $0))] } ?? []
            )
        case .session(.partnerProfile(let request, _)):
            return (.partnerAuth(configuration: configuration), [.partner(next(), .authentication(request: request, interruption: true))])
        case .profiles(let profiles): return signedIn(profiles, orElse: .registered)
        case _: return (.partnerAuth(configuration: configuration), [])
        }
    }

    private mutating func basicAuthFallback(_ code: SecretRef?, _ event: FlowEvent) -> (BareState, [Effect]) {
        switch event.origin {
        case .user(.chose(_, .provider(let mvpd))): return (.basicAuthFallback(code: nil), [call(.createSession(mvpd: mvpd))])
        case .timer: return (.basicAuthFallback(code: code), code.map { [call(.profileForCode($0))] } ?? [])
        case .reply(_, let reply):
            switch reply.result {
            case .session(.authenticate(let session)):
                let shown = Effect.present(PresentationID(1), .code(session.code, notAfter: session.notAfter))
                return (.basicAuthFallback(code: session.code), [shown, call(.profileForCode(session.code))])
            case .profiles(let profiles) where profiles.isEmpty:
                return (.basicAuthFallback(code: code), [.arm(TimerID(1), .poll, at: event.time.advanced(by: .seconds(5)))])
            case .profiles(let profiles): return signedIn(profiles, orElse: .registered)
            case _: return (.basicAuthFallback(code: code), [])
            }
        case _: return (.basicAuthFallback(code: code), [])
        }
    }

    private func signedIn(_ profiles: [Profile], orElse state: BareState) -> (BareState, [Effect]) {
        guard let profile = profiles.first else { return (state, []) }
        return (.deciding(profile.mvpd, status: nil), [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
    }

    private mutating func deciding(_ mvpd: MVPDID, _ status: PartnerStatus?, _ event: FlowEvent) -> (BareState, [Effect]) {
        switch event.origin {
        case .user(.play(_, let resource, _)):
            return (.deciding(mvpd, status: status), [call(.authorize(mvpd, resource: resource, status: status, identity: nil))])
        case .user(.preview(_, let resources)):
            return (.deciding(mvpd, status: status), [call(.preauthorize(mvpd, resources: resources, status: status))])
        case .user(.signOut): return (.loggedOut, [call(.logout(mvpd))])
        case .app(.foregrounded): return (.deciding(mvpd, status: status), [.partner(next(), .status(prompt: false))])
        case .reply(_, let reply):
            switch reply.result {
            case .partner(let answer): return (.deciding(mvpd, status: answer.status), [])
            case .decisions(let decisions): return (.deciding(mvpd, status: status), [.answer(WishID(1), .previewed(decisions))])
            case _: return (.deciding(mvpd, status: status), [])
            }
        case _: return (.deciding(mvpd, status: status), [])
        }
    }
}
