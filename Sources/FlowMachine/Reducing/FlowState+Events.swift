// Passes an event to the current state.

extension FlowState {
    /// Passes the outcome of a request to the state that waits for it.
    mutating func received(_ call: CallID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch self {
        case .unregistered, .registered: .unexpected
        case .checking(let state):
            switch run.api {
            case .restV2: RESTV2.PhaseB.received(result, state, &run)
            case .restV1: RESTV1.PhaseB.received(result, state, &run)
            }
        case .partnerAuth(let state):
            switch run.api {
            case .restV2: RESTV2.PhaseC.received(result, state, &run)
            case .restV1: RESTV1.PhaseC.received(result, state, &run)
            }
        case .basicAuthFallback(let state):
            switch run.api {
            case .restV2: RESTV2.PhaseF.received(result, state, &run)
            case .restV1: RESTV1.PhaseF.received(result, state, &run)
            }
        case .deciding(let state): change(state) { $0.received(call, result, &run) }
        case .loggedOut(let state):
            change(state) { state in
                switch run.api {
                case .restV2: RESTV2.PhaseE.received(call, result, &state, &run)
                case .restV1: RESTV1.PhaseE.received(call, result, &state, &run)
                }
            }
        }
    }

    /// Ends the state's request to Adobe with `failure`, because no token is available.
    mutating func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        switch self {
        case .deciding(let state): return change(state) { $0.failed(failure, &run) }
        case .checking, .partnerAuth, .basicAuthFallback, .loggedOut:
            guard let call = awaiting.firstRequest, !run.calls.asksPartner(call) else { return .stay(.`V2-X-13`) }
            return received(call, .failed(failure), &run)
        case .unregistered, .registered: return .stay(.`V2-X-13`)
        }
    }

    /// Passes a timer that fired to the state that armed it.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        switch self {
        case .basicAuthFallback(let state): state.fired(timer, &run)
        case .deciding(let state): state.fired(timer, &run)
        case .unregistered, .registered, .checking, .partnerAuth, .loggedOut: .stale(.`FM-03`)
        }
    }

    /// Passes the viewer's choice in the current presentation to the state.
    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch self {
        case .checking(let state): state.chose(choice, &run)
        case .partnerAuth: run.choseAboutProblem(choice)
        case .basicAuthFallback(let state): state.chose(choice, &run)
        case .loggedOut(let state):
            switch run.api {
            case .restV2: RESTV2.PhaseE.chose(choice, state, &run)
            case .restV1: RESTV1.PhaseE.chose(choice, state, &run)
            }
        case .unregistered, .registered, .deciding: .stale(.`FM-04`)
        }
    }

    /// Passes a new wish to the state.
    mutating func opened(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): return state.opened(wish, &run)
        case .registered(let state): return state.opened(wish, &run)
        case .deciding(let state): return change(state) { $0.opened(wish, &run) }
        case .loggedOut(let state): return state.opened(wish, &run)
        case .checking, .partnerAuth, .basicAuthFallback:
            if wish.kind == .otherProvider { return run.signInElsewhere(.`FM-15`) }
            if let end = reportedEnd { return opened(wish, at: end, &run) }
            if case .basicAuthFallback(let state) = self, let next = state.reopened(for: wish, &run) { return next }
            return .stay(.`FM-16`)
        }
    }

    /// The two ends of an attempt that a screen can report: a failure, or the expiry of the code.
    private enum ReportedEnd { case failed, codeExpired }

    /// The end of the attempt that the screen reports; `nil` if the screen reports none.
    private var reportedEnd: ReportedEnd? {
        switch self {
        case .checking(let state):
            switch state.step {
            case .problem: .failed
            case .partnerStatus, .restV2(.profiles), .restV2(.choosingProfile), .restV1(.authentication),
                .restV1(.authenticationToken):
                nil
            }
        case .partnerAuth(let state):
            switch state.step {
            case .problem: .failed
            case .configuration, .choosing, .authenticating, .restV2(.session), .restV2(.profile), .restV1(.request),
                .restV1(.exchange):
                nil
            }
        case .basicAuthFallback(let state):
            switch state.step {
            case .problem: .failed
            case .codeExpired: .codeExpired
            case .configuration, .picking, .creatingSession, .userAgent, .polling, .restV2(.confirming), .restV2(.resumingSession),
                .restV2(.lookingAfterExpiry), .restV1(.signingOut):
                nil
            }
        case .unregistered, .registered, .deciding, .loggedOut: nil
        }
    }

    /// Handles a wish that is opened while the screen reports the end of an attempt. The screen belongs to a different wish, so the new
    /// wish does not wait for it. The new wish begins the attempt again, like the options *retry* and *new code*, or is refused.
    private func opened(_ wish: Wish, at end: ReportedEnd, _ run: inout Run) -> Next {
        guard wish.asksViewer else {
            run.answer(wish.id, .refused(.notSignedIn))
            return .stay(.`FM-17`)
        }
        switch end {
        case .failed: return run.choseAboutProblem(.retry)
        case .codeExpired: return chose(.newCode, &run)
        }
    }

    /// Handles a wish that the app has canceled and the flow has answered.
    mutating func gaveUp(_ wish: Wish, _ run: inout Run) -> Next {
        switch self {
        case .deciding(let state): return change(state) { $0.gaveUp(wish) }
        case .checking(let state):
            return wish.asksViewer && run.isSilent ? state.gaveUp(&run) : .stay(.`FM-07`)
        case .partnerAuth, .basicAuthFallback:
            guard wish.asksViewer, run.isSilent else { return .stay(.`FM-07`) }
            return Registered.rest(.notSignedIn, wasSilent: false, .`FM-07`, &run)
        case .unregistered, .registered, .loggedOut: return .stay(.`FM-07`)
        }
    }

    /// Handles the app's return to the foreground.
    mutating func foregrounded(_ run: inout Run) -> Next {
        switch self {
        case .unregistered(let state): state.foregrounded(&run)
        case .registered: run.check(.`V2-X-16`)
        case .deciding(let state): change(state) { $0.foregrounded(&run) }
        case .loggedOut(let state): change(state) { $0.foregrounded(&run) }
        case .checking, .partnerAuth, .basicAuthFallback: .ignore(.`FM-10`)
        }
    }
}

extension BasicAuthFallback {
    /// Passes the viewer's choice to phase F of the API in use.
    fileprivate func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch run.api {
        case .restV2: RESTV2.PhaseF.chose(choice, self, &run)
        case .restV1: RESTV1.PhaseF.chose(choice, self, &run)
        }
    }
}

extension Deciding {
    /// Handles the outcome of a request. Several wishes may wait for the same request, and each of these wishes gets the outcome. If one of
    /// them makes the flow leave the state, the remaining wishes make their requests again.
    mutating func received(_ call: CallID, _ result: Reply.Result, _ run: inout Run) -> Next {
        // If Adobe's clock was not known when the access was adopted, the timer is armed now.
        if expiryTimer == nil { watchExpiry(&run) }
        var next = receivedForOneWish(call, result, &run)
        while case .stay = next, waits(for: call) { next = receivedForOneWish(call, result, &run) }
        return next
    }

    private mutating func receivedForOneWish(_ call: CallID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch run.api {
        case .restV2: RESTV2.PhaseD.received(call, result, &self, &run)
        case .restV1: RESTV1.PhaseD.received(call, result, &self, &run)
        }
    }
}

extension FlowState {
    /// The outstanding request that may still return a profile after a sign-out.
    var lateProfile: LateProfile? {
        switch self {
        case .partnerAuth(let state): state.lateProfile
        case .basicAuthFallback(let state): state.lateProfile
        case .loggedOut(let state): state.late
        case .unregistered, .registered, .checking, .deciding: nil
        }
    }

    /// Whether the current viewer is being signed out because a different viewer is going to sign in (FM-23).
    var isSigningOut: Bool {
        if case .basicAuthFallback(let state) = self { state.isSigningOut } else { false }
    }

    /// Whether a viewer may be signed in at Adobe without the flow's knowledge. The cause is an unfinished check, or an attempt that was
    /// given up before Adobe's answer, perhaps in favor of temporary access.
    var leavesSignInOpen: Bool {
        switch self {
        // Before a sign-in with a different provider, the flow signs the current viewer out, and this logout may fail (FM-23).
        case .unregistered, .registered, .checking, .basicAuthFallback: true
        case .deciding(let state): state.access.isTemporary
        case .partnerAuth, .loggedOut: false
        }
    }

    /// Changes the data of `deciding` in place. The data is taken out of the enum during the change, so that its lists are not copied.
    mutating func change(_ state: consuming Deciding, _ body: (inout Deciding) -> Next) -> Next {
        self = .registered(Registered())
        let next = body(&state)
        self = .deciding(state)
        return next
    }

    /// Changes the data of `loggedOut` in place, in the same way as the function above changes `deciding`.
    private mutating func change(_ state: consuming LoggedOut, _ body: (inout LoggedOut) -> Next) -> Next {
        self = .registered(Registered())
        let next = body(&state)
        self = .loggedOut(state)
        return next
    }
}
