extension RESTV2 {
    /// Phase D: asks Adobe for decisions about resources. State: `deciding`.
    enum PhaseD {
        /// Sends the first request that a wish needs.
        static func ask(for wish: Wish, _ state: inout Deciding, _ run: inout Run) {
            switch wish.kind {
            case .play(_, under: .temporary): askDecision(wish, &state, &run)
            case .play(_, under: .signedIn), .play(_, under: .ifSignedIn), .preview:
                if state.access.needsPartnerStatus, status(for: wish, state, run) == nil {
                    state.wait(for: wish, .partnerStatus, run.ask(.status(prompt: false)))
                } else {
                    askDecision(wish, &state, &run)
                }
            case .userMetadata: askMetadata(wish, &state, &run)
            case .signIn, .otherProvider, .signOut: return
            }
        }

        private static func askMetadata(_ wish: Wish, afterRefusal: Bool = false, _ state: inout Deciding, _ run: inout Run) {
            guard let mvpd = state.access.mvpd ?? run.context.provider?.mvpd else { return run.answer(wish.id, .refused(.notSignedIn)) }
            // If the profile is not from the partner framework and the device has a different account, Adobe refuses the status.
            let usable = state.access.mayNeedPartnerStatus ? run.statusForCheck : nil
            let endpoint = Endpoint.profile(mvpd, status: usable.flatMap { run.mayBelong($0, to: mvpd) ? $0.status : nil })
            let call = state.sharedCall(endpoint, run) ?? run.ask(endpoint)
            state.wait(for: wish, .metadata, call, afterRefusal: afterRefusal)
        }

        /// Returns the current partner status; `nil` if a request for the decision about `wish` must not carry it.
        private static func status(for wish: Wish, _ state: Deciding, _ run: borrowing Run) -> PartnerStatus? {
            guard let usable = run.statusForDecision(wish), run.mayBelong(usable, to: state.access.mvpd) else { return nil }
            return usable.status
        }

        /// Asks Adobe for the decision, with the current partner status if the access needs or may need a status.
        private static func askDecision(_ wish: Wish, afterRefusal: Bool = false, _ state: inout Deciding, _ run: inout Run) {
            let provider = state.access.mvpd ?? run.context.provider?.mvpd
            let status = state.access.mayNeedPartnerStatus ? status(for: wish, state, run) : nil
            switch wish.kind {
            case .play(let resource, under: .temporary(let identity)):
                guard let mvpd = run.settings.temporaryAccess else { return state.refuse(wish, .temporaryAccess, &run) }
                let call = run.ask(Endpoint.authorize(mvpd, resource: resource, status: nil, identity: identity))
                state.wait(for: wish, .authorizing, call)
            case .play(let resource, under: .signedIn), .play(let resource, under: .ifSignedIn):
                guard let provider else { return refuseWithoutProvider(wish, &run) }
                let call = run.ask(Endpoint.authorize(provider, resource: resource, status: status, identity: nil))
                state.wait(for: wish, .authorizing, call, afterRefusal: afterRefusal)
            case .preview(let resources):
                guard let provider else { return refuseWithoutProvider(wish, &run) }
                let missing = resources.filter { !state.isPermitted($0) }
                let call = run.ask(Endpoint.preauthorize(provider, resources: missing, status: status))
                state.wait(for: wish, .preauthorizing, call, afterRefusal: afterRefusal)
            case .signIn, .otherProvider, .userMetadata, .signOut: return
            }
        }

        /// Refuses a wish because Adobe granted access without naming a provider, and the flow knows none. The viewer can only cancel,
        /// because a new attempt would have the same result.
        private static func refuseWithoutProvider(_ wish: Wish, _ run: inout Run) {
            run.answer(wish.id, .refused(Refusal(reason: .authentication, options: [.cancel])))
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout Deciding, _ run: inout Run) -> Next {
            if state.accountCheck == call { return state.receivedAccountCheck(result, &run) }
            guard let (wish, decision) = state.resolve(call, run) else { return .unexpected }
            switch decision.step {
            case .partnerStatus:
                switch result.partner {
                case .success(let answer): return receivedStatus(answer, wish, decision, &state, &run)
                case .failure:
                    run.context.partnerStatus = nil
                    return state.goBack(for: wish, .`FM-22`, &run)
                }
            case .authorizing, .preauthorizing:
                switch result.decisions {
                case .success(let decisions): return decided(decisions, wish, decision, &state, &run)
                case .failure(let failure): return failed(failure, wish, decision, &state, &run)
                }
            case .metadata:
                switch result.profiles {
                case .success(let profiles): return receivedMetadata(profiles, wish, &state, &run)
                case .failure(let failure): return metadataFailed(failure, wish, decision, &state, &run)
                }
            // Only the legacy API has the first three steps. The step `ready` waits for no result.
            case .mediaToken, .temporaryAccess, .confirming, .ready: return state.unanswered(wish, &run)
            }
        }

        /// Sends the request that waited for the partner status. It is the first request of a wish, or its repetition after Adobe refused a
        /// status.
        private static func receivedStatus(
            _ answer: PartnerAnswer, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            run.note(answer)
            if wish.kind == .userMetadata {
                askMetadata(wish, afterRefusal: true, &state, &run)
                return .stay(.`V2-X-20`)
            }
            guard PhaseD.status(for: wish, state, run) != nil else { return signInAnew(for: wish, state, &run) }
            // In the meantime, the answer to a different preview may have permitted every resource of this preview.
            if case .preview(let resources) = wish.kind, state.isPermitted(resources) {
                state.start(wish, &run)
                return .stay(run.rules.previewAgain)
            }
            askDecision(wish, afterRefusal: decision.afterRefusal, &state, &run)
            return .stay(.`V2-D-03`)
        }

        /// Signs the viewer in again, because no decision can be requested with the current partner status (V2-D-04).
        ///
        /// The flow first checks for a profile. If the check finds the same profile, phase C asks the viewer. If phase C does not return a
        /// usable status, phase F follows. A wish that may not ask the viewer, such as a preview, is refused after the check.
        private static func signInAnew(for wish: Wish, _ state: Deciding, _ run: inout Run) -> Next {
            guard wish.asksViewer, wish.returned == .toCheck else { return state.goBack(for: wish, .`V2-D-04`, &run) }
            run.context.noteReturn(of: wish.id, .toSignIn)
            return PhaseC.startPartnerAuth(.`V2-D-04`, &run)
        }

        private static func decided(
            _ decisions: [AdobeDecision], _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            switch wish.kind {
            case .preview(let resources):
                if let next = doubted(decisions, wish, pending, &state, &run) { return next }
                if decisions.isEmpty, !resources.contains(where: { state.isPermitted($0) }) {
                    return state.unanswered(wish, because: .noDecision, &run)
                }
                return state.previewed(decisions, of: resources, wish, &run)
            case .play(let resource, _):
                guard let decision = decisions.decision(about: resource) else {
                    return state.unanswered(wish, because: .noDecision, &run)
                }
                return decided(decision, about: resource, wish, pending, &state, &run)
            case .signIn, .otherProvider, .userMetadata, .signOut: return state.unanswered(wish, because: .noDecision, &run)
            }
        }

        private static func decided(
            _ decision: AdobeDecision, about resource: SecretRef, _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding,
            _ run: inout Run
        ) -> Next {
            switch decision.verdict {
            case .permit(let media?) where !run.hasPassed(media.notAfter):
                run.answer(
                    wish.id, .permitted(resource: resource, media: media, source: decision.source, attributes: decision.attributes))
                return .stay(.`V2-D-11`)
            // Nothing can be played without a valid media token.
            case .permit: return state.unanswered(wish, &run)
            case .deny(let error): return erred(error, wish, pending, &state, &run)
            }
        }

        /// Continues after an error, which was the whole answer or the requested decision. In both cases the error has the same meaning
        /// (ERR-02).
        private static func erred(
            _ error: AdobeError, _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if error.namesPartnerStatus, !wish.isTemporary { return statusRefused(wish, pending, &state, &run) }
            return state.end(wish, with: error, denial: .`V2-D-13`, &run)
        }

        /// Checks the access if a decision of a preview contains an error about the partner status or the sign-in, because all decisions
        /// depend on these. The check happens once per wish. Returns `nil` if no check is needed. All other errors are reported with their
        /// decisions.
        private static func doubted(
            _ decisions: [AdobeDecision], _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next? {
            for index in decisions.indices {
                guard let error = decisions[index].error else { continue }
                if error.namesPartnerStatus { return statusRefused(wish, pending, &state, &run) }
                if error.namesProvider { run.forgetUnusableProvider() }
                if error.action == .authentication, wish.returned == .no {
                    return state.goBack(for: wish, .`V2-D-14`, &run)
                }
            }
            return nil
        }

        private static func receivedMetadata(_ profiles: [Profile], _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            let mvpd = state.access.mvpd ?? run.context.provider?.mvpd
            guard let profile = profiles.first(where: { $0.mvpd == mvpd && run.signsIn($0) }) else {
                // Degraded access has no profile (G-40). Any other access needs a profile, but Adobe no longer has it.
                if !state.access.isDegraded { return state.goBack(for: wish, .`V2-D-18`, &run) }
                run.answer(wish.id, .refused(.notSignedIn))
                return .stay(.`V2-D-18`)
            }
            // Requests for decisions in progress depend on the current access, so the type of the access must not change now.
            if state.pending.isEmpty || state.access.type == profile.type { state.adopt(.profile(profile), &run) }
            if let attributes = profile.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
            } else {
                state.refuse(wish, .service, &run)
            }
            return .stay(.`V2-D-18`)
        }

        // MARK: Failures

        /// Answers with the metadata from the sign-in if Adobe cannot answer at the moment. After any other failure, the wish fails.
        private static func metadataFailed(
            _ failure: CallFailure, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            let isSilentFailure = failure.isWantOfAnswer && failure.error?.action != .authentication
            if isSilentFailure, !(failure.error?.namesPartnerStatus ?? false), let attributes = state.access.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
                return .stay(.`FM-26`)
            }
            return failed(failure, wish, decision, &state, &run)
        }

        private static func failed(
            _ failure: CallFailure, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if case .refused(_, let error) = failure { return erred(error, wish, decision, &state, &run) }
            if let error = failure.error, error.action == .authentication { return state.authenticationNeeded(error, wish, &run) }
            run.answer(wish.id, .refused(Refusal(Problem(failure))))
            return .stay(.`FM-13`)
        }

        /// Requests the partner status again, because Adobe refused the last status. If Adobe refuses the new status, too, checks the
        /// access (V2-D-05).
        private static func statusRefused(_ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run) -> Next {
            run.context.partnerStatus = nil
            run.context.noteStatusRefused(for: wish.id)
            if decision.afterRefusal || run.settings.partner == .absent { return state.goBack(for: wish, .`V2-D-05`, &run) }
            state.wait(for: wish, .partnerStatus, run.ask(.status(prompt: false)), afterRefusal: true)
            return .stay(.`V2-D-05`)
        }
    }
}
