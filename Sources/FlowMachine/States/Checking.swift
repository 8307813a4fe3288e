/// Is the viewer signed in already? Phase B.
public struct Checking: Hashable, Sendable, Recorded {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// The profiles to choose from.
    var profiles: [Profile] = []
    /// Whether Adobe refused a partner status in this check already (V2-X-20; once).
    var refusedStatus = false

    enum Step: String, Word {
        /// For the partner framework, asked silently (V2-B-01).
        case partnerStatus
        /// For Adobe's profiles (V2-B-08).
        case profiles
        /// For the person to choose one of several (V2-B-09).
        case choosingProfile
        /// For the person, after a failure.
        case problem
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Checking(
                step: try archive.field("step", old?.step),
                ask: try archive.optional("ask", old?.ask),
                profiles: try archive.field("profiles", old?.profiles),
                refusedStatus: try archive.field("refusedStatus", old?.refusedStatus))
        }
    }
}

// MARK: Reducing

extension Checking {
    /// Phase B: the partner status first, where there is a partner framework (V2-B-01).
    static func begin(refusedStatus: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
        guard run.settings.partner == .apple else { return askProfiles(&run, rule) }
        let ask = run.ask(PartnerRequest.status(prompt: run.policy.promptsInCheck && !run.isSilent))
        return Next(.checking(Checking(step: .partnerStatus, ask: ask, refusedStatus: refusedStatus)), rule)
    }

    /// One profiles request: of the remembered provider if there is one, else of all (V2-B-13). A status for another
    /// provider than the remembered one would be refused, so then all are asked.
    static func askProfiles(refusedStatus: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
        let status = run.statusForCheck
        var endpoint = Endpoint.profiles(status: status)
        if let provider = run.known.provider {
            let isOther = status.map { $0.provider != provider.mapping } ?? false
            if !isOther { endpoint = .profile(provider.mvpd, status: status) }
        }
        return Next(.checking(Checking(step: .profiles, ask: run.ask(endpoint), refusedStatus: refusedStatus)), rule)
    }

    func answered(_ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch result {
        case .partner(let answer): return statusCame(answer, &run)
        case .profiles(let profiles): return profilesCame(profiles, &run)
        case .failed(let failure): return failed(failure, &run)
        case .registered, .token, .configuration, .session, .decisions, .logouts: return Next(.checking(self), .`FM-02`)
        }
    }

    private func statusCame(_ answer: PartnerAnswer, _ run: inout Run) -> Next {
        let status = answer.status
        run.note(status)
        let isValid = run.known.partnerStatus != nil
        let rule: Rule =
            status.permission != .granted ? .`V2-B-04` : status.provider == nil ? .`V2-B-07` : isValid ? .`V2-B-05` : .`V2-B-06`
        return Checking.askProfiles(refusedStatus: refusedStatus, &run, rule)
    }

    private func profilesCame(_ profiles: [Profile], _ run: inout Run) -> Next {
        let valid = profiles.filter { $0.notAfter > run.serverNow }
        run.noteProviders(valid)
        guard let first = valid.first else { return foundNobody(&run) }
        if valid.count == 1 { return Deciding.enter(.profile(first), &run, .`V2-B-09`) }
        if let provider = run.known.provider, let remembered = valid.first(where: { $0.mvpd == provider.mvpd }) {
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

    private func foundNobody(_ run: inout Run) -> Next {
        run.known.foundNobody = true
        run.forgetProfile()
        return PartnerAuth.begin(&run, .`V2-B-10`)
    }

    /// A failed profiles call is not "no profile": it opens no sign-in (V2-B-14).
    private func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        if let error = failure.error {
            if error.namesPartnerStatus, run.known.partnerStatus != nil {
                run.known.partnerStatus = nil
                if refusedStatus { return Checking.askProfiles(refusedStatus: true, &run, .`V2-X-20`) }
                return Checking.begin(refusedStatus: true, &run, .`V2-X-20`)
            }
            if error.namesProvider, run.known.provider != nil {
                run.forgetProvider()
                return Checking.askProfiles(&run, .`V2-B-13`)
            }
        }
        if run.isSilent, let profile = run.known.keptProfile, profile.notAfter > run.serverNow {
            return Deciding.enter(.profile(profile), isUnconfirmed: true, &run, .`FM-21`)
        }
        return run.stop(failure, in: .checking(Checking(step: .problem)), .`V2-B-14`)
    }

    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch step {
        case .choosingProfile:
            switch choice {
            case .profile(let mvpd):
                guard let profile = profiles.first(where: { $0.mvpd == mvpd }) else { return Next(.checking(self), .`FM-04`) }
                return Deciding.enter(.profile(profile), &run, .`V2-B-09`)
            case .cancel: return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
            case .provider, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed:
                return Next(.checking(self), .`FM-04`)
            }
        case .problem: return run.chose(choice, about: .checking(self))
        case .partnerStatus, .profiles: return Next(.checking(self), .`FM-04`)
        }
    }
}
