extension RESTV2 {
    /// Phase B: is the viewer already signed in? State: `checking`.
    enum PhaseB {
        /// The steps of `checking` that only this API has.
        enum Step: Hashable, Sendable {
            /// Waits for Adobe's profiles (V2-B-08). `holdsStatus`: a status was not sent, since it has expired by the device's clock, and
            /// Adobe's clock is not known yet (V2-B-06). `partnerFailed`: the partner framework gave no answer, so an answer of Adobe without
            /// profiles does not mean that no viewer is signed in.
            case profiles(CallID, afterRefusal: Bool, holdsStatus: Bool, partnerFailed: Bool)
            /// Waits for the viewer to choose one of several profiles (V2-B-09).
            case choosingProfile([Profile])
        }

        /// Requests the partner status first, if there is a partner framework (V2-B-01).
        static func startCheck(_ rule: Rule, _ run: inout Run) -> Next { startCheck(afterRefusal: false, rule, &run) }

        private static func startCheck(afterRefusal: Bool, _ rule: Rule, _ run: inout Run) -> Next {
            guard run.settings.partner == .apple else { return askProfiles(rule, &run) }
            let call = run.ask(.status(prompt: run.policy.promptsInCheck && !run.isSilent))
            return .move(.checking(Checking(.partnerStatus(call, afterRefusal: afterRefusal))), rule)
        }

        /// The viewer asks to sign in while the flow is idle. Skips the check if the last one found no profile and nothing has happened since
        /// that could have created one (V2-B-18).
        static func signIn(_ run: inout Run) -> Next {
            run.context.foundNobody ? PhaseC.startPartnerAuth(.`V2-B-10`, &run) : startCheck(.`V2-B-01`, &run)
        }

        /// One profiles request: for the remembered provider if there is one, otherwise for all (V2-B-13).
        static func askProfiles(_ rule: Rule, _ run: inout Run) -> Next {
            askProfiles(afterRefusal: false, partnerFailed: false, rule, &run)
        }

        private static func askProfiles(afterRefusal: Bool, partnerFailed: Bool, _ rule: Rule, _ run: inout Run) -> Next {
            // If this check fails, the result of an earlier one is not used in its place.
            run.context.foundNobody = false
            let call = run.ask(profilesEndpoint(run))
            let holdsStatus = run.context.partnerStatus != nil && run.statusForCheck == nil
            let step = Step.profiles(call, afterRefusal: afterRefusal, holdsStatus: holdsStatus, partnerFailed: partnerFailed)
            return .move(.checking(Checking(.restV2(step))), rule)
        }

        private static func profilesEndpoint(_ run: borrowing Run) -> Endpoint {
            let usable = run.statusForCheck
            guard let provider = run.context.provider else { return .profiles(status: usable?.status) }
            // Adobe would refuse a status for another provider than the remembered one.
            if let usable, usable.mapping != provider.mapping { return .profiles(status: usable.status) }
            // A viewer who picked another provider and did not sign in with it is still signed in with the previous one.
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
            // The viewer has not chosen yet: the next wish that may ask runs the check again.
            case .ask: return Registered.rest(.notSignedIn, .`V2-B-09`, &run)
            case .first: return Deciding.enter(.profile(first), .`V2-B-09`, &run)
            case .longest:
                let longest = valid.dropFirst().reduce(first) { $1.notAfter > $0.notAfter ? $1 : $0 }
                return Deciding.enter(.profile(longest), .`V2-B-09`, &run)
            }
        }

        /// Adobe knows nobody without a status, and its answer shows that only the device's clock took the status for expired: asks once
        /// more, with the status.
        private static func askWithStatus(
            ifHeld holdsStatus: Bool, _ profiles: [Profile], _ afterRefusal: Bool, _ run: inout Run
        ) -> Next? {
            guard holdsStatus, run.statusForCheck != nil, !profiles.contains(where: { !run.hasPassed($0.notAfter) }) else { return nil }
            return askProfiles(afterRefusal: afterRefusal, partnerFailed: false, .`V2-B-05`, &run)
        }

        /// Adobe knows no viewer. If the partner framework failed in this check, Adobe could not return a profile that needs its status, so
        /// a kept one is used as if Adobe had given no answer (FM-21), or the viewer is asked; it is not forgotten.
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

        /// A failed profiles call is not "no profile": it starts no sign-in (V2-B-14), unless Adobe asks for one. If the call failed only
        /// because Adobe gave no answer, the kept profile is used (FM-21).
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
    /// Whether a viewer is signed in with this profile: it has not expired, and is not that of temporary access, which belongs to no viewer
    /// (V2-T-02).
    func signsIn(_ profile: Profile) -> Bool { profile.type != .temporary && !hasPassed(profile.notAfter) }
}
