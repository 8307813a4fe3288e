extension RESTV2 {
    /// Phase C: signs the viewer in through the partner framework. State: `partnerAuth`.
    enum PhaseC {
        /// The steps of `partnerAuth` that only this API has.
        enum Step: Hashable, Sendable {
            /// C.2: waits for Adobe's partner session (V2-C-15).
            case session(CallID, PartnerAuth.Partner)
            /// C.3: waits for the partner profile (V2-C-28).
            case profile(CallID, PartnerAuth.Partner)
        }

        /// Starts phase C, or phase F if there is no partner framework. A silent attempt, which must not interrupt the viewer, sends the
        /// current status to Adobe at once. It offers no choice of providers, so it needs no configuration.
        static func startPartnerAuth(_ rule: Rule, _ run: inout Run) -> Next {
            guard run.settings.partner == .apple else { return PhaseF.fallBackUnasked(rule, &run) }
            if run.isSilent {
                guard let usable = run.statusForCheck else { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
                return openSession(usable, rule, &run)
            }
            if let catalog = run.freshCatalog {
                if let usable = reusableStatus(run) { return openSession(usable, .`V2-C-09`, &run) }
                return choose(catalog.configuration, .`V2-C-04a`, &run)
            }
            return .move(.partnerAuth(PartnerAuth(.configuration(run.ask(Endpoint.configuration), mapping: nil))), rule)
        }

        static func received(_ result: Reply.Result, _ state: PartnerAuth, _ run: inout Run) -> Next {
            switch state.step {
            case .configuration:
                switch result.configuration {
                case .success(let configuration): return receivedConfiguration(configuration, &run)
                case .failure(let failure): return run.stop(failure, in: .partnerAuth(.problem), .`FM-13`)
                }
            case .choosing(_, let isRestarted):
                switch result.partner {
                case .success(let answer): return receivedChoice(answer, isRestarted, &run)
                case .failure(let failure): return failed(failure, nil, .`V2-C-33`, &run)
                }
            case .restV2(.session(_, let partner)):
                switch result.session {
                case .success(let session): return receivedSession(session, partner, &run)
                case .failure(let failure): return failed(failure, partner, .`V2-C-16`, &run)
                }
            case .authenticating(_, let partner):
                switch result.partner {
                case .success(let answer): return receivedResponse(answer, partner, &run)
                case .failure(.transport(.timedOut)): return PhaseF.fallBack(mvpd: mvpd(of: partner, run), .`FM-22`, &run)
                case .failure(let failure): return failed(failure, partner, .`V2-C-33`, &run)
                }
            case .restV2(.profile(_, let partner)):
                switch result.profiles {
                case .success(let profiles): return receivedProfile(profiles, partner, &run)
                case .failure(let failure): return failed(failure, partner, .`V2-C-33`, &run)
                }
            case .restV1, .problem: return .unexpected
            }
        }

        // MARK: C.1

        private static func receivedConfiguration(_ configuration: AdobeConfiguration, _ run: inout Run) -> Next {
            run.note(configuration)
            if let usable = reusableStatus(run) { return openSession(usable, .`V2-C-09`, &run) }
            return choose(configuration, .`V2-C-02`, &run)
        }

        /// Returns the partner status of phase B; `nil` if phase C.2 must not use it. C.2 may use the status if the policy
        /// `reusesStatusInChoice` is on, no wish needs a new sign-in, and the catalog contains the status's provider.
        private static func reusableStatus(_ run: borrowing Run) -> UsableStatus? {
            guard run.policy.reusesStatusInChoice, run.context.wishForNewSignIn == nil, let usable = run.statusForCheck,
                run.context.catalog?.mvpd(for: usable.mapping) != nil
            else { return nil }
            return usable
        }

        // MARK: C.2

        /// Asks the partner framework, which may let the viewer choose a provider (V2-C-05).
        private static func choose(
            _ configuration: AdobeConfiguration, isRestarted: Bool = false, _ rule: Rule, _ run: inout Run
        ) -> Next {
            let call = run.ask(.choice(configuration: configuration.ref))
            return .move(.partnerAuth(PartnerAuth(.choosing(call, isRestarted: isRestarted))), rule)
        }

        private static func receivedChoice(_ answer: PartnerAnswer, _ isRestarted: Bool, _ run: inout Run) -> Next {
            let account: PlatformMappingID
            switch run.note(answer) {
            case .hidden: return PhaseF.fallBackUnasked(.`V2-C-08`, &run)
            case .nobody: return PhaseF.fallBack(mvpd: nil, .`V2-C-14`, &run)
            case .failed(let error): return choiceFailed(error, &run)
            case .account(let named): account = named
            }
            if run.isSilent {
                guard let usable = run.statusForCheck else { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
                return openSession(usable, isRestarted: isRestarted, .`V2-C-09`, &run)
            }
            guard let mvpd = run.context.catalog?.mvpd(for: account) else { return PhaseF.fallBack(mvpd: nil, .`V2-C-11`, &run) }
            guard let usable = run.statusForCheck else { return PhaseF.fallBack(mvpd: mvpd, .`V2-C-10`, &run) }
            // The status has no expiry, but a request for decisions needs an expiry (V2-D-03), so only a regular profile helps.
            if let wish = run.context.wishForNewSignIn, run.statusForDecision(wish) == nil {
                return PhaseF.fallBack(mvpd: mvpd, .`V2-D-04`, &run)
            }
            return openSession(usable, isRestarted: isRestarted, .`V2-C-09`, &run)
        }

        private static func choiceFailed(_ error: PartnerError, _ run: inout Run) -> Next {
            switch error {
            case .unsupportedProvider(let mapping):
                if let mapping, let mvpd = run.context.catalog?.mvpd(for: mapping) {
                    return PhaseF.fallBack(mvpd: mvpd, .`V2-C-12`, &run)
                }
                return PhaseF.fallBack(mvpd: nil, .`V2-C-13`, &run)
            case .canceled where !run.policy.opensOwnPickerAfterCancel:
                return Registered.rest(.canceled, .`FM-08`, &run)
            case .canceled, .rejected, .notShown, .other: return PhaseF.fallBack(mvpd: nil, .`V2-C-14`, &run)
            }
        }

        /// Opens a partner session at Adobe (V2-C-15).
        private static func openSession(_ usable: UsableStatus, isRestarted: Bool = false, _ rule: Rule, _ run: inout Run) -> Next {
            let call = run.ask(Endpoint.partnerSession(status: usable.status))
            let partner = PartnerAuth.Partner(mapping: usable.mapping, mvpd: nil, isRestarted: isRestarted)
            return .move(.partnerAuth(PartnerAuth(.restV2(.session(call, partner)))), rule)
        }

        private static func receivedSession(_ session: AdobeSession, _ partner: PartnerAuth.Partner, _ run: inout Run) -> Next {
            switch session {
            case .authorize(let authorization):
                // If Adobe names no provider, the provider is that of the partner framework's status.
                guard let named = authorization.named(mvpd(of: partner, run)) else { return PhaseF.fallBack(mvpd: nil, .`V2-C-17`, &run) }
                return Deciding.enter(.serverAuthorization(named), .`V2-C-17`, &run)
            case .authenticate(let open):
                if open.reason == .partnerStatusFallback { run.context.partnerStatus = nil }
                return PhaseF.fallBack(to: session, mvpd: open.mvpd, .`V2-C-18`, &run)
            case .resume(let open):
                if open.reason == .partnerStatusFallback { run.context.partnerStatus = nil }
                return PhaseF.fallBack(to: session, mvpd: open.mvpd, .`V2-C-19`, &run)
            case .partnerProfile(let samlRequest, let mvpd):
                let interruption = run.policy.interruptsInExchange && !run.isSilent
                let call = run.ask(.authentication(request: samlRequest, interruption: interruption))
                let partner = PartnerAuth.Partner(mapping: partner.mapping, mvpd: mvpd, isRestarted: partner.isRestarted)
                return .move(.partnerAuth(PartnerAuth(.authenticating(call, partner))), .`V2-C-20`)
            case .retry, .unsupported: return PhaseF.fallBack(mvpd: mvpd(of: partner, run), .`V2-C-16`, &run)
            }
        }

        /// Returns the MVPD of the provider in `partner`, so that the viewer need not choose the provider again; `nil` if it is not known.
        private static func mvpd(of partner: PartnerAuth.Partner, _ run: borrowing Run) -> MVPDID? {
            if let mvpd = partner.mvpd ?? run.context.catalog?.mvpd(for: partner.mapping) { return mvpd }
            // A silent attempt has no catalog. It uses the provider of the last sign-in, if that is the provider in `partner`.
            guard let last = run.context.provider, last.mapping == partner.mapping else { return nil }
            return last.mvpd
        }

        // MARK: C.3

        private static func receivedResponse(_ answer: PartnerAnswer, _ partner: PartnerAuth.Partner, _ run: inout Run) -> Next {
            switch run.note(answer) {
            case .hidden: return PhaseF.fallBack(mvpd: nil, .`V2-C-24`, &run)
            case .account(let account): if account != partner.mapping { return providerChanged(partner, &run) }
            case .nobody, .failed: break
            }
            guard let saml = answer.saml, saml.length > 0 else {
                return PhaseF.fallBack(mvpd: mvpd(of: partner, run), .`V2-C-26`, &run)
            }
            guard let usable = run.statusForCheck else { return PhaseF.fallBack(mvpd: mvpd(of: partner, run), .`V2-C-25`, &run) }
            run.noteSignInRequest(mvpd(of: partner, run))
            let call = run.ask(Endpoint.createPartnerProfile(saml: saml.ref, status: usable.status))
            return .move(.partnerAuth(PartnerAuth(.restV2(.profile(call, partner)))), .`V2-C-28`)
        }

        /// Restarts from C.2, once, because the SAML response is from a provider other than that of the session (V2-C-27).
        private static func providerChanged(_ partner: PartnerAuth.Partner, _ run: inout Run) -> Next {
            if partner.isRestarted { return PhaseF.fallBack(mvpd: nil, .`V2-C-26`, &run) }
            if run.isSilent {
                guard let usable = run.statusForCheck else { return Registered.rest(.notSignedIn, .`FM-09`, &run) }
                return openSession(usable, isRestarted: true, .`V2-C-27`, &run)
            }
            guard let catalog = run.context.catalog else { return PhaseF.fallBack(mvpd: nil, .`V2-C-26`, &run) }
            return choose(catalog.configuration, isRestarted: true, .`V2-C-27`, &run)
        }

        private static func receivedProfile(_ profiles: [Profile], _ partner: PartnerAuth.Partner, _ run: inout Run) -> Next {
            let requested = mvpd(of: partner, run)
            run.context.requestedSignIns.removeAll { $0 == requested }
            guard let profile = profiles.first(where: { run.signsIn($0) }) else {
                return PhaseF.fallBack(mvpd: mvpd(of: partner, run), .`V2-C-32`, &run)
            }
            switch profile.type {
            case .appleSSO: return Deciding.enter(.profile(profile), .`V2-C-30`, &run)
            case .degraded: return Deciding.enter(.profile(profile), .`V2-C-31`, &run)
            case .regular, .platformSSO, .serviceTokenSSO, .temporary, .other:
                return Deciding.enter(.profile(profile), .`V2-C-32`, &run)
            }
        }

        // MARK: Failures

        /// Requests the current status from the partner framework, because Adobe refused the last status. Then restarts C.2 with the new
        /// status (V2-X-20). Returns `nil` if C.2 needs the configuration and there is none.
        private static func chooseAgain(_ run: inout Run) -> Next? {
            if run.isSilent {
                let call = run.ask(.status(prompt: false))
                return .move(.partnerAuth(PartnerAuth(.choosing(call, isRestarted: true))), .`V2-X-20`)
            }
            guard let catalog = run.context.catalog else { return nil }
            return choose(catalog.configuration, isRestarted: true, .`V2-X-20`, &run)
        }

        /// Continues with phase F after an error of Adobe, because the error ends only partner single sign-on. After any other failure,
        /// such as a lost connection, shows the problem, because phase F would fail, too.
        private static func failed(_ failure: CallFailure, _ partner: PartnerAuth.Partner?, _ rule: Rule, _ run: inout Run) -> Next {
            guard case .refused(_, let error) = failure else { return run.stop(failure, in: .partnerAuth(.problem), .`FM-13`) }
            // Phase F sends the same parameters, so Adobe would also refuse its request.
            if error.namesSetup { return run.stop(failure, in: .partnerAuth(.problem), .`FM-13`) }
            if error.namesPartnerStatus {
                run.context.partnerStatus = nil
                if let partner, !partner.isRestarted, let next = chooseAgain(&run) { return next }
            }
            if error.namesProvider { run.context.catalog = nil }
            let isUnusable = error.namesProvider || error.namesPartnerStatus
            return PhaseF.fallBack(mvpd: isUnusable ? nil : partner.flatMap { mvpd(of: $0, run) }, rule, &run)
        }
    }
}
