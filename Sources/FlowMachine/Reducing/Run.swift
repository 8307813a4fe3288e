/// One reduction in progress: the decision about one event, as the states see it. `calls` sends and repeats requests. `context` contains
/// the values that outlast a state. `turn` has the time and collects the effects. During the reduction, the current state itself is not
/// part of the model.
struct Run: Sendable {
    var model: FlowModel
    var turn: Turn

    init(_ model: consuming FlowModel, _ turn: Turn) {
        self.model = model
        self.turn = turn
    }

    var calls: Calls {
        _read { yield model.calls }
        _modify { yield &model.calls }
    }

    var context: Context {
        _read { yield model.context }
        _modify { yield &model.context }
    }

    var now: Instant { turn.now }
    var settings: FlowSettings { _read { yield turn.shared.settings } }
    var policy: Policy { _read { yield turn.shared.settings.policy } }

    /// Whether Adobe's clock is known and shows `instant` or later. `instant` comes from Adobe or Apple.
    func hasPassed(_ instant: Instant) -> Bool { model.calls.adobeClock.hasPassed(instant, at: turn.now) }

    /// Converts `instant` from Adobe's clock to the device's clock, which fires the timers; `nil` if Adobe's clock is not known.
    func local(_ instant: Instant) -> Instant? { model.calls.adobeClock.local(instant) }

    mutating func emit(_ effect: Effect) { turn.emit(effect) }
}

// MARK: Asking

extension Run {
    /// Sends Adobe a request. The state receives one outcome, under the returned id.
    mutating func ask(_ endpoint: Endpoint) -> CallID { model.calls.ask(.adobe(endpoint), &turn) }

    /// Sends Adobe a request of the legacy API. The state receives one outcome, under the returned id.
    mutating func ask(_ endpoint: RESTV1Endpoint) -> CallID { ask(Endpoint.restV1(endpoint)) }

    /// Asks the partner framework a question. The state receives one outcome, under the returned id.
    mutating func ask(_ question: PartnerRequest) -> CallID { model.calls.ask(.partner(question), &turn) }

    /// Ensures that a token is available or requested.
    mutating func getToken() { model.calls.getToken(&turn) }

    /// Arms a timer for the state. The timer is disarmed when the state no longer waits for it.
    mutating func arm(_ purpose: TimerPurpose, at instant: Instant) -> TimerID {
        let timer = model.calls.arm(purpose, at: instant, &turn)
        calls.stateTimers.append(timer)
        return timer
    }
}

// MARK: The viewer

extension Run {
    /// Whether no viewer asked for the current attempt, so nothing may interrupt the viewer.
    var isSilent: Bool { !context.resumesAttempt && !context.needsViewer }

    /// Whether a viewer waits for a result. The flow can then show the screens that a sign-out requires.
    var isViewerPresent: Bool { context.needsViewer || context.wants(.signOut) }

    /// Shows a presentation in place of the current presentation.
    mutating func present(_ presentation: Presentation) {
        let id = calls.nextPresentation()
        context.presented = id
        emit(.present(id, presentation))
    }

    /// Updates the current presentation under the same id, so that a choice of the viewer that has not arrived yet remains valid.
    mutating func showAgain(_ presentation: Presentation) {
        if let presented = context.presented { emit(.present(presented, presentation)) }
    }

    /// Removes the current presentation from the screen.
    mutating func takeDown() {
        guard let presented = context.presented else { return }
        context.presented = nil
        emit(.present(presented, .nothing))
    }

    /// Answers a wish, if it is still open.
    mutating func answer(_ id: WishID, _ answer: WishAnswer) {
        if context.close(id) { emit(.answer(id, answer)) }
    }

    /// Refuses the open wishes for which `isRefused` returns true, except wishes to sign out. A wish that asked for a sign-in or for
    /// temporary access gets `refusal`. Any other wish is refused because no viewer is signed in.
    mutating func refuseWishes(_ refusal: Refusal, where isRefused: (Wish) -> Bool = { _ in true }) {
        for wish in context.wishes where isRefused(wish) {
            switch wish.kind {
            case .signIn, .otherProvider, .play(_, under: .signedIn), .play(_, under: .temporary): answer(wish.id, .refused(refusal))
            case .play(_, under: .ifSignedIn), .preview, .userMetadata: answer(wish.id, .refused(.notSignedIn))
            case .signOut: continue
            }
        }
    }

    /// Answers every open wish to sign out, because Adobe has answered each logout or the logouts are stored to be sent later.
    /// - Parameter settings: whether the viewer is being asked to sign out in Settings. The answer does not wait for this sign-out.
    mutating func answerSignOuts(settings: Bool = false) {
        let owed = !context.owedLogouts.isEmpty
        for wish in context.wishes where wish.kind == .signOut { answer(wish.id, .signedOut(owed: owed, settings: settings)) }
    }
}

// MARK: Beginning a phase

extension Run {
    /// Starts an attempt for the open wishes. Before the attempt, the flow sends the pending logouts and asks for a visit to Settings that
    /// an earlier sign-out still requires. A wish for a different provider takes precedence. The attempt ends the effect of an earlier
    /// sign-out.
    mutating func attempt(_ rule: Rule) -> Next {
        if let next = sendOwedLogoutsFirst() { return next }
        if let next = LoggedOut.owedSettings(&self) { return next }
        clearSignOut()
        if context.wants(.otherProvider) { return signInElsewhere(.`FM-15`) }
        return check(rule)
    }

    /// Enters `deciding` under temporary access; `nil` if no wish waits for temporary access or the settings do not offer it.
    mutating func temporaryAccess() -> Next? {
        guard let mvpd = settings.temporaryAccess, context.wishes.contains(where: { $0.isTemporary }) else { return nil }
        return enterTemporaryAccess(mvpd)
    }

    mutating func enterTemporaryAccess(_ mvpd: MVPDID) -> Next {
        let access = Access.serverAuthorization(ServerAuthorization(reason: .temporary, mvpd: mvpd))
        return Deciding.enter(access, rules.temporaryAccess, &self)
    }

    /// Continues when credentials and a token are available. In this order, the flow handles pending logouts, open wishes, an earlier
    /// sign-out, and a code of an earlier launch. Without any of them, it begins a check.
    mutating func startWithToken(_ rule: Rule) -> Next {
        // The wishes continue after the logouts.
        if let next = sendOwedLogoutsFirst() { return next }
        // New credentials may have interrupted a sign-out whose logouts Adobe has answered.
        answerSignOuts()
        if context.needsViewer { return attempt(rule) }
        if let next = temporaryAccess() { return next }
        if context.signedOut != nil {
            refuseWishes(.notSignedIn)
            return .move(.loggedOut(.resting), .`V2-E-09`)
        }
        if let code = context.keptCode {
            if !calls.adobeClock.seemsPassed(code.notAfter, at: now) { return BasicAuthFallback.resume(code, &self) }
            // If the code has expired only by the device's clock, the check comes first, because Adobe's answer to it shows Adobe's clock.
            if hasPassed(code.notAfter) { forgetKeptCode() }
        }
        return check(rule)
    }

    /// Shows a code of an earlier launch again, or forgets the code if it has expired. At the launch, Adobe's clock was not known, so the
    /// expiry could not be judged. Returns `nil` if there is no valid code, or if Adobe's clock is still not known.
    mutating func resumeKeptCode() -> Next? {
        guard let code = context.keptCode, calls.adobeClock.offset != nil else { return nil }
        if !hasPassed(code.notAfter) { return BasicAuthFallback.resume(code, &self) }
        forgetKeptCode()
        return nil
    }
}
