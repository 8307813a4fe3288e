extension RESTV1 {
    /// Steps 1 and 2 of the legacy cookbook: checks whether a viewer is signed in at Adobe or in the partner framework. State: `checking`.
    enum PhaseB {
        /// The steps of `checking` that only this API has.
        enum Step: Hashable, Sendable {
            /// Asks Adobe whether a viewer is signed in on this device (V1-01).
            case authentication(CallID)
            /// Asks Adobe which provider the device's token belongs to, because temporary access creates a token, too (V1-38).
            case authenticationToken(CallID)
        }

        /// Starts step 1: asks Adobe whether a viewer is signed in on this device (V1-01).
        static func startCheck(_ rule: Rule, _ run: inout Run) -> Next {
            .move(.checking(Checking(.restV1(.authentication(run.ask(RESTV1Endpoint.checkAuthentication))))), rule)
        }

        static func received(_ result: Reply.Result, _ state: Checking, _ run: inout Run) -> Next {
            switch state.step {
            case .restV1(let step):
                switch result.authentication {
                case .success(let authorization?): return found(authorization, at: step, &run)
                case .success(nil): return askPartner(.`V1-02`, &run)
                case .failure(let failure):
                    // The sign-in is missing or has expired.
                    if failure.error?.action == .authentication { return askPartner(.`V1-02`, &run) }
                    return run.stop(failure, in: .checking(.problem), .`FM-13`)
                }
            case .partnerStatus:
                switch result.partner {
                case .success(let answer): return receivedStatus(answer, &run)
                case .failure: return PhaseF.fallBack(mvpd: nil, .`FM-22`, &run)
                }
            case .restV2, .problem: return .unexpected
            }
        }

        /// Enters `deciding`, because Adobe has a token for this device. If the app offers temporary access, first asks for the token's
        /// provider, because temporary access creates a token, too.
        private static func found(_ authorization: ServerAuthorization, at step: Step, _ run: inout Run) -> Next {
            switch step {
            case .authentication where run.settings.temporaryAccess != nil:
                // Until the provider is known, a viewer may be signed in, so a sign-out must send a logout.
                run.context.foundNobody = false
                return .move(.checking(Checking(.restV1(.authenticationToken(run.ask(RESTV1Endpoint.authenticationToken))))), .`V1-38`)
            case .authentication, .authenticationToken:
                if run.isTemporary(authorization) { return askPartner(.`V1-38`, &run) }
                return Deciding.enter(.serverAuthorization(authorization), .`V1-01`, &run)
            }
        }

        /// Starts step 2: asks the partner framework, because Adobe knows no viewer on this device (V1-02).
        static func askPartner(_ rule: Rule, _ run: inout Run) -> Next {
            run.context.foundNobody = true
            guard run.settings.partner == .apple else { return PhaseF.fallBack(mvpd: nil, rule, &run) }
            let call = run.ask(.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return .move(.checking(Checking(.partnerStatus(call, afterRefusal: false))), rule)
        }

        private static func receivedStatus(_ answer: PartnerAnswer, _ run: inout Run) -> Next {
            if case .hidden = run.note(answer) { return PhaseF.fallBack(mvpd: nil, .`V1-04a`, &run) }
            if let usable = run.statusForCheck { return PhaseC.startPartnerAuth(mapping: usable.mapping, .`V1-03`, &run) }
            if run.isSilent { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
            return PhaseC.startPartnerAuth(mapping: nil, .`V1-04`, &run)
        }
    }
}

extension Run {
    /// Returns whether temporary access created the token, so that no viewer is signed in (V1-38).
    func isTemporary(_ authorization: ServerAuthorization) -> Bool {
        authorization.mvpd != nil && authorization.mvpd == settings.temporaryAccess
    }
}
