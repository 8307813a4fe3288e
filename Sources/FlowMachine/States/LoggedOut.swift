/// Phase E: the viewer is signing out or has signed out.
///
/// The flow forgets all data of the viewer at once. Then it sends Adobe a logout for each provider, and shows the viewer the actions that
/// Adobe requires: a page in the user agent, or a visit to Settings. After that, no sign-in starts by itself until the viewer asks to sign
/// in or the device has a different account. Each return to the foreground only checks the platform account, silently. A launch after a
/// sign-out also enters this state.
///
/// A logout that could not be sent to Adobe stays pending, even across launches, and is sent before any viewer signs in again. It is
/// settled by Adobe's answer or by a permanent error. The page or the visit to Settings is shown when a viewer uses the app (V2-E-14). The
/// wish to sign out is answered when Adobe has answered, or when the logout is stored to be sent later. A visit to Settings may follow.
///
/// Can go to: `unregistered`, `checking`, `basicAuthFallback`, `deciding`.
/// Rules: V2-E, V1-30 to V1-33, V1-37.
package struct LoggedOut: Hashable, Sendable {
    private(set) var step: Step
    /// A request of the attempt that the sign-out ended; `nil` if there is none. If its answer contains a profile, the flow signs that
    /// profile out.
    private(set) var late: LateProfile?

    /// The reply or the viewer's choice that the state waits for. If only one of the APIs has a step, phase E of that API declares the
    /// step.
    enum Step: Hashable, Sendable {
        /// Waits for Adobe's answer to a logout (V2-E-02).
        case asking(CallID, SignOutWork)
        /// Waits for the viewer in the user agent (V2-E-04). With the legacy API, the optional request is the logout of a sign-in that
        /// arrived after the sign-out.
        case userAgent(CallID?, SignOutWork)
        /// Waits for the viewer in Settings (V2-E-05). The optional request checks the platform account. With the legacy API, it may also
        /// be the logout of a sign-in that arrived after the sign-out.
        case settings(CallID?, SignOutWork)
        /// Waits for the app or the viewer. The optional request checks the platform account. The list contains the logouts whose pages the
        /// user agent still has to show when a viewer uses the app (V2-E-14).
        case resting(CallID?, [Logout])
        /// A step that only the legacy API has.
        case restV1(RESTV1.PhaseE.Step)

        /// The step without its data, as the log writes it.
        enum Name: String, Word {
            case metadata, asking, userAgent, settings, resting

            static let table = WordTable<Self>()
        }

        var name: Name {
            switch self {
            case .restV1(.metadata): .metadata
            case .asking: .asking
            case .userAgent: .userAgent
            case .settings: .settings
            case .resting: .resting
            }
        }
    }

    init(_ step: Step, late: LateProfile? = nil) {
        self.step = step
        self.late = late
    }

    /// The state after all work of the sign-out is done.
    static var resting: LoggedOut { LoggedOut(.resting(nil, [])) }

    /// The request whose outcome the step waits for; `nil` if there is none.
    var call: CallID? {
        switch step {
        case .asking(let call, _), .restV1(.metadata(let call, _)): call
        case .userAgent(let call, _), .settings(let call, _): call
        case .resting(let call, _): call
        }
    }

    /// The logouts and actions that remain for the sign-out.
    var work: SignOutWork {
        switch step {
        case .asking(_, let work), .userAgent(_, let work), .settings(_, let work), .restV1(.metadata(_, let work)): work
        case .resting(_, let pages): SignOutWork(actions: pages)
        }
    }

    var awaiting: Awaiting {
        let presents =
            switch step {
            case .userAgent, .settings: true
            case .asking, .resting, .restV1(.metadata): false
            }
        return Awaiting(call: call, lateRequest: late?.call, presents: presents, references: .logouts(work.actions))
    }

    /// Whether the state is idle: it waits for no answer, and lasts until the app or the viewer asks for something.
    var isAtRest: Bool {
        switch step {
        case .resting: true
        case .asking, .userAgent, .settings, .restV1(.metadata): false
        }
    }

    /// Whether the sign-out is complete: no logout of the viewer remains to be sent, and the wish to sign out has been answered.
    var isSignedOut: Bool {
        switch step {
        case .resting: true
        case .settings(_, let work): late == nil && work.logouts.isEmpty
        case .asking, .userAgent, .restV1(.metadata): false
        }
    }

    /// The actions that Adobe requires of the viewer for the logouts that Adobe has answered. A repeated sign-out still requires them.
    private var requiredActions: [Logout] {
        switch step {
        case .asking, .userAgent, .settings, .resting: work.actions
        // Adobe has not received the logout yet, so it requires no action.
        case .restV1(.metadata): []
        }
    }
}

/// The logouts and actions that remain for a sign-out.
struct SignOutWork: Hashable, Sendable {
    /// The logouts that remain to be sent to Adobe, the current logout first.
    var logouts: [OwedLogout] = []
    /// The actions that the viewer must still take for removed profiles, the current action first; at most 32.
    var actions: [Logout] = []

    /// Removes the current logout, because Adobe has answered it or cannot be reached now.
    mutating func dropLogout() { logouts = Array(logouts.dropFirst()) }

    static let mostActions = 32

    /// Adds a visit to Settings to the actions, unless the list already contains one or is full.
    mutating func askForSettings() {
        if actions.contains(where: { $0.action == .partnerLogout }) || actions.count >= SignOutWork.mostActions { return }
        actions.append(Logout(mvpd: nil, action: .partnerLogout))
    }

    /// Whether Adobe's answer settles `logout`. If the same logout must be sent again, for a sign-in that may have succeeded after the
    /// first sending, it stays pending.
    func isSettled(_ logout: OwedLogout, _ late: LateProfile?) -> Bool {
        !logouts.contains(logout) && late?.mvpd.map { logout == .mvpd($0) } != true
    }
}

// MARK: Beginning and ending

extension LoggedOut {
    /// Signs the viewer out: cancels everything in progress, forgets all data of the viewer, and sends Adobe a logout for each known
    /// provider (V2-E-02). These include the providers of requested sign-ins whose outcome is not known. If no provider is known, only the
    /// legacy API sends a logout, for the whole device.
    static func signOut(_ state: FlowState, _ run: inout Run) -> Next {
        run.refuseWishes(Refusal(reason: .signedOut, options: [.retry]))
        let known = run.context.mvpdsToSignOut(all: run.policy.signsOutEverywhere, state.access)
        let providers = known.map { OwedLogout.mvpd($0) }
        // With the legacy API, the device has no record of a sign-in. Until Adobe has answered a check, a viewer may be signed in.
        let mayBeSignedIn = state.leavesSignInOpen && !run.context.foundNobody
        let wasSignedIn = state.access.map { !$0.isTemporary } ?? state.isSigningOut
        var actions: [Logout] = []
        if case .loggedOut(let former) = state { actions = former.requiredActions }
        run.forgetViewer()
        run.owe(providers)
        let owed = run.context.owedLogouts
        var work = SignOutWork(logouts: owed + providers.filter { !owed.contains($0) }, actions: actions)
        // An earlier sign-out may still require a visit to Settings. The repeated sign-out must ask the viewer for it.
        if run.context.owesSettings { work.askForSettings() }
        let late = state.lateProfile.flatMap { late in run.calls.letGo(late.call) ? late : nil }
        return run.signOut(work, late, wasSignedIn: wasSignedIn || mayBeSignedIn)
    }

    /// Ends the sign-out when no work remains: answers the wishes to sign out, and begins the newer wishes. If a request may still sign the
    /// viewer in, all these wishes wait for it, because the flow must sign that viewer out, too.
    /// - Parameters:
    ///   - accountCheck: the outstanding check of the platform account; `nil` if there is none.
    ///   - pages: the pages to show when a viewer uses the app.
    static func finish(
        _ late: LateProfile?, accountCheck: CallID? = nil, pages: [Logout] = [], _ rule: Rule, _ run: inout Run
    ) -> Next {
        if late != nil { return .move(.loggedOut(LoggedOut(.resting(accountCheck, pages), late: late)), rule) }
        run.answerSignOuts()
        // A wish may have arrived after one logout failed, while the logout of a different provider was being sent. The attempt sends the
        // failed logout again.
        if run.context.needsViewer { return run.attempt(rule) }
        if let next = run.temporaryAccess() { return next }
        run.refuseWishes(.notSignedIn)
        // A logout that has just failed is not sent again at once, so the sign-in with the new account waits for the next return to the
        // foreground.
        if run.context.owedLogouts.isEmpty, run.context.hasOtherAccount { return accountChanged(&run) }
        return .move(.loggedOut(LoggedOut(.resting(accountCheck, pages))), rule)
    }

    /// Handles the end of a late request that has signed no viewer in.
    func lateRequestEnded(_ rule: Rule, _ run: inout Run) -> Next {
        switch step {
        case .resting(let accountCheck, let pages): return LoggedOut.finish(nil, accountCheck: accountCheck, pages: pages, rule, &run)
        case .settings:
            run.answerSignOuts(settings: true)
            return .stay(rule)
        case .asking, .userAgent, .restV1(.metadata): return .stay(rule)
        }
    }

    /// Asks the viewer to sign out in Settings. The wish to sign out is answered before that visit, unless a late request may still sign
    /// the viewer in. The visit also settles a visit that an earlier sign-out required.
    static func showSettings(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
        run.settleSettings()
        if late == nil { run.answerSignOuts(settings: true) }
        run.present(.signOutInSettings)
        return .move(.loggedOut(LoggedOut(.settings(nil, work), late: late)), rule)
    }

    /// Asks for the visit to Settings that an earlier sign-out still requires, because a viewer now uses the app (V2-E-14). The visit is
    /// not necessary if the partner framework has reported in the meantime that there is no account.
    /// - Returns: `nil` if no visit is necessary.
    static func owedSettings(_ run: inout Run) -> Next? {
        guard run.context.owesSettings else { return nil }
        if run.context.knowsPlatformAccount, run.context.platformAccount == nil { return nil }
        var work = SignOutWork()
        work.askForSettings()
        return showSettings(work, nil, run.rules.settings, &run)
    }

    /// Handles logouts that could not be sent or that Adobe refused. They stay pending, unless Adobe's answer is permanent (V2-X-14).
    /// Because Adobe would still report the previous viewer, every newer wish that needs a sign-in is refused (V2-E-11).
    /// - Returns: V2-E-11 if wishes were refused, otherwise `rule`.
    static func failed(
        _ logouts: [OwedLogout], _ late: LateProfile?, _ failure: CallFailure, _ rule: Rule, _ run: inout Run
    ) -> Rule {
        if isAnswer(failure, run) {
            let none = SignOutWork()
            run.settle(logouts.filter { none.isSettled($0, late) })
            return rule
        }
        guard run.context.needsViewer else { return rule }
        let refusal = Refusal(Problem(failure))
        // A request to an API that has been shut down cannot be retried.
        let options = refusal.reason == .apiEnded ? refusal.options : [.retry]
        run.refuseWishes(Refusal(reason: refusal.reason, error: refusal.error, options: options)) { $0.asksViewer }
        return .`V2-E-11`
    }

    /// Whether `failure` is Adobe's final answer to a logout. If the flow has no token, the token request failed and no logout was sent.
    static func isAnswer(_ failure: CallFailure, _ run: borrowing Run) -> Bool { failure.isFinal && run.calls.hasToken(run.now) }

    private static func accountChanged(_ run: inout Run) -> Next {
        run.clearSignOut()
        return run.accountChanged(.`V2-E-09`)
    }

    /// Forgets the late request, because its outcome has arrived.
    mutating func stopWaitingForLateProfile() { late = nil }

    /// Replaces the request or the work of the current step. The viewer sees no change.
    mutating func stay(at step: Step) { self.step = step }
}

extension CallFailure {
    /// Whether Adobe refuses the call and would refuse every repetition (V2-X-14). Not final are a refused token, an error that allows a
    /// retry, and a transport failure.
    var isFinal: Bool {
        guard case .refused(let http, let error) = self, http < 500 else { return false }
        switch error.action {
        // A legacy refusal without a code or a text may not be from Adobe: a captive portal answers every request in this way.
        case .none: return error.code != nil || error.text != nil
        case .configuration, .authentication, .authorization: return true
        case .applicationRegistration, .retry: return false
        }
    }
}

// MARK: The viewer and the app

extension LoggedOut {
    func opened(_ wish: Wish, _ run: inout Run) -> Next {
        guard wish.asksViewer || wish.isTemporary else {
            run.answer(wish.id, .refused(.notSignedIn))
            return .stay(.`FM-17`)
        }
        switch step {
        // The logout is being sent to Adobe. The viewer's new wish begins afterwards.
        case .asking, .restV1(.metadata): return .stay(.`FM-16`)
        // The late request may still sign in the previous viewer. The flow signs that viewer out before a new viewer signs in.
        case .resting where late != nil: return .stay(.`FM-16`)
        case .userAgent, .settings, .resting: return run.leaveSignOut(self)
        }
    }

    /// Checks the platform account silently. After a sign-out, a return to the foreground causes nothing else.
    mutating func foregrounded(_ run: inout Run) -> Next {
        guard run.settings.partner == .apple else { return .ignore(.`FM-10`) }
        switch step {
        case .resting(nil, let pages): step = .resting(run.ask(.status(prompt: false)), pages)
        case .settings(nil, let work): step = .settings(run.ask(.status(prompt: false)), work)
        case .asking, .userAgent, .settings, .resting, .restV1(.metadata): return .ignore(.`FM-10`)
        }
        return .stay(.`V2-X-16`)
    }

    /// Handles the outcome of a check of the platform account, during or after the visit to Settings. If there was no answer, the next
    /// foreground checks again.
    mutating func receivedAccountCheck(_ result: Reply.Result, _ run: inout Run) -> Next {
        switch step {
        case .settings(_, let work): step = .settings(nil, work)
        case .resting(_, let pages): step = .resting(nil, pages)
        case .asking, .userAgent, .restV1(.metadata): return .unexpected
        }
        switch result.partner {
        case .success(let answer): return receivedAccountCheck(run.note(answer), &run)
        case .failure: return .stay(.`FM-22`)
        }
    }

    /// Handles the account that the partner framework reports. The account is gone only if the framework reports that there is none. An
    /// error or a revoked permission does not change the record of the sign-out in the vault.
    private func receivedAccountCheck(_ reading: PartnerReading, _ run: inout Run) -> Next {
        switch step {
        case .settings:
            switch reading {
            case .account: return .stay(.`V2-E-05`)
            case .failed: return .stay(.`FM-22`)
            // Revoking the permission also ends the platform's sign-in for this app (V2-E-08).
            case .nobody, .hidden: return run.settledInSettings(self)
            }
        case .resting:
            switch reading {
            case .failed: return .stay(.`FM-22`)
            case .hidden: return .stay(.`V2-E-09`)
            case .nobody:
                // From now on, any account that signs in on the device is a different account, even with the same provider.
                if let mark = run.context.signedOut, mark != SignedOutMark() { run.mark(SignedOutMark()) }
                return .stay(.`V2-E-09`)
            case .account(let account): return found(account, &run)
            }
        case .asking, .userAgent, .restV1(.metadata): return .unexpected
        }
    }

    /// Handles the account that the device has. If it differs from the account of the sign-out, a sign-in with the new account may begin
    /// (V2-E-09).
    private func found(_ account: PlatformMappingID, _ run: inout Run) -> Next {
        if let mark = run.context.signedOut, mark.isAccountUnknown {
            run.mark(SignedOutMark(account: account, owesSettings: mark.owesSettings))
        }
        if account == run.context.signedOut?.account { return .stay(.`V2-E-09`) }
        if late != nil { return .stay(.`V2-E-09`) }
        return run.sendOwedLogoutsFirst() ?? LoggedOut.accountChanged(&run)
    }
}

// MARK: Log

extension LoggedOut: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step.name)
        sink.field("ask", call)
        let work = work
        sink.field("providers", work.logouts)
        sink.field("actions", work.actions)
        sink.field("late", late)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Step.Name.self, named: "step") {
        case .metadata: return try read(from: &source) { .restV1(.metadata($0, $1)) }
        case .asking: return try read(from: &source) { .asking($0, $1) }
        case .userAgent: return try read(from: &source) { .userAgent($0, $1) }
        case .settings: return try read(from: &source) { .settings($0, $1) }
        case .resting: return try read(from: &source) { call, work in .resting(call, work.actions) }
        }
    }

    /// Reads the fields after the step. If `R` is optional, the field of the request may be absent.
    private static func read<S: LogSource, R: ReadableField>(
        from source: inout S, _ step: (R, SignOutWork) -> Step
    ) throws(CodingFailure) -> Self {
        let call: R = try source.field("ask")
        let work = SignOutWork(logouts: try source.field("providers"), actions: try source.field("actions"))
        return LoggedOut(step(call, work), late: try source.field("late"))
    }
}
