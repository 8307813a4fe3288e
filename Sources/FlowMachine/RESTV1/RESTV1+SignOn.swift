extension RESTV1 {
    /// Steps 3 to 9: partner single sign-on. State: `partnerAuth`.
    enum SignOn {
        /// With the provider that the partner framework named already, or with one to be chosen there. Either needs the
        /// configuration, for the provider's id at Adobe and the attributes it wants (V1-06a).
        static func begin(provider: PlatformMappingID?, _ run: inout Run, _ rule: Rule) -> Next {
            let state = PartnerAuth(step: .configuration, provider: provider)
            if let catalog = run.freshCatalog { return goOn(state, with: catalog.configuration, &run, rule) }
            var next = state
            next.ask = run.ask(RESTV1Endpoint.configuration)
            return Next(.partnerAuth(next), rule)
        }

        static func answered(_ state: PartnerAuth, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .configuration(let configuration):
                run.note(configuration)
                return goOn(state, with: configuration, &run, state.provider == nil ? .`V1-05` : .`V1-06a`)
            case .partner(let answer):
                return state.step == .authenticating ? responseCame(answer, state, &run) : choiceCame(answer, state, &run)
            case .partnerRequest(let request): return requestCame(request, state, &run)
            case .done: return exchanged(state, &run)
            case .failed(let failure): return failed(failure, state, &run)
            case .registered, .token, .profiles, .session, .decisions, .logouts, .authentication, .userMetadata:
                return Next(.partnerAuth(state), .`FM-02`)
            }
        }

        private static func goOn(_ state: PartnerAuth, with configuration: Configuration, _ run: inout Run, _ rule: Rule) -> Next {
            if let provider = state.provider { return askRequest(provider, &run, rule) }
            let ask = run.ask(PartnerRequest.choice(configuration: configuration.ref))
            return Next(.partnerAuth(PartnerAuth(step: .choosing, ask: ask)), rule)
        }

        // MARK: Steps 4 and 5

        private static func choiceCame(_ answer: PartnerAnswer, _ state: PartnerAuth, _ run: inout Run) -> Next {
            let status = answer.status
            run.note(status)
            if case .unsupportedProvider(let provider?)? = answer.error, let mvpd = run.context.catalog?.provider(for: provider) {
                return Code.fallBack(mvpd: mvpd, &run, .`V1-08`)
            }
            if answer.error == .cancelled, !run.policy.opensOwnPickerAfterCancel {
                return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
            }
            guard answer.error == nil, status.permission == .granted, let provider = status.provider else {
                return Code.fallBack(mvpd: nil, &run, .`V1-09`)
            }
            guard run.statusForCheck != nil else {
                return Code.fallBack(mvpd: run.context.catalog?.provider(for: provider), &run, .`V1-11`)
            }
            return askRequest(provider, &run, .`V1-10`)
        }

        // MARK: Steps 6 to 9

        /// Step 6 (V1-12).
        private static func askRequest(_ provider: PlatformMappingID, _ run: inout Run, _ rule: Rule) -> Next {
            guard let catalog = run.context.catalog, let mvpd = catalog.provider(for: provider) else {
                return Code.fallBack(mvpd: nil, &run, .`V1-11`)
            }
            let ask = run.ask(RESTV1Endpoint.profileRequest(mvpd, configuration: catalog.configuration.ref))
            return Next(.partnerAuth(PartnerAuth(step: .request, ask: ask, provider: provider, mvpd: mvpd)), rule)
        }

        /// Step 7: the person is not interrupted (V1-14).
        private static func requestCame(_ request: SecretRef, _ state: PartnerAuth, _ run: inout Run) -> Next {
            var next = state
            next.step = .authenticating
            next.ask = run.ask(PartnerRequest.authentication(request: request, interruption: false))
            return Next(.partnerAuth(next), .`V1-12`)
        }

        private static func responseCame(_ answer: PartnerAnswer, _ state: PartnerAuth, _ run: inout Run) -> Next {
            run.note(answer.status)
            if answer.status.permission != .granted { return Code.fallBack(mvpd: nil, &run, .`V1-14`) }
            let isSame = answer.status.provider == nil || answer.status.provider == state.provider
            guard isSame, answer.error == nil, let saml = answer.saml, saml.length > 0, let mvpd = state.mvpd else {
                return Code.fallBack(mvpd: isSame ? state.mvpd : nil, &run, .`V1-16`)
            }
            var next = state
            next.step = .exchange
            next.ask = run.ask(RESTV1Endpoint.exchange(mvpd, saml: saml.ref))
            return Next(.partnerAuth(next), .`V1-15`)
        }

        /// Step 9 (V1-17).
        private static func exchanged(_ state: PartnerAuth, _ run: inout Run) -> Next {
            Deciding.enter(.serverAuthorization(ServerAuthorization(reason: .legacyToken, mvpd: state.mvpd)), &run, .`V1-17`)
        }

        private static func failed(_ failure: CallFailure, _ state: PartnerAuth, _ run: inout Run) -> Next {
            switch (state.step, failure) {
            case (.authenticating, .transport(.timedOut)): return Code.fallBack(mvpd: state.mvpd, &run, .`FM-22`)
            case (.request, .refused): return Code.fallBack(mvpd: state.mvpd, &run, .`V1-13`)
            case (.exchange, .refused): return Code.fallBack(mvpd: state.mvpd, &run, .`V1-18`)
            case _: return run.stop(failure, in: .partnerAuth(PartnerAuth(step: .problem)), .`FM-13`)
            }
        }
    }
}
