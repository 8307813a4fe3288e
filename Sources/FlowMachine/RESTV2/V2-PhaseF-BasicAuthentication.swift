extension RESTV2 {
    /// Phase F: signs the viewer in with a browser or on a second screen. State: `basicAuthFallback`.
    enum PhaseF {
        /// The steps of `basicAuthFallback` that only this API has.
        enum Step: Hashable, Sendable {
            /// Waits for the viewer to confirm the last provider (V2-F-21).
            case confirming(MVPDID)
            /// Waits for Adobe to accept the missing parameters of the session (V2-F-09).
            case resumingSession(CallID, OpenSession, mvpd: MVPDID)
            /// Waits for the profiles after the code has expired, because the viewer may have signed in while Adobe answered no poll
            /// (V2-F-24). If the answer shows that the code has expired only by the device's clock, the code is shown again (FM-24).
            case lookingAfterExpiry(CallID, mvpd: MVPDID?, OpenSession?)
        }

        // MARK: Beginning

        /// Starts phase F, because no better way to sign in works. In a silent attempt, which must not interrupt the viewer, the flow
        /// becomes idle instead (FM-09).
        static func fallBack(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            run.isSilent ? rest(&run) : startBasicAuth(mvpd: mvpd, rule, &run)
        }

        /// Starts phase F with a session that Adobe returned in phase C. This session has its own code (V2-F-19). In a silent attempt, the
        /// flow becomes idle instead.
        static func fallBack(to session: AdobeSession, mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            run.isSilent ? rest(&run) : receivedSession(session, mvpd: mvpd, rule, &run)
        }

        /// Starts phase F before the viewer has chosen a provider. If the last provider is known, asks the viewer to confirm it, which
        /// needs no configuration. In a silent attempt, the flow becomes idle instead.
        static func fallBackUnasked(_ rule: Rule, _ run: inout Run) -> Next {
            if run.isSilent { return rest(&run) }
            guard run.settings.hasPicker, let provider = run.context.provider else { return startBasicAuth(mvpd: nil, rule, &run) }
            run.present(.providerConfirmation(provider.mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(.restV2(.confirming(provider.mvpd)))), .`V2-F-21`)
        }

        /// Starts a sign-in with a different provider. The current viewer need not be signed out first, because a poll asks about the code
        /// and not about the device.
        static func signInElsewhere(_ rule: Rule, _ run: inout Run) -> Next { startBasicAuth(mvpd: nil, rule, &run) }

        private static func rest(_ run: inout Run) -> Next { Registered.rest(.notSignedIn, .`FM-09`, &run) }

        /// Starts phase F without a session. The provider is already known, or the viewer chooses it in the app's own picker. If the app
        /// has no picker and the provider is not known, creates a code without a provider (V2-F-01).
        private static func startBasicAuth(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            guard mvpd == nil, run.settings.hasPicker else { return create(mvpd: mvpd, rule, &run) }
            return pick(for: nil, rule, &run)
        }

        private static func pick(for session: OpenSession?, _ rule: Rule, _ run: inout Run) -> Next {
            guard let catalog = run.freshCatalog else {
                let call = run.ask(Endpoint.configuration)
                return .move(.basicAuthFallback(BasicAuthFallback(.configuration(call, session))), rule)
            }
            return BasicAuthFallback.pick(from: catalog.configuration, for: session, rule, &run)
        }

        private static func create(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(Endpoint.createSession(mvpd: mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(.creatingSession(call, mvpd: mvpd))), rule)
        }

        private static func resume(_ session: OpenSession, mvpd: MVPDID, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(Endpoint.resumeSession(code: session.code, mvpd: mvpd))
            return .move(.basicAuthFallback(BasicAuthFallback(.restV2(.resumingSession(call, session, mvpd: mvpd)))), rule)
        }

        // MARK: Outcomes

        static func received(_ result: Reply.Result, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch state.step {
            case .configuration(_, let session):
                switch result.configuration {
                case .success(let configuration):
                    run.note(configuration)
                    return BasicAuthFallback.pick(from: configuration, for: session, .`V2-F-20`, &run)
                case .failure(let failure): return failed(failure, state, &run)
                }
            case .creatingSession(_, let mvpd):
                switch result.session {
                case .success(let session): return receivedSession(session, mvpd: mvpd, nil, &run)
                case .failure(let failure): return failed(failure, state, &run)
                }
            case .restV2(.resumingSession(_, _, let mvpd)):
                switch result.session {
                case .success(let session): return resumed(session, mvpd: mvpd, &run)
                case .failure(let failure): return failed(failure, state, &run)
                }
            case .polling(let code, .asked(_, let isLast)):
                switch result.profiles {
                case .success(let profiles): return polled(profiles, code, isLast, &run)
                case .failure(let failure): return failed(failure, polling: code, isLast, state, &run)
                }
            case .restV2(.lookingAfterExpiry(_, let mvpd, let session)):
                switch result.profiles {
                case .success(let profiles):
                    guard let profile = profiles.first(where: { run.isNew($0) }) else {
                        return stillOpen(session, mvpd, &run) ?? state.codeExpired(.`V2-F-15`, &run)
                    }
                    return Deciding.enter(.profile(profile), .`V2-F-24`, &run)
                case .failure: return state.codeExpired(.`V2-F-15`, &run)
                }
            // These steps wait for no reply.
            case .picking, .userAgent, .polling(_, .pausing), .codeExpired, .problem, .restV2(.confirming), .restV1: return .unexpected
            }
        }

        /// Continues with a session that Adobe returned. `rule` is the rule to report. If it is `nil`, the session's content determines the
        /// rule.
        private static func receivedSession(_ session: AdobeSession, mvpd: MVPDID?, _ rule: Rule?, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let authorization): return authorized(authorization, mvpd: mvpd, &run)
            case .authenticate(let open): return show(open, mvpd: mvpd, rule, &run)
            case .resume(let open), .retry(let open): return complete(open, mvpd: mvpd, rule ?? .`V2-F-07`, &run)
            case .partnerProfile, .unsupported: return unreadable(&run)
            }
        }

        /// Continues with a session that has received the missing parameters. If parameters are still missing, the second screen asks for
        /// them (V2-F-09).
        private static func resumed(_ session: AdobeSession, mvpd: MVPDID, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let authorization): return authorized(authorization, mvpd: mvpd, &run)
            case .authenticate(let open), .resume(let open), .retry(let open): return show(open, mvpd: mvpd, .`V2-F-09`, &run)
            case .partnerProfile, .unsupported: return unreadable(&run)
            }
        }

        /// Enters `deciding`, because Adobe grants the viewer access without a sign-in. If neither Adobe nor the flow knows the provider,
        /// shows a problem. This can happen only without a picker. No decision can be requested then, and a new attempt would have the same
        /// result.
        private static func authorized(_ authorization: ServerAuthorization, mvpd: MVPDID?, _ run: inout Run) -> Next {
            if let named = authorization.named(mvpd ?? run.context.provider?.mvpd) {
                return Deciding.enter(.serverAuthorization(named), .`V2-F-03`, &run)
            }
            run.present(.problem(Problem(reason: .service, options: [.cancel])))
            return .move(.basicAuthFallback(.problem), .`V2-F-03`)
        }

        private static func unreadable(_ run: inout Run) -> Next {
            run.stop(.transport(.unreadable), in: .basicAuthFallback(.problem), .`FM-13`)
        }

        /// Completes a session that lacks a parameter. The missing parameter is the MVPD, because every request contains the domain and the
        /// redirect URL. The MVPD is already known, or the viewer picks it here or on the second screen (V2-F-07).
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
            // The session expired while the viewer chose a provider. A request that names no session cannot fail for this reason.
            if state.hasSession, let error = failure.error, error.namesSession { return state.codeExpired(.`V2-F-15`, &run) }
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        }

        // MARK: Polling

        private static func polled(_ profiles: [Profile], _ code: BasicAuthFallback.OpenCode, _ wasLast: Bool, _ run: inout Run) -> Next {
            let valid = profiles.filter { !run.hasPassed($0.notAfter) }
            // If the viewer chose temporary access on the second screen, the attempt ends, too, but no viewer is signed in (V2-T-02).
            if let profile = valid.first(where: { $0.type != .temporary }) ?? valid.first {
                return Deciding.enter(.profile(profile), .`V2-F-13`, &run)
            }
            if wasLast || code.isGivenUp(at: run.now) { return Registered.rest(.canceled, .`V2-F-22`, &run) }
            return BasicAuthFallback.pauseAtPace(code, .`V2-F-14`, &run)
        }

        private static func failed(
            _ failure: CallFailure, polling code: BasicAuthFallback.OpenCode, _ wasLast: Bool, _ state: BasicAuthFallback, _ run: inout Run
        ) -> Next {
            if let error = failure.error, error.namesSession { return checkAfterExpiry(mvpd: state.mvpd, nil, &run) }
            return state.pollFailed(failure, code, wasLast: wasLast || code.isGivenUp(at: run.now), ruleIfLast: .`V2-F-22`, &run)
        }

        /// Stops polling because the code has expired, and requests the profiles once.
        static func checkAfterExpiry(mvpd: MVPDID?, _ session: OpenSession?, _ run: inout Run) -> Next {
            let call = run.ask(mvpd.map { .profile($0, status: nil) } ?? .profiles(status: nil))
            return .move(.basicAuthFallback(BasicAuthFallback(.restV2(.lookingAfterExpiry(call, mvpd: mvpd, session)))), .`V2-F-15`)
        }

        /// Shows the code and polls again, if Adobe's answer shows that the code has not expired. In this case, a change of the device's
        /// clock caused the seeming expiry. Otherwise returns `nil`.
        private static func stillOpen(_ session: OpenSession?, _ mvpd: MVPDID?, _ run: inout Run) -> Next? {
            guard let session, let notAfter = session.notAfter, run.local(notAfter) != nil, !run.hasPassed(notAfter) else { return nil }
            return BasicAuthFallback.show(session, mvpd: mvpd, inUserAgent: .`FM-24`, asCode: .`FM-24`, &run)
        }

        // MARK: The viewer

        static func chose(_ choice: Choice, _ state: BasicAuthFallback, _ run: inout Run) -> Next {
            switch state.step {
            case .picking(let session):
                switch choice {
                case .provider(let mvpd):
                    guard BasicAuthFallback.picked(mvpd, &run) else { return .stale(.`FM-04`) }
                    if let session { return resume(session, mvpd: mvpd, .`V2-F-09`, &run) }
                    return create(mvpd: mvpd, .`V2-F-02`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .profile, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .restV2(.confirming(let mvpd)):
                switch choice {
                case .provider(mvpd): return create(mvpd: mvpd, .`V2-F-02`, &run)
                case .otherProvider: return startBasicAuth(mvpd: nil, .`FM-15`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .provider, .profile, .retry, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .userAgent(let code):
                switch choice {
                case .redirectReached: return BasicAuthFallback.pollForAWhile(code, isRedirected: true, .`V2-F-05`, &run)
                case .userAgentClosed: return BasicAuthFallback.pollAfterUserAgent(code, once: true, .`V2-F-22`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .provider, .profile, .otherProvider, .retry, .newCode, .done: return .stale(.`FM-04`)
                }
            case .polling, .codeExpired:
                switch choice {
                // The old code is no longer valid (V2-F-16).
                case .newCode: return create(mvpd: state.mvpd, .`V2-F-16`, &run)
                case .otherProvider: return startBasicAuth(mvpd: nil, .`FM-15`, &run)
                case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
                case .provider, .profile, .retry, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
                }
            case .problem: return run.choseAboutProblem(choice)
            // These steps show nothing, so the choice belongs to an earlier presentation.
            case .configuration, .creatingSession, .restV2(.resumingSession), .restV2(.lookingAfterExpiry), .restV1: return .stale(.`FM-04`)
            }
        }
    }
}

extension Run {
    /// Returns whether `profile` is from the sign-in that has just ended, and not from a viewer who was signed in before.
    fileprivate func isNew(_ profile: Profile) -> Bool {
        if !signsIn(profile) { return false }
        // Adobe may extend a profile without a sign-in, so a later expiry does not mean that the profile is new.
        if let kept = context.keptProfile, kept.mvpd == profile.mvpd { return false }
        return context.foundNobody || !context.signedInProviders.contains(profile.mvpd)
    }
}
