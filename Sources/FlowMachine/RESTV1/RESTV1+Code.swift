extension RESTV1 {
    /// Step 10, the regular workflow: a code, typed on a second screen or carried by a user agent. State:
    /// `basicAuthFallback`.
    enum Code {
        /// Who is signed in on the device; whose code is out does not matter.
        static let signInOfDevice = Endpoint.restV1(.authenticationToken)

        /// Step 10; under a silent intent, rest.
        static func fallBack(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            if run.isSilent { return Registered.rest(Refusal(reason: .notSignedIn), &run, .`FM-09`) }
            return begin(mvpd: mvpd, &run, rule)
        }

        /// Another provider is wanted. A look at the device would find whoever is signed in on it, so they are signed out
        /// first, unless step 1 has just found nobody.
        static func beginElsewhere(_ run: inout Run, _ rule: Rule) -> Next {
            if run.context.foundNobody { return begin(mvpd: nil, &run, rule) }
            let ask = run.ask(RESTV1Endpoint.logout)
            return Next(.basicAuthFallback(BasicAuthFallback(step: .signingOut, ask: ask)), rule)
        }

        /// The user agent's page needs a provider (V1-21), so the person chooses one first where there is a picker; else the
        /// second screen asks.
        static func begin(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            if mvpd != nil || !run.settings.hasPicker { return create(mvpd: mvpd, &run, rule) }
            guard let catalog = run.freshCatalog else {
                let ask = run.ask(RESTV1Endpoint.configuration)
                return Next(.basicAuthFallback(BasicAuthFallback(step: .configuration, ask: ask)), rule)
            }
            return BasicAuthFallback.pick(from: catalog.configuration, &run, rule)
        }

        private static func create(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
            let ask = run.ask(RESTV1Endpoint.createCode(mvpd: mvpd))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .creatingSession, ask: ask, mvpd: mvpd)), rule)
        }

        // MARK: Answers

        static func answered(_ state: BasicAuthFallback, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .configuration(let configuration):
                run.note(configuration)
                return BasicAuthFallback.pick(from: configuration, &run, .`V1-05`)
            case .session(.authenticate(let open)):
                // On a device with a user agent nothing is polled before the agent has closed (V1-24).
                return state.show(open, polling: signInOfDevice, &run, inUserAgent: .`V1-24`, asCode: .`V1-23`)
            case .session: return run.stop(.transport(.unreadable), in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
            case .authentication(let word): return looked(word, state, &run)
            case .done: return begin(mvpd: nil, &run, .`FM-23`)
            case .failed(let failure): return failed(failure, state, &run)
            case .registered, .token, .profiles, .decisions, .logouts, .partner, .partnerRequest, .userMetadata:
                return Next(.basicAuthFallback(state), .`FM-02`)
            }
        }

        private static func looked(_ word: ServerAuthorization?, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if let word { return Deciding.enter(.serverAuthorization(word), &run, .`V1-25`) }
            if state.looksOnce { return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`V1-24`) }
            // Adobe does not say that a code has ended, since it is asked about the device; and the clock may have been set
            // since the timer was armed.
            if let notAfter = state.session?.notAfter, notAfter <= run.serverNow { return state.codeEnded(&run, .`V1-25`) }
            return state.waitForNextPoll(&run, .`V1-25`)
        }

        private static func failed(_ failure: CallFailure, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            let problem = FlowState.basicAuthFallback(BasicAuthFallback(step: .problem))
            guard state.step == .polling else { return run.stop(failure, in: problem, .`FM-13`) }
            // What the code was good for has ended at Adobe.
            if case .refused(http: 410, _) = failure { return state.codeEnded(&run, .`V1-25`) }
            if state.looksOnce { return Registered.rest(Refusal(Problem(failure)), &run, .`V1-24`) }
            switch failure {
            case .throttled: return state.waitForNextPoll(&run, .`V2-X-10`)
            case .transport(let transport) where transport.mayPass: return state.waitForNextPoll(&run, .`V2-X-13`)
            case .unauthorized, .refused, .registrationRefused, .transport: return run.stop(failure, in: problem, .`FM-13`)
            }
        }

        static func fired(_ state: BasicAuthFallback, _ timer: TimerID, _ run: inout Run) -> Next {
            if timer == state.expiryTimer { return state.codeEnded(&run, .`V1-25`) }
            guard timer == state.pollTimer else { return Next(.basicAuthFallback(state), .`FM-03`) }
            var next = state
            next.pollTimer = nil
            next.ask = run.poll(signInOfDevice)
            return Next(.basicAuthFallback(next), .`V1-25`)
        }

        // MARK: The person

        static func chose(_ state: BasicAuthFallback, _ choice: Choice, _ run: inout Run) -> Next {
            switch (choice, state.step) {
            case (.cancel, _): return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
            case (.provider(let mvpd), .picking): return picked(mvpd, state, &run)
            case (.redirectReached, .userAgent): return look(state, once: false, &run)
            case (.userAgentClosed, .userAgent): return look(state, once: true, &run)
            case (.newCode, .polling), (.newCode, .codeExpired): return create(mvpd: state.mvpd, &run, .`V1-20`)
            case (.otherProvider, .polling), (.otherProvider, .codeExpired): return begin(mvpd: nil, &run, .`FM-15`)
            case (.retry, .problem), (.otherProvider, .problem): return run.chose(choice, about: .basicAuthFallback(state))
            case _: return Next(.basicAuthFallback(state), .`FM-04`)
            }
        }

        private static func picked(_ mvpd: MVPDID, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            guard let catalog = run.context.catalog, catalog.offers(mvpd) else { return Next(.basicAuthFallback(state), .`FM-04`) }
            run.remember(mvpd)
            return create(mvpd: mvpd, &run, .`V1-20`)
        }

        /// The user agent is gone; whoever closed it before its end may have signed in all the same, so one look decides.
        private static func look(_ state: BasicAuthFallback, once: Bool, _ run: inout Run) -> Next {
            run.takeDown()
            var next = state
            next.step = .polling
            next.looksOnce = once
            next.ask = run.poll(signInOfDevice)
            return Next(.basicAuthFallback(next), .`V1-24`)
        }
    }
}
