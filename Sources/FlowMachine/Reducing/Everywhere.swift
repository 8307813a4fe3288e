// What holds in every state: launch, wishes, foreground, lost credentials. The states come after.

extension Run {
    /// Where `origin` leads from `state`.
    mutating func decide(_ state: FlowState, _ origin: FlowEvent.Origin) -> Next {
        if case .app(.launched(let kept)) = origin { return launch(kept, from: state) }
        guard context.isLaunched else { return Next(state, .`FM-01`) }
        switch origin {
        case .reply(let request, let reply): return taken(model.calls.take(request, reply, &turn), state)
        case .timer(let timer):
            turn.fired = timer
            if let taken = model.calls.take(timer, &turn) { return self.taken(taken, state) }
            return state.fired(timer, &self)
        case .user(let event): return decide(state, event)
        case .app(let event): return decide(state, event)
        }
    }

    // MARK: Launch

    /// A process began. The new model depends on what was kept alone.
    private mutating func launch(_ kept: PersistedState, from state: FlowState) -> Next {
        if context.isLaunched { return Next(state, .`FM-05`) }
        context.isLaunched = true
        calls.numbers = kept.first
        calls.client = kept.client
        context.provider = kept.provider
        context.signedOut = kept.signedOut ?? (kept.owedLogouts.isEmpty ? nil : SignedOutMark())
        context.owedLogouts = kept.owedLogouts
        context.keptProfile = kept.profile
        if let profile = kept.profile, profile.notAfter <= now { forgetProfile() }
        context.keptCode = kept.code
        if let code = kept.code, code.notAfter <= now { forgetKeptCode() }
        if let token = kept.token, token.notAfter > now, kept.client != nil {
            calls.token = token
            model.calls.watch(token, &turn)
            return begin(.`V2-A-01`)
        }
        model.calls.getToken(&turn)
        if kept.client == nil { return Next(.unregistered(Unregistered(step: .registering)), .`V2-A-02`) }
        return Next(.unregistered(Unregistered(step: .gettingToken)), .`V2-A-08`)
    }

    /// Credentials and token are held: what comes first.
    mutating func begin(_ rule: Rule) -> Next {
        // Or it would find whoever has signed out. What is wished goes on right after.
        if !context.owedLogouts.isEmpty { return payOwedLogouts() }
        if context.wishes.contains(where: { $0.asksPerson }) { return attempt(rule) }
        if let next = temporaryAccess() { return next }
        if context.signedOut != nil {
            refuseWishes(Refusal(reason: .notSignedIn))
            return Next(.loggedOut(LoggedOut(step: .resting)), .`V2-E-09`)
        }
        if let code = context.keptCode {
            if code.notAfter > now { return resume(code) }
            forgetKeptCode()
        }
        return check(rule)
    }

    /// An attempt for the strongest of the open wishes. Asking ends what a sign-out suppressed.
    mutating func attempt(_ rule: Rule) -> Next {
        clearSignOut()
        if context.wants(.otherProvider) { return signInElsewhere(.`FM-15`) }
        return check(rule)
    }

    /// The viewer is wanted again: nothing of the last sign-out counts any more.
    mutating func clearSignOut() {
        if context.signedOut != nil {
            context.signedOut = nil
            turn.emit(.forget(.fact(.signedOut)))
        }
        if !context.owedLogouts.isEmpty {
            context.owedLogouts = []
            turn.emit(.forget(.fact(.owedLogouts)))
        }
    }

    // MARK: What calls took

    private mutating func taken(_ taken: Taken, _ state: FlowState) -> Next {
        switch taken {
        case .ended(let rule): return Next(state.following(calls), rule)
        case .outcome(let ask, let result): return state.answered(ask, result, &self)
        case .token:
            if case .unregistered = state { return begin(.`V2-A-07`) }
            return Next(state, .`V2-A-08`)
        case .registrationFailed(let failure): return registrationFailed(failure, state)
        case .credentialsRefused: return credentialsRefused(state)
        }
    }

    /// No token can be had. The registration is at fault, or for the moment the way to Adobe.
    private mutating func registrationFailed(_ failure: CallFailure, _ state: FlowState) -> Next {
        let isPassing = Problem(failure).reason != .registration
        if isPassing, case .unregistered = state {
            refuseWishes(Refusal(Problem(failure)))
            return Next(.unregistered(Unregistered(step: .refused)), .`V2-X-13`)
        }
        if isPassing {
            if calls.hasToken(now) {
                model.calls.sendQueued(&turn)
                return Next(state, .`V2-X-13`)
            }
            return state.failed(failure, &self)
        }
        refuseWishes(Refusal(Problem(failure)))
        answerSignOuts(owed: true)
        return Next(.unregistered(Unregistered(step: .refused)), .`V2-A-05`)
    }

    /// `invalid_client`, or credentials that are lost: the only ways to a new registration (G-54), and once a launch. Profiles
    /// are bound to the client, so the viewer has to sign in again (V2-A-04).
    private mutating func credentialsRefused(_ state: FlowState) -> Next {
        model.calls.dropCredentials(&turn)
        forgetProfile()
        // The profiles went with the credentials, so there is nothing left to sign out of.
        context.signedInProviders = []
        if !context.owedLogouts.isEmpty {
            context.owedLogouts = []
            turn.emit(.forget(.fact(.owedLogouts)))
        }
        answerSignOuts(owed: false)
        if calls.hasReregistered {
            refuseWishes(Refusal(reason: .registration, ways: [.retry, .cancel]))
            return Next(.unregistered(Unregistered(step: .refused)), .`V2-X-09`)
        }
        calls.hasReregistered = true
        model.calls.getToken(&turn)
        return Next(.unregistered(Unregistered(step: .registering)), .`V2-A-09`)
    }

    // MARK: The person and the app

    private mutating func decide(_ state: FlowState, _ event: UserEvent) -> Next {
        switch event {
        case .chose(let presentation, let choice):
            guard context.presented == presentation else { return Next(state, .`FM-04`) }
            return state.chose(choice, &self)
        case .cancel(let id): return giveUp(id, state)
        case .signIn(let id): return open(Wish(id: id, kind: .signIn), state)
        case .otherProvider(let id): return open(Wish(id: id, kind: .otherProvider), state)
        case .play(let id, let resource, let access): return open(Wish(id: id, kind: .play(resource: resource, under: access)), state)
        case .preview(let id, let resources): return open(Wish(id: id, kind: .preview(Array(resources.prefix(64)))), state)
        case .userMetadata(let id): return open(Wish(id: id, kind: .userMetadata), state)
        case .signOut(let id): return open(Wish(id: id, kind: .signOut), state)
        }
    }

    private mutating func open(_ wish: Wish, _ state: FlowState) -> Next {
        if context.wishes.contains(where: { $0.id == wish.id }) { return Next(state, .`FM-06`) }
        guard context.wishes.count < Context.mostWishes else {
            turn.emit(.answer(wish.id, .refused(Refusal(reason: .tooManyWishes, ways: [.retry]))))
            return Next(state, .`FM-06`)
        }
        context.wishes.append(wish)
        switch wish.kind {
        case .signOut: return LoggedOut.begin(state, &self)
        case .play(_, under: .temporary): return temporaryAccess(wish, state)
        case .signIn, .otherProvider, .play, .preview, .userMetadata: return state.wished(wish, &self)
        }
    }

    /// Temporary access needs no sign-in; asking for it ends an attempt to sign in (V2-T-01).
    private mutating func temporaryAccess(_ wish: Wish, _ state: FlowState) -> Next {
        guard settings.temporaryAccess != nil else {
            answer(wish.id, .refused(Refusal(reason: .temporaryAccess, ways: [.otherProvider, .cancel])))
            return Next(state, .`V2-T-04`)
        }
        switch state {
        case .unregistered, .loggedOut: return state.wished(wish, &self)
        case .deciding(var deciding):
            deciding.begin(wish, &self)
            return Next(.deciding(deciding), rules.temporaryAccess)
        case .registered, .checking, .partnerAuth, .basicAuthFallback:
            for other in context.wishes where other.asksPerson {
                answer(other.id, .refused(Refusal(reason: .cancelled, ways: [.retry, .otherProvider])))
            }
            return temporaryAccess() ?? Next(state, .`V2-T-04`)
        }
    }

    /// Decisions under temporary access, if a wish waits for one.
    mutating func temporaryAccess() -> Next? {
        guard let mvpd = settings.temporaryAccess else { return nil }
        let isWished = context.wishes.contains { if case .play(_, under: .temporary) = $0.kind { true } else { false } }
        guard isWished else { return nil }
        return Deciding.enter(.serverAuthorization(ServerAuthorization(reason: .temporary, mvpd: mvpd)), &self, rules.temporaryAccess)
    }

    /// The app no longer waits. An attempt that nobody else waits for ends with it.
    private mutating func giveUp(_ id: WishID, _ state: FlowState) -> Next {
        guard let wish = context.wishes.first(where: { $0.id == id }) else { return Next(state, .`FM-05`) }
        if wish.kind == .signOut { return Next(state, .`FM-05`) }
        answer(id, .dropped)
        return state.gaveUp(wish, &self)
    }

    private mutating func decide(_ state: FlowState, _ event: AppEvent) -> Next {
        switch event {
        case .launched: return Next(state, .`FM-05`)
        case .foregrounded:
            context.foundNobody = false
            model.calls.outdatePartnerStatus()
            return state.foregrounded(&self)
        case .backgrounded: return Next(state, .`FM-11`)
        case .held(let until):
            model.calls.holdBack(until: until, &turn)
            return Next(state, .`FM-19`)
        case .secretLost(let secret):
            if secret == calls.token?.ref { model.calls.dropToken(&turn) }
            if secret == calls.client { return credentialsRefused(state) }
            return Next(state, .`FM-20`)
        case .vaultFailed: return Next(state, .`FM-20`)
        }
    }
}

// MARK: Failing

extension Run {
    /// A call ended without an answer: `state` waits for the person; under a silent intent, rest.
    mutating func stop(_ failure: CallFailure, in state: FlowState, _ rule: Rule) -> Next {
        let problem = Problem(failure)
        let rule = failure.isRefusedAgain ? .`V2-X-09` : rule
        if isSilent { return Registered.rest(Refusal(problem), &self, rule) }
        present(.problem(problem))
        return Next(state, rule)
    }

    /// What the person chose to do about a problem.
    mutating func chose(_ choice: Choice, about state: FlowState) -> Next {
        switch choice {
        case .retry: return context.wants(.otherProvider) ? signInElsewhere(.`FM-14`) : check(.`FM-14`)
        case .otherProvider: return signInElsewhere(.`FM-15`)
        case .cancel: return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &self, .`FM-08`)
        case .provider, .profile, .newCode, .done, .redirectReached, .userAgentClosed: return Next(state, .`FM-04`)
        }
    }
}

extension Problem {
    /// A failed call as a problem.
    init(_ failure: CallFailure) {
        let ways: [Way] = [.retry, .otherProvider, .cancel]
        switch failure {
        case .unauthorized(let error): self.init(reason: .registration, error: error, ways: [.retry, .cancel])
        case .registrationRefused: self.init(reason: .registration, ways: [.retry, .cancel])
        case .throttled: self.init(reason: .throttled, ways: ways)
        case .refused(_, let error):
            self.init(reason: error.namesProvider ? .provider : .service, error: error, ways: ways)
        case .transport(let transport):
            switch transport {
            case .timedOut, .connection, .status: self.init(reason: .unreachable, ways: ways)
            case .unreadable: self.init(reason: .service, ways: ways)
            case .secretMissing: self.init(reason: .vault, ways: ways)
            }
        }
    }
}

extension Refusal {
    /// A problem as the refusal of a wish.
    init(_ problem: Problem) {
        let reason: Reason
        switch problem.reason {
        case .registration: reason = .registration
        case .unreachable: reason = .unreachable
        case .service, .throttled, .noProviders, .provider, .vault: reason = .service
        case .partnerStatus, .authentication: reason = .authentication
        }
        self.init(reason: reason, error: problem.error, ways: problem.ways)
    }
}

extension AdobeError {
    /// Whether the MVPD cannot be used: it is unknown or switched off.
    var namesProvider: Bool { code?.text == "invalid_integration" || code?.text == "invalid_parameter_mvpd" }

    /// Whether Adobe refused the partner status (V2-X-20).
    var namesPartnerStatus: Bool { code?.text.hasPrefix("invalid_header_pfs_") ?? false }

    /// Whether the authentication session is over (V2-F-15).
    var namesSession: Bool { code?.text == "invalid_authentication_session" || code?.text == "invalid_parameter_code" }
}

extension CallFailure {
    /// Whether Adobe refused a fresh token, too: the registration is at fault (V2-X-09).
    var isRefusedAgain: Bool {
        if case .unauthorized = self { true } else { false }
    }

    /// Adobe's error, if it reported one.
    var error: AdobeError? {
        switch self {
        case .unauthorized(let error): error
        case .refused(_, let error): error
        case .throttled, .registrationRefused, .transport: nil
        }
    }
}
