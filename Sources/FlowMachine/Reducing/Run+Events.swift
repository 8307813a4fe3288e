// The decisions that are the same in every state: about the launch, wishes, the foreground and lost credentials. The states decide about
// the other events.

extension Run {
    /// Decides about an event in `state`. The function may change `state` in place. If a new state replaces `state`, the result contains
    /// the new state.
    mutating func decide(_ state: inout FlowState, _ origin: FlowEvent.Origin) -> Next {
        guard context.isLaunched else {
            // Before the launch, every other event is ignored.
            if case .app(.launched(let kept)) = origin { return launch(kept) }
            return .ignore(.`FM-01`)
        }
        switch origin {
        case .reply(let request, let reply):
            // `calls` repeats an outdated question. A sign-out may precede the new answer, and must not use an account that may be gone.
            if case .partner(let answer) = reply.result, calls.isOutdated(request) { context.doubtAccount(answer.reading) }
            return follow(model.calls.receive(reply, to: request, &turn), &state)
        case .timer(let timer):
            turn.fired = timer
            if let delivery = model.calls.fire(timer, &turn) { return follow(delivery, &state) }
            return state.fired(timer, &self)
        case .user(let event): return decide(&state, event)
        case .app(let event): return decide(&state, event)
        }
    }

    // MARK: Launch

    /// Begins the launch of a process. The new model depends only on the values in the vault.
    private mutating func launch(_ kept: PersistedState) -> Next {
        calls.restore(kept)
        context.restore(kept)
        settleLogouts(of: kept)
        // Adobe's clock is not known yet. By the device's clock, the flow forgets only a token, because it can request a new token without
        // the viewer.
        if let token = kept.token, !calls.adobeClock.seemsPassed(token.notAfter, at: now), kept.client != nil {
            model.calls.adopt(token, &turn)
            return startWithToken(.`V2-A-01`)
        }
        getToken()
        return .move(.unregistered(Unregistered(gettingTokenWith: kept.client)), kept.client == nil ? .`V2-A-02` : .`V2-A-08`)
    }

    // MARK: Deliveries of calls

    private mutating func follow(_ delivery: Delivery, _ state: inout FlowState) -> Next {
        switch delivery {
        case .handled(let rule):
            if case .unregistered(let unregistered) = state, unregistered.following(calls) != unregistered {
                return .move(.unregistered(unregistered.following(calls)), rule)
            }
            return .stay(rule)
        case .unknown: return .stale(.`FM-02`)
        case .outcome(let request, let result):
            if let delivery = model.calls.settleDoubt(request, result) { return follow(delivery, &state) }
            let next = state.received(request, result, &self)
            return result == .failed(.apiEnded) ? next.decided(by: .`V1-51`) : next
        case .token:
            if case .unregistered = state { return startWithToken(.`V2-A-07`) }
            return .stay(.`V2-A-08`)
        case .registrationFailed(let failure): return registrationFailed(failure, &state)
        case .credentialsRefused(let rule, let failure): return credentialsRefused(rule, failure)
        }
    }

    /// Handles a failure to get credentials or a token. Either Adobe refuses the registration, or Adobe cannot be reached at the moment.
    private mutating func registrationFailed(_ failure: CallFailure, _ state: inout FlowState) -> Next {
        let problem = Problem(failure)
        if problem.reason == .registration {
            giveUpLateRequest(of: state)
            return endUnregistered(problem, .`V2-A-05`)
        }
        if case .unregistered = state { return endUnregistered(problem, .`V2-X-13`) }
        if calls.hasToken(now) {
            model.calls.sendQueued(&turn)
            if let delivery = model.calls.stopDoubting() { return follow(delivery, &state) }
            return .stay(.`V2-X-13`)
        }
        return state.failed(failure.ofToken, &self)
    }

    /// Ends an attempt without credentials or a token. An attempt of an earlier launch ends, too, so the next return to the foreground does
    /// not interrupt the viewer.
    private mutating func endUnregistered(_ problem: Problem, _ rule: Rule) -> Next {
        refuseWishes(Refusal(problem))
        answerSignOuts()
        context.resumesAttempt = false
        return .move(.unregistered(Unregistered(refused: problem)), rule)
    }

    /// Gives up a request that may still sign the viewer in after a sign-out. The corresponding logout stays pending, so that a later
    /// launch undoes the sign-in.
    private mutating func giveUpLateRequest(of state: FlowState) {
        guard case .loggedOut(let state) = state, let late = state.late else { return }
        switch api {
        case .restV2: owe([late.mvpd].compactMap { $0.map { .mvpd($0) } })
        // With the legacy API, one logout signs out everyone on the device.
        case .restV1: if context.owedLogouts.isEmpty { owe([.device]) }
        }
        model.calls.drop(late.call, &turn)
    }

    /// Handles credentials that are lost or that Adobe no longer accepts. The app registers again, once per launch unless the viewer asks
    /// again (V2-X-09).
    ///
    /// With REST API V2, profiles are bound to the client. The viewer therefore has to sign in again (V2-A-04), and no logout remains to be
    /// sent. The legacy API binds a sign-in to the device. There, a pending logout is sent with the new credentials (V1-37).
    private mutating func credentialsRefused(_ rule: Rule, _ failure: CallFailure) -> Next {
        model.calls.dropCredentials(&turn)
        calls.renewTokenAttempts()
        forgetProfile()
        context.signedInProviders = []
        if settings.api == .restV2 {
            context.requestedSignIns = []
            oweNothing()
            answerSignOuts()
        }
        if calls.hasReregistered {
            answerSignOuts()
            let problem = Problem(reason: .registration, error: failure.error, options: [.retry, .cancel])
            refuseWishes(Refusal(problem))
            return .move(.unregistered(Unregistered(refused: problem)), .`V2-X-09`)
        }
        calls.hasReregistered = true
        getToken()
        return .move(.unregistered(Unregistered(gettingTokenWith: nil)), rule)
    }

    // MARK: The viewer and the app

    private mutating func decide(_ state: inout FlowState, _ event: UserEvent) -> Next {
        switch event {
        case .chose(let presentation, let choice):
            guard context.presented == presentation else { return .stale(.`FM-04`) }
            calls.isTokenSpent = false
            return state.chose(choice, &self)
        case .cancel(let id): return giveUp(id, &state)
        case .signIn(let id): return open(Wish(id: id, kind: .signIn), &state)
        case .otherProvider(let id): return open(Wish(id: id, kind: .otherProvider), &state)
        case .play(let id, let resource, let access): return open(Wish(id: id, kind: .play(resource: resource, under: access)), &state)
        case .preview(let id, let resources):
            return open(Wish(id: id, kind: .preview(Array(resources.prefix(UserEvent.maximumPreview)))), &state)
        case .userMetadata(let id): return open(Wish(id: id, kind: .userMetadata), &state)
        case .signOut(let id): return open(Wish(id: id, kind: .signOut), &state)
        }
    }

    private mutating func open(_ wish: Wish, _ state: inout FlowState) -> Next {
        if context.wishes.contains(where: { $0.id == wish.id }) { return .stay(.`FM-06`) }
        guard context.open(wish) else {
            emit(.answer(wish.id, .refused(Refusal(reason: .tooManyWishes, options: [.retry]))))
            return .stay(.`FM-06`)
        }
        // The viewer asks for something, so the attempts of requests for a token are reset.
        if wish.asksViewer || wish.isTemporary || wish.kind == .signOut { calls.isTokenSpent = false }
        switch wish.kind {
        case .signOut: return LoggedOut.signOut(state, &self)
        case .play(_, under: .temporary): return temporaryAccess(wish, &state)
        case .signIn, .otherProvider, .play, .preview, .userMetadata: return state.opened(wish, &self)
        }
    }

    /// Begins a playback under temporary access, which needs no sign-in. The playback cancels a visible sign-in attempt (V2-T-01). A silent
    /// attempt continues, and the playback begins after it, because a viewer who is signed in must stay signed in (V2-T-09).
    private mutating func temporaryAccess(_ wish: Wish, _ state: inout FlowState) -> Next {
        guard let mvpd = settings.temporaryAccess else {
            answer(wish.id, .refused(Refusal(reason: .temporaryAccess, options: [.otherProvider, .cancel])))
            return .stay(.`V2-T-04`)
        }
        switch state {
        case .unregistered, .loggedOut: return state.opened(wish, &self)
        case .deciding(let current):
            return state.change(current) { current in
                current.start(wish, &self)
                return .stay(rules.temporaryAccess)
            }
        case .checking where isSilent, .partnerAuth where isSilent: return .stay(.`V2-T-09`)
        case .registered, .checking, .partnerAuth, .basicAuthFallback:
            for other in context.wishes where other.asksViewer {
                answer(other.id, .refused(Refusal(reason: .canceled, options: [.retry, .otherProvider])))
            }
            return enterTemporaryAccess(mvpd)
        }
    }

    /// Answers a wish that the app has canceled. Also cancels an attempt that no other wish needs.
    private mutating func giveUp(_ id: WishID, _ state: inout FlowState) -> Next {
        guard let wish = context.wishes.first(where: { $0.id == id }), wish.kind != .signOut else { return .ignore(.`FM-05`) }
        answer(id, .dropped)
        return state.gaveUp(wish, &self)
    }

    private mutating func decide(_ state: inout FlowState, _ event: AppEvent) -> Next {
        switch event {
        case .launched: return .ignore(.`FM-05`)
        case .foregrounded:
            context.foundNobody = false
            calls.outdatePartnerStatus()
            calls.forgetExcuses()
            return state.foregrounded(&self)
        case .backgrounded: return .ignore(.`FM-11`)
        case .held(let until):
            model.calls.holdBack(until: turn.holdEnd(reported: until), &turn)
            return .stay(.`FM-19`)
        case .secretLost(let secret):
            if secret == calls.token?.ref { model.calls.dropToken(&turn) }
            if secret == calls.client { return credentialsRefused(.`V2-A-09`, .transport(.secretMissing)) }
            return lost(secret, &state)
        case .vaultFailed: return .stay(.`FM-20`)
        case .shutDown: return shutDown()
        }
    }
}

extension CallFailure {
    /// The failure of a request that needs a token, if the token request has failed with this failure. An error in the answer to the token
    /// request is no statement about the viewer, the provider or a resource, so only its status is used.
    fileprivate var ofToken: CallFailure {
        switch self {
        case .refused(let http, _): .status(http: http)
        case .unauthorized, .status, .registrationRefused, .throttled, .transport: self
        }
    }
}
