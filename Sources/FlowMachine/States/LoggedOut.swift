/// Phase E: the viewer is signing out or has signed out.
///
/// A launch after a sign-out also enters this state. The flow forgets all data of the viewer at once. Then it sends Adobe a logout for each
/// provider and shows the viewer what Adobe asks for in return: a page in the user agent, or a visit to Settings. After that, no sign-in
/// starts by itself until the viewer asks for one or the device has another account. Each return to the foreground only checks the platform
/// account, silently.
///
/// A sign-out is a promise: a logout that could not be sent to Adobe stays pending, even across launches, and is sent before any viewer
/// signs in again. Adobe's answer settles it, and so does a permanent error. The page or the visit that Adobe asks for is shown when a
/// viewer is there (V2-E-14). The wish to sign out is answered when Adobe has answered, or when the logout is kept to be sent again. A
/// visit to Settings may follow that answer.
///
/// Can go to: `unregistered`, `checking`, `basicAuthFallback`, `deciding`.
/// Rules: V2-E, V1-30 to V1-33, V1-37.
package struct LoggedOut: Hashable, Sendable {
    private(set) var step: Step
    /// A request of the attempt that the sign-out ended. It may still return a profile, which is then signed out.
    private(set) var late: LateProfile?

    /// The reply or the choice that the state waits for. A step that only one API has is declared in that API's phase E.
    enum Step: Hashable, Sendable {
        /// Waits for Adobe's answer to a logout (V2-E-02).
        case asking(CallID, SignOutWork)
        /// Waits for the viewer in the user agent (V2-E-04). The request, if any, is the logout of a late sign-in, which only the legacy API
        /// sends meanwhile.
        case userAgent(CallID?, SignOutWork)
        /// Waits for the viewer in Settings (V2-E-05). The request, if any, checks the platform account; with the legacy API it may also be
        /// the logout of a late sign-in.
        case settings(CallID?, SignOutWork)
        /// Waits for the app or the viewer. The request, if any, checks the platform account. The logouts are those whose pages are still
        /// to be shown in the user agent, when a viewer is there (V2-E-14).
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

    /// The state when nothing is left to do.
    static var resting: LoggedOut { LoggedOut(.resting(nil, [])) }

    /// The request whose outcome the step waits for.
    var call: CallID? {
        switch step {
        case .asking(let call, _), .restV1(.metadata(let call, _)): call
        case .userAgent(let call, _), .settings(let call, _): call
        case .resting(let call, _): call
        }
    }

    /// The work that is left to do.
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

    /// Whether the state waits for nothing in particular: it lasts until the app or the viewer asks for something.
    var isAtRest: Bool {
        switch step {
        case .resting: true
        case .asking, .userAgent, .settings, .restV1(.metadata): false
        }
    }

    /// Whether the sign-out is complete: no logout is still to be sent for the viewer, and the wish to sign out has been answered.
    var isSignedOut: Bool {
        switch step {
        case .resting: true
        case .settings(_, let work): late == nil && work.logouts.isEmpty
        case .asking, .userAgent, .restV1(.metadata): false
        }
    }

    /// The actions that Adobe requires of the viewer for the logouts that it has answered. They are still required after a repeated
    /// sign-out.
    private var requiredActions: [Logout] {
        switch step {
        case .asking, .userAgent, .settings, .resting: work.actions
        // Adobe has not received the logout yet, so it requires no action.
        case .restV1(.metadata): []
        }
    }
}

/// The work that is left to do for a sign-out.
struct SignOutWork: Hashable, Sendable {
    /// Logouts that are still to be sent to Adobe, the current one first.
    var logouts: [OwedLogout] = []
    /// Actions still required for removed profiles, the current one first.
    var actions: [Logout] = []

    /// Removes the current logout, because Adobe has answered it or cannot be reached now.
    mutating func dropLogout() { logouts = Array(logouts.dropFirst()) }

    static let mostActions = 32

    /// Adds a visit to Settings to the actions, if there is none yet.
    mutating func askForSettings() {
        if actions.contains(where: { $0.action == .partnerLogout }) || actions.count >= SignOutWork.mostActions { return }
        actions.append(Logout(mvpd: nil, action: .partnerLogout))
    }

    /// Whether Adobe's answer settles this logout. The logout stays owed if it is to be sent again, for a sign-in that may have succeeded
    /// after it was first sent.
    func isSettled(_ logout: OwedLogout, _ late: LateProfile?) -> Bool {
        !logouts.contains(logout) && late?.mvpd.map { logout == .mvpd($0) } != true
    }
}

// MARK: Beginning and ending

extension LoggedOut {
    /// Signs the viewer out: cancels everything in progress, forgets all data of the viewer, and sends Adobe a logout for each known
    /// provider (V2-E-02), including those of requested sign-ins whose outcome is not known. Without a known provider, only the legacy API
    /// sends a logout, for the device.
    static func signOut(_ state: FlowState, _ run: inout Run) -> Next {
        run.refuseWishes(Refusal(reason: .signedOut, options: [.retry]))
        let known = run.context.mvpdsToSignOut(all: run.policy.signsOutEverywhere, state.access)
        let providers = known.map { OwedLogout.mvpd($0) }
        // With the legacy API, the device has no record of a sign-in, so until Adobe has answered a check, a viewer may be signed in.
        let mayBeSignedIn = state.leavesSignInOpen && !run.context.foundNobody
        let wasSignedIn = state.access.map { !$0.isTemporary } ?? state.isSigningOut
        var actions: [Logout] = []
        if case .loggedOut(let former) = state { actions = former.requiredActions }
        run.forgetViewer()
        run.owe(providers)
        let owed = run.context.owedLogouts
        var work = SignOutWork(logouts: owed + providers.filter { !owed.contains($0) }, actions: actions)
        // An earlier sign-out may still owe the visit to Settings. A repeated sign-out must not forget it before the viewer is asked.
        if run.context.owesSettings { work.askForSettings() }
        let late = state.lateProfile.flatMap { late in run.calls.letGo(late.call) ? late : nil }
        return run.signOut(work, late, wasSignedIn: wasSignedIn || mayBeSignedIn)
    }

    /// Ends the sign-out when nothing is left to do: answers the wishes to sign out, and begins the wishes that were made meanwhile. Both
    /// wait for a request that may still sign the viewer in, because that sign-in would have to be signed out, too.
    /// - Parameters:
    ///   - accountCheck: the outstanding check of the platform account, if any.
    ///   - pages: the pages to show when a viewer is there.
    static func finish(
        _ late: LateProfile?, accountCheck: CallID? = nil, pages: [Logout] = [], _ rule: Rule, _ run: inout Run
    ) -> Next {
        if late != nil { return .move(.loggedOut(LoggedOut(.resting(accountCheck, pages), late: late)), rule) }
        run.answerSignOuts()
        // A wish may have arrived after one provider's logout failed, while another's was being sent. The attempt sends the failed one
        // again.
        if run.context.needsViewer { return run.attempt(rule) }
        if let next = run.temporaryAccess() { return next }
        run.refuseWishes(.notSignedIn)
        // A logout that has just failed is not sent again at once, so the sign-in with the other account waits for the next foreground.
        if run.context.owedLogouts.isEmpty, run.context.hasOtherAccount { return accountChanged(&run) }
        return .move(.loggedOut(LoggedOut(.resting(accountCheck, pages))), rule)
    }

    /// Handles a late request that has signed no viewer in.
    func lateRequestEnded(_ rule: Rule, _ run: inout Run) -> Next {
        switch step {
        case .resting(let accountCheck, let pages): return LoggedOut.finish(nil, accountCheck: accountCheck, pages: pages, rule, &run)
        case .settings:
            run.answerSignOuts(settings: true)
            return .stay(rule)
        case .asking, .userAgent, .restV1(.metadata): return .stay(rule)
        }
    }

    /// Asks the viewer to sign out in Settings. A wish to sign out does not wait for that visit, unless a late sign-in may follow. If an
    /// earlier sign-out still owes a visit, this one settles it.
    static func showSettings(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
        run.settleSettings()
        if late == nil { run.answerSignOuts(settings: true) }
        run.present(.signOutInSettings)
        return .move(.loggedOut(LoggedOut(.settings(nil, work), late: late)), rule)
    }

    /// Shows the visit to Settings that an earlier sign-out still owes the viewer, who is there now (V2-E-14). The visit is not necessary
    /// if the partner framework has reported meanwhile that there is no account.
    /// - Returns: `nil` if no visit is necessary.
    static func owedSettings(_ run: inout Run) -> Next? {
        guard run.context.owesSettings else { return nil }
        if run.context.knowsPlatformAccount, run.context.platformAccount == nil { return nil }
        var work = SignOutWork()
        work.askForSettings()
        return showSettings(work, nil, run.rules.settings, &run)
    }

    /// Handles logouts that could not be sent or that Adobe refused. They stay pending, unless Adobe's answer is permanent (V2-X-14).
    /// Because Adobe would still report the viewer who signed out, every sign-in request made meanwhile is refused (V2-E-11).
    /// - Returns: V2-E-11 if there were such requests, otherwise `rule`.
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
        // Nothing can be retried at an API that has been shut down.
        let options = refusal.reason == .apiEnded ? refusal.options : [.retry]
        run.refuseWishes(Refusal(reason: refusal.reason, error: refusal.error, options: options)) { $0.asksViewer }
        return .`V2-E-11`
    }

    /// Whether this is Adobe's final answer to a logout. Without a token, no logout was sent: only the token request failed.
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
    /// Whether Adobe refuses the call and would refuse every repetition (V2-X-14). A refused token, an error that allows another attempt,
    /// and a transport failure are not final.
    var isFinal: Bool {
        guard case .refused(let http, let error) = self, http < 500 else { return false }
        switch error.action {
        // A legacy refusal without a code or a text may not come from Adobe: a captive portal answers every request like that.
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
        // The logout is being sent to Adobe. The viewer's new wish begins right after that.
        case .asking, .restV1(.metadata): return .stay(.`FM-16`)
        // The viewer who left may still be signed in by the late request. That sign-in is signed out before another viewer signs in.
        case .resting where late != nil: return .stay(.`FM-16`)
        case .userAgent, .settings, .resting: return run.leaveSignOut(self)
        }
    }

    /// Checks the platform account silently. This is the only activity after a sign-out.
    mutating func foregrounded(_ run: inout Run) -> Next {
        guard run.settings.partner == .apple else { return .ignore(.`FM-10`) }
        switch step {
        case .resting(nil, let pages): step = .resting(run.ask(.status(prompt: false)), pages)
        case .settings(nil, let work): step = .settings(run.ask(.status(prompt: false)), work)
        case .asking, .userAgent, .settings, .resting, .restV1(.metadata): return .ignore(.`FM-10`)
        }
        return .stay(.`V2-X-16`)
    }

    /// Handles the outcome of an account check, in Settings or at rest. Without an answer, the next foreground checks again.
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

    /// Handles the account that the partner framework reports. Only its report that there is no account means that the account is gone. An
    /// error or a revoked permission leaves the mark of the sign-out unchanged.
    private func receivedAccountCheck(_ reading: PartnerReading, _ run: inout Run) -> Next {
        switch step {
        case .settings:
            switch reading {
            case .account: return .stay(.`V2-E-05`)
            case .failed: return .stay(.`FM-22`)
            // Revoking the permission is the other way to end the platform's sign-in for this app (V2-E-08).
            case .nobody, .hidden: return run.settledInSettings(self)
            }
        case .resting:
            switch reading {
            case .failed: return .stay(.`FM-22`)
            case .hidden: return .stay(.`V2-E-09`)
            case .nobody:
                // From now on, any account that signs in on the device is another account, even with the same provider.
                if let mark = run.context.signedOut, mark != SignedOutMark() { run.mark(SignedOutMark()) }
                return .stay(.`V2-E-09`)
            case .account(let account): return found(account, &run)
            }
        case .asking, .userAgent, .restV1(.metadata): return .unexpected
        }
    }

    /// Handles the account that the device has. If it is not the account of the sign-out, a sign-in with it may begin (V2-E-09).
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

    /// Reads the fields after the step. The request may be absent if `R` is optional.
    private static func read<S: LogSource, R: ReadableField>(
        from source: inout S, _ step: (R, SignOutWork) -> Step
    ) throws(CodingFailure) -> Self {
        let call: R = try source.field("ask")
        let work = SignOutWork(logouts: try source.field("providers"), actions: try source.field("actions"))
        return LoggedOut(step(call, work), late: try source.field("late"))
    }
}
