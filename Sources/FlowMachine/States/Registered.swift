/// Registered, nobody signed in, nothing asked: the rest between attempts.
public struct Registered: Hashable, Sendable, Recorded {
    var step = Step.resting

    enum Step: String, Word {
        /// For the app or the person.
        case resting
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Registered(
                step: try archive.field("step", old?.step))
        }
    }
}
