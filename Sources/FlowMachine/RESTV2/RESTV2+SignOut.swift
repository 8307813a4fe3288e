extension RESTV2 {
    /// Phase E: signing out. State: `loggedOut`.
    enum SignOut {
        /// Tells Adobe of the next provider, then does what Adobe said about those it was told of.
        static func goOn(_ state: LoggedOut, _ run: inout Run, _ rule: Rule, telling: Rule = .`V2-E-02`) -> Next {
            guard let mvpd = state.providers.first else { return next(state, &run, rule) }
            var asking = state
            asking.step = .asking
            asking.ask = run.ask(Endpoint.logout(mvpd))
            return Next(.loggedOut(asking), telling)
        }

        /// An earlier launch could not tell Adobe.
        static func payOwed(_ run: inout Run, _ rule: Rule) -> Next {
            goOn(LoggedOut(step: .asking, providers: run.context.owedLogouts), &run, rule, telling: rule)
        }

        // MARK: Answers

        static func answered(_ state: LoggedOut, _ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
            if let late = state.late, late.ask == ask { return lateProfileCame(result, late, state, &run) }
            var next = state
            next.ask = nil
            switch result {
            case .logouts(let logouts):
                if let told = next.providers.first { payDebt(told, &run) }
                next.providers = Array(next.providers.dropFirst())
                next.actions += logouts.prefix(max(0, 32 - next.actions.count))
                return goOn(next, &run, .`V2-E-06`)
            case .partner(let answer): return state.looked(answer.status, &run)
            // A look at the platform account that brought nothing: the next foreground looks again.
            case .failed where state.step == .resting || state.step == .settings: return Next(.loggedOut(next), .`FM-22`)
            case .failed:
                // The viewer is signed out here; Adobe is told of this one at the next launch (V2-E-07).
                next.providers = Array(next.providers.dropFirst())
                return goOn(next, &run, .`V2-E-07`, telling: .`V2-E-07`)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .authentication, .partnerRequest, .userMetadata,
                .done:
                return Next(.loggedOut(state), .`FM-02`)
            }
        }

        /// A profile that came after the sign-out is only signed out. Where the answer was lost, there may be one.
        private static func lateProfileCame(_ result: Reply.Result, _ late: LoggedOut.Late, _ state: LoggedOut, _ run: inout Run) -> Next {
            var next = state
            next.late = nil
            var mvpds: [MVPDID]
            switch result {
            case .profiles(let profiles): mvpds = profiles.filter { $0.type != .temporary }.map { $0.mvpd }
            case .failed(let failure) where failure.mayHaveSucceeded: mvpds = [late.mvpd].compactMap { $0 }
            case .registered, .token, .configuration, .session, .decisions, .logouts, .partner, .authentication, .partnerRequest,
                .userMetadata, .done, .failed:
                return Next(.loggedOut(next), .`FM-02`)
            }
            mvpds.removeAll { next.providers.contains($0) }
            next.providers += mvpds.prefix(8)
            if next.providers.isEmpty { return Next(.loggedOut(next), .`V2-E-09`) }
            // Whom Adobe could not be told of before is still owed.
            let owed = run.context.owedLogouts + next.providers.filter { !run.context.owedLogouts.contains($0) }
            run.context.owedLogouts = owed
            run.turn.emit(.keep(.owedLogouts(owed)))
            if next.step == .resting { return goOn(next, &run, .`V2-E-02`) }
            return Next(.loggedOut(next), .`V2-E-02`)
        }

        private static func payDebt(_ mvpd: MVPDID, _ run: inout Run) {
            run.context.owedLogouts.removeAll { $0 == mvpd }
            let owed = run.context.owedLogouts
            run.turn.emit(owed.isEmpty ? .forget(.fact(.owedLogouts)) : .keep(.owedLogouts(owed)))
        }

        /// The next action of those that Adobe named, one after the other (V2-E-03).
        private static func next(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            var rest = state.actions
            var rule = rule
            // A sign-out that an earlier launch owed is nothing to bother the person with now.
            let isAsked = run.context.wants(.signOut)
            while let action = rest.first {
                switch action.action {
                case .logout(let link?) where run.settings.hasUserAgent && isAsked:
                    run.present(.signOutUserAgent(link: link))
                    return Next(.loggedOut(LoggedOut(step: .userAgent, actions: rest, late: state.late)), .`V2-E-04`)
                case .partnerLogout where isAsked:
                    run.present(.signOutInSettings)
                    return Next(.loggedOut(LoggedOut(step: .settings, actions: rest, late: state.late)), .`V2-E-05`)
                case .logout, .partnerLogout:
                    rule = .`V2-E-04`
                    rest.removeFirst()
                case .complete, .invalid, .unsupported: rest.removeFirst()
                }
            }
            return state.finish(&run, rule)
        }

        // MARK: The person

        static func chose(_ state: LoggedOut, _ choice: Choice, _ run: inout Run) -> Next {
            switch choice {
            case .done where state.step == .settings, .redirectReached where state.step == .userAgent,
                .userAgentClosed where state.step == .userAgent, .cancel:
                return done(state, &run, state.step == .settings ? .`V2-E-05` : .`V2-E-04`)
            case .done, .redirectReached, .userAgentClosed, .provider, .profile, .otherProvider, .retry, .newCode:
                return Next(.loggedOut(state), .`FM-04`)
            }
        }

        static func done(_ state: LoggedOut, _ run: inout Run, _ rule: Rule) -> Next {
            let rest = Array(state.actions.dropFirst())
            return goOn(LoggedOut(step: .asking, providers: state.providers, actions: rest, late: state.late), &run, rule)
        }

        /// The person wants something else. Of whoever is still owed, Adobe is told first, or it would find them signed in.
        static func leave(_ state: LoggedOut, _ run: inout Run) -> Next {
            goOn(LoggedOut(step: .asking, providers: run.context.owedLogouts, late: state.late), &run, .`V2-E-09`)
        }
    }
}
