// The references to secrets that each part of the model holds. At the end of a reduction, they show which secrets are no longer needed.
// References to resources are left out, because the app creates them and they stay valid for the whole launch.
//
// Each type lists its references by hand. `References` finds them for the invariants by encoding all fields. That method would take 922
// more instructions per event, 13 % of `FlowEngine.apply` (callgrind, Swift 6.3.1, the sessions of the benchmarks). The invariant
// `noReferenceIsLost` compares the results of both methods.

extension Awaiting {
    func collect(_ list: inout [SecretRef]) {
        references.collect(&list)
        for decision in decisions { decision.denial?.collect(&list) }
    }
}

extension Awaiting.References {
    init(_ access: Access) {
        if case .profile(let profile) = access, let attributes = profile.attributes { self = .one(attributes) } else { self = .nothing }
    }

    init(_ session: OpenSession) { self = if let link = session.link { .two(session.code, link) } else { .one(session.code) } }

    func collect(_ list: inout [SecretRef]) {
        switch self {
        case .nothing: return
        case .profiles(let profiles):
            for profile in profiles { profile.collect(&list) }
        case .one(let reference): list.append(reference)
        case .two(let first, let second):
            list.append(first)
            list.append(second)
        case .logouts(let actions):
            for action in actions { action.collect(&list) }
        case .permits(let attributes, let permits):
            if let attributes { list.append(attributes) }
            for index in permits.indices { if let attributes = permits[index].attributes { list.append(attributes) } }
        }
    }
}

extension Calls {
    func collect(_ list: inout [SecretRef]) {
        if let client { list.append(client) }
        if let token { list.append(token.ref) }
        // The loop is over indices, because a loop over the elements would copy every call.
        for index in pending.indices {
            if let sentWith = pending[index].sentWith { list.append(sentWith) }
            if let batch = pending[index].batch {
                for decision in batch.decided { decision.collect(&list) }
            }
            if case .doubted(.refused(_, let error)) = pending[index].stage { error.collect(&list) }
            switch pending[index].question {
            case .adobe(let endpoint), .poll(let endpoint): if let secret = endpoint.secret { list.append(secret) }
            case .partner(.authentication(let request, _)): list.append(request)
            // The catalog contains the configuration from which the viewer chooses.
            case .partner(.choice), .partner(.status): continue
            }
        }
    }
}

extension Context {
    func collect(_ list: inout [SecretRef]) {
        keptProfile?.collect(&list)
        if let catalog { list.append(catalog.configuration.ref) }
        if let keptCode { list.append(keptCode.code) }
        for wish in wishes {
            if case .play(_, under: .temporary(let identity?)) = wish.kind { list.append(identity) }
        }
    }
}

extension FlowEvent.Origin {
    /// Adds the references that arrived with the event.
    func collect(_ list: inout [SecretRef]) {
        switch self {
        case .timer: return
        case .reply(_, let reply): reply.result.collect(&list)
        case .user(.play(_, _, under: .temporary(let identity?))): list.append(identity)
        case .user(.signIn), .user(.otherProvider), .user(.play), .user(.preview), .user(.userMetadata), .user(.signOut), .user(.cancel),
            .user(.chose):
            return
        case .app(.launched(let kept)): kept.collect(&list)
        case .app(.secretLost(let secret)): list.append(secret)
        case .app(.foregrounded), .app(.backgrounded), .app(.held), .app(.vaultFailed), .app(.shutDown): return
        }
    }
}

extension Reply.Result {
    fileprivate func collect(_ list: inout [SecretRef]) {
        switch self {
        case .registered(let client): list.append(client)
        case .token(let token): list.append(token.ref)
        case .configuration(let configuration): list.append(configuration.ref)
        case .profiles(let profiles):
            for profile in profiles { profile.collect(&list) }
        case .session(.authenticate(let open)), .session(.resume(let open)), .session(.retry(let open)): open.collect(&list)
        case .session(.partnerProfile(let request, _)): list.append(request)
        case .session(.authorize), .session(.unsupported): return
        case .decisions(let decisions):
            for decision in decisions { decision.collect(&list) }
        case .logouts(let logouts):
            for logout in logouts { logout.collect(&list) }
        case .partner(let answer):
            if let saml = answer.saml { list.append(saml.ref) }
        case .partnerRequest(let request): list.append(request)
        case .userMetadata(let metadata): if let attributes = metadata.attributes { list.append(attributes) }
        case .authentication, .done: return
        case .failed(.unauthorized(let error)): error?.collect(&list)
        case .failed(.refused(_, let error)): error.collect(&list)
        case .failed(.throttled), .failed(.registrationRefused), .failed(.status), .failed(.transport): return
        }
    }
}

extension PersistedState {
    /// Adds every reference except the credentials, because the flow always adopts the credentials.
    fileprivate func collect(_ list: inout [SecretRef]) {
        if let token { list.append(token.ref) }
        profile?.collect(&list)
        if let code { list.append(code.code) }
    }
}

extension Effect {
    /// Adds the references that the effect hands to the app, which then is responsible for them.
    func collectHandedOut(_ list: inout [SecretRef]) {
        switch self {
        case .answer(_, let answer): answer.collect(&list)
        case .present(_, .problem(let problem)): problem.error?.collect(&list)
        case .call, .partner, .cancel, .present, .arm, .disarm, .keep, .forget: return
        }
    }
}

extension WishAnswer {
    fileprivate func collect(_ list: inout [SecretRef]) {
        switch self {
        case .permitted(_, let media, _, let attributes):
            list.append(media.ref)
            if let attributes { list.append(attributes) }
        case .denied(_, let error): error.collect(&list)
        case .previewed(let decisions):
            for decision in decisions { decision.collect(&list) }
        case .userMetadata(let attributes): list.append(attributes)
        case .refused(let refusal): refusal.error?.collect(&list)
        // The state still holds the references of the access.
        case .signedIn, .signedOut, .dropped: return
        }
    }
}

extension Profile {
    fileprivate func collect(_ list: inout [SecretRef]) {
        if let attributes { list.append(attributes) }
    }
}

extension OpenSession {
    fileprivate func collect(_ list: inout [SecretRef]) {
        list.append(code)
        if let link { list.append(link) }
    }
}

extension AdobeDecision {
    fileprivate func collect(_ list: inout [SecretRef]) {
        if let attributes { list.append(attributes) }
        switch verdict {
        case .permit(let media): if let media { list.append(media.ref) }
        case .deny(let error): error.collect(&list)
        }
    }
}

extension Logout {
    fileprivate func collect(_ list: inout [SecretRef]) {
        if case .logout(let link?) = action { list.append(link) }
    }
}

extension AdobeError {
    func collect(_ list: inout [SecretRef]) {
        if let text { list.append(text) }
    }
}
