extension RESTV1 {
    /// Step 11 of the legacy cookbook: requests an authorization for a resource, then a media token, which Adobe may refuse separately.
    /// State: `deciding`.
    enum PhaseD {
        /// Sends the first request that a wish needs.
        static func ask(for wish: Wish, _ state: inout Deciding, _ run: inout Run) {
            switch wish.kind {
            case .play(_, under: .temporary(let identity)):
                guard let mvpd = run.settings.temporaryAccess else { return state.refuse(wish, .temporaryAccess, &run) }
                state.wait(for: wish, .temporaryAccess, run.ask(RESTV1Endpoint.freePreview(mvpd, identity: identity)))
            case .play(let resource, under: .signedIn), .play(let resource, under: .ifSignedIn): authorize(resource, wish, &state, &run)
            case .preview(let resources):
                let missing = resources.filter { !state.isPermitted($0) }
                state.wait(for: wish, .preauthorizing, run.ask(RESTV1Endpoint.preauthorize(resources: missing)))
            case .userMetadata:
                let call = state.sharedCall(.restV1(.userMetadata), run) ?? run.ask(RESTV1Endpoint.userMetadata)
                state.wait(for: wish, .metadata, call)
            case .signIn, .otherProvider, .signOut: return
            }
        }

        /// Requests an authorization. `again` means that Adobe did not accept the last authorization in the request for a media token. Such
        /// a repetition happens at most once.
        private static func authorize(
            _ resource: SecretRef, _ wish: Wish, again: Bool = false, _ state: inout Deciding, _ run: inout Run
        ) {
            var identity: SecretRef?
            if case .play(_, under: .temporary(let promotional)) = wish.kind { identity = promotional }
            let call = run.ask(RESTV1Endpoint.authorize(resource: resource, identity: identity))
            state.wait(for: wish, .authorizing, call, afterRefusal: again)
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout Deciding, _ run: inout Run) -> Next {
            guard let (wish, decision) = state.resolve(call, run) else { return .unexpected }
            switch decision.step {
            case .authorizing, .mediaToken, .preauthorizing:
                switch result.decisions {
                case .success(let decisions): return decided(decisions, wish, decision, &state, &run)
                case .failure(let failure): return decisionFailed(failure, wish, decision, &state, &run)
                }
            case .temporaryAccess:
                switch result.done {
                case .success: return admitted(wish, &state, &run)
                case .failure(let failure): return failed(failure, wish, &run)
                }
            case .confirming:
                guard let denial = decision.denial else { return state.unanswered(wish, &run) }
                switch result.authentication {
                case .success(nil):
                    run.context.noteReturn(of: wish.id, .toCheck)
                    return PhaseB.askPartner(.`V1-39`, &run)
                case .failure(.transport(.apiEnded)): return failed(.apiEnded, wish, &run)
                case .success, .failure: return state.end(wish, with: denial, denial: .`V1-39`, &run)
                }
            case .metadata:
                switch result.userMetadata {
                case .success(let metadata): return receivedMetadata(metadata, wish, &run)
                case .failure(let failure): return failed(failure, wish, &run)
                }
            // Only REST API V2 has the step `partnerStatus`, and `ready` waits for no result.
            case .partnerStatus, .ready: return state.unanswered(wish, &run)
            }
        }

        private static func decided(
            _ decisions: [AdobeDecision], _ wish: Wish, _ asked: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            switch wish.kind {
            case .preview(let resources): return state.previewed(decisions, of: resources, wish, &run)
            case .play(let resource, _):
                guard let decision = decisions.decision(about: resource) else { return state.unanswered(wish, &run) }
                return decided(decision, about: resource, wish, asked, &state, &run)
            case .signIn, .otherProvider, .userMetadata, .signOut: return state.unanswered(wish, &run)
            }
        }

        private static func decided(
            _ decision: AdobeDecision, about resource: SecretRef, _ wish: Wish, _ asked: PendingDecision, _ state: inout Deciding,
            _ run: inout Run
        ) -> Next {
            switch decision.verdict {
            // The permit comes from temporary access, not from the viewer's sign-in, so the sign-in has ended.
            case .permit where decision.source == .temppass && !wish.isTemporary: return state.goBack(for: wish, .`V1-38`, &run)
            case .permit(let media):
                switch asked.step {
                case .authorizing:
                    let call = run.ask(RESTV1Endpoint.mediaToken(resource: resource))
                    state.wait(for: wish, .mediaToken, call, afterRefusal: asked.afterRefusal)
                    return .stay(.`V1-26`)
                case .mediaToken:
                    guard let media, !run.hasPassed(media.notAfter) else { return state.unanswered(wish, &run) }
                    run.answer(wish.id, .permitted(resource: resource, media: media, source: decision.source))
                    return .stay(.`V1-27`)
                case .ready, .partnerStatus, .temporaryAccess, .confirming, .preauthorizing, .metadata: return state.unanswered(wish, &run)
                }
            case .deny(let error):
                if mayAuthorizeAgain(error, asked) { return authorizeAgain(resource, wish, &state, &run) }
                if error.isDoubtful, wish.returned == .no, !wish.isTemporary { return confirm(error, wish, &state, &run) }
                return state.end(wish, with: error, denial: ruleOfDenial(at: asked.step), &run)
            }
        }

        /// Asks Adobe whether the viewer is still signed in, before the wish is denied. Unless its enhanced errors are on, Adobe sends the
        /// same denial in two cases: the provider denies the resource, or the viewer is no longer signed in (V1-39).
        private static func confirm(_ denial: AdobeError, _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            state.wait(for: wish, .confirming, run.ask(RESTV1Endpoint.checkAuthentication), denial: denial)
            return .stay(.`V1-39`)
        }

        /// Returns the rule for a denial at `step`.
        private static func ruleOfDenial(at step: Deciding.Step) -> Rule {
            switch step {
            case .mediaToken: .`V1-27`
            case .ready, .partnerStatus, .authorizing, .temporaryAccess, .confirming, .preauthorizing, .metadata: .`V1-26`
            }
        }

        /// Returns whether the flow requests the authorization once more, because Adobe has lost the authorization for a media token.
        private static func mayAuthorizeAgain(_ error: AdobeError, _ asked: PendingDecision) -> Bool {
            asked.step == .mediaToken && error.action == .authorization && !asked.afterRefusal
        }

        private static func authorizeAgain(_ resource: SecretRef, _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            authorize(resource, wish, again: true, &state, &run)
            return .stay(.`V1-27`)
        }

        /// Requests the authorization for a playback after Adobe has granted this device temporary access. The request is the same as for
        /// any other playback (V1-29).
        private static func admitted(_ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            // Only a wish to play asks for temporary access.
            guard case .play(let resource, _) = wish.kind else { return state.unanswered(wish, &run) }
            authorize(resource, wish, &state, &run)
            return .stay(.`V1-29`)
        }

        private static func receivedMetadata(_ metadata: ViewerMetadata, _ wish: Wish, _ run: inout Run) -> Next {
            if let attributes = metadata.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
            } else {
                run.answer(wish.id, .refused(.notSignedIn))
            }
            return .stay(.`V1-30`)
        }

        // MARK: Failures

        private static func decisionFailed(
            _ failure: CallFailure, _ wish: Wish, _ asked: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if let error = failure.error {
                if mayAuthorizeAgain(error, asked), case .play(let resource, _) = wish.kind {
                    return authorizeAgain(resource, wish, &state, &run)
                }
                if case .refused = failure {
                    // A preview permits no playback, so its denial need not be confirmed.
                    if asked.step != .preauthorizing, error.isDoubtful, wish.returned == .no, !wish.isTemporary {
                        return confirm(error, wish, &state, &run)
                    }
                    return state.end(wish, with: error, denial: ruleOfDenial(at: asked.step), &run)
                }
                if error.action == .authentication { return state.authenticationNeeded(error, wish, &run) }
            }
            return failed(failure, wish, &run)
        }

        private static func failed(_ failure: CallFailure, _ wish: Wish, _ run: inout Run) -> Next {
            if let error = failure.error, error.namesProvider, !wish.isTemporary { run.forgetUnusableProvider() }
            run.answer(wish.id, .refused(Refusal(Problem(failure))))
            return .stay(.`FM-13`)
        }
    }
}

extension AdobeError {
    /// Whether the error is a denial without a code, which may mean that the sign-in has ended.
    fileprivate var isDoubtful: Bool { code == nil && isDenial }
}
