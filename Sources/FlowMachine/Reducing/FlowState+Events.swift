// Passes an event to the current state.

extension FlowState {
    /// A state's request has its one outcome.
    mutating func received(_ call: CallID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch self {
        case .unregistered, .registered: .stale(.`FM-02`)
        case .checking(let state): run.dialect.receivedInChecking(result, state, &run)
        case .partnerAuth(let state): run.dialect.receivedInPartnerAuth(result, state, &run)
        case .basicAuthFallback(let state): run.dialect.receivedInBasicAuthFallback(result, state, &run)
        case .deciding:
            withDeciding { state in
                // Adobe's clock was not known yet when the access was adopted.
                if state.expiryTimer == nil { state.watchExpiry(&run) }
                var next = run.dialect.receivedInDeciding(call, result, &state, &run)
                // Several wishes may wait for one call, until the flow moves: then they are asked for anew.
                while case .stay = next, state.waits(for: call) { next = run.dialect.receivedInDeciding(call, result, &state, &run) }
                return next
            } ?? .stale(.`FM-02`)
        case .loggedOut: withLoggedOut { run.dialect.receivedInLoggedOut(call, result, &$0, &run) } ?? .stale(.`FM-02`)
        }
    }

    /// A call cannot be made without a token: the request to Adobe failed.
    mutating func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        switch self {
        case .deciding: return withDeciding { $0.failed(failure, &run) } ?? .stay(.`V2-X-13`)
        case .checking, .partnerAuth, .basicAuthFallback, .loggedOut:
            guard let call = awaiting.firstRequest, !run.calls.asksPartner(call) else { return .stay(.`V2-X-13`) }
            return received(call, .failed(failure), &run)
        case .unregistered, .registered: return .stay(.`V2-X-13`)
        }
    }

    /// A timer of the state fired.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        switch self {
        case .basicAuthFallback(let state): state.fired(timer, &run)
        case .deciding(let state): state.fired(timer, &run)
        case .unregistered, .registered, .checking, .partnerAuth, .loggedOut: .stale(.`FM-03`)
        }
    }

    /// The viewer made a choice in the current presentation.
    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch self {
        case .checking(let state): state.chose(choice, &run)
        case .partnerAuth: run.choseAboutProblem(choice)
        case .basicAuthFallback(let state): run.dialect.choseInBasicAuthFallback(choice, state, &run)
        case .loggedOut(let state): run.dialect.choseInLoggedOut(choice, state, &run)
        case .unregistered, .registered, .deciding: .stale(.`FM-04`)
        }
    }

    /// A wish was opened.
    mutating func opened(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): return state.opened(wish, &run)
        case .registered(let state): return state.opened(wish, &run)
        case .deciding: return withDeciding { $0.opened(wish, &run) } ?? .stay(.`FM-16`)
        case .loggedOut(let state): return state.opened(wish, &run)
        case .checking, .partnerAuth, .basicAuthFallback:
            if wish.kind == .otherProvider { return run.signInElsewhere(.`FM-15`) }
            if reportsEnd { return openedAtEnd(wish, &run) }
            if case .basicAuthFallback(let state) = self, let next = state.reopened(for: wish, &run) { return next }
            return .stay(.`FM-16`)
        }
    }

    /// Whether the screen reports that an attempt has ended: it failed, or its code has expired.
    private var reportsEnd: Bool {
        switch self {
        case .checking(let state): state.step.name == .problem
        case .partnerAuth(let state): state.step.name == .problem
        case .basicAuthFallback(let state): state.step.name == .problem || state.step.name == .codeExpired
        case .unregistered, .registered, .deciding, .loggedOut: false
        }
    }

    /// A wish was opened while the screen reports that an attempt has ended. That screen belongs to another wish, so this one does not wait
    /// for it: it begins the attempt again, as *retry* and *new code* do, or is answered.
    private func openedAtEnd(_ wish: Wish, _ run: inout Run) -> Next {
        guard wish.asksViewer else {
            run.answer(wish.id, .refused(.notSignedIn))
            return .stay(.`FM-17`)
        }
        if case .basicAuthFallback(let state) = self, state.step.name == .codeExpired {
            return run.dialect.choseInBasicAuthFallback(.newCode, state, &run)
        }
        return run.choseAboutProblem(.retry)
    }

    /// A wish was canceled, and answered.
    mutating func gaveUp(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .deciding: return withDeciding { $0.gaveUp(wish) } ?? .stay(.`FM-07`)
        case .checking(let state):
            return wish.asksViewer && run.isSilent ? state.gaveUp(&run) : .stay(.`FM-07`)
        case .partnerAuth, .basicAuthFallback:
            guard wish.asksViewer, run.isSilent else { return .stay(.`FM-07`) }
            return Registered.rest(.notSignedIn, wasSilent: false, .`FM-07`, &run)
        case .unregistered, .registered, .loggedOut: return .stay(.`FM-07`)
        }
    }

    /// The app came to the foreground.
    mutating func foregrounded(_ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): state.foregrounded(&run)
        case .registered: run.check(.`V2-X-16`)
        case .deciding: withDeciding { $0.foregrounded(&run) } ?? .ignore(.`FM-10`)
        case .loggedOut: withLoggedOut { $0.foregrounded(&run) } ?? .ignore(.`FM-10`)
        case .checking, .partnerAuth, .basicAuthFallback: .ignore(.`FM-10`)
        }
    }
}

extension FlowState {
    /// A request that may return a profile even after a sign-out.
    var lateProfile: LateProfile? {
        switch self {
        case .partnerAuth(let state): state.lateProfile
        case .basicAuthFallback(let state): state.lateProfile
        case .loggedOut(let state): state.late
        case .unregistered, .registered, .checking, .deciding: nil
        }
    }

    /// Whether the current viewer is being signed out because somebody else is going to sign in (FM-23).
    var isSigningOut: Bool {
        if case .basicAuthFallback(let state) = self { state.isSigningOut } else { false }
    }

    /// Whether Adobe has not yet said who is signed in.
    var isBeforeCheck: Bool {
        switch self {
        case .unregistered, .checking: true
        case .registered, .partnerAuth, .basicAuthFallback, .deciding, .loggedOut: false
        }
    }

    /// Changes the state's data in place: the data is taken out of the enum meanwhile, so that nothing is copied. Does nothing in another
    /// state.
    @discardableResult
    mutating func withDeciding<R>(_ change: (inout Deciding) -> R) -> R? {
        guard case .deciding(var state) = self else { return nil }
        self = .registered(Registered())
        let result = change(&state)
        self = .deciding(state)
        return result
    }

    /// As `withDeciding`.
    mutating func withLoggedOut<R>(_ change: (inout LoggedOut) -> R) -> R? {
        guard case .loggedOut(var state) = self else { return nil }
        self = .registered(Registered())
        let result = change(&state)
        self = .loggedOut(state)
        return result
    }
}
