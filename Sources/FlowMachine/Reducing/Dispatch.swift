// Hands an event to the state it meets.

extension FlowState {
    /// Something that was asked has its one outcome.
    func answered(_ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        run.answered(self, ask, result)
    }

    /// A call cannot be made for want of a token: what was asked of Adobe failed.
    func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        switch self {
        case .deciding(let state): return state.failed(failure, &run)
        case .checking, .partnerAuth, .basicAuthFallback, .loggedOut:
            guard let ask = asks.first, !run.calls.asksPartner(ask) else { return Next(self, .`V2-X-13`) }
            return answered(ask, .failed(failure), &run)
        case .unregistered, .registered: return Next(self, .`V2-X-13`)
        }
    }

    /// A timer of this state ran out.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        switch self {
        case .basicAuthFallback(let state): run.fired(timer, in: state)
        case .deciding(let state): state.fired(timer, &run)
        case .unregistered, .registered, .checking, .partnerAuth, .loggedOut: Next(self, .`FM-03`)
        }
    }

    /// The person did something with what is shown.
    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch self {
        case .checking(let state): state.chose(choice, &run)
        case .partnerAuth: run.chose(choice, about: self)
        case .basicAuthFallback(let state): run.chose(choice, in: state)
        case .loggedOut(let state): run.chose(choice, in: state)
        case .unregistered, .registered, .deciding: Next(self, .`FM-04`)
        }
    }

    /// A wish was opened.
    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): return state.wished(wish, &run)
        case .registered(let state): return state.wished(wish, &run)
        case .deciding(let state): return state.wished(wish, &run)
        case .loggedOut(let state): return state.wished(wish, &run)
        case .checking, .partnerAuth, .basicAuthFallback:
            if wish.kind == .otherProvider { return run.signInElsewhere(.`FM-15`) }
            return Next(self, .`FM-16`)
        }
    }

    /// A wish was given up, and answered.
    func gaveUp(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .deciding(var state):
            state.pending.removeAll { $0.wish == wish.id }
            return Next(.deciding(state), .`FM-07`)
        case .checking, .partnerAuth, .basicAuthFallback:
            guard wish.asksPerson, run.isSilent else { return Next(self, .`FM-07`) }
            if case .checking(let state) = self, state.ask != nil { return state.goOnSilently(&run) }
            return Registered.rest(Refusal(reason: .notSignedIn), wasSilent: false, &run, .`FM-07`)
        case .unregistered, .registered, .loggedOut: return Next(self, .`FM-07`)
        }
    }

    /// The app came to the foreground.
    func foregrounded(_ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): state.foregrounded(&run)
        case .registered(let state): state.foregrounded(&run)
        case .deciding(let state): state.foregrounded(&run)
        case .loggedOut(let state): state.foregrounded(&run)
        case .checking, .partnerAuth, .basicAuthFallback: Next(self, .`FM-10`)
        }
    }

    /// Phase A shows in the state what `calls` does.
    func following(_ calls: Calls) -> FlowState {
        guard case .unregistered(var state) = self, state.step != .refused else { return self }
        state.step = calls.client == nil ? .registering : .gettingToken
        return .unregistered(state)
    }

    /// What this state awaits from `calls`; all else is given up.
    var asks: [RequestID] {
        switch self {
        case .unregistered, .registered: []
        case .checking(let state): state.ask.map { [$0] } ?? []
        case .partnerAuth(let state): state.ask.map { [$0] } ?? []
        case .basicAuthFallback(let state): state.ask.map { [$0] } ?? []
        case .deciding(let state): state.pending.map { $0.ask }
        case .loggedOut(let state): [state.ask, state.late?.ask].compactMap { $0 }
        }
    }

    /// Whether Adobe is being told that somebody else is going to sign in (FM-23).
    var isSigningOut: Bool {
        if case .basicAuthFallback(let state) = self { state.step == .signingOut } else { false }
    }

    /// A request that may bring a profile even after a sign-out.
    var lateProfile: LoggedOut.Late? {
        switch self {
        case .partnerAuth(let state) where state.step == .profile || state.step == .exchange:
            state.ask.map { LoggedOut.Late(ask: $0, mvpd: state.mvpd) }
        case .basicAuthFallback(let state) where state.step == .polling:
            state.ask.map { LoggedOut.Late(ask: $0, mvpd: state.mvpd) }
        case .unregistered, .registered, .checking, .partnerAuth, .basicAuthFallback, .deciding, .loggedOut: nil
        }
    }

    /// The timers that this state waits for; all others it armed are disarmed.
    func names(_ timer: TimerID) -> Bool {
        switch self {
        case .basicAuthFallback(let state): state.expiryTimer == timer || state.pollTimer == timer
        case .deciding(let state): state.expiryTimer == timer
        case .unregistered, .registered, .checking, .partnerAuth, .loggedOut: false
        }
    }

    /// Whether something is before the person in this step; else it is taken down.
    var presents: Bool {
        switch self {
        case .unregistered, .registered, .deciding: false
        case .checking(let state): state.step == .choosingProfile || state.step == .problem
        case .partnerAuth(let state): state.step == .problem
        case .basicAuthFallback(let state): state.presents
        case .loggedOut(let state): state.step == .userAgent || state.step == .settings
        }
    }
}
