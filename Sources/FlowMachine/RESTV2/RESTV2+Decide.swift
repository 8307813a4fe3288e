extension RESTV2 {
    /// Phase D: may this be played? State: `deciding`.
    enum Decide {
        /// What a wish needs first.
        static func ask(_ wish: Wish, in state: inout Deciding, _ run: inout Run) {
            switch wish.kind {
            case .play(_, under: .temporary): askDecision(wish, in: &state, &run)
            case .play(_, under: .signedIn), .preview:
                if state.access.needsPartnerStatus, run.statusForDecision == nil {
                    let ask = run.ask(PartnerRequest.status(prompt: false))
                    state.wait(for: wish, .partnerStatus, ask)
                } else {
                    askDecision(wish, in: &state, &run)
                }
            case .userMetadata:
                guard let mvpd = state.access.mvpd ?? run.context.provider?.mvpd else {
                    run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
                    return
                }
                let ask = run.ask(Endpoint.profile(mvpd, status: run.statusForCheck))
                state.wait(for: wish, .metadata, ask)
            case .signIn, .otherProvider, .signOut: return
            }
        }

        /// Asks Adobe for the decision, with the status at hand where the access needs or may need one.
        private static func askDecision(_ wish: Wish, refusedStatus: Bool = false, in state: inout Deciding, _ run: inout Run) {
            let provider = state.access.mvpd ?? run.context.provider?.mvpd
            let status = state.access.mayNeedPartnerStatus ? run.statusForDecision : nil
            switch wish.kind {
            case .play(let resource, under: .temporary(let identity)):
                guard let mvpd = run.settings.temporaryAccess else { return state.refuse(wish, .temporaryAccess, &run) }
                let ask = run.ask(Endpoint.authorize(mvpd, resource: resource, status: nil, identity: identity))
                state.wait(for: wish, .authorizing, ask)
            case .play(let resource, under: .signedIn):
                guard let provider else { return state.refuse(wish, .authentication, &run) }
                let ask = run.ask(Endpoint.authorize(provider, resource: resource, status: status, identity: nil))
                state.wait(for: wish, .authorizing, ask, refusedStatus: refusedStatus)
            case .preview(let resources):
                guard let provider else { return state.refuse(wish, .authentication, &run) }
                let missing = resources.filter { !state.isPermitted([$0]) }
                let ask = run.ask(Endpoint.preauthorize(provider, resources: missing, status: status))
                state.wait(for: wish, .preauthorizing, ask, refusedStatus: refusedStatus)
            case .signIn, .otherProvider, .userMetadata, .signOut: return
            }
        }

        // MARK: Answers

        static func answered(_ state: Deciding, _ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
            var next = state
            guard let (wish, decision) = next.take(ask, run) else { return Next(.deciding(next), .`FM-02`) }
            switch result {
            case .partner(let answer): return statusCame(answer.status, wish, decision, &next, &run)
            case .decisions(let decisions): return decisionsCame(decisions, wish, &next, &run)
            case .profiles(let profiles): return metadataCame(profiles, wish, &next, &run)
            case .failed(let failure): return failed(failure, wish, decision, &next, &run)
            case .registered, .token, .configuration, .session, .logouts, .authentication, .partnerRequest, .userMetadata, .done:
                return Next(.deciding(state), .`FM-02`)
            }
        }

        private static func statusCame(
            _ status: PartnerStatus, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            run.note(status)
            guard run.statusForDecision != nil else { return state.goBack(for: wish, &run, .`V2-D-04`) }
            askDecision(wish, refusedStatus: decision.refusedStatus, in: &state, &run)
            return Next(.deciding(state), .`V2-D-03`)
        }

        private static func decisionsCame(_ decisions: [Decision], _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            if case .preview(let resources) = wish.kind { return state.previewed(decisions, of: resources, wish, &run) }
            guard case .play(let resource, _) = wish.kind, let decision = decisions.first(where: { $0.resource == resource })
            else {
                state.refuse(wish, .service, &run)
                return Next(.deciding(state), .`FM-13`)
            }
            switch decision.verdict {
            case .permit(let media?):
                run.answer(wish.id, .permitted(resource: resource, media: media, source: decision.source))
                return Next(.deciding(state), .`V2-D-11`)
            case .permit(nil):
                state.refuse(wish, .service, &run)
                return Next(.deciding(state), .`FM-13`)
            case .deny(let error): return state.denied(resource, error, wish, &run, .`V2-D-13`)
            }
        }

        private static func metadataCame(_ profiles: [Profile], _ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            let mvpd = state.access.mvpd ?? run.context.provider?.mvpd
            guard let profile = profiles.first(where: { $0.mvpd == mvpd && $0.notAfter > run.serverNow }) else {
                // Degraded access has no profile to be found (G-40).
                if let type = state.access.type, type != .degraded { return state.goBack(for: wish, &run, .`V2-D-18`) }
                run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
                return Next(.deciding(state), .`V2-D-18`)
            }
            // What is under way was asked under the access as it was.
            if state.pending.isEmpty || state.access.type == profile.type { state.hold(.profile(profile), &run) }
            if let attributes = profile.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
            } else {
                state.refuse(wish, .service, &run)
            }
            return Next(.deciding(state), .`V2-D-18`)
        }

        // MARK: Failures

        private static func failed(
            _ failure: CallFailure, _ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if decision.step == .partnerStatus {
                run.context.partnerStatus = nil
                return state.goBack(for: wish, &run, .`FM-22`)
            }
            if let error = failure.error {
                if error.namesPartnerStatus, decision.step != .metadata, !wish.isTemporary {
                    return statusRefused(wish, decision, &state, &run)
                }
                if error.action == .authentication, decision.step != .metadata { return state.authenticationNeeded(error, wish, &run) }
            }
            if !wish.isTemporary, failure.error?.namesProvider ?? false { run.forgetUnusableProvider() }
            run.answer(wish.id, .refused(Refusal(Problem(failure))))
            return Next(.deciding(state), failure.isRefusedAgain ? .`V2-X-09` : .`FM-13`)
        }

        /// Adobe refused the status: it is asked anew once, then the check decides (V2-D-05).
        private static func statusRefused(_ wish: Wish, _ decision: PendingDecision, _ state: inout Deciding, _ run: inout Run) -> Next {
            run.context.partnerStatus = nil
            if decision.refusedStatus || run.settings.partner == .none { return state.goBack(for: wish, &run, .`V2-D-05`) }
            let ask = run.ask(PartnerRequest.status(prompt: false))
            state.wait(for: wish, .partnerStatus, ask, refusedStatus: true)
            return Next(.deciding(state), .`V2-D-05`)
        }
    }
}
