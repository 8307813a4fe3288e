/// Signing in with a browser or on a second screen: phase F.
public struct BasicAuthFallback: Hashable, Sendable, LogObject {
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
        static let table = WordTable<Self>()
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
        sink.field("ask", ask)
        sink.field("mvpd", mvpd)
        sink.field("session", session)
        sink.field("expiryTimer", expiryTimer)
        sink.field("pollTimer", pollTimer)
        sink.field("looksOnce", looksOnce)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        BasicAuthFallback(
            step: try source.field("step"),
            ask: try source.field("ask"),
            mvpd: try source.field("mvpd"),
            session: try source.field("session"),
            expiryTimer: try source.field("expiryTimer"),
            pollTimer: try source.field("pollTimer"),
            looksOnce: try source.field("looksOnce"))
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

// MARK: What both APIs do alike

extension BasicAuthFallback {
    /// The app's own picker (V2-F-20, V1-09); `session` waits for what is chosen.
    static func pick(from configuration: Configuration, session: OpenSession? = nil, _ run: inout Run, _ rule: Rule) -> Next {
        // An empty picker would be a dead end.
        guard configuration.providers.contains(where: { !$0.isTemporary }) else {
            run.present(.problem(Problem(reason: .noProviders, ways: [.retry, .cancel])))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .problem)), rule)
        }
        run.present(.providerPicker(configuration: configuration.ref))
        return Next(.basicAuthFallback(BasicAuthFallback(step: .picking, session: session)), rule)
    }

    /// An unexpired code of an earlier launch: shown and polled again.
    static func resume(_ code: PersistedCode, polling endpoint: Endpoint, _ run: inout Run) -> Next {
        run.context.keptCode = nil
        run.context.resumesAttempt = true
        let session = OpenSession(code: code.code, notAfter: code.notAfter, link: nil, mvpd: code.mvpd)
        return BasicAuthFallback(step: .polling, mvpd: code.mvpd)
            .show(session, polling: endpoint, &run, inUserAgent: .`FM-12`, asCode: .`FM-12`)
    }

    /// The session is ready: the user agent where there is one, which nothing is polled beside; else the code, polled at once.
    func show(_ open: OpenSession, polling endpoint: Endpoint, _ run: inout Run, inUserAgent: Rule, asCode: Rule) -> Next {
        var next = BasicAuthFallback(step: .polling, mvpd: mvpd ?? open.mvpd, session: open)
        if let notAfter = open.notAfter {
            next.expiryTimer = run.arm(.codeExpiry, at: run.local(notAfter))
            run.turn.emit(.keep(.code(PersistedCode(code: open.code, notAfter: notAfter, mvpd: next.mvpd))))
        }
        if run.settings.hasUserAgent, let link = open.link {
            next.step = .userAgent
            run.present(.userAgent(link: link))
            return Next(.basicAuthFallback(next), inUserAgent)
        }
        run.present(.code(open.code, notAfter: open.notAfter))
        next.ask = run.poll(endpoint)
        return Next(.basicAuthFallback(next), asCode)
    }

    /// The next look follows the last answer, never faster than the policy, nor than 3 s (V2-F-12).
    func waitForNextPoll(_ run: inout Run, _ rule: Rule) -> Next {
        var next = self
        next.ask = nil
        next.pollTimer = run.arm(.poll, at: run.now.advanced(by: max(run.policy.pollInterval, .seconds(3))))
        return Next(.basicAuthFallback(next), rule)
    }

    /// The code ended unused (V2-F-15, V1-25): a new one is the person's to ask for.
    func codeEnded(_ run: inout Run, _ rule: Rule) -> Next {
        run.present(.codeExpired)
        return Next(.basicAuthFallback(BasicAuthFallback(step: .codeExpired, mvpd: mvpd)), rule)
    }
}
