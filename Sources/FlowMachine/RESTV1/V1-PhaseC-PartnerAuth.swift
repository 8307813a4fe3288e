extension RESTV1 {
    /// Steps 3 to 9 of the legacy cookbook: signs the viewer in through the partner framework. State: `partnerAuth`.
    enum PhaseC {
        /// The steps of `partnerAuth` that only this API has.
        enum Step: Hashable, Sendable {
            /// Waits for the SAML request that Adobe makes to the partner framework (V1-12).
            case request(CallID, PlatformMappingID, MVPDID)
            /// Waits for Adobe to accept the SAML response (V1-17).
            case exchange(CallID, MVPDID)
        }

        /// Starts with `mapping`, the provider that the partner framework has already named. If `mapping` is `nil`, lets the viewer choose
        /// a provider in the framework. Both ways need the configuration, which contains Adobe's id of the provider and the attributes that
        /// the provider requires (V1-06a).
        static func startPartnerAuth(mapping: PlatformMappingID?, _ rule: Rule, _ run: inout Run) -> Next {
            if let catalog = run.freshCatalog { return proceed(with: mapping, catalog.configuration, rule, &run) }
            let call = run.ask(RESTV1Endpoint.configuration)
            return .move(.partnerAuth(PartnerAuth(.configuration(call, mapping: mapping))), rule)
        }

        static func received(_ result: Reply.Result, _ state: PartnerAuth, _ run: inout Run) -> Next {
            switch state.step {
            case .configuration(_, let mapping):
                switch result.configuration {
                case .success(let configuration):
                    run.note(configuration)
                    return proceed(with: mapping, configuration, mapping == nil ? .`V1-05` : .`V1-06a`, &run)
                case .failure(let failure): return stop(failure, &run)
                }
            case .choosing:
                switch result.partner {
                case .success(let answer): return receivedChoice(answer, &run)
                case .failure(let failure): return stop(failure, &run)
                }
            case .restV1(.request(_, let mapping, let mvpd)):
                switch result.partnerRequest {
                case .success(let request): return receivedRequest(request, mapping, mvpd, &run)
                case .failure(let failure) where failure.isBadRequest: return fallBack(mvpd, failure, .`V1-13`, &run)
                case .failure(let failure): return stop(failure, &run)
                }
            case .authenticating(_, let partner):
                switch result.partner {
                case .success(let answer): return receivedResponse(answer, partner, &run)
                case .failure(.transport(.timedOut)): return PhaseF.fallBack(mvpd: partner.mvpd, .`FM-22`, &run)
                case .failure(let failure): return stop(failure, &run)
                }
            case .restV1(.exchange(_, let mvpd)):
                switch result.done {
                case .success:
                    // Step 9 succeeded: Adobe accepted the SAML response (V1-17).
                    run.context.requestedSignIns.removeAll { $0 == mvpd }
                    return Deciding.enter(.serverAuthorization(ServerAuthorization(reason: .legacyToken, mvpd: mvpd)), .`V1-17`, &run)
                case .failure(let failure) where failure.isBadRequest: return fallBack(mvpd, failure, .`V1-18`, &run)
                case .failure(let failure): return stop(failure, &run)
                }
            case .restV2, .problem: return .unexpected
            }
        }

        private static func stop(_ failure: CallFailure, _ run: inout Run) -> Next {
            run.stop(failure, in: .partnerAuth(.problem), .`FM-13`)
        }

        /// Continues with step 10, the sign-in by a code, with the same provider. If Adobe does not accept the provider, the viewer chooses
        /// a new provider.
        private static func fallBack(_ mvpd: MVPDID, _ failure: CallFailure, _ rule: Rule, _ run: inout Run) -> Next {
            guard failure.error?.namesProvider ?? false else { return PhaseF.fallBack(mvpd: mvpd, rule, &run) }
            run.forgetUnusableProvider()
            return PhaseF.fallBack(mvpd: nil, rule, &run)
        }

        private static func proceed(
            with mapping: PlatformMappingID?, _ configuration: AdobeConfiguration, _ rule: Rule, _ run: inout Run
        ) -> Next {
            if let mapping { return askRequest(mapping, rule, &run) }
            let call = run.ask(.choice(configuration: configuration.ref))
            return .move(.partnerAuth(PartnerAuth(.choosing(call, isRestarted: false))), rule)
        }

        // MARK: Steps 4 and 5

        private static func receivedChoice(_ answer: PartnerAnswer, _ run: inout Run) -> Next {
            let reading = run.note(answer)
            if case .unsupportedProvider(let mapping?)? = answer.error, let mvpd = run.context.catalog?.mvpd(for: mapping) {
                return PhaseF.fallBack(mvpd: mvpd, .`V1-08`, &run)
            }
            if answer.error == .canceled, !run.policy.opensOwnPickerAfterCancel {
                return Registered.rest(.canceled, .`FM-08`, &run)
            }
            guard answer.error == nil, case .account(let account) = reading else {
                return PhaseF.fallBack(mvpd: nil, .`V1-09`, &run)
            }
            guard run.statusForCheck != nil else {
                return PhaseF.fallBack(mvpd: run.context.catalog?.mvpd(for: account), .`V1-11`, &run)
            }
            return askRequest(account, .`V1-10`, &run)
        }

        // MARK: Steps 6 to 8

        /// Starts step 6: asks Adobe for a SAML request to the partner framework (V1-12).
        private static func askRequest(_ mapping: PlatformMappingID, _ rule: Rule, _ run: inout Run) -> Next {
            guard let catalog = run.context.catalog, let mvpd = catalog.mvpd(for: mapping) else {
                return PhaseF.fallBack(mvpd: nil, .`V1-11`, &run)
            }
            let call = run.ask(RESTV1Endpoint.profileRequest(mvpd, configuration: catalog.configuration.ref))
            return .move(.partnerAuth(PartnerAuth(.restV1(.request(call, mapping, mvpd)))), rule)
        }

        /// Starts step 7: asks the partner framework for a SAML response, without interrupting the viewer (V1-14).
        private static func receivedRequest(
            _ samlRequest: SecretRef, _ mapping: PlatformMappingID, _ mvpd: MVPDID, _ run: inout Run
        ) -> Next {
            let call = run.ask(.authentication(request: samlRequest, interruption: false))
            let partner = PartnerAuth.Partner(mapping: mapping, mvpd: mvpd, isRestarted: false)
            return .move(.partnerAuth(PartnerAuth(.authenticating(call, partner))), .`V1-12`)
        }

        private static func receivedResponse(_ answer: PartnerAnswer, _ partner: PartnerAuth.Partner, _ run: inout Run) -> Next {
            let isSame: Bool
            switch run.note(answer) {
            case .hidden: return PhaseF.fallBack(mvpd: nil, .`V1-14`, &run)
            case .account(let account): isSame = account == partner.mapping
            case .nobody, .failed: isSame = true
            }
            guard isSame, answer.error == nil, let saml = answer.saml, saml.length > 0, let mvpd = partner.mvpd else {
                return PhaseF.fallBack(mvpd: isSame ? partner.mvpd : nil, .`V1-16`, &run)
            }
            run.noteSignInRequest(mvpd)
            let call = run.ask(RESTV1Endpoint.exchange(mvpd, saml: saml.ref))
            return .move(.partnerAuth(PartnerAuth(.restV1(.exchange(call, mvpd)))), .`V1-15`)
        }
    }
}

extension CallFailure {
    /// Whether Adobe refuses a sign-in through the partner framework, with an error or only with a status, so that step 10 follows.
    ///
    /// The cookbook continues with step 10 after every failure. A server error, however, may be temporary, so the flow lets the viewer
    /// retry.
    fileprivate var isBadRequest: Bool {
        switch self {
        case .refused: true
        case .status(let http): http < 500
        case .unauthorized, .throttled, .registrationRefused, .transport: false
        }
    }
}
