/// The viewer signed out: phase E, and the rest after it.
public struct LoggedOut: Hashable, Sendable, Recorded {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// Providers that Adobe is still to be told of, the one in hand first.
    var providers: [MVPDID] = []
    /// What is still to be done about removed profiles, the one in hand first.
    var actions: [Logout] = []
    /// A request of the attempt that the sign-out ended, which may yet bring a profile to be signed out.
    var late: RequestID?

    enum Step: String, Word {
        /// For what Adobe knows of the viewer (V1-30).
        case metadata
        /// For Adobe's answer (V2-E-02).
        case asking
        /// For the person in the user agent (V2-E-04).
        case userAgent
        /// For the person in Settings (V2-E-05).
        case settings
        /// For the app or the person.
        case resting
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            LoggedOut(
                step: try archive.field("step", old?.step),
                ask: try archive.optional("ask", old?.ask),
                providers: try archive.field("providers", old?.providers),
                actions: try archive.field("actions", old?.actions),
                late: try archive.optional("late", old?.late))
        }
    }
}

// MARK: Reducing

extension LoggedOut {
    /// The person signed out: whatever ran ends, everything of the viewer's is forgotten, and Adobe is told of each
    /// provider that is known (V2-E-02); without one nothing is called.
    static func begin(_ state: FlowState, _ run: inout Run) -> Next {
        run.refuseWishes(Refusal(reason: .signedOut, ways: [.retry]))
        run.takeDown()
        let providers = providersToSignOut(state, run)
        let wasSignedIn = state.access.map { !$0.isTemporary } ?? (!providers.isEmpty || state.isSigningOut)
        forgetViewer(state, &run)
        if run.known.owedLogouts != providers, !providers.isEmpty {
            run.known.owedLogouts = providers
            run.turn.emit(.keep(.owedLogouts(providers)))
        }
        let late = state.lateProfile.flatMap { run.calls.letGo($0) }
        let next = LoggedOut(step: .asking, providers: providers, late: late)
        switch run.settings.api {
        case .restV2: return next.goOn(&run, .`V2-E-09`)
        case .restV1: return RESTV1.SignOut.begin(next, wasSignedIn: wasSignedIn, &run, .`V1-30`)
        }
    }

    /// An earlier launch could not tell Adobe.
    static func payOwed(_ run: inout Run, _ rule: Rule) -> Next {
        LoggedOut(step: .asking, providers: run.known.owedLogouts).goOn(&run, rule)
    }

    /// The chosen provider, and by policy all others that Adobe named for this viewer.
    private static func providersToSignOut(_ state: FlowState, _ run: borrowing Run) -> [MVPDID] {
        var providers: [MVPDID] = []
        if let access = state.access, !access.isTemporary, let mvpd = access.mvpd { providers.append(mvpd) }
        if providers.isEmpty, let mvpd = run.known.provider?.mvpd { providers.append(mvpd) }
        if run.policy.signsOutEverywhere {
            for mvpd in run.known.signedInProviders where !providers.contains(mvpd) { providers.append(mvpd) }
        }
        return providers
    }

    /// Tells Adobe of the next provider, then does what Adobe said about those it was told of.
    private func goOn(_ run: inout Run, _ rule: Rule) -> Next {
        guard let mvpd = providers.first else { return next(&run, rule) }
        var asking = self
        asking.step = .asking
        asking.ask = run.ask(Endpoint.logout(mvpd))
        return Next(.loggedOut(asking), .`V2-E-02`)
    }

    private static func forgetViewer(_ state: FlowState, _ run: inout Run) {
        let mark = SignedOutMark(provider: run.known.platformAccount)
        if run.known.signedOut == nil {
            run.known.signedOut = mark
            run.turn.emit(.keep(.signedOut(mark)))
        }
        run.forgetProfile()
        run.forgetProvider()
        run.known.signedInProviders = []
        run.known.partnerStatus = nil
        run.known.keptCode = nil
        run.known.resumesAttempt = false
    }

    // MARK: Answers

    func answered(_ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        if ask == late { return lateProfileCame(result, &run) }
        var next = self
        next.ask = nil
        switch result {
        case .logouts(let logouts):
            if let told = next.providers.first { payDebt(told, &run) }
            if !next.providers.isEmpty { next.providers.removeFirst() }
            next.actions += logouts.prefix(max(0, 32 - next.actions.count))
            return next.goOn(&run, .`V2-E-06`)
        case .partner(let answer): return looked(answer.status, &run)
        // A look at the platform account that brought nothing: the next foreground looks again.
        case .failed where step == .resting || step == .settings: return Next(.loggedOut(next), .`FM-22`)
        case .failed:
            // The viewer is signed out here; Adobe is told of this one at the next launch (V2-E-07).
            if !next.providers.isEmpty { next.providers.removeFirst() }
            return next.goOn(&run, .`V2-E-07`)
        case .registered, .token, .configuration, .profiles, .session, .decisions, .authentication, .partnerRequest, .userMetadata, .done:
            return Next(.loggedOut(self), .`FM-02`)
        }
    }

    /// A profile that came after the sign-out is only signed out.
    private func lateProfileCame(_ result: Reply.Result, _ run: inout Run) -> Next {
        var next = self
        next.late = nil
        guard case .profiles(let profiles) = result else { return Next(.loggedOut(next), .`FM-02`) }
        var late = profiles.filter { $0.type != .temporary }.map { $0.mvpd }
        late.removeAll { next.providers.contains($0) }
        next.providers += late.prefix(8)
        if next.providers.isEmpty { return Next(.loggedOut(next), .`V2-E-09`) }
        run.known.owedLogouts = next.providers
        run.turn.emit(.keep(.owedLogouts(next.providers)))
        if next.step == .resting || next.ask == nil && next.step == .asking { return next.goOn(&run, .`V2-E-02`) }
        return Next(.loggedOut(next), .`V2-E-02`)
    }

    private func payDebt(_ mvpd: MVPDID, _ run: inout Run) {
        guard run.known.owedLogouts.contains(mvpd) else { return }
        run.known.owedLogouts.removeAll { $0 == mvpd }
        let owed = run.known.owedLogouts
        run.turn.emit(owed.isEmpty ? .forget(.fact(.owedLogouts)) : .keep(.owedLogouts(owed)))
    }

    /// The next action of those that Adobe named, one after the other (V2-E-03).
    private func next(_ run: inout Run, _ rule: Rule) -> Next {
        var rest = actions
        var rule = rule
        // A sign-out that an earlier launch owed is nothing to bother the person with now.
        let isAsked = run.known.wishes.contains { $0.kind == .signOut }
        while let action = rest.first {
            switch action.action {
            case .logout(let link?) where run.settings.hasUserAgent && isAsked:
                run.present(.signOutUserAgent(link: link))
                return Next(.loggedOut(LoggedOut(step: .userAgent, actions: rest, late: late)), .`V2-E-04`)
            case .partnerLogout where isAsked:
                run.present(.signOutInSettings)
                return Next(.loggedOut(LoggedOut(step: .settings, actions: rest, late: late)), .`V2-E-05`)
            case .logout, .partnerLogout:
                rule = .`V2-E-04`
                rest.removeFirst()
            case .complete, .invalid, .unsupported: rest.removeFirst()
            }
        }
        return finish(&run, rule)
    }

    func finish(_ run: inout Run, _ rule: Rule) -> Next {
        run.answerSignOuts(owed: !run.known.owedLogouts.isEmpty)
        if run.known.wishes.contains(where: { $0.asksPerson }) { return run.attempt(rule) }
        if let next = run.temporaryAccess() { return next }
        run.refuseWishes(Refusal(reason: .notSignedIn))
        return Next(.loggedOut(LoggedOut(step: .resting, late: late)), rule)
    }

    // MARK: The person and the app

    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch choice {
        case .done where step == .settings, .redirectReached where step == .userAgent, .userAgentClosed where step == .userAgent,
            .cancel where step == .userAgent || step == .settings:
            run.takeDown()
            return done(&run, step == .settings ? .`V2-E-05` : .`V2-E-04`)
        case .done, .redirectReached, .userAgentClosed, .cancel, .provider, .profile, .otherProvider, .retry, .newCode:
            return Next(.loggedOut(self), .`FM-04`)
        }
    }

    func done(_ run: inout Run, _ rule: Rule) -> Next {
        LoggedOut(step: .asking, providers: providers, actions: Array(actions.dropFirst()), late: late).goOn(&run, rule)
    }

    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        let canBeMet = if case .play = wish.kind { true } else { wish.asksPerson }
        guard canBeMet else {
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            return Next(.loggedOut(self), .`FM-17`)
        }
        // Adobe is being told; what the person wants now comes right after.
        if step == .asking || step == .metadata { return Next(.loggedOut(self), .`FM-16`) }
        run.takeDown()
        return run.leaveSignOut(self)
    }

    /// A silent look at the platform account, the only thing that goes on after a sign-out.
    func foregrounded(_ run: inout Run) -> Next {
        guard run.settings.partner == .apple, ask == nil, step != .userAgent else { return Next(.loggedOut(self), .`FM-10`) }
        var next = self
        next.ask = run.ask(PartnerRequest.status(prompt: false))
        return Next(.loggedOut(next), .`V2-X-16`)
    }

    func looked(_ status: PartnerStatus, _ run: inout Run) -> Next {
        var next = self
        next.ask = nil
        let provider = status.permission == .granted ? status.provider : nil
        if step == .settings {
            guard provider == nil else { return Next(.loggedOut(next), .`V2-E-05`) }
            run.takeDown()
            return run.settledInSettings(next)
        }
        run.note(status)
        guard let provider else {
            // Whoever signs in on the device after this is another account, even with the same provider.
            if run.known.signedOut?.provider != nil {
                run.known.signedOut = SignedOutMark()
                run.turn.emit(.keep(.signedOut(SignedOutMark())))
            }
            return Next(.loggedOut(next), .`V2-E-09`)
        }
        if provider == run.known.signedOut?.provider { return Next(.loggedOut(next), .`V2-E-09`) }
        run.clearSignOut()
        return run.accountChanged(.`V2-E-09`)
    }
}
