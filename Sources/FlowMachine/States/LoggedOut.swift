/// The viewer signed out: phase E, and the rest after it.
public struct LoggedOut: Hashable, Sendable, Recorded {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// What is still to be done about removed profiles, the one in hand first.
    var actions: [Logout] = []

    enum Step: String, Word {
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
                actions: try archive.field("actions", old?.actions))
        }
    }
}
