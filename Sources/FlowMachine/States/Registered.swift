/// Registered, nobody signed in, nothing asked: the rest between attempts.
public struct Registered: Hashable, Sendable, LogObject {
    var step = Step.resting

    enum Step: String, Word {
        static let table = WordTable<Self>()
        /// For the app or the person.
        case resting
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Registered(
            step: try source.field("step"))
    }
}

// MARK: Reducing

extension Registered {
    /// The rest after an attempt: whoever asked for a sign-in is refused with this. Temporary access needs none. Who was
    /// signed in before still is, so that is looked for, silently and once.
    static func rest(_ refusal: Refusal, wasSilent: Bool? = nil, _ run: inout Run, _ rule: Rule) -> Next {
        let wasSilent = wasSilent ?? run.isSilent
        run.context.resumesAttempt = false
        run.refuseWishes(refusal) { !$0.isTemporary }
        if let next = run.temporaryAccess() { return next }
        if !wasSilent, let profile = run.context.keptProfile, profile.notAfter > run.serverNow { return run.check(rule) }
        return Next(.registered(Registered()), rule)
    }

    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        switch wish.kind {
        case .preview, .userMetadata:
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            return Next(.registered(self), .`FM-17`)
        case .otherProvider: return run.signInElsewhere(.`FM-15`)
        case .signIn, .play, .signOut:
            return run.signIn()
        }
    }

    func foregrounded(_ run: inout Run) -> Next { run.check(.`V2-X-16`) }
}
