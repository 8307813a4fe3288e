extension RESTV1 {
    /// Steps 1 and 2: is somebody signed in, at Adobe or in the partner framework? State: `checking`.
    enum Check {
        /// Step 1 (V1-01).
        static func begin(_ run: inout Run, _ rule: Rule) -> Next {
            Next(.checking(Checking(step: .authentication, ask: run.ask(RESTV1Endpoint.checkAuthentication))), rule)
        }

        static func answered(_ state: Checking, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .authentication(let word?): return Deciding.enter(.serverAuthorization(word), &run, .`V1-01`)
            case .authentication(nil): return askPartner(&run)
            case .partner(let answer): return statusCame(answer.status, &run)
            case .failed where state.step == .partnerStatus: return Code.fallBack(mvpd: nil, &run, .`FM-22`)
            case .failed(let failure): return run.stop(failure, in: .checking(Checking(step: .problem)), .`FM-13`)
            case .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .partnerRequest, .userMetadata, .done:
                return Next(.checking(state), .`FM-02`)
            }
        }

        /// Step 2 (V1-02).
        private static func askPartner(_ run: inout Run) -> Next {
            run.context.foundNobody = true
            guard run.settings.partner == .apple else { return Code.fallBack(mvpd: nil, &run, .`V1-02`) }
            let ask = run.ask(PartnerRequest.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return Next(.checking(Checking(step: .partnerStatus, ask: ask)), .`V1-02`)
        }

        private static func statusCame(_ status: PartnerStatus, _ run: inout Run) -> Next {
            run.note(status)
            if status.permission != .granted { return Code.fallBack(mvpd: nil, &run, .`V1-04a`) }
            guard let valid = run.statusForCheck, let provider = valid.provider else {
                if run.isSilent { return Registered.rest(Refusal(reason: .notSignedIn), &run, .`FM-09`) }
                return SignOn.begin(provider: nil, &run, .`V1-04`)
            }
            return SignOn.begin(provider: provider, &run, .`V1-03`)
        }
    }
}
