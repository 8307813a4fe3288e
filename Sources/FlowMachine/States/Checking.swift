/// Is the viewer signed in already? Phase B.
public struct Checking: Hashable, Sendable, LogObject {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// The profiles to choose from.
    var profiles: [Profile] = []
    /// Whether Adobe refused a partner status in this check already (V2-X-20; once).
    var refusedStatus = false

    enum Step: String, Word {
        static let table = WordTable<Self>()
        /// For Adobe's word whether somebody is signed in on this device (V1-01).
        case authentication
        /// For the partner framework, asked silently (V2-B-01).
        case partnerStatus
        /// For Adobe's profiles (V2-B-08).
        case profiles
        /// For the person to choose one of several (V2-B-09).
        case choosingProfile
        /// For the person, after a failure.
        case problem
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
        sink.field("ask", ask)
        sink.field("profiles", profiles)
        sink.field("refusedStatus", refusedStatus)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Checking(
            step: try source.field("step"),
            ask: try source.field("ask"),
            profiles: try source.field("profiles"),
            refusedStatus: try source.field("refusedStatus"))
    }
}

// MARK: Reducing

extension Checking {
    /// Nobody waits for it any more: to look who is signed in bothers nobody, once the partner framework is asked silently.
    func goOnSilently(_ run: inout Run) -> Next {
        step == .partnerStatus ? run.check(.`FM-07`) : Next(.checking(self), .`FM-07`)
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
        case .authentication, .partnerStatus, .profiles: return Next(.checking(self), .`FM-04`)
        }
    }
}
