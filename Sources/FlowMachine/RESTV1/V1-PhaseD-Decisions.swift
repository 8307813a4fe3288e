extension RESTV1 {
    /// Step 11: may this be played? An authorization, then a media token, which may be refused by itself. State: `deciding`.
    enum PhaseD {
        /// What a wish needs first.
        static func ask(for wish: Wish, _ state: inout Deciding, _ run: inout Run) {
            switch wish.kind {
            case .play(_, under: .temporary):
                guard let mvpd = run.settings.temporaryAccess else { return state.refuse(wish, .temporaryAccess, &run) }
                state.wait(for: wish, .temporaryAccess, run.ask(RESTV1Endpoint.freePreview(mvpd)))
            case .play(let resource, under: .signedIn):
                state.wait(for: wish, .authorizing, run.ask(RESTV1Endpoint.authorize(resource: resource)))
            case .preview(let resources):
                let missing = resources.filter { !state.isPermitted($0) }
                state.wait(for: wish, .preauthorizing, run.ask(RESTV1Endpoint.preauthorize(resources: missing)))
            case .userMetadata: state.wait(for: wish, .metadata, run.ask(RESTV1Endpoint.userMetadata))
            case .signIn, .otherProvider, .signOut: return
            }
        }

        // MARK: Outcomes

        static func received(_ call: CallID, _ result: Reply.Result, _ state: inout Deciding, _ run: inout Run) -> Next {
            guard let (wish, decision) = state.resolve(call, run) else { return .stale(.`FM-02`) }
            switch result {
            case .decisions(let decisions): return decided(decisions, wish, decision.step, &state, &run)
            case .done: return admitted(wish, &state, &run)
            case .userMetadata(let metadata): return metadataCame(metadata, wish, &run)
            case .failed(let failure): return failed(failure, wish, decision.step, state, &run)
            case .registered, .token, .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest:
                return state.unanswered(wish, &run)
            }
        }

        private static func decided(
            _ decisions: [Decision], _ wish: Wish, _ step: Deciding.Step, _ state: inout Deciding, _ run: inout Run
        ) -> Next {
            if case .preview(let resources) = wish.kind { return state.previewed(decisions, of: resources, wish, &run) }
            guard case .play(let resource, _) = wish.kind, let decision = decisions.first(where: { $0.resource == resource })
            else { return state.unanswered(wish, &run) }
            switch decision.verdict {
            case .permit(let media?) where step == .mediaToken:
                run.answer(wish.id, .permitted(resource: resource, media: media, source: decision.source))
                return .stay(.`V1-27`)
            case .permit where step == .authorizing:
                state.wait(for: wish, .mediaToken, run.ask(RESTV1Endpoint.mediaToken(resource: resource)))
                return .stay(.`V1-26`)
            case .permit: return state.unanswered(wish, &run)
            case .deny(let error): return state.denied(resource, error, wish, step == .mediaToken ? .`V1-27` : .`V1-26`, &run)
            }
        }

        /// Temporary access was granted to this device: now the playback is authorized like any other (V1-29).
        private static func admitted(_ wish: Wish, _ state: inout Deciding, _ run: inout Run) -> Next {
            guard case .play(let resource, _) = wish.kind else { return .stale(.`FM-02`) }
            state.wait(for: wish, .authorizing, run.ask(RESTV1Endpoint.authorize(resource: resource)))
            return .stay(.`V1-29`)
        }

        private static func metadataCame(_ metadata: ViewerMetadata, _ wish: Wish, _ run: inout Run) -> Next {
            if let attributes = metadata.attributes {
                run.answer(wish.id, .userMetadata(attributes: attributes))
            } else {
                run.answer(wish.id, .refused(.notSignedIn))
            }
            return .stay(.`V1-30`)
        }

        // MARK: Failures

        private static func failed(
            _ failure: CallFailure, _ wish: Wish, _ step: Deciding.Step, _ state: Deciding, _ run: inout Run
        ) -> Next {
            if let error = failure.error, error.action == .authentication, step != .temporaryAccess, step != .metadata {
                return state.authenticationNeeded(error, wish, &run)
            }
            run.answer(wish.id, .refused(Refusal(Problem(failure))))
            return .stay(.`FM-13`)
        }
    }
}
