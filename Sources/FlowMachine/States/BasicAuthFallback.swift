/// Signing in with a browser or on a second screen: phase F.
public struct BasicAuthFallback: Hashable, Sendable, Recorded {
    var step: Step
    /// What the step waits for; nothing while it waits for the person or a timer.
    var ask: RequestID?
    /// The MVPD, once chosen.
    var mvpd: MVPDID?
    /// The session, once there is one: a code exists only here.
    var session: OpenSession?
    /// Ends the code.
    var expiryTimer: TimerID?
    /// Sends the next poll.
    var pollTimer: TimerID?
    /// Whether the user agent was closed early, so that one look decides (V2-F-22).
    var looksOnce = false

    enum Step: String, Word {
        /// For whoever is signed in on the device to be signed out, before somebody else signs in (FM-23).
        case signingOut
        /// For the configuration, to fill the picker.
        case configuration
        /// For the person to choose a provider (V2-F-20).
        case picking
        /// For the person to confirm the provider used last (V2-F-21).
        case confirming
        /// For a session (V2-F-02).
        case creatingSession
        /// For the session to take what was missing (V2-F-09).
        case resumingSession
        /// For the person in the user agent (V2-F-04).
        case userAgent
        /// For the person on a second screen, or for Adobe after the user agent; polls (V2-F-12).
        case polling
        /// For the person, after the code ended (V2-F-15).
        case codeExpired
        /// For the person, after a failure.
        case problem
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            BasicAuthFallback(
                step: try archive.field("step", old?.step),
                ask: try archive.optional("ask", old?.ask),
                mvpd: try archive.optional("mvpd", old?.mvpd),
                session: try archive.optional("session", old?.session),
                expiryTimer: try archive.optional("expiryTimer", old?.expiryTimer),
                pollTimer: try archive.optional("pollTimer", old?.pollTimer),
                looksOnce: try archive.field("looksOnce", old?.looksOnce))
        }
    }
}

extension BasicAuthFallback {
    /// The code that is kept over launches, while it is.
    var keptCode: SecretRef? { expiryTimer == nil ? nil : session?.code }

    /// Whether something may be before the person.
    var presents: Bool {
        switch step {
        case .picking, .confirming, .userAgent, .polling, .codeExpired, .problem: true
        case .signingOut, .configuration, .creatingSession, .resumingSession: false
        }
    }
}
