extension RESTV2 {
    /// Phase D: may this be played? State: `deciding`.
    enum PhaseD {
        /// What a wish needs first.
        static func ask(for wish: Wish, _ state: inout Deciding, _ run: inout Run) {
            switch wish.kind {
            case .play(_, under: .temporary): askDecision(wish, &state, &run)
            case .play(_, under: .signedIn), .play(_, under: .ifSignedIn), .preview:
                if state.access.needsPartnerStatus, run.statusForDecision == nil {
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
            let call = run.ask(.profile(mvpd, status: run.statusForCheck?.status))
            state.wait(for: wish, .metadata, call, afterRefusal: afterRefusal)
        }

        /// Asks Adobe for the decision, with the current status if the access needs or may need one.
        private static func askDecision(_ wish: Wish, afterRefusal: Bool = false, _ state: inout Deciding, _ run: inout Run) {
            let provider = state.access.mvpd ?? run.context.provider?.mvpd
            let status = state.access.mayNeedPartnerStatus ? run.statusForDecision?.status : nil
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

        /// Adobe granted access without naming a provider, and none is known here: Adobe would do so again, whatever the viewer tried.
        private static func refuseWithoutProvider(_ wish: Wish, _ run: inout Run) {
            run.answer(wish.id, .refused(Refusal(reason: .authentication, options: [.cancel])))
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout Deciding, _ run: inout Run) -> Next {
            if state.look == call { return state.looked(result, &run) }
            guard let (wish, decision) = state.resolve(call, run) else { return .stale(.`FM-02`) }
            switch result {
            case .partner(let answer): return statusCame(answer, wish, decision, &state, &run)
            case .decisions(let decisions): return decided(decisions, wish, decision, &state, &run)
            case .profiles(let profiles): return metadataCame(profiles, wish, &state, &run)
            case .failed(let failure): return failed(failure, wish, decision, &state, &run)
            case .registered, .token, .configuration, .session, .logouts, .authentication, .partnerRequest, .userMetadata, .done:
                return state.unanswered(wish, &run)
            }
        }

        /// The current status arrived, before a decision or after Adobe refused the last status.
        private static func statusCame(
            _ answer: PartnerAnswer, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            run.note(answer)
            if wish.kind == .userMetadata {
                askMetadata(wish, afterRefusal: true, &state, &run)
                return .stay(.`V2-X-20`)
            }
            guard run.statusForDecision != nil else { return signInAnew(for: wish, state, &run) }
            askDecision(wish, afterRefusal: decision.afterRefusal, &state, &run)
            return .stay(.`V2-D-03`)
        }

        /// No decision can be requested with this status. The flow checks first. If the check finds the same profile, phase C asks the
        /// viewer, and if that returns no status for decisions, phase F follows (V2-D-04). A preview asks nobody, and a retry would end the
        /// same way.
        private static func signInAnew(for wish: Wish, _ state: Deciding, _ run: inout Run) -> Next {
            guard wish.asksViewer, wish.returned == .toCheck else { return state.goBack(for: wish, .`V2-D-04`, &run) }
            run.context.noteReturn(of: wish.id, .toSignIn)
            return PhaseC.begin(.`V2-D-04`, &run)
        }

        private static func decided(
            _ decisions: [Decision], _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if let next = doubted(decisions, wish, pending, &state, &run) { return next }
            if case .preview(let resources) = wish.kind {
                if decisions.isEmpty, !resources.contains(where: { state.isPermitted($0) }) {
                    return state.unanswered(wish, because: .noDecision, &run)
                }
                return state.previewed(decisions, of: resources, wish, &run)
            }
            guard case .play(let resource, _) = wish.kind, let decision = decisions.first(where: { $0.resource == resource })
            else { return state.unanswered(wish, because: .noDecision, &run) }
            switch decision.verdict {
            case .permit(let media?):
                run.answer(
                    wish.id, .permitted(resource: resource, media: media, source: decision.source, attributes: decision.attributes))
                return .stay(.`V2-D-11`)
            case .permit(nil): return state.unanswered(wish, &run)
            case .deny(let error): return state.denied(resource, error, wish, .`V2-D-13`, &run)
            }
        }

        /// An error of a single resource means what it would mean for the whole call (ERR-02): an error that doubts the status or the
        /// sign-in leads to a check, once for each wish.
        private static func doubted(
            _ decisions: [Decision], _ wish: Wish, _ pending: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next? {
            if wish.isTemporary { return nil }
            for index in decisions.indices {
                guard let error = decisions[index].error else { continue }
                if error.namesPartnerStatus { return statusRefused(wish, pending, &state, &run) }
                if error.namesProvider {
                    run.forgetUnusableProvider()
                    if wish.isPlay {
                        run.answer(wish.id, .refused(Refusal(Problem(.refused(http: error.status, error)))))
                        return .stay(.`FM-13`)
                    }
                }
                if error.action == .authentication, wish.returned == .no {
                    return state.goBack(for: wish, .`V2-D-14`, &run)
                }
            }
            return nil
        }

        private static func metadataCame(_ profiles: [Profile], _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            let mvpd = state.access.mvpd ?? run.context.provider?.mvpd
            guard let profile = profiles.first(where: { $0.mvpd == mvpd && !run.hasPassed($0.notAfter) }) else {
                // Degraded access has no profile (G-40).
                if let type = state.access.type, type != .degraded { return state.goBack(for: wish, .`V2-D-18`, &run) }
                run.answer(wish.id, .refused(.notSignedIn))
                return .stay(.`V2-D-18`)
            }
            // The decisions in progress were requested under the previous access.
            if state.pending.isEmpty || state.access.type == profile.type { state.adopt(.profile(profile), &run) }
            if let attributes = profile.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
            } else {
                state.refuse(wish, .service, &run)
            }
            return .stay(.`V2-D-18`)
        }

        // MARK: Failures

        private static func failed(
            _ failure: CallFailure, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if decision.step == .partnerStatus {
                run.context.partnerStatus = nil
                return state.goBack(for: wish, .`FM-22`, &run)
            }
            if let error = failure.error {
                if error.namesPartnerStatus, !wish.isTemporary { return statusRefused(wish, decision, &state, &run) }
                if wish.isTemporary, error.namesTemporaryAccess { return state.temporaryAccessRefused(error, wish, &run) }
                if error.action == .authentication { return state.authenticationNeeded(error, wish, &run) }
            }
            if decision.step == .metadata, failure.isWantOfAnswer, let attributes = state.access.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
                return .stay(.`FM-26`)
            }
            if !wish.isTemporary, failure.error?.namesProvider ?? false { run.forgetUnusableProvider() }
            run.answer(wish.id, .refused(Refusal(Problem(failure))))
            return .stay(.`FM-13`)
        }

        /// Adobe refused the status: the flow requests a new one once, then the check decides (V2-D-05).
        private static func statusRefused(_ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run) -> Next {
            run.context.partnerStatus = nil
            if decision.afterRefusal || run.settings.partner == .none { return state.goBack(for: wish, .`V2-D-05`, &run) }
            state.wait(for: wish, .partnerStatus, run.ask(.status(prompt: false)), afterRefusal: true)
            return .stay(.`V2-D-05`)
        }
    }
}
