extension RESTV2 {
    /// Phase B: is the viewer signed in already? State: `checking`.
    enum Check {
        /// Phase B: the partner status first, where there is a partner framework (V2-B-01).
        static func begin(refusedStatus: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
            guard run.settings.partner == .apple else { return askProfiles(&run, rule) }
            let ask = run.ask(PartnerRequest.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return Next(.checking(Checking(step: .partnerStatus, ask: ask, refusedStatus: refusedStatus)), rule)
        }

        /// One profiles request: of the remembered provider if there is one, else of all (V2-B-13). A status for another
        /// provider than the remembered one would be refused, and who picked another one and did not sign in with it is still
        /// signed in with the one before, so then all are asked.
        static func askProfiles(refusedStatus: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
            let status = run.statusForCheck
            var endpoint = Endpoint.profiles(status: status)
            if let provider = run.context.provider {
                let isOther = status.map { $0.provider != provider.mapping } ?? false
                let isAnother = run.context.keptProfile.map { $0.mvpd != provider.mvpd } ?? false
                if !isOther, !isAnother { endpoint = .profile(provider.mvpd, status: status) }
            }
            return Next(.checking(Checking(step: .profiles, ask: run.ask(endpoint), refusedStatus: refusedStatus)), rule)
        }

        static func answered(_ state: Checking, _ result: Reply.Result, _ run: inout Run) -> Next {
            switch result {
            case .partner(let answer): return statusCame(answer, state, &run)
            case .profiles(let profiles): return profilesCame(profiles, &run)
            case .failed(let failure): return failed(failure, state, &run)
            case .registered, .token, .configuration, .session, .decisions, .logouts, .authentication, .partnerRequest, .userMetadata,
                .done:
                return Next(.checking(state), .`FM-02`)
            }
        }

        private static func statusCame(_ answer: PartnerAnswer, _ state: Checking, _ run: inout Run) -> Next {
            let status = answer.status
            run.note(status)
            let isValid = run.context.partnerStatus != nil
            let rule: Rule =
                status.permission != .granted ? .`V2-B-04` : status.provider == nil ? .`V2-B-07` : isValid ? .`V2-B-05` : .`V2-B-06`
            return askProfiles(refusedStatus: state.refusedStatus, &run, rule)
        }

        private static func profilesCame(_ profiles: [Profile], _ run: inout Run) -> Next {
            let valid = profiles.filter { $0.notAfter > run.serverNow }
            run.noteProviders(valid)
            guard let first = valid.first else { return foundNobody(&run) }
            if valid.count == 1 { return Deciding.enter(.profile(first), &run, .`V2-B-09`) }
            if let provider = run.context.provider, let remembered = valid.first(where: { $0.mvpd == provider.mvpd }) {
                return Deciding.enter(.profile(remembered), &run, .`V2-B-09`)
            }
            switch run.policy.profileChoice {
            case .ask where !run.isSilent:
                run.present(.profilePicker(valid))
                return Next(.checking(Checking(step: .choosingProfile, profiles: valid)), .`V2-B-09`)
            case .ask, .first: return Deciding.enter(.profile(first), &run, .`V2-B-09`)
            case .longest:
                let longest = valid.dropFirst().reduce(first) { $1.notAfter > $0.notAfter ? $1 : $0 }
                return Deciding.enter(.profile(longest), &run, .`V2-B-09`)
            }
        }

        private static func foundNobody(_ run: inout Run) -> Next {
            run.context.foundNobody = true
            run.forgetProfile()
            return SignOn.begin(&run, .`V2-B-10`)
        }

        /// A failed profiles call is not "no profile": it opens no sign-in (V2-B-14).
        private static func failed(_ failure: CallFailure, _ state: Checking, _ run: inout Run) -> Next {
            if state.step == .partnerStatus {
                run.context.partnerStatus = nil
                return askProfiles(refusedStatus: state.refusedStatus, &run, .`FM-22`)
            }
            if let error = failure.error {
                if error.namesPartnerStatus, run.context.partnerStatus != nil {
                    run.context.partnerStatus = nil
                    if state.refusedStatus { return askProfiles(refusedStatus: true, &run, .`V2-X-20`) }
                    return begin(refusedStatus: true, &run, .`V2-X-20`)
                }
                if error.namesProvider, run.context.provider != nil {
                    run.forgetUnusableProvider()
                    return askProfiles(&run, .`V2-B-13`)
                }
            }
            if run.isSilent, let profile = run.context.keptProfile, profile.notAfter > run.serverNow {
                return Deciding.enter(.profile(profile), isUnconfirmed: true, &run, .`FM-21`)
            }
            return run.stop(failure, in: .checking(Checking(step: .problem)), .`V2-B-14`)
        }
    }
}
