extension RESTV2 {
    /// Phase C: partner single sign-on. State: `partnerAuth`.
    enum SignOn {
        /// Phase C. Under a silent intent the status at hand goes straight to Adobe: it needs no provider choice and so no
        /// configuration. Without a partner framework, phase F.
        static func begin(_ run: inout Run, _ rule: Rule) -> Next {
            guard run.settings.partner == .apple else { return Code.fallBackUnasked(&run, rule) }
            if run.isSilent {
                guard let status = run.statusForCheck else { return Registered.rest(Refusal(reason: .notSignedIn), &run, .`FM-09`) }
                return openSession(status, &run, rule)
            }
            if let catalog = run.freshCatalog {
                if let status = reusableStatus(run) { return openSession(status, &run, .`V2-C-09`) }
                return choose(catalog.configuration, &run, .`V2-C-04a`)
            }
            return Next(.partnerAuth(PartnerAuth(step: .configuration, ask: run.ask(Endpoint.configuration))), rule)
        }

        /// The status of phase B may serve, if the policy says so and its provider is one of these.
        private static func reusableStatus(_ run: borrowing Run) -> PartnerStatus? {
            guard run.policy.reusesStatusInChoice, let status = run.statusForCheck, let provider = status.provider,
                run.context.catalog?.provider(for: provider) != nil
            else { return nil }
            return status
        }

        /// C.2: the partner framework, which may ask the person (V2-C-05).
        private static func choose(_ configuration: Configuration, restarted: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
            let ask = run.ask(PartnerRequest.choice(configuration: configuration.ref))
            return Next(.partnerAuth(PartnerAuth(step: .choosing, ask: ask, restarted: restarted)), rule)
        }

        /// C.2: Adobe's partner session (V2-C-15).
        private static func openSession(_ status: PartnerStatus, restarted: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
            let ask = run.ask(Endpoint.partnerSession(status: status))
            return Next(.partnerAuth(PartnerAuth(step: .session, ask: ask, provider: status.provider, restarted: restarted)), rule)
        }

        static func answered(_ state: PartnerAuth, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .configuration(let configuration):
                run.note(configuration)
                if let status = reusableStatus(run) { return openSession(status, &run, .`V2-C-09`) }
                return choose(configuration, &run, .`V2-C-02`)
            case .partner(let answer):
                return state.step == .authenticating ? exchangeCame(answer, state, &run) : choiceCame(answer, state, &run)
            case .session(let session): return sessionCame(session, state, &run)
            case .profiles(let profiles): return profileCame(profiles, state, &run)
            case .failed(let failure): return failed(failure, state, &run)
            case .registered, .token, .decisions, .logouts, .authentication, .partnerRequest, .userMetadata, .done:
                return Next(.partnerAuth(state), .`FM-02`)
            }
        }

        // MARK: C.2

        private static func choiceCame(_ answer: PartnerAnswer, _ state: PartnerAuth, _ run: inout Run) -> Next {
            let status = answer.status
            run.note(status)
            if status.permission != .granted { return Code.fallBackUnasked(&run, .`V2-C-08`) }
            if let error = answer.error { return choiceFailed(error, &run) }
            guard let provider = status.provider else { return Code.fallBack(mvpd: nil, &run, .`V2-C-14`) }
            guard let mvpd = run.context.catalog?.provider(for: provider) else { return Code.fallBack(mvpd: nil, &run, .`V2-C-11`) }
            guard run.context.partnerStatus != nil else { return Code.fallBack(mvpd: mvpd, &run, .`V2-C-10`) }
            return openSession(status, restarted: state.restarted, &run, .`V2-C-09`)
        }

        private static func choiceFailed(_ error: PartnerError, _ run: inout Run) -> Next {
            switch error {
            case .unsupportedProvider(let provider):
                if let provider, let mvpd = run.context.catalog?.provider(for: provider) {
                    return Code.fallBack(mvpd: mvpd, &run, .`V2-C-12`)
                }
                return Code.fallBack(mvpd: nil, &run, .`V2-C-13`)
            case .cancelled where !run.policy.opensOwnPickerAfterCancel:
                return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
            case .cancelled, .rejected, .other: return Code.fallBack(mvpd: nil, &run, .`V2-C-14`)
            }
        }

        private static func sessionCame(_ session: Session, _ state: PartnerAuth, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let word): return Deciding.enter(.serverAuthorization(word), &run, .`V2-C-17`)
            case .authenticate(let open):
                if open.reason == .partnerStatusFallback { run.context.partnerStatus = nil }
                return Code.fallBack(mvpd: open.mvpd, session: session, &run, .`V2-C-18`)
            case .resume(let open):
                if open.reason == .partnerStatusFallback { run.context.partnerStatus = nil }
                return Code.fallBack(mvpd: open.mvpd, session: session, &run, .`V2-C-19`)
            case .partnerProfile(let request, let mvpd):
                let interruption = run.policy.interruptsInExchange && !run.isSilent
                var next = state
                next.step = .authenticating
                next.ask = run.ask(PartnerRequest.authentication(request: request, interruption: interruption))
                next.mvpd = mvpd
                return Next(.partnerAuth(next), .`V2-C-20`)
            case .retry, .unsupported: return Code.fallBack(mvpd: providerAtHand(state, run), &run, .`V2-C-16`)
            }
        }

        /// The MVPD of the provider in hand, so that the person need not choose it again.
        private static func providerAtHand(_ state: PartnerAuth, _ run: borrowing Run) -> MVPDID? {
            state.mvpd ?? state.provider.flatMap { run.context.catalog?.provider(for: $0) }
        }

        // MARK: C.3

        private static func exchangeCame(_ answer: PartnerAnswer, _ state: PartnerAuth, _ run: inout Run) -> Next {
            let status = answer.status
            run.note(status)
            if status.permission != .granted { return Code.fallBack(mvpd: nil, &run, .`V2-C-24`) }
            if let changed = status.provider, let provider = state.provider, changed != provider { return providerChanged(state, &run) }
            guard answer.error == nil, let saml = answer.saml, saml.length > 0 else {
                return Code.fallBack(mvpd: providerAtHand(state, run), &run, .`V2-C-26`)
            }
            guard run.context.partnerStatus != nil else { return Code.fallBack(mvpd: providerAtHand(state, run), &run, .`V2-C-25`) }
            var next = state
            next.step = .profile
            next.ask = run.ask(Endpoint.createPartnerProfile(saml: saml.ref, status: status))
            return Next(.partnerAuth(next), .`V2-C-28`)
        }

        /// The SAML response is for another provider than the session: once, from C.2 again (V2-C-27).
        private static func providerChanged(_ state: PartnerAuth, _ run: inout Run) -> Next {
            if state.restarted { return Code.fallBack(mvpd: nil, &run, .`V2-C-26`) }
            if run.isSilent {
                guard let status = run.statusForCheck else { return Registered.rest(Refusal(reason: .notSignedIn), &run, .`FM-09`) }
                return openSession(status, restarted: true, &run, .`V2-C-27`)
            }
            guard let catalog = run.context.catalog else { return Code.fallBack(mvpd: nil, &run, .`V2-C-26`) }
            return choose(catalog.configuration, restarted: true, &run, .`V2-C-27`)
        }

        private static func profileCame(_ profiles: [Profile], _ state: PartnerAuth, _ run: inout Run) -> Next {
            guard let profile = profiles.first(where: { $0.notAfter > run.serverNow }) else {
                return Code.fallBack(mvpd: providerAtHand(state, run), &run, .`V2-C-32`)
            }
            switch profile.type {
            case .appleSSO: return Deciding.enter(.profile(profile), &run, .`V2-C-30`)
            case .degraded: return Deciding.enter(.profile(profile), &run, .`V2-C-31`)
            case .regular, .platformSSO, .serviceTokenSSO, .temporary, .other:
                return Deciding.enter(.profile(profile), &run, .`V2-C-32`)
            }
        }

        // MARK: Failures

        /// An error of Adobe's means that partner single sign-on cannot go on, but basic authentication can; when Adobe
        /// cannot be reached, neither can.
        private static func failed(_ failure: CallFailure, _ state: PartnerAuth, _ run: inout Run) -> Next {
            if state.step == .authenticating, failure == .transport(.timedOut) {
                return Code.fallBack(mvpd: providerAtHand(state, run), &run, .`FM-22`)
            }
            let problem = FlowState.partnerAuth(PartnerAuth(step: .problem))
            guard case .refused(_, let error) = failure, state.step != .configuration else {
                return run.stop(failure, in: problem, .`FM-13`)
            }
            if error.namesPartnerStatus { run.context.partnerStatus = nil }
            if error.namesProvider { run.context.catalog = nil }
            let mvpd = error.namesProvider || error.namesPartnerStatus ? nil : providerAtHand(state, run)
            return Code.fallBack(mvpd: mvpd, &run, state.step == .session ? .`V2-C-16` : .`V2-C-33`)
        }
    }
}
