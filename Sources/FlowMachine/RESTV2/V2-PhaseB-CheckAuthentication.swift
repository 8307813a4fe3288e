extension RESTV2 {
    /// Phase B: checks whether the viewer is already signed in. State: `checking`.
    enum PhaseB {
        /// The steps of `checking` that only this API has.
        enum Step: Hashable, Sendable {
            /// Waits for Adobe's profiles (V2-B-08).
            ///
            /// `holdsStatus` means that the flow has a partner status that it did not send, for example because the status has expired by
            /// the device's clock and Adobe's clock is not known yet (V2-B-06). `partnerFailed` means that the partner framework gave no
            /// answer. In this case, an answer of Adobe without profiles does not prove that no viewer is signed in.
            case profiles(CallID, afterRefusal: Bool, holdsStatus: Bool, partnerFailed: Bool)
            /// Waits for the viewer to choose one of several profiles (V2-B-09).
            case choosingProfile([Profile])
        }

        /// Starts the check: requests the partner status if there is a partner framework (V2-B-01), otherwise the profiles.
        static func startCheck(_ rule: Rule, _ run: inout Run) -> Next { startCheck(afterRefusal: false, rule, &run) }

        private static func startCheck(afterRefusal: Bool, _ rule: Rule, _ run: inout Run) -> Next {
            guard run.settings.partner == .apple else { return askProfiles(rule, &run) }
            let call = run.ask(.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return .move(.checking(Checking(.partnerStatus(call, afterRefusal: afterRefusal))), rule)
        }

        /// Starts a sign-in while the flow is idle. Skips the check if the last check found no profile and no profile can have been created
        /// since then (V2-B-18).
        static func signIn(_ run: inout Run) -> Next {
            run.context.foundNobody ? PhaseC.startPartnerAuth(.`V2-B-10`, &run) : startCheck(.`V2-B-01`, &run)
        }

        /// Requests the profile with the remembered provider. If no provider is remembered, requests the profiles with all providers
        /// (V2-B-13).
        static func askProfiles(_ rule: Rule, _ run: inout Run) -> Next {
            askProfiles(afterRefusal: false, partnerFailed: false, rule, &run)
        }

        private static func askProfiles(afterRefusal: Bool, partnerFailed: Bool, _ rule: Rule, _ run: inout Run) -> Next {
            // If this check fails, the flow must not use the result of an earlier check.
            run.context.foundNobody = false
            let call = run.ask(profilesEndpoint(run))
            let holdsStatus = run.context.partnerStatus != nil && run.statusForCheck == nil
            let step = Step.profiles(call, afterRefusal: afterRefusal, holdsStatus: holdsStatus, partnerFailed: partnerFailed)
            return .move(.checking(Checking(.restV2(step))), rule)
        }

        private static func profilesEndpoint(_ run: borrowing Run) -> Endpoint {
            let usable = run.statusForCheck
            guard let provider = run.context.provider else { return .profiles(status: usable?.status) }
            // The status names a different provider, so Adobe would refuse it in a request for the profile with the remembered provider.
            if let usable, usable.mapping != provider.mapping { return .profiles(status: usable.status) }
            // The viewer may have picked a different provider without signing in with it. The viewer is then still signed in with the
            // previous provider.
            if let profile = run.context.keptProfile, profile.mvpd != provider.mvpd { return .profiles(status: usable?.status) }
            return .profile(provider.mvpd, status: usable?.status)
        }

        static func received(_ result: Reply.Result, _ state: Checking, _ run: inout Run) -> Next {
            switch state.step {
            case .partnerStatus(_, let afterRefusal):
                switch result.partner {
                case .success(let answer): return receivedStatus(answer, afterRefusal, &run)
                case .failure: return statusFailed(afterRefusal, &run)
                }
            case .restV2(.profiles(_, let afterRefusal, let holdsStatus, let partnerFailed)):
                switch result.profiles {
                case .success(let profiles):
                    return askWithStatus(ifHeld: holdsStatus, profiles, afterRefusal, &run)
                        ?? receivedProfiles(profiles, partnerFailed: partnerFailed, &run)
                case .failure(let failure):
                    if holdsStatus, failure.error?.action == .authentication, run.statusForCheck != nil {
                        return askProfiles(afterRefusal: afterRefusal, partnerFailed: false, .`V2-B-05`, &run)
                    }
                    return failed(failure, afterRefusal, partnerFailed: partnerFailed, &run)
                }
            case .restV2(.choosingProfile), .restV1, .problem: return .unexpected
            }
        }

        private static func receivedStatus(_ answer: PartnerAnswer, _ afterRefusal: Bool, _ run: inout Run) -> Next {
            let rule: Rule
            switch run.note(answer) {
            case .hidden: rule = .`V2-B-04`
            case .nobody: rule = .`V2-B-07`
            case .account: rule = run.statusForCheck != nil ? .`V2-B-05` : .`V2-B-06`
            case .failed: return askProfiles(afterRefusal: afterRefusal, partnerFailed: true, .`FM-22`, &run)
            }
            return askProfiles(afterRefusal: afterRefusal, partnerFailed: false, rule, &run)
        }

        private static func statusFailed(_ afterRefusal: Bool, _ run: inout Run) -> Next {
            run.context.partnerStatus = nil
            return askProfiles(afterRefusal: afterRefusal, partnerFailed: true, .`FM-22`, &run)
        }

        private static func receivedProfiles(_ profiles: [Profile], partnerFailed: Bool, _ run: inout Run) -> Next {
            // Temporary access belongs to no viewer (V2-T-02).
            let valid = profiles.filter { run.signsIn($0) }
            run.noteProviders(valid)
            guard let first = valid.first else { return foundNobody(partnerFailed: partnerFailed, &run) }
            if valid.count == 1 { return Deciding.enter(.profile(first), .`V2-B-09`, &run) }
            for mvpd in [run.context.provider?.mvpd, run.context.keptProfile?.mvpd] {
                if let remembered = valid.first(where: { $0.mvpd == mvpd }) {
                    return Deciding.enter(.profile(remembered), .`V2-B-09`, &run)
                }
            }
            switch run.policy.profileChoice {
            case .ask where !run.isSilent:
                run.present(.profilePicker(valid))
                return .move(.checking(Checking(.restV2(.choosingProfile(valid)))), .`V2-B-09`)
            // This attempt must not ask the viewer to choose. The next wish that may ask the viewer runs the check again.
            case .ask: return Registered.rest(.notSignedIn, .`V2-B-09`, &run)
            case .first: return Deciding.enter(.profile(first), .`V2-B-09`, &run)
            case .longest:
                let longest = valid.dropFirst().reduce(first) { $1.notAfter > $0.notAfter ? $1 : $0 }
                return Deciding.enter(.profile(longest), .`V2-B-09`, &run)
            }
        }

        /// Requests the profiles once more, with the partner status that was not sent before. This requires that Adobe returned no valid
        /// profile and that Adobe's clock now shows that the status has not expired. Otherwise returns `nil`.
        private static func askWithStatus(
            ifHeld holdsStatus: Bool, _ profiles: [Profile], _ afterRefusal: Bool, _ run: inout Run
        ) -> Next? {
            guard holdsStatus, run.statusForCheck != nil, !profiles.contains(where: { !run.hasPassed($0.notAfter) }) else { return nil }
            return askProfiles(afterRefusal: afterRefusal, partnerFailed: false, .`V2-B-05`, &run)
        }

        /// Continues after Adobe has returned no valid profile: forgets the kept profile and starts phase C.
        ///
        /// If the partner framework failed in this check, Adobe could not return a profile that needs a partner status. A kept profile that
        /// needs a status is then not forgotten. A silent attempt uses this profile as if Adobe had not answered (FM-21); any other attempt
        /// starts phase C.
        private static func foundNobody(partnerFailed: Bool, _ run: inout Run) -> Next {
            if partnerFailed, let profile = run.context.keptProfile, Access.profile(profile).needsPartnerStatus,
                !run.hasPassed(profile.notAfter)
            {
                if run.isSilent { return Deciding.enter(.profile(profile), isUnconfirmed: true, .`FM-21`, &run) }
                return PhaseC.startPartnerAuth(.`V2-B-10`, &run)
            }
            run.context.foundNobody = true
            run.forgetProfile()
            return PhaseC.startPartnerAuth(.`V2-B-10`, &run)
        }

        /// Continues after a failed request for profiles. The failure does not mean that there is no profile, so no sign-in starts
        /// (V2-B-14) unless Adobe demands a sign-in. If Adobe gave no usable answer, a silent attempt uses the kept profile (FM-21).
        private static func failed(
            _ failure: CallFailure, _ afterRefusal: Bool, partnerFailed: Bool, _ run: inout Run
        ) -> Next {
            if let error = failure.error {
                if error.namesPartnerStatus, run.context.partnerStatus != nil {
                    run.context.partnerStatus = nil
                    if afterRefusal { return askProfiles(afterRefusal: true, partnerFailed: partnerFailed, .`V2-X-20`, &run) }
                    return startCheck(afterRefusal: true, .`V2-X-20`, &run)
                }
                if error.namesProvider, run.context.provider != nil {
                    run.forgetUnusableProvider()
                    return askProfiles(afterRefusal: false, partnerFailed: partnerFailed, .`V2-B-13`, &run)
                }
                if error.action == .authentication { return foundNobody(partnerFailed: partnerFailed, &run) }
            }
            if run.isSilent, failure.isWantOfAnswer, let profile = run.context.keptProfile, !run.hasPassed(profile.notAfter) {
                return Deciding.enter(.profile(profile), isUnconfirmed: true, .`FM-21`, &run)
            }
            return run.stop(failure, in: .checking(.problem), .`V2-B-14`)
        }
    }
}

extension Run {
    /// Returns whether a viewer is signed in with `profile`. The profile must not have expired, and must not be a profile of temporary
    /// access, which belongs to no viewer (V2-T-02).
    func signsIn(_ profile: Profile) -> Bool { profile.type != .temporary && !hasPassed(profile.notAfter) }
}
