extension RESTV1 {
    /// Step 10 of the legacy cookbook, the regular workflow: the viewer signs in with a code. The viewer types the code on a second screen,
    /// or the address of the user agent's page contains it. State: `basicAuthFallback`.
    enum PhaseF {
        /// The steps of `basicAuthFallback` that only this API has.
        enum Step: Hashable, Sendable {
            /// Signs out the current viewer on this device before a new viewer signs in (FM-23).
            case signingOut(CallID)
        }

        // MARK: Beginning

        /// Starts step 10. In a silent attempt, which must not interrupt the viewer, the flow becomes idle instead.
        static func fallBack(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            if run.isSilent { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
            return startBasicAuth(mvpd: mvpd, rule, &run)
        }

        /// Starts a sign-in with a different provider. First signs out the current viewer, unless step 1 has just found no viewer.
        /// Otherwise a poll, which asks about the device, would report the current viewer.
        static func signInElsewhere(_ rule: Rule, _ run: inout Run) -> Next {
            if run.context.foundNobody { return startBasicAuth(mvpd: nil, rule, &run) }
            return .move(.basicAuthFallback(BasicAuthFallback(.restV1(.signingOut(run.ask(RESTV1Endpoint.logout))))), rule)
        }

        /// Creates a code for the known provider. If no provider is known, shows the app's own picker first, because the user agent's page
        /// needs a provider (V1-21). Without a picker, the second screen asks for the provider.
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
            // These steps wait for no reply.
            case .picking, .userAgent, .polling(_, .pausing), .codeExpired, .problem, .restV2: return .unexpected
            }
        }

        private static func created(_ session: AdobeSession, mvpd: MVPDID?, _ run: inout Run) -> Next {
            switch session {
            case .authenticate(let open):
                if open.link == nil, !run.mayShowCode { return refuseCode(&run) }
                // On a device with a user agent, polling starts only after the user agent has closed (V1-24).
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

        /// Ends the code because Adobe answered a poll with 410, so the code's session has ended at Adobe.
        ///
        /// According to Adobe's page, 410 may also mean that a token of this device has expired. Such an answer would end every code.
        /// Therefore a second 410 in a row does not end the next code, and polling continues until that code expires.
        private static func gone(_ code: BasicAuthFallback.OpenCode, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            if run.context.codeWasGone { return polled(nil, code, &run) }
            run.context.codeWasGone = true
            return state.codeExpired(.`V1-25`, &run)
        }

        /// Shows a problem. No provider is known for the user agent's page, and the policy does not permit a code on a device with a user
        /// agent (V1-24).
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
            // These steps show nothing, so the choice belongs to an earlier presentation.
            case .configuration, .creatingSession, .restV1(.signingOut), .restV2: return .stale(.`FM-04`)
            }
        }
    }
}

extension Run {
    /// Whether this device may show a code that the viewer types on a second screen.
    fileprivate var mayShowCode: Bool { !settings.hasUserAgent || policy.showsCodeWithUserAgent }
}
