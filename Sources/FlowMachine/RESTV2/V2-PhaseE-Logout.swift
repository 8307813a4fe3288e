extension RESTV2 {
    /// Phase E: signs the viewer out. State: `loggedOut`.
    enum PhaseE {
        /// Sends the logouts to Adobe, after this device has forgotten the viewer's data.
        static func startSignOut(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            sendLogout(work, late, .`V2-E-09`, &run)
        }

        /// Sends the pending logouts, which Adobe has not received yet.
        static func sendOwed(_ run: inout Run) -> Next {
            let rule: Rule = run.context.needsViewer ? .`V2-E-11` : .`V2-E-07`
            return sendLogout(SignOutWork(logouts: run.context.owedLogouts), nil, rule, sending: rule, &run)
        }

        /// Sends the next provider's logout to Adobe. If no logout remains, performs the actions that Adobe's answers require.
        private static func sendLogout(
            _ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, sending: Rule = .`V2-E-02`, _ run: inout Run
        ) -> Next {
            guard let logout = work.logouts.first else { return act(work, late, rule, &run) }
            guard case .mvpd(let mvpd) = logout else {
                // A flow with the legacy API added this logout. REST API V2 has no profile of that sign-in (V2-E-12).
                run.settle([logout])
                var work = work
                work.dropLogout()
                return sendLogout(work, late, .`V2-E-12`, sending: sending, &run)
            }
            return .move(.loggedOut(LoggedOut(.asking(run.ask(Endpoint.logout(mvpd)), work), late: late)), sending)
        }

        /// Performs the actions that Adobe requires (V2-E-03). Shows the providers' pages one after the other, then asks the viewer once to
        /// sign out in Settings. If no viewer uses the app now, all these actions wait for a viewer (V2-E-14).
        private static func act(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            var pages: [Logout] = []
            var visits: [Logout] = []
            var rule = rule
            for action in work.actions {
                switch action.action {
                case .logout(.some) where run.settings.hasUserAgent: pages.append(action)
                // Without a link or a user agent, the provider's page cannot be shown, so this action is skipped.
                case .logout: rule = .`V2-E-04`
                case .partnerLogout: visits.append(action)
                case .complete, .invalid, .unsupported: continue
                }
            }
            if pages.isEmpty, visits.isEmpty { return LoggedOut.finish(late, rule, &run) }
            if !run.isViewerPresent {
                if !visits.isEmpty { run.oweSettings() }
                return LoggedOut.finish(late, pages: pages, rule == .`V2-E-11` ? rule : .`V2-E-14`, &run)
            }
            if case .logout(let link?)? = pages.first?.action {
                run.present(.signOutUserAgent(link: link))
                return .move(.loggedOut(LoggedOut(.userAgent(nil, SignOutWork(actions: pages + visits)), late: late)), .`V2-E-04`)
            }
            return LoggedOut.showSettings(SignOutWork(actions: visits), late, .`V2-E-05`, &run)
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout LoggedOut, _ run: inout Run) -> Next {
            if let late = state.late, late.call == call { return receivedLateProfile(result, late, &state, &run) }
            switch state.step {
            case .asking(_, let work):
                switch result.logouts {
                case .success(let actions): return receivedLogout(actions, work, state.late, &run)
                case .failure(let failure): return failed(failure, work, state.late, &run)
                }
            case .settings, .resting: return state.receivedAccountCheck(result, &run)
            // No request is in progress in the step `userAgent`.
            case .userAgent, .restV1: return .unexpected
            }
        }

        /// Settles the logout that Adobe received, stores the actions that Adobe requires for this logout, and sends the next logout.
        private static func receivedLogout(_ actions: [Logout], _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            let sent = work.logouts.first
            work.dropLogout()
            if let sent, work.isSettled(sent, late) { run.settle([sent]) }
            work.actions += actions.prefix(max(0, SignOutWork.mostActions - work.actions.count))
            return sendLogout(work, late, .`V2-E-06`, &run)
        }

        /// Continues after a failed logout. The viewer remains signed out on this device, and the logout stays pending unless Adobe
        /// answered it.
        private static func failed(_ failure: CallFailure, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            let sent = work.logouts.prefix(1)
            work.dropLogout()
            // `work` may contain the same logout once more, for a sign-in that completed after the failed logout was sent. If the failed
            // logout did not reach Adobe, a single logout is enough for both sign-ins, and it stays pending.
            if !LoggedOut.isAnswer(failure, run) { work.logouts.removeAll { sent.contains($0) } }
            let answered = sent.filter { work.isSettled($0, late) }
            let rule = LoggedOut.failed(answered, late, failure, .`V2-E-07`, &run)
            return sendLogout(work, late, rule, sending: rule, &run)
        }

        /// Signs out a profile that arrived after the sign-out, or that may exist although the answer was lost. A logout of the same MVPD
        /// that was sent before this outcome did not end the late sign-in.
        private static func receivedLateProfile(
            _ result: Reply.Result, _ late: LateProfile, _ state: inout LoggedOut, _ run: inout Run
        ) -> Next {
            state.stopWaitingForLateProfile()
            var logouts: [OwedLogout]
            switch result.profiles {
            case .success(let profiles): logouts = profiles.filter { $0.type != .temporary }.map { .mvpd($0.mvpd) }
            case .failure(let failure) where failure.mayHaveSucceeded: logouts = [late.mvpd].compactMap { $0.map { .mvpd($0) } }
            case .failure: logouts = []
            }
            var work = state.work
            logouts.removeAll { state.logoutsToSend.contains($0) }
            // Adobe answered this MVPD's logout while the late sign-in was still in progress, so the logout is still pending.
            if let requested = late.mvpd.map({ OwedLogout.mvpd($0) }), run.context.owedLogouts.contains(requested),
                !work.logouts.contains(requested), !logouts.contains(requested)
            {
                logouts.append(requested)
            }
            if logouts.isEmpty { return state.lateRequestEnded(.`V2-E-09`, &run) }
            work.logouts += logouts.prefix(8)
            run.owe(work.logouts)
            switch state.step {
            case .asking(let call, _): state.stay(at: .asking(call, work))
            case .userAgent(let call, _): state.stay(at: .userAgent(call, work))
            case .settings(let call, _): state.stay(at: .settings(call, work))
            case .resting: return sendLogout(work, nil, .`V2-E-02`, &run)
            case .restV1: return .unexpected
            }
            return .stay(.`V2-E-02`)
        }

        // MARK: The viewer

        static func chose(_ choice: Choice, _ state: LoggedOut, _ run: inout Run) -> Next {
            switch state.step {
            case .settings:
                switch choice {
                case .done, .cancel: return settledInSettings(state, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .userAgent(_, let work):
                switch choice {
                case .redirectReached, .userAgentClosed, .cancel: return userAgentEnded(work, state.late, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .done: return .stale(.`FM-04`)
                }
            // These steps show nothing, so the choice belongs to an earlier presentation.
            case .asking, .resting, .restV1: return .stale(.`FM-04`)
            }
        }

        /// Ends the visit to Settings, which concerns all providers. The viewer has signed out there or closed the presentation.
        static func settledInSettings(_ state: LoggedOut, _ run: inout Run) -> Next {
            sendLogout(SignOutWork(logouts: state.work.logouts), state.late, .`V2-E-05`, &run)
        }

        /// Continues with the next action, after the user agent has closed a provider's page.
        private static func userAgentEnded(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            work.actions = Array(work.actions.dropFirst())
            return sendLogout(work, late, .`V2-E-04`, &run)
        }

        /// Leaves `loggedOut` because the viewer made a new wish. First sends the pending logouts; otherwise Adobe would still report those
        /// viewers as signed in.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next {
            var work = SignOutWork(logouts: run.context.owedLogouts)
            switch state.step {
            // The providers' pages remain to be shown.
            case .resting(_, let pages): work.actions = pages
            case .asking, .userAgent, .settings, .restV1: break
            }
            return sendLogout(work, state.late, .`V2-E-09`, sending: .`V2-E-11`, &run)
        }
    }
}

extension LoggedOut {
    /// The logouts that are not sent to Adobe yet, without the logout whose answer is outstanding.
    fileprivate var logoutsToSend: ArraySlice<OwedLogout> {
        switch step {
        case .asking(_, let work): work.logouts.dropFirst()
        case .userAgent(_, let work), .settings(_, let work): work.logouts[...]
        case .resting, .restV1: []
        }
    }
}
