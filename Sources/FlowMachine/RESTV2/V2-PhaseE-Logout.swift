extension RESTV2 {
    /// Phase E: signing out. State: `loggedOut`.
    enum PhaseE {
        /// Sends Adobe the logouts, after this device has forgotten the viewer's data.
        static func begin(_ work: SignOutWork, _ late: LateProfile?, _ run: inout Run) -> Next {
            proceed(work, late, .`V2-E-09`, &run)
        }

        /// Sends the logouts that Adobe could not receive before.
        static func settleOwed(_ late: LateProfile?, _ run: inout Run) -> Next {
            let rule: Rule = run.context.needsViewer ? .`V2-E-11` : .`V2-E-07`
            return proceed(SignOutWork(providers: run.context.owedLogouts), late, rule, telling: rule, &run)
        }

        /// Sends Adobe the next provider's logout, then performs the actions from Adobe's answers.
        private static func proceed(
            _ work: SignOutWork, _ late: LateProfile?, _ rule: Rule, telling: Rule = .`V2-E-02`, _ run: inout Run
        ) -> Next {
            guard let logout = work.providers.first else { return act(work.actions, late, rule, &run) }
            guard case .mvpd(let mvpd) = logout else {
                // The legacy API left this logout, and REST API V2 has no profile of that sign-in (V2-E-12).
                run.settle([logout])
                var work = work
                work.dropProvider()
                return proceed(work, late, .`V2-E-12`, telling: telling, &run)
            }
            return .move(.loggedOut(LoggedOut(.asking(run.ask(Endpoint.logout(mvpd)), work), late: late)), telling)
        }

        /// Performs the next of Adobe's actions, one after the other (V2-E-03).
        private static func act(_ actions: [Logout], _ late: LateProfile?, _ rule: Rule, _ run: inout Run) -> Next {
            var rest = SignOutWork(actions: actions)
            var rule = rule
            // If nobody asked for anything, a pending logout interrupts nobody.
            let isAsked = run.isViewerPresent
            while let action = rest.actions.first {
                switch action.action {
                case .logout(let link?) where run.settings.hasUserAgent && isAsked:
                    run.present(.signOutUserAgent(link: link))
                    return .move(.loggedOut(LoggedOut(.userAgent(nil, rest), late: late)), .`V2-E-04`)
                case .partnerLogout where isAsked:
                    run.present(.signOutInSettings)
                    return .move(.loggedOut(LoggedOut(.settings(nil, rest), late: late)), .`V2-E-05`)
                case .logout, .partnerLogout:
                    rule = .`V2-E-04`
                    rest.actions.removeFirst()
                case .complete, .invalid, .unsupported: rest.actions.removeFirst()
                }
            }
            return LoggedOut.finish(late, rule, &run)
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout LoggedOut, _ run: inout Run) -> Next {
            if let late = state.late, late.call == call { return lateProfileCame(result, late, &state, &run) }
            var work = state.work
            switch result {
            case .logouts(let logouts):
                if let told = work.providers.first { run.settle([told]) }
                work.dropProvider()
                work.actions += logouts.prefix(max(0, SignOutWork.mostActions - work.actions.count))
                return proceed(work, state.late, .`V2-E-06`, &run)
            case .partner(let answer): return state.looked(answer.status, &run)
            case .failed(let failure):
                if state.step.name == .resting || state.step.name == .settings {
                    // The check of the platform account failed: the next foreground checks again.
                    state.stopWaiting()
                    return .stay(.`FM-22`)
                }
                // The viewer is signed out here, and stays so until Adobe has received this provider's logout.
                let rule = LoggedOut.failed(Array(work.providers.prefix(1)), failure, .`V2-E-07`, &run)
                work.dropProvider()
                return proceed(work, state.late, rule, telling: rule, &run)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .authentication, .partnerRequest, .userMetadata,
                .done:
                return .stale(.`FM-02`)
            }
        }

        /// A profile that arrived after the sign-out is only signed out. If the answer was lost, there may be one.
        private static func lateProfileCame(
            _ result: Reply.Result, _ late: LateProfile, _ state: inout LoggedOut, _ run: inout Run
        ) -> Next {
            state.stopWaitingForLateProfile()
            var logouts: [OwedLogout]
            switch result {
            case .profiles(let profiles): logouts = profiles.filter { $0.type != .temporary }.map { .mvpd($0.mvpd) }
            case .failed(let failure) where failure.mayHaveSucceeded: logouts = [late.mvpd].compactMap { $0.map { .mvpd($0) } }
            case .registered, .token, .configuration, .session, .decisions, .logouts, .partner, .authentication, .partnerRequest,
                .userMetadata, .done, .failed:
                return .stale(.`FM-02`)
            }
            var work = state.work
            logouts.removeAll { work.providers.contains($0) }
            work.providers += logouts.prefix(8)
            if work.providers.isEmpty { return .stay(.`V2-E-09`) }
            run.owe(work.providers)
            if state.step.name == .resting { return proceed(work, state.late, .`V2-E-02`, &run) }
            state.change(work)
            return .stay(.`V2-E-02`)
        }

        // MARK: The viewer

        static func chose(_ choice: Choice, _ state: LoggedOut, _ run: inout Run) -> Next {
            switch (state.step.name, choice) {
            case (.settings, .done), (.settings, .cancel): next(state, .`V2-E-05`, &run)
            case (.userAgent, .redirectReached), (.userAgent, .userAgentClosed), (.userAgent, .cancel): next(state, .`V2-E-04`, &run)
            case (.metadata, _), (.asking, _), (.userAgent, _), (.settings, _), (.resting, _): .stale(.`FM-04`)
            }
        }

        /// The current action is done: continues with the next one.
        static func next(_ state: LoggedOut, _ rule: Rule, _ run: inout Run) -> Next {
            var work = state.work
            work.actions = Array(work.actions.dropFirst())
            return proceed(work, state.late, rule, &run)
        }

        /// The viewer wants something else. The pending logouts go first; otherwise Adobe would still report those viewers as signed in.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next {
            proceed(SignOutWork(providers: run.context.owedLogouts), state.late, .`V2-E-09`, telling: .`V2-E-11`, &run)
        }
    }
}
