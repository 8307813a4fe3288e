/// The viewer signed out: phase E, and the rest after it.
public struct LoggedOut: Hashable, Sendable, LogObject {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// Providers that Adobe is still to be told of, the one in hand first.
    var providers: [MVPDID] = []
    /// What is still to be done about removed profiles, the one in hand first.
    var actions: [Logout] = []
    /// A request of the attempt that the sign-out ended, which may yet bring a profile to be signed out.
    var late: Late?

    struct Late: Hashable, Sendable, LogObject {
        let ask: RequestID
        /// Whom it would sign in, if known.
        let mvpd: MVPDID?

        func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("ask", ask)
            sink.field("mvpd", mvpd)
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            Late(ask: try source.field("ask"), mvpd: try source.field("mvpd"))
        }
    }

    enum Step: String, Word {
        static let table = WordTable<Self>()
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
        sink.field("ask", ask)
        sink.field("providers", providers)
        sink.field("actions", actions)
        sink.field("late", late)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        LoggedOut(
            step: try source.field("step"),
            ask: try source.field("ask"),
            providers: try source.field("providers"),
            actions: try source.field("actions"),
            late: try source.field("late"))
    }
}

// MARK: Reducing

extension LoggedOut {
    /// The person signed out: whatever ran ends, everything of the viewer's is forgotten, and Adobe is told of each
    /// provider that is known (V2-E-02); without one nothing is called.
    static func begin(_ state: FlowState, _ run: inout Run) -> Next {
        run.refuseWishes(Refusal(reason: .signedOut, ways: [.retry]))
        let providers = providersToSignOut(run)
        let wasSignedIn = state.access.map { !$0.isTemporary } ?? (!providers.isEmpty || state.isSigningOut)
        forgetViewer(&run)
        if run.context.owedLogouts != providers, !providers.isEmpty {
            run.context.owedLogouts = providers
            run.turn.emit(.keep(.owedLogouts(providers)))
        }
        let late = state.lateProfile.flatMap { late in run.calls.letGo(late.ask).map { _ in late } }
        let next = LoggedOut(step: .asking, providers: providers, late: late)
        return run.tellOfSignOut(next, wasSignedIn: wasSignedIn)
    }

    /// The provider that the viewer signed in with, and by policy all others that are known for them.
    private static func providersToSignOut(_ run: borrowing Run) -> [MVPDID] {
        let known = [run.context.keptProfile?.mvpd, run.context.provider?.mvpd].compactMap { $0 }
        guard run.policy.signsOutEverywhere else { return Array(known.prefix(1)) }
        var providers: [MVPDID] = []
        for mvpd in known + run.context.signedInProviders where !providers.contains(mvpd) { providers.append(mvpd) }
        return providers
    }

    private static func forgetViewer(_ run: inout Run) {
        let mark = SignedOutMark(provider: run.context.platformAccount)
        if run.context.signedOut == nil {
            run.context.signedOut = mark
            run.turn.emit(.keep(.signedOut(mark)))
        }
        run.forgetProfile()
        run.forgetProvider()
        run.context.signedInProviders = []
        run.context.partnerStatus = nil
        run.forgetKeptCode()
        run.context.resumesAttempt = false
    }

    func finish(_ run: inout Run, _ rule: Rule) -> Next {
        run.answerSignOuts(owed: !run.context.owedLogouts.isEmpty)
        if run.context.wishes.contains(where: { $0.asksPerson }) { return run.attempt(rule) }
        if let next = run.temporaryAccess() { return next }
        run.refuseWishes(Refusal(reason: .notSignedIn))
        return Next(.loggedOut(LoggedOut(step: .resting, late: late)), rule)
    }

    // MARK: The person and the app

    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        let canBeMet = if case .play = wish.kind { true } else { wish.asksPerson }
        guard canBeMet else {
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            return Next(.loggedOut(self), .`FM-17`)
        }
        // Adobe is being told; what the person wants now comes right after.
        if step == .asking || step == .metadata { return Next(.loggedOut(self), .`FM-16`) }
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
            return run.settledInSettings(next)
        }
        run.note(status)
        guard let provider else {
            // Whoever signs in on the device after this is another account, even with the same provider.
            if run.context.signedOut?.provider != nil {
                run.context.signedOut = SignedOutMark()
                run.turn.emit(.keep(.signedOut(SignedOutMark())))
            }
            return Next(.loggedOut(next), .`V2-E-09`)
        }
        if provider == run.context.signedOut?.provider { return Next(.loggedOut(next), .`V2-E-09`) }
        run.clearSignOut()
        return run.accountChanged(.`V2-E-09`)
    }
}
