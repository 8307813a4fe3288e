/// Credentials and a token are not both held yet: phase A.
public struct Unregistered: Hashable, Sendable, Recorded {
    var step = Step.waiting

    enum Step: String, Word {
        /// For `launched`.
        case waiting
        /// For credentials (V2-A-02).
        case registering
        /// For a token (V2-A-06).
        case gettingToken
        /// Adobe or the way to it refused; rests until the app asks again or comes to the foreground.
        case refused
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Unregistered(
                step: try archive.field("step", old?.step))
        }
    }
}
