/// Is the viewer signed in already? Phase B.
public struct Checking: Hashable, Sendable, Recorded {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// The profiles to choose from.
    var profiles: [Profile] = []

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
                profiles: try archive.field("profiles", old?.profiles))
        }
    }
}
