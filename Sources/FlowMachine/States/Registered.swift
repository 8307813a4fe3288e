/// The idle state between sign-in attempts: the flow is registered, no viewer is signed in, and no request is in progress.
///
/// The flow enters this state when an attempt is canceled or given up, or when a silent check finds no sign-in. The viewer's next wish for
/// a sign-in begins with phase B. With REST API V2, it begins with phase C if phase B has found no viewer since the app came to the
/// foreground, and nothing was shown after that check.
///
/// Can go to: `unregistered`, `checking`, `partnerAuth`, `basicAuthFallback`, `deciding`, `loggedOut`.
/// Rules: FM-08, FM-09, FM-15, FM-17, V2-X-16.
package struct Registered: Hashable, Sendable {
    /// The reason that a silent check could not be completed; `nil` if the check was completed.
    package let problem: Problem?

    init(because problem: Problem? = nil) { self.problem = problem?.withoutText }

    /// The only step of this state.
    enum Step: String, Word {
        /// Waits for the app or the viewer.
        case resting

        static let table = WordTable<Self>()
    }
}

// MARK: Reducing

extension Registered {
    /// Becomes idle after an attempt, and refuses every wish that asked for a sign-in with `refusal`. Wishes for temporary access continue,
    /// because they need no sign-in. A viewer who was signed in before the attempt still is. If the attempt was visible on screen, the flow
    /// therefore checks that sign-in once, silently.
    /// - Parameter problem: the reason that a silent check could not be completed. The flow reports it to the app, because there is no wish
    ///   to refuse.
    static func rest(
        _ refusal: Refusal, wasSilent: Bool? = nil, because problem: Problem? = nil, _ rule: Rule, _ run: inout Run
    ) -> Next {
        let wasSilent = wasSilent ?? run.isSilent
        run.context.resumesAttempt = false
        run.refuseWishes(refusal) { !$0.isTemporary }
        if let next = run.temporaryAccess() { return next }
        if wasSilent {
            if let next = run.resumeKeptCode() { return next }
        } else {
            // The screens of this attempt replace a code of an earlier launch. The viewer may still finish this attempt on a different
            // device, so the next attempt checks for a sign-in again (V2-B-18).
            run.forgetKeptCode()
            run.context.foundNobody = false
            if let profile = run.context.keptProfile, !run.hasPassed(profile.notAfter) { return run.check(rule) }
        }
        return .move(.registered(Registered(because: problem)), rule)
    }

    func opened(_ wish: Wish, _ run: inout Run) -> Next {
        switch wish.kind {
        // The last check was not completed, so a viewer may be signed in.
        case .play(_, under: .ifSignedIn) where problem != nil: return run.check(run.rules.check)
        case .play(_, under: .ifSignedIn), .preview, .userMetadata:
            run.answer(wish.id, .refused(.notSignedIn))
            return .stay(.`FM-17`)
        case .otherProvider: return run.signInElsewhere(.`FM-15`)
        case .signIn, .play: return run.signIn()
        // `Run` handles a sign-out before the event reaches a state.
        case .signOut: return .unexpected
        }
    }
}

// MARK: Log

extension Registered: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", Step.resting)
        sink.field("problem", problem)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let _: Step = try source.field("step")
        return Registered(because: try source.field("problem"))
    }
}
