extension RESTV1 {
    /// Signing out. First it is asked how the viewer had signed in, since that is known to nobody afterwards. State:
    /// `loggedOut`.
    enum SignOut {
        /// Everything of the viewer's was forgotten here; now Adobe (V1-30).
        static func begin(_ state: LoggedOut, wasSignedIn: Bool, _ run: inout Run, _ rule: Rule) -> Next {
            guard wasSignedIn else { return state.finish(&run, rule) }
            var next = state
            next.step = .metadata
            owe(nil, &next, &run)
            next.ask = run.ask(RESTV1Endpoint.userMetadata)
            return Next(.loggedOut(next), rule)
        }

        /// Whatever becomes of it, this launch or a later one tells Adobe, which need not have named the provider.
        private static func owe(_ mvpd: MVPDID?, _ state: inout LoggedOut, _ run: inout Run) {
            if state.providers.isEmpty { state.providers = [mvpd ?? .whoever] }
            if !run.context.owedLogouts.isEmpty { return }
            run.context.owedLogouts = state.providers
            run.turn.emit(.keep(.owedLogouts(state.providers)))
        }

        /// An earlier launch could not tell Adobe.
        static func payOwed(_ run: inout Run, _ rule: Rule) -> Next {
            signOut(LoggedOut(step: .asking, providers: run.context.owedLogouts), &run, rule)
        }

        static func answered(_ state: LoggedOut, _ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
            if let late = state.late, late.ask == ask { return lateTokenCame(state, late, result, &run) }
            var next = state
            next.ask = nil
            switch result {
            case .userMetadata(let metadata):
                if metadata.isFromPartner { next.actions.append(Logout(mvpd: nil, action: .partnerLogout)) }
                return signOut(next, &run, .`V1-30`)
            case .failed where state.step == .resting || state.step == .settings: return Next(.loggedOut(next), .`FM-22`)
            case .failed where state.step == .metadata: return signOut(next, &run, .`V1-30`)
            case .done:
                pay(&next, &run)
                run.context.foundNobody = true
                return state.step == .userAgent || state.step == .settings
                    ? Next(.loggedOut(next), .`V1-32`) : SignOut.next(next, &run, .`V1-32`)
            case .partner(let answer): return state.looked(answer.status, &run)
            case .failed where state.step == .userAgent: return Next(.loggedOut(next), .`V1-32`)
            case .failed:
                // The viewer is signed out here; Adobe is told at the next launch.
                next.providers = []
                return SignOut.next(next, &run, .`V1-32`)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .authentication, .partnerRequest:
                return Next(.loggedOut(state), .`FM-02`)
            }
        }

        /// By a request of the app's own, or, if the policy says so, in the user agent (V1-32, V1-33).
        private static func signOut(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            var next = state
            if run.policy.signsOutInUserAgent, run.settings.hasUserAgent, run.context.wants(.signOut) {
                next.step = .userAgent
                run.present(.legacySignOut)
                return Next(.loggedOut(next), .`V1-33`)
            }
            next.step = .asking
            next.ask = run.ask(RESTV1Endpoint.logout)
            return Next(.loggedOut(next), rule)
        }

        /// Adobe signs out whoever is signed in on this device, so no more is owed.
        private static func told(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            var next = state
            pay(&next, &run)
            return SignOut.next(next, &run, rule)
        }

        private static func pay(_ state: inout LoggedOut, _ run: inout Run) {
            state.providers = []
            if run.context.owedLogouts.isEmpty { return }
            run.context.owedLogouts = []
            run.turn.emit(.forget(.fact(.owedLogouts)))
        }

        /// Where the viewer had signed in through the partner framework, the person is to sign out in Settings, too.
        private static func next(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            if state.actions.isEmpty { return state.finish(&run, rule) }
            var next = state
            next.step = .settings
            run.present(.signOutInSettings)
            return Next(.loggedOut(next), .`V1-31`)
        }

        /// The person is through, or wants something else. Where Adobe was not told yet, it would find the same viewer signed
        /// in again.
        static func leave(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            if run.context.owedLogouts.isEmpty { return state.finish(&run, rule) }
            let ask = run.ask(RESTV1Endpoint.logout)
            return Next(.loggedOut(LoggedOut(step: .asking, ask: ask, providers: run.context.owedLogouts, late: state.late)), .`V1-32`)
        }

        static func chose(_ state: LoggedOut, _ choice: Choice, _ run: inout Run) -> Next {
            switch (choice, state.step) {
            case (.done, .settings), (.cancel, .settings):
                return leave(state, &run, .`V1-31`)
            case (.redirectReached, .userAgent) where state.ask == nil, (.userAgentClosed, .userAgent) where state.ask == nil:
                return told(state, &run, .`V1-33`)
            case (.redirectReached, .userAgent), (.userAgentClosed, .userAgent), (.cancel, .userAgent):
                // The page told Adobe nothing, or not of a sign-in that came late: a request does.
                var asking = state
                asking.step = .asking
                asking.ask = state.ask ?? run.ask(RESTV1Endpoint.logout)
                return Next(.loggedOut(asking), .`V1-33`)
            case _: return Next(.loggedOut(state), .`FM-04`)
            }
        }

        /// A sign-in that succeeded after the sign-out is only signed out. Where the answer was lost, it may have succeeded.
        private static func lateTokenCame(
            _ state: LoggedOut, _ late: LoggedOut.Late, _ result: Reply.Result, _ run: inout Run
        ) -> Next {
            var next = state
            next.late = nil
            switch result {
            case .done: return signOutLate(nil, next, &run)
            case .authentication(let word?): return signOutLate(word.mvpd, next, &run)
            case .failed(let failure) where failure.mayHaveSucceeded: return signOutLate(late.mvpd, next, &run)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .partner, .authentication(nil),
                .partnerRequest, .userMetadata, .failed:
                return Next(.loggedOut(next), .`FM-02`)
            }
        }

        private static func signOutLate(_ mvpd: MVPDID?, _ state: LoggedOut, _ run: inout Run) -> Next {
            var next = state
            owe(mvpd, &next, &run)
            // Adobe is told after this anyway.
            if next.step == .metadata { return Next(.loggedOut(next), .`V1-32`) }
            if next.step == .resting { next.step = .asking }
            next.ask = run.ask(RESTV1Endpoint.logout)
            return Next(.loggedOut(next), .`V1-32`)
        }
    }
}
