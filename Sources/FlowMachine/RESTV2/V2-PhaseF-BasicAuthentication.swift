extension RESTV2 {
    /// Phase F: signing in with a browser or on a second screen. State: `basicAuthFallback`.
    enum PhaseF {
        // MARK: Beginning

        /// Basic authentication, because nothing better works; under a silent intent, rest (FM-09).
        static func fallBack(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            run.isSilent ? rest(&run) : begin(mvpd: mvpd, rule, &run)
        }

        /// The same with the session that another answer brought; it has a code of its own (V2-F-19).
        static func fallBack(to session: Session, mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            run.isSilent ? rest(&run) : sessionCame(session, mvpd: mvpd, rule, &run)
        }

        /// The same where the person has chosen nothing yet: with the provider used last, if they confirm it. That needs no configuration.
        static func fallBackUnasked(_ rule: Rule, _ run: inout Run) -> Next {
            if run.isSilent { return rest(&run) }
            guard run.settings.hasPicker, let provider = run.context.provider else { return begin(mvpd: nil, rule, &run) }
            run.present(.providerConfirmation(provider.mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(confirming: provider.mvpd)), .`V2-F-21`)
        }

        private static func rest(_ run: inout Run) -> Next { Registered.rest(.notSignedIn, .`FM-09`, &run) }

        /// Phase F without a session: with a provider that is known already, or after the app's own picker, or, where there is neither, with
        /// a code alone (V2-F-01).
        static func begin(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            guard mvpd == nil, run.settings.hasPicker else { return create(mvpd: mvpd, rule, &run) }
            return pick(for: nil, rule, &run)
        }

        private static func pick(for session: OpenSession?, _ rule: Rule, _ run: inout Run) -> Next {
            guard let catalog = run.freshCatalog else {
                let call = run.ask(Endpoint.configuration)
                return .move(.basicAuthFallback(BasicAuthFallback(fetchingConfiguration: call, for: session)), rule)
            }
            return BasicAuthFallback.pick(from: catalog.configuration, for: session, rule, &run)
        }

        private static func create(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(Endpoint.createSession(mvpd: mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(creatingSession: call, mvpd: mvpd)), rule)
        }

        private static func resume(_ session: OpenSession, mvpd: MVPDID, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(Endpoint.resumeSession(code: session.code, mvpd: mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(resuming: session, call, mvpd: mvpd)), rule)
        }

        // MARK: Outcomes

        static func received(_ result: Reply.Result, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch (state.step, result) {
            case (.configuration(_, let session), .configuration(let configuration)):
                run.note(configuration)
                return BasicAuthFallback.pick(from: configuration, for: session, .`V2-F-20`, &run)
            case (.creatingSession(_, let mvpd), .session(let session)): return sessionCame(session, mvpd: mvpd, nil, &run)
            case (.resumingSession(_, _, let mvpd), .session(let session)): return resumed(session, mvpd: mvpd, &run)
            case (.polling(let code, .asked(_, let isLast)), .profiles(let profiles)): return polled(profiles, code, isLast, &run)
            case (.polling(let code, .asked(_, let isLast)), .failed(let failure)):
                return failed(failure, polling: code, isLast, state, &run)
            case (.lookingAfterExpiry, .profiles(let profiles)):
                guard let profile = profiles.first(where: { run.isNew($0) }) else { return state.codeExpired(.`V2-F-15`, &run) }
                return Deciding.enter(.profile(profile), .`V2-F-24`, &run)
            case (.lookingAfterExpiry, .failed): return state.codeExpired(.`V2-F-15`, &run)
            case (_, .failed(let failure)): return failed(failure, state, &run)
            case (.signingOut, _), (.configuration, _), (.picking, _), (.confirming, _), (.creatingSession, _), (.resumingSession, _),
                (.userAgent, _), (.polling, _), (.lookingAfterExpiry, _), (.codeExpired, _), (.problem, _):
                return .stale(.`FM-02`)
            }
        }

        /// `rule` is the one that brought the session; without one, what the session says decides.
        private static func sessionCame(_ session: Session, mvpd: MVPDID?, _ rule: Rule?, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let authorization): return Deciding.enter(.serverAuthorization(authorization), .`V2-F-03`, &run)
            case .authenticate(let open): return show(open, mvpd: mvpd, rule, &run)
            case .resume(let open), .retry(let open): return complete(open, mvpd: mvpd, rule ?? .`V2-F-07`, &run)
            case .partnerProfile, .unsupported: return unreadable(&run)
            }
        }

        /// The session took what was missing; whatever else it lacks is given on the second screen (V2-F-09).
        private static func resumed(_ session: Session, mvpd: MVPDID, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let authorization): return Deciding.enter(.serverAuthorization(authorization), .`V2-F-03`, &run)
            case .authenticate(let open), .resume(let open), .retry(let open): return show(open, mvpd: mvpd, .`V2-F-09`, &run)
            case .partnerProfile, .unsupported: return unreadable(&run)
            }
        }

        private static func unreadable(_ run: inout Run) -> Next {
            run.stop(.transport(.unreadable), in: .basicAuthFallback(.problem), .`FM-13`)
        }

        /// The session lacks something. Domain and redirect URL always go along, so it is the MVPD: known already, to be picked here, or to
        /// be given on the second screen (V2-F-07).
        private static func complete(_ open: OpenSession, mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            if let mvpd = open.mvpd ?? mvpd { return resume(open, mvpd: mvpd, rule, &run) }
            if run.settings.hasPicker { return pick(for: open, rule, &run) }
            return show(open, mvpd: mvpd, rule, &run)
        }

        private static func show(_ open: OpenSession, mvpd: MVPDID?, _ rule: Rule?, _ run: inout Run) -> Next {
            BasicAuthFallback.show(open, mvpd: mvpd, inUserAgent: rule ?? .`V2-F-04`, asCode: rule ?? .`V2-F-06`, &run)
        }

        private static func failed(_ failure: CallFailure, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if let error = failure.error, error.namesProvider { run.forgetUnusableProvider() }
            // The person took longer to choose than the session lasts.
            if let error = failure.error, error.namesSession { return state.codeExpired(.`V2-F-15`, &run) }
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        }

        // MARK: Polling

        private static func polled(_ profiles: [Profile], _ code: BasicAuthFallback.OpenCode, _ wasLast: Bool, _ run: inout Run) -> Next {
            if let profile = profiles.first(where: { !run.hasPassed($0.notAfter) }) {
                return Deciding.enter(.profile(profile), .`V2-F-13`, &run)
            }
            if wasLast { return Registered.rest(.cancelled, .`V2-F-22`, &run) }
            return BasicAuthFallback.pauseAtPace(code, .`V2-F-14`, &run)
        }

        private static func failed(
            _ failure: CallFailure, polling code: BasicAuthFallback.OpenCode, _ wasLast: Bool, _ state: BasicAuthFallback, _ run: inout Run
        ) -> Next {
            if let error = failure.error, error.namesSession { return lookAfterExpiry(mvpd: state.mvpd, &run) }
            return state.pollFailed(failure, code, wasLast: wasLast, looked: .`V2-F-22`, &run)
        }

        /// The code expired: never another poll, but one look at the profiles.
        static func lookAfterExpiry(mvpd: MVPDID?, _ run: inout Run) -> Next {
            let call = run.ask(mvpd.map { .profile($0, status: nil) } ?? .profiles(status: nil))
            return .move(.basicAuthFallback(BasicAuthFallback(lookingAfterExpiry: call, mvpd: mvpd)), .`V2-F-15`)
        }

        // MARK: The person

        static func chose(_ choice: Choice, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch (state.step, choice) {
            case (_, .cancel): return Registered.rest(.cancelled, .`FM-08`, &run)
            case (.picking(let session), .provider(let mvpd)):
                guard BasicAuthFallback.picked(mvpd, &run) else { return .stale(.`FM-04`) }
                if let session { return resume(session, mvpd: mvpd, .`V2-F-09`, &run) }
                return create(mvpd: mvpd, .`V2-F-02`, &run)
            case (.confirming(let mvpd), .provider(let confirmed)) where confirmed == mvpd: return create(mvpd: mvpd, .`V2-F-02`, &run)
            case (.userAgent(let code), .redirectReached): return BasicAuthFallback.lookAfterUserAgent(code, once: false, .`V2-F-05`, &run)
            case (.userAgent(let code), .userAgentClosed): return BasicAuthFallback.lookAfterUserAgent(code, once: true, .`V2-F-22`, &run)
            // The old code counts no more from now on (V2-F-16).
            case (.polling, .newCode), (.codeExpired, .newCode): return create(mvpd: state.mvpd, .`V2-F-16`, &run)
            case (.confirming, .otherProvider), (.polling, .otherProvider), (.codeExpired, .otherProvider):
                return begin(mvpd: nil, .`FM-15`, &run)
            case (.problem, .retry), (.problem, .otherProvider): return run.choseAboutProblem(choice)
            case (.signingOut, _), (.configuration, _), (.picking, _), (.confirming, _), (.creatingSession, _), (.resumingSession, _),
                (.userAgent, _), (.polling, _), (.lookingAfterExpiry, _), (.codeExpired, _), (.problem, _):
                return .stale(.`FM-04`)
            }
        }
    }
}

extension Run {
    /// Whether this profile came by the sign-in that ends, and is not that of a viewer who was signed in before.
    fileprivate func isNew(_ profile: Profile) -> Bool {
        if profile.type == .temporary || hasPassed(profile.notAfter) { return false }
        if let kept = context.keptProfile, kept.mvpd == profile.mvpd { return profile.notAfter > kept.notAfter }
        return context.foundNobody || !context.signedInProviders.contains(profile.mvpd)
    }
}
