extension RESTV1 {
    /// Signs the viewer out. Before the logout, the flow asks Adobe how the viewer signed in, because Adobe does not know this afterward.
    /// State: `loggedOut`.
    enum PhaseE {
        /// The step of `loggedOut` that only this API has.
        enum Step: Hashable, Sendable {
            /// Asks Adobe how the viewer signed in (V1-30). If Adobe does not answer, asks the partner framework.
            case metadata(CallID, SignOutWork)
        }

        /// Starts the logout at Adobe, after this device has forgotten the viewer's data (V1-30).
        static func startSignOut(_ work: SignOutWork, _ late: LateProfile?, wasSignedIn: Bool, _ run: inout Run) -> Next {
            guard wasSignedIn || !run.context.owedLogouts.isEmpty else { return act(work, late, .`V1-30`, &run) }
            var work = work
            owe(nil, &work, &run)
            return askMetadata(work, late, &run)
        }

        /// Sends the pending logouts. First asks Adobe how the viewer signed in, even if no viewer waits. A viewer who signed in through
        /// the partner framework must be asked to sign out in Settings, now or later (V2-E-14).
        static func sendOwed(_ run: inout Run) -> Next {
            askMetadata(SignOutWork(logouts: run.context.owedLogouts), nil, &run)
        }

        /// Asks Adobe whether the viewer signed in through the partner framework (V1-30).
        private static func askMetadata(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            .move(.loggedOut(LoggedOut(.restV1(.metadata(run.ask(RESTV1Endpoint.userMetadata), work)), late: late)), .`V1-30`)
        }

        /// Adds a logout to the pending logouts, so that this launch or a later launch sends it. The logout need not name an MVPD, because
        /// one request signs out every viewer on the device.
        private static func owe(_ mvpd: MVPDID?, _ work: inout SignOutWork, _ run: inout Run) {
            if work.logouts.isEmpty { work.logouts = [mvpd.map { .mvpd($0) } ?? .device] }
            if run.context.owedLogouts.isEmpty { run.owe(work.logouts) }
        }

        /// Sends the logout as the app's own request (V1-32). If the policy `signsOutInUserAgent` is on, first opens a page in the user
        /// agent to end the session at the provider (V1-33). The page does not replace the request, because it sends neither the method nor
        /// the token that Adobe requires.
        private static func sendLogout(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            if run.policy.signsOutInUserAgent, run.settings.hasUserAgent, run.isViewerPresent {
                run.present(.legacySignOut)
                return .move(.loggedOut(LoggedOut(.userAgent(nil, work), late: late)), .`V1-33`)
            }
            return .move(.loggedOut(LoggedOut(.asking(run.ask(RESTV1Endpoint.logout), work), late: late)), rule)
        }

        /// Finishes the sign-out. If the viewer signed in through the partner framework, also asks the viewer to sign out in Settings, now
        /// or when a viewer uses the app again.
        private static func act(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            if work.actions.isEmpty { return LoggedOut.finish(late, rule, &run) }
            if run.isViewerPresent { return LoggedOut.showSettings(work, late, .`V1-31`, &run) }
            run.oweSettings()
            return LoggedOut.finish(late, rule == .`V2-E-11` ? rule : .`V2-E-14`, &run)
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout LoggedOut, _ run: inout Run) -> Next {
            if let late = state.late, late.call == call { return receivedLateProfile(result, late, &state, &run) }
            switch state.step {
            case .restV1(.metadata(_, let work)):
                switch result {
                case .userMetadata(let metadata): return receivedMetadata(metadata, work, state.late, &run)
                case .partner(let answer): return receivedAccount(answer, work, state.late, &run)
                case .failed: return metadataFailed(work, state.late, &run)
                case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .authentication, .partnerRequest,
                    .done:
                    return .unexpected
                }
            case .asking(_, let work):
                switch result.done {
                case .success:
                    receivedLogout(state.late, &run)
                    return act(SignOutWork(actions: work.actions), state.late, .`V1-32`, &run)
                case .failure(let failure): return failed(failure, work, state.late, &run)
                }
            case .userAgent(_, let work):
                switch result.done {
                case .success:
                    receivedLogout(state.late, &run)
                    state.stay(at: .userAgent(nil, SignOutWork(actions: work.actions)))
                    return .stay(.`V1-32`)
                case .failure(let failure):
                    if LoggedOut.isAnswer(failure, run) { settleAll(but: state.late, &run) }
                    state.stay(at: .userAgent(nil, work))
                    return .stay(.`V1-32`)
                }
            case .settings(_, let work):
                switch result {
                case .done:
                    receivedLogout(state.late, &run)
                    state.stay(at: .settings(nil, SignOutWork(actions: work.actions)))
                    if state.late == nil { run.answerSignOuts(settings: true) }
                    return .stay(.`V1-32`)
                case .failed(let failure) where !work.logouts.isEmpty:
                    // The failed request was the logout of a late sign-in. If this logout is still pending, it is sent after the visit to
                    // Settings.
                    if LoggedOut.isAnswer(failure, run) { settleAll(but: state.late, &run) }
                    state.stay(at: .settings(nil, SignOutWork(actions: work.actions)))
                    run.answerSignOuts(settings: true)
                    return .stay(.`V1-32`)
                case .partner, .failed: return state.receivedAccountCheck(result, &run)
                case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .authentication, .partnerRequest,
                    .userMetadata:
                    return .unexpected
                }
            case .resting: return state.receivedAccountCheck(result, &run)
            }
        }

        private static func receivedMetadata(
            _ metadata: ViewerMetadata, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run
        ) -> Next {
            var work = work
            if metadata.isFromPartner { work.askForSettings() }
            return sendLogout(work, late, .`V1-30`, &run)
        }

        /// Asks the partner framework, because Adobe did not report how the viewer signed in. If the device has an account, the viewer
        /// probably signed in with it. If no viewer uses the app now, the flow does not ask, and takes the account at the time of the
        /// sign-out.
        private static func metadataFailed(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            // If the framework gave no answer either, `work` already contains the visit to Settings. An unnecessary visit is better than a
            // missing one.
            if !work.actions.isEmpty || run.settings.partner != .apple { return sendLogout(work, late, .`V1-30`, &run) }
            var work = work
            if !run.isViewerPresent {
                if run.context.signedOut?.account != nil { work.askForSettings() }
                return sendLogout(work, late, .`V1-30`, &run)
            }
            work.askForSettings()
            return .move(.loggedOut(LoggedOut(.restV1(.metadata(run.ask(.status(prompt: false)), work)), late: late)), .`V1-30`)
        }

        private static func receivedAccount(_ answer: PartnerAnswer, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            switch run.note(answer) {
            case .account(let account):
                // Records the account as that of the viewer who signs out. Without the record, the account could sign in by itself later.
                if run.context.signedOut?.account == nil { run.mark(SignedOutMark(account: account)) }
            case .nobody, .hidden: work.actions = []
            // An error does not mean that there is no account, so the visit to Settings remains.
            case .failed: break
            }
            return sendLogout(work, late, .`V1-30`, &run)
        }

        /// Settles all pending logouts except that of a late sign-in, because Adobe has signed out every viewer on this device.
        private static func receivedLogout(_ late: LateProfile?, _ run: inout Run) {
            settleAll(but: late, &run)
            run.context.foundNobody = true
        }

        private static func settleAll(but late: LateProfile?, _ run: inout Run) {
            let none = SignOutWork()
            run.settle(run.context.owedLogouts.filter { none.isSettled($0, late) })
        }

        /// Continues after a failed logout. The viewer remains signed out on this device, and the logout stays pending unless Adobe
        /// answered it.
        private static func failed(_ failure: CallFailure, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            let rule = LoggedOut.failed(run.context.owedLogouts, late, failure, .`V1-32`, &run)
            return act(SignOutWork(actions: work.actions), late, rule, &run)
        }

        /// Undoes a sign-in that completed after the sign-out, or that may have completed although its answer was lost.
        private static func receivedLateProfile(
            _ result: Reply.Result, _ late: LateProfile, _ state: inout LoggedOut, _ run: inout Run
        ) -> Next {
            state.stopWaitingForLateProfile()
            switch result {
            case .done: return signOutLate(nil, state, &run)
            case .authentication(let authorization?) where !run.isTemporary(authorization):
                return signOutLate(authorization.mvpd, state, &run)
            case .failed(let failure) where failure.mayHaveSucceeded: return signOutLate(late.mvpd, state, &run)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .partner, .authentication,
                .partnerRequest, .userMetadata, .failed:
                if run.context.owedLogouts.isEmpty { return state.lateRequestEnded(.`V1-32`, &run) }
                switch state.step {
                // In these steps, the logout is being sent or will be sent.
                case .asking, .userAgent, .restV1(.metadata): return .stay(.`V1-32`)
                case .settings, .resting: return signOutLate(late.mvpd, state, &run)
                }
            }
        }

        private static func signOutLate(_ mvpd: MVPDID?, _ state: LoggedOut, _ run: inout Run) -> Next {
            var work = state.work
            owe(mvpd, &work, &run)
            let step: LoggedOut.Step
            switch state.step {
            // A logout follows this step in any case.
            case .restV1(.metadata): step = state.step
            case .asking, .resting: step = .asking(run.ask(RESTV1Endpoint.logout), work)
            // The logout is sent while the viewer signs out on the page or in Settings.
            case .userAgent: step = .userAgent(run.ask(RESTV1Endpoint.logout), work)
            case .settings: step = .settings(run.ask(RESTV1Endpoint.logout), work)
            }
            return .move(.loggedOut(LoggedOut(step)), .`V1-32`)
        }

        // MARK: The viewer

        static func chose(_ choice: Choice, _ state: LoggedOut, _ run: inout Run) -> Next {
            switch state.step {
            case .settings:
                switch choice {
                case .done, .cancel: return settledInSettings(state, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .userAgent(let call, let work):
                switch choice {
                case .redirectReached, .userAgentClosed, .cancel: return userAgentEnded(call, work, state.late, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .done: return .stale(.`FM-04`)
                }
            // These steps show nothing, so the choice belongs to an earlier presentation.
            case .asking, .resting, .restV1(.metadata): return .stale(.`FM-04`)
            }
        }

        private static func userAgentEnded(_ call: CallID?, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            // Adobe has already received the logout of a late sign-in, and has signed out every viewer on the device.
            if run.context.owedLogouts.isEmpty { return act(SignOutWork(actions: work.actions), late, .`V1-33`, &run) }
            // The page does not replace the logout, so the app's own request follows.
            let call = call ?? run.ask(RESTV1Endpoint.logout)
            return .move(.loggedOut(LoggedOut(.asking(call, work), late: late)), .`V1-33`)
        }

        /// Ends the visit to Settings. The viewer has signed out there or closed the presentation.
        static func settledInSettings(_ state: LoggedOut, _ run: inout Run) -> Next { leave(state, .`V1-31`, &run) }

        /// Leaves `loggedOut` because the viewer made a new wish.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next { leave(state, .`V2-E-09`, &run) }

        /// Sends the pending logouts before the flow leaves `loggedOut`. Otherwise Adobe would still report the viewer as signed in.
        private static func leave(_ state: LoggedOut, _ rule: Rule, _ run: inout Run) -> Next {
            switch state.step {
            case .resting: return run.sendOwedLogoutsFirst() ?? LoggedOut.finish(state.late, rule, &run)
            // In these steps, the flow has already asked how the viewer signed in.
            case .asking, .userAgent, .settings, .restV1(.metadata):
                if run.context.owedLogouts.isEmpty { return LoggedOut.finish(state.late, rule, &run) }
                let work = SignOutWork(logouts: run.context.owedLogouts)
                return .move(.loggedOut(LoggedOut(.asking(run.ask(RESTV1Endpoint.logout), work), late: state.late)), .`V1-32`)
            }
        }
    }
}
