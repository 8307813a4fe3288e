extension RESTV1 {
    /// Step 10, the regular workflow: a code that the viewer types on a second screen or a user agent carries. State: `basicAuthFallback`.
    enum PhaseF {
        /// The steps of `basicAuthFallback` that only this API has.
        enum Step: Hashable, Sendable {
            /// Waits for the current viewer to be signed out on this device before somebody else signs in (FM-23).
            case signingOut(CallID)
        }

        // MARK: Beginning

        /// Starts step 10; under a silent intent, the flow becomes idle.
        static func fallBack(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            if run.isSilent { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
            return startBasicAuth(mvpd: mvpd, rule, &run)
        }

        /// The viewer wants another provider. A poll asks about the device and would find the current viewer, so they are signed out first,
        /// unless step 1 has just found nobody.
        static func signInElsewhere(_ rule: Rule, _ run: inout Run) -> Next {
            if run.context.foundNobody { return startBasicAuth(mvpd: nil, rule, &run) }
            return .move(.basicAuthFallback(BasicAuthFallback(.restV1(.signingOut(run.ask(RESTV1Endpoint.logout))))), rule)
        }

        /// The user agent's page needs a provider (V1-21), so the viewer chooses one first if there is a picker; otherwise the second
        /// screen asks.
        private static func startBasicAuth(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            if mvpd == nil, !run.settings.hasPicker, !run.mayShowCode { return refuseCode(&run) }
            if mvpd != nil || !run.settings.hasPicker { return create(mvpd: mvpd, rule, &run) }
            guard let catalog = run.freshCatalog else {
                let call = run.ask(RESTV1Endpoint.configuration)
                return .move(.basicAuthFallback(BasicAuthFallback(.configuration(call, nil))), rule)
            }
            return BasicAuthFallback.pick(from: catalog.configuration, rule, &run)
        }

        private static func create(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(RESTV1Endpoint.createCode(mvpd: mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(.creatingSession(call, mvpd: mvpd))), rule)
        }

        // MARK: Outcomes

        static func received(_ result: Reply.Result, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch state.step {
            case .restV1(.signingOut):
                switch result.done {
                case .success:
                    run.context.requestedSignIns = []
                    run.context.foundNobody = true
                    return startBasicAuth(mvpd: nil, .`FM-23`, &run)
                case .failure(let failure): return failed(failure, &run)
                }
            case .configuration:
                switch result.configuration {
                case .success(let configuration):
                    run.note(configuration)
                    return BasicAuthFallback.pick(from: configuration, .`V1-05`, &run)
                case .failure(let failure): return failed(failure, &run)
                }
            case .creatingSession(_, let mvpd):
                switch result.session {
                case .success(let session): return created(session, mvpd: mvpd, &run)
                case .failure(let failure): return failed(failure, &run)
                }
            case .polling(let code, .asked):
                switch result.authentication {
                case .success(let authorization): return polled(authorization, code, &run)
                case .failure(let failure): return failed(failure, polling: code, state, &run)
                }
            // These wait for no reply.
            case .picking, .userAgent, .polling(_, .pausing), .codeExpired, .problem, .restV2: return .unexpected
            }
        }

        private static func created(_ session: AdobeSession, mvpd: MVPDID?, _ run: inout Run) -> Next {
            switch session {
            case .authenticate(let open):
                if open.link == nil, !run.mayShowCode { return refuseCode(&run) }
                // On a device with a user agent, polling starts only after the agent has closed (V1-24).
                return BasicAuthFallback.show(open, mvpd: mvpd, inUserAgent: .`V1-24`, asCode: .`V1-23`, &run)
            case .authorize, .resume, .retry, .partnerProfile, .unsupported: return failed(.transport(.unreadable), &run)
            }
        }

        private static func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
            if failure.error?.namesProvider ?? false { run.forgetUnusableProvider() }
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        }

        private static func failed(
            _ failure: CallFailure, polling code: BasicAuthFallback.OpenCode, _ state: BasicAuthFallback, _ run: inout Run
        ) -> Next {
            if case .refused(http: 410, _) = failure { return gone(code, state, &run) }
            // No viewer is signed in yet, so polling continues.
            if failure.error?.action == .authentication { return polled(nil, code, &run) }
            return state.pollFailed(failure, code, wasLast: code.isGivenUp(at: run.now), ruleIfLast: .`V1-24`, &run)
        }

        /// A poll was answered 410: the code's session has ended at Adobe. Adobe's page says 410 of a token that has expired, too, and an
        /// answer about this device's former token would end every code. So the second code in a row is polled on until it expires.
        private static func gone(_ code: BasicAuthFallback.OpenCode, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if run.context.codeWasGone { return polled(nil, code, &run) }
            run.context.codeWasGone = true
            return state.codeExpired(.`V1-25`, &run)
        }

        /// No page can be opened without a provider, and the policy forbids the code on a device with a user agent (V1-24).
        private static func refuseCode(_ run: inout Run) -> Next {
            run.present(.problem(Problem(reason: .noProviders, options: [.cancel])))
            return .move(.basicAuthFallback(.problem), .`V1-24`)
        }

        private static func polled(
            _ authorization: ServerAuthorization?, _ code: BasicAuthFallback.OpenCode, _ run: inout Run
        ) -> Next {
            if let authorization, !run.isTemporary(authorization) {
                return Deciding.enter(.serverAuthorization(authorization), .`V1-25`, &run)
            }
            if code.isGivenUp(at: run.now) { return Registered.rest(.canceled, .`V1-24`, &run) }
            return BasicAuthFallback.pauseAtPace(code, .`V1-25`, &run)
        }

        // MARK: The viewer

        static func chose(_ choice: Choice, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch state.step {
            case .picking:
                switch choice {
                case .provider(let mvpd):
                    guard BasicAuthFallback.picked(mvpd, &run) else { return .stale(.`FM-04`) }
                    return create(mvpd: mvpd, .`V1-20`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .profile, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .userAgent(let code):
                switch choice {
                case .redirectReached: return BasicAuthFallback.pollForAWhile(code, isRedirected: true, .`V1-24`, &run)
                case .userAgentClosed: return BasicAuthFallback.pollForAWhile(code, isRedirected: false, .`V1-24`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .done: return .stale(.`FM-04`)
                }
            case .polling, .codeExpired:
                switch choice {
                case .newCode: return create(mvpd: state.mvpd, .`V1-20`, &run)
                case .otherProvider: return startBasicAuth(mvpd: nil, .`FM-15`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .provider, .profile, .retry, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .problem: return run.choseAboutProblem(choice)
            // These show nothing.
            case .configuration, .creatingSession, .restV1(.signingOut), .restV2: return .stale(.`FM-04`)
            }
        }
    }
}

extension Run {
    /// Whether a code may be shown on this device, to be typed elsewhere.
    fileprivate var mayShowCode: Bool { !settings.hasUserAgent || policy.showsCodeWithUserAgent }
}
