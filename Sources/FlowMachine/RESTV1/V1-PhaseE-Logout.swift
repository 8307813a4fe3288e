extension RESTV1 {
    /// Signing out. The flow first asks Adobe how the viewer had signed in, since nobody knows that afterwards. State: `loggedOut`.
    enum PhaseE {
        /// The step of `loggedOut` that only this API has.
        enum Step: Hashable, Sendable {
            /// Asks Adobe how the viewer had signed in (V1-30), or the partner framework, if Adobe does not say it.
            case metadata(CallID, SignOutWork)
        }

        /// Starts the logout at Adobe, after this device has forgotten the viewer's data (V1-30).
        static func startSignOut(_ work: SignOutWork, _ late: LateProfile?, wasSignedIn: Bool, _ run: inout Run) -> Next {
            guard wasSignedIn || !run.context.owedLogouts.isEmpty else { return act(work, late, .`V1-30`, &run) }
            var work = work
            owe(nil, &work, &run)
            return askMetadata(work, late, &run)
        }

        /// Sends the pending logouts. The sign-out is completed like any other, whether or not a viewer waits: how the viewer had signed in
        /// decides whether they are asked to sign out in Settings, now or later (V2-E-14).
        static func sendOwed(_ run: inout Run) -> Next {
            askMetadata(SignOutWork(logouts: run.context.owedLogouts), nil, &run)
        }

        /// Asks whether the sign-in came from the platform (V1-30).
        private static func askMetadata(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            .move(.loggedOut(LoggedOut(.restV1(.metadata(run.ask(RESTV1Endpoint.userMetadata), work)), late: late)), .`V1-30`)
        }

        /// This launch or a later one sends the logout, which need not name the provider. One request signs out everyone on the device.
        private static func owe(_ mvpd: MVPDID?, _ work: inout SignOutWork, _ run: inout Run) {
            if work.logouts.isEmpty { work.logouts = [mvpd.map { .mvpd($0) } ?? .device] }
            if run.context.owedLogouts.isEmpty { run.owe(work.logouts) }
        }

        /// Sends the logout as the app's own request. If the policy says so, the user agent is opened first, to end the provider's own
        /// session: a page sends Adobe neither the method nor the token that its reference requires (V1-32, V1-33).
        private static func sendLogout(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            if run.policy.signsOutInUserAgent, run.settings.hasUserAgent, run.isViewerPresent {
                run.present(.legacySignOut)
                return .move(.loggedOut(LoggedOut(.userAgent(nil, work), late: late)), .`V1-33`)
            }
            return .move(.loggedOut(LoggedOut(.asking(run.ask(RESTV1Endpoint.logout), work), late: late)), rule)
        }

        /// If the viewer had signed in through the partner framework, asks them to sign out in Settings, too, as soon as they are there.
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
                    // This request was the logout of a late sign-in. A pending logout is sent when the viewer is done.
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

        /// Adobe does not say how the viewer signed in. The partner framework may: if the device has an account, the viewer probably used
        /// it. If nobody waits, the account at the time of the sign-out decides.
        private static func metadataFailed(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            // If the framework does not answer either, a needless prompt is better than none.
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
                // This is the account of the viewer who signs out, not another one that may sign in by itself.
                if run.context.signedOut?.account == nil { run.mark(SignedOutMark(account: account)) }
            case .nobody, .hidden: work.actions = []
            // An error is not "no account".
            case .failed: break
            }
            return sendLogout(work, late, .`V1-30`, &run)
        }

        /// Adobe signed out everyone on this device, so no logout is pending any more, except that of a late sign-in.
        private static func receivedLogout(_ late: LateProfile?, _ run: inout Run) {
            settleAll(but: late, &run)
            run.context.foundNobody = true
        }

        private static func settleAll(but late: LateProfile?, _ run: inout Run) {
            let none = SignOutWork()
            run.settle(run.context.owedLogouts.filter { none.isSettled($0, late) })
        }

        /// The viewer is signed out here, and stays so until Adobe has received the logout.
        private static func failed(_ failure: CallFailure, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            let rule = LoggedOut.failed(run.context.owedLogouts, late, failure, .`V1-32`, &run)
            return act(SignOutWork(actions: work.actions), late, rule, &run)
        }

        /// A sign-in that succeeded after the sign-out, or that may have succeeded because its answer was lost, is signed out, and nothing else
        /// follows from it.
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
                // The logout is being sent, or follows.
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
            // No extra logout is needed: one follows anyway.
            case .restV1(.metadata): step = state.step
            case .asking, .resting: step = .asking(run.ask(RESTV1Endpoint.logout), work)
            // Adobe receives the logout while the viewer acts.
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
            // These show nothing.
            case .asking, .resting, .restV1(.metadata): return .stale(.`FM-04`)
            }
        }

        private static func userAgentEnded(_ call: CallID?, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            // The logout of a late sign-in reached Adobe and signed out everyone.
            if run.context.owedLogouts.isEmpty { return act(SignOutWork(actions: work.actions), late, .`V1-33`, &run) }
            // A page settles nothing, so a request sends the logout.
            let call = call ?? run.ask(RESTV1Endpoint.logout)
            return .move(.loggedOut(LoggedOut(.asking(call, work), late: late)), .`V1-33`)
        }

        /// The viewer has signed out in Settings.
        static func settledInSettings(_ state: LoggedOut, _ run: inout Run) -> Next { leave(state, .`V1-31`, &run) }

        /// The viewer wants something else.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next { leave(state, .`V2-E-09`, &run) }

        /// A pending logout goes first; otherwise Adobe would still report the viewer as signed in.
        private static func leave(_ state: LoggedOut, _ rule: Rule, _ run: inout Run) -> Next {
            switch state.step {
            case .resting: return run.sendOwedLogoutsFirst() ?? LoggedOut.finish(state.late, rule, &run)
            // How the viewer had signed in is known already.
            case .asking, .userAgent, .settings, .restV1(.metadata):
                if run.context.owedLogouts.isEmpty { return LoggedOut.finish(state.late, rule, &run) }
                let work = SignOutWork(logouts: run.context.owedLogouts)
                return .move(.loggedOut(LoggedOut(.asking(run.ask(RESTV1Endpoint.logout), work), late: state.late)), .`V1-32`)
            }
        }
    }
}
