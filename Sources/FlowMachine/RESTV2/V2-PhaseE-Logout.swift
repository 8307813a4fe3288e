extension RESTV2 {
    /// Phase E: signing out. State: `loggedOut`.
    enum PhaseE {
        /// Sends Adobe the logouts, after this device has forgotten the viewer's data.
        static func startSignOut(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            sendLogout(work, late, .`V2-E-09`, &run)
        }

        /// Sends the logouts that Adobe could not receive before.
        static func sendOwed(_ run: inout Run) -> Next {
            let rule: Rule = run.context.needsViewer ? .`V2-E-11` : .`V2-E-07`
            return sendLogout(SignOutWork(logouts: run.context.owedLogouts), nil, rule, sending: rule, &run)
        }

        /// Sends Adobe the next provider's logout, then performs the actions from Adobe's answers.
        private static func sendLogout(
            _ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, sending: Rule = .`V2-E-02`, _ run: inout Run
        ) -> Next {
            guard let logout = work.logouts.first else { return act(work, late, rule, &run) }
            guard case .mvpd(let mvpd) = logout else {
                // The legacy API left this logout, and REST API V2 has no profile of that sign-in (V2-E-12).
                run.settle([logout])
                var work = work
                work.dropLogout()
                return sendLogout(work, late, .`V2-E-12`, sending: sending, &run)
            }
            return .move(.loggedOut(LoggedOut(.asking(run.ask(Endpoint.logout(mvpd)), work), late: late)), sending)
        }

        /// Performs Adobe's actions (V2-E-03): the pages one after the other, then one visit to Settings. If no viewer is there to see them,
        /// they wait until a viewer is (V2-E-14).
        private static func act(_ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            var pages: [Logout] = []
            var visits: [Logout] = []
            var rule = rule
            for action in work.actions {
                switch action.action {
                case .logout(.some) where run.settings.hasUserAgent: pages.append(action)
                // Without a user agent, the provider's page cannot be shown: nothing is left to do.
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
            // Nothing is asked meanwhile.
            case .userAgent, .restV1: return .unexpected
            }
        }

        /// Adobe received the current logout, and says what the viewer has to do for it.
        private static func receivedLogout(_ actions: [Logout], _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            let sent = work.logouts.first
            work.dropLogout()
            if let sent, work.isSettled(sent, late) { run.settle([sent]) }
            work.actions += actions.prefix(max(0, SignOutWork.mostActions - work.actions.count))
            return sendLogout(work, late, .`V2-E-06`, &run)
        }

        /// The viewer is signed out here, and stays so until Adobe has received this provider's logout.
        private static func failed(_ failure: CallFailure, _ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            let sent = work.logouts.prefix(1)
            work.dropLogout()
            // The same logout may follow once more, for a sign-in that succeeded after this one was sent. If this one did not reach Adobe, one
            // logout is enough, and it stays owed.
            if !LoggedOut.isAnswer(failure, run) { work.logouts.removeAll { sent.contains($0) } }
            let answered = sent.filter { work.isSettled($0, late) }
            let rule = LoggedOut.failed(answered, late, failure, .`V2-E-07`, &run)
            return sendLogout(work, late, rule, sending: rule, &run)
        }

        /// A profile that arrived after the sign-out, or that may exist because the answer was lost, is signed out, and nothing else follows
        /// from it. A logout that was sent before this outcome, or is being sent, did not end that sign-in.
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
            // Adobe answered this logout while the outcome was awaited, so it is still owed.
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
            // These show nothing.
            case .asking, .resting, .restV1: return .stale(.`FM-04`)
            }
        }

        /// The viewer has signed out in Settings. One visit is for every provider.
        static func settledInSettings(_ state: LoggedOut, _ run: inout Run) -> Next {
            sendLogout(SignOutWork(logouts: state.work.logouts), state.late, .`V2-E-05`, &run)
        }

        /// This provider's page is done: continues with the next action.
        private static func userAgentEnded(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            var work = work
            work.actions = Array(work.actions.dropFirst())
            return sendLogout(work, late, .`V2-E-04`, &run)
        }

        /// The viewer wants something else. The pending logouts go first; otherwise Adobe would still report those viewers as signed in.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next {
            var work = SignOutWork(logouts: run.context.owedLogouts)
            switch state.step {
            // The viewer has not seen these pages yet.
            case .resting(_, let pages): work.actions = pages
            case .asking, .userAgent, .settings, .restV1: break
            }
            return sendLogout(work, state.late, .`V2-E-09`, sending: .`V2-E-11`, &run)
        }
    }
}

extension LoggedOut {
    /// The logouts that are still to be sent to Adobe, without the one whose answer is awaited.
    fileprivate var logoutsToSend: ArraySlice<OwedLogout> {
        switch step {
        case .asking(_, let work): work.logouts.dropFirst()
        case .userAgent(_, let work), .settings(_, let work): work.logouts[...]
        case .resting, .restV1: []
        }
    }
}
