extension RESTV1 {
    /// Steps 1 and 2: is somebody signed in, at Adobe or in the partner framework? State: `checking`.
    enum PhaseB {
        /// Step 1 (V1-01).
        static func begin(_ rule: Rule, _ run: inout Run) -> Next {
            .move(.checking(Checking(askingAdobe: run.ask(RESTV1Endpoint.checkAuthentication))), rule)
        }

        static func received(_ result: Reply.Result, _ state: Checking, _ run: inout Run) -> Next {
            switch (state.step, result) {
            case (.authentication, .authentication(let authorization?)):
                Deciding.enter(.serverAuthorization(authorization), .`V1-01`, &run)
            case (.authentication, .authentication(nil)): askPartner(&run)
            case (.authentication, .failed(let failure)): run.stop(failure, in: .checking(.problem), .`FM-13`)
            case (.partnerStatus, .partner(let answer)): statusCame(answer.status, &run)
            case (.partnerStatus, .failed): PhaseF.fallBack(mvpd: nil, .`FM-22`, &run)
            case (.authentication, _), (.partnerStatus, _), (.profiles, _), (.choosingProfile, _), (.problem, _): .stale(.`FM-02`)
            }
        }

        /// Step 2 (V1-02).
        private static func askPartner(_ run: inout Run) -> Next {
            run.context.foundNobody = true
            guard run.settings.partner == .apple else { return PhaseF.fallBack(mvpd: nil, .`V1-02`, &run) }
            let call = run.ask(.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return .move(.checking(Checking(askingPartner: call)), .`V1-02`)
        }

        private static func statusCame(_ status: PartnerStatus, _ run: inout Run) -> Next {
            run.note(status)
            if status.permission != .granted { return PhaseF.fallBack(mvpd: nil, .`V1-04a`, &run) }
            if let usable = run.statusForCheck { return PhaseC.begin(provider: usable.provider, .`V1-03`, &run) }
            if run.isSilent { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
            return PhaseC.begin(provider: nil, .`V1-04`, &run)
        }
    }
}
