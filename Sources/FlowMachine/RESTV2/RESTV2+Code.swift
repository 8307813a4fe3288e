extension RESTV2 {
    /// Phase F: signing in with a browser or on a second screen. State: `basicAuthFallback`.
    enum Code {
        /// Basic authentication, for want of anything better; under a silent intent, rest (FM-09).
        static func fallBack(mvpd: MVPDID?, session: Session? = nil, _ run: inout Run, _ rule: Rule) -> Next {
            if run.isSilent { return Registered.rest(Refusal(reason: .notSignedIn), &run, .`FM-09`) }
            if let session { return take(session, mvpd: mvpd, &run, rule) }
            return begin(mvpd: mvpd, &run, rule)
        }

        /// The same where nothing was put before the person yet.
        static func fallBackUnasked(_ run: inout Run, _ rule: Rule) -> Next {
            if run.isSilent { return fallBack(mvpd: nil, &run, rule) }
            return beginUnasked(&run, rule)
        }

        /// Phase F without a session: with a provider that is known already, or after the app's own picker, or, where there
        /// is neither, with a code alone (V2-F-01).
        static func begin(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            if let mvpd { return create(mvpd: mvpd, &run, rule) }
            guard run.settings.hasPicker else { return create(mvpd: nil, &run, rule) }
            return pick(session: nil, &run, rule)
        }

        /// Phase F where the person has chosen nothing yet: with the provider used last, if they confirm it. That needs no
        /// configuration.
        private static func beginUnasked(_ run: inout Run, _ rule: Rule) -> Next {
            guard run.settings.hasPicker, let provider = run.context.provider else { return begin(mvpd: nil, &run, rule) }
            run.present(.providerConfirmation(provider.mvpd))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .confirming, mvpd: provider.mvpd)), .`V2-F-21`)
        }

        /// Phase F with the session that another answer brought; it has a code of its own (V2-F-19).
        private static func take(_ session: Session, mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            sessionCame(session, BasicAuthFallback(step: .creatingSession, mvpd: mvpd), &run, rule)
        }

        private static func pick(session: OpenSession?, _ run: inout Run, _ rule: Rule) -> Next {
            guard let catalog = run.freshCatalog else {
                let ask = run.ask(Endpoint.configuration)
                return Next(.basicAuthFallback(BasicAuthFallback(step: .configuration, ask: ask, session: session)), rule)
            }
            return BasicAuthFallback.pick(from: catalog.configuration, session: session, &run, rule)
        }

        private static func create(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            let ask = run.ask(Endpoint.createSession(mvpd: mvpd))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .creatingSession, ask: ask, mvpd: mvpd)), rule)
        }

        // MARK: Answers

        static func answered(_ state: BasicAuthFallback, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .configuration(let configuration):
                run.note(configuration)
                return BasicAuthFallback.pick(from: configuration, session: state.session, &run, .`V2-F-20`)
            case .session(let session): return sessionCame(session, state, &run, state.step == .resumingSession ? .`V2-F-09` : nil)
            case .profiles(let profiles): return pollCame(profiles, state, &run)
            case .failed(let failure): return state.step == .polling ? pollFailed(failure, state, &run) : failed(failure, state, &run)
            case .registered, .token, .decisions, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done:
                return Next(.basicAuthFallback(state), .`FM-02`)
            }
        }

        /// `rule` is the one that brought the session; without one, what the session says decides.
        private static func sessionCame(_ session: Session, _ state: BasicAuthFallback, _ run: inout Run, _ rule: Rule?) -> Next {
            switch session {
            case .authorize(let word): return Deciding.enter(.serverAuthorization(word), &run, .`V2-F-03`)
            case .authenticate(let open): return show(open, state, &run, rule)
            case .resume(let open), .retry(let open): return complete(open, state, &run, rule)
            case .partnerProfile, .unsupported:
                return run.stop(.transport(.unreadable), in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
            }
        }

        /// The session lacks something. Domain and redirect URL always go along, so it is the MVPD: known already, to be
        /// picked here, or to be given on the second screen (V2-F-07).
        private static func complete(_ open: OpenSession, _ state: BasicAuthFallback, _ run: inout Run, _ rule: Rule?) -> Next {
            let rule = rule ?? .`V2-F-07`
            if state.step == .resumingSession { return show(open, state, &run, rule) }
            if let mvpd = open.mvpd ?? state.mvpd { return resume(open, mvpd: mvpd, &run, rule) }
            if run.settings.hasPicker { return pick(session: open, &run, rule) }
            return show(open, state, &run, rule)
        }

        private static func resume(_ open: OpenSession, mvpd: MVPDID, _ run: inout Run, _ rule: Rule) -> Next {
            let ask = run.ask(Endpoint.resumeSession(code: open.code, mvpd: mvpd))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .resumingSession, ask: ask, mvpd: mvpd, session: open)), rule)
        }

        private static func show(_ open: OpenSession, _ state: BasicAuthFallback, _ run: inout Run, _ rule: Rule?) -> Next {
            state.show(
                open, polling: .profileForCode(open.code), &run, inUserAgent: rule ?? .`V2-F-04`, asCode: rule ?? .`V2-F-06`)
        }

        // MARK: Polling

        private static func pollCame(_ profiles: [Profile], _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if let profile = profiles.first(where: { $0.notAfter > run.serverNow }) {
                return Deciding.enter(.profile(profile), &run, .`V2-F-13`)
            }
            if state.looksOnce { return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`V2-F-22`) }
            return state.waitForNextPoll(&run, .`V2-F-14`)
        }

        private static func pollFailed(_ failure: CallFailure, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if let error = failure.error {
                if error.namesSession { return state.codeEnded(&run, .`V2-F-15`) }
                return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
            }
            if state.looksOnce { return Registered.rest(Refusal(Problem(failure)), &run, .`V2-F-22`) }
            switch failure {
            case .throttled: return state.waitForNextPoll(&run, .`V2-X-10`)
            case .transport(let transport) where transport.mayPass: return state.waitForNextPoll(&run, .`V2-X-13`)
            case .unauthorized, .refused, .registrationRefused, .transport:
                return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
            }
        }

        static func fired(_ state: BasicAuthFallback, _ timer: TimerID, _ run: inout Run) -> Next {
            if timer == state.expiryTimer { return state.codeEnded(&run, .`V2-F-15`) }
            guard timer == state.pollTimer, let session = state.session else { return Next(.basicAuthFallback(state), .`FM-03`) }
            var next = state
            next.pollTimer = nil
            next.ask = run.poll(.profileForCode(session.code))
            return Next(.basicAuthFallback(next), .`V2-F-12`)
        }

        // MARK: The person

        static func chose(_ state: BasicAuthFallback, _ choice: Choice, _ run: inout Run) -> Next {
            switch choice {
            case .cancel: return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
            case .provider(let mvpd) where state.step == .picking: return picked(mvpd, state, &run)
            case .provider(state.mvpd) where state.step == .confirming: return create(mvpd: state.mvpd, &run, .`V2-F-02`)
            case .redirectReached where state.step == .userAgent: return look(state, once: false, &run, .`V2-F-05`)
            case .userAgentClosed where state.step == .userAgent: return look(state, once: true, &run, .`V2-F-22`)
            // The old code counts no more from now on (V2-F-16).
            case .newCode where state.step == .polling || state.step == .codeExpired: return create(mvpd: state.mvpd, &run, .`V2-F-16`)
            case .otherProvider where state.step == .confirming || state.step == .polling || state.step == .codeExpired:
                return begin(mvpd: nil, &run, .`FM-15`)
            case .retry where state.step == .problem, .otherProvider where state.step == .problem:
                return run.chose(choice, about: .basicAuthFallback(state))
            case .provider, .profile, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed:
                return Next(.basicAuthFallback(state), .`FM-04`)
            }
        }

        private static func picked(_ mvpd: MVPDID, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            guard let catalog = run.context.catalog, catalog.offers(mvpd) else { return Next(.basicAuthFallback(state), .`FM-04`) }
            run.remember(mvpd)
            if let session = state.session { return resume(session, mvpd: mvpd, &run, .`V2-F-09`) }
            return create(mvpd: mvpd, &run, .`V2-F-02`)
        }

        private static func look(_ state: BasicAuthFallback, once: Bool, _ run: inout Run, _ rule: Rule) -> Next {
            guard let session = state.session else { return Next(.basicAuthFallback(state), .`FM-04`) }
            run.takeDown()
            var next = state
            next.step = .polling
            next.looksOnce = once
            next.ask = run.poll(.profileForCode(session.code))
            return Next(.basicAuthFallback(next), rule)
        }

        private static func failed(_ failure: CallFailure, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if let error = failure.error, error.namesProvider { run.forgetUnusableProvider() }
            // The person took longer to choose than the session lasts.
            if let error = failure.error, error.namesSession { return state.codeEnded(&run, .`V2-F-15`) }
            return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
        }
    }
}
