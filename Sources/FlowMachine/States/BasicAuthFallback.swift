/// Phase F: signing in with a browser or on a second screen.
///
/// The viewer chooses a provider if the app has a picker, Adobe opens a session with a code, and the code goes to the user agent or onto
/// the screen. Adobe is then polled until the viewer has signed in, the code expires, or the viewer gives up. No other state has an open
/// code. Before the viewer sees that a code expired, Adobe is asked once more who is signed in: its answers to the polls may have been
/// delayed.
///
/// Can go to: `unregistered`, `registered`, `checking`, `deciding`, `loggedOut`.
/// Rules: V2-F, V1-20 to V1-25, FM-12, FM-23, FM-24.
package struct BasicAuthFallback: Hashable, Sendable {
    private(set) var step: Step

    /// What the state waits for. A step that only one API has is declared in that API's phase F. Only REST API V2 lets a session wait for the
    /// viewer's choice.
    enum Step: Hashable, Sendable {
        /// Waits for the configuration, to fill the picker. The session, if there is one, waits for the viewer's choice.
        case configuration(CallID, OpenSession?)
        /// Waits for the viewer to choose a provider (V2-F-20).
        case picking(OpenSession?)
        /// Waits for a session (V2-F-02).
        case creatingSession(CallID, mvpd: MVPDID?)
        /// Waits for the viewer in the user agent (V2-F-04).
        case userAgent(OpenCode)
        /// Waits for the viewer on a second screen, or for Adobe after the user agent closed; polls (V2-F-12).
        case polling(OpenCode, Poll)
        /// Waits for the viewer after the code expired (V2-F-15).
        case codeExpired(mvpd: MVPDID?)
        /// Waits for the viewer after a failure.
        case problem
        /// A step that only REST API V2 has.
        case restV2(RESTV2.PhaseF.Step)
        /// A step that only the legacy API has.
        case restV1(RESTV1.PhaseF.Step)

        /// The step without its data, as the log writes it.
        enum Name: String, Word {
            case signingOut, configuration, picking, confirming, creatingSession, resumingSession, userAgent, polling, lookingAfterExpiry
            case codeExpired, problem

            static let table = WordTable<Self>()
        }

        var name: Name {
            switch self {
            case .restV1(.signingOut): .signingOut
            case .configuration: .configuration
            case .picking: .picking
            case .restV2(.confirming): .confirming
            case .creatingSession: .creatingSession
            case .restV2(.resumingSession): .resumingSession
            case .userAgent: .userAgent
            case .polling: .polling
            case .restV2(.lookingAfterExpiry): .lookingAfterExpiry
            case .codeExpired: .codeExpired
            case .problem: .problem
            }
        }
    }

    /// A code that the viewer can use.
    struct OpenCode: Hashable, Sendable {
        let session: OpenSession
        /// The MVPD, if known.
        let mvpd: MVPDID?
        /// When the code expires, by the device's clock.
        fileprivate(set) var end: Instant
        /// Fires when the code expires. `nil` once it has fired while a request to Adobe is outstanding: that request's answer decides.
        fileprivate(set) var expiryTimer: TimerID?
        /// How many polls in a row Adobe answered with a throttling or server error, counted up to the number at which the wait is longest
        /// (V2-F-25).
        var slowAnswers: Int64 = 0
        /// Set when the user agent is gone: from then on, a poll that finds nobody ends the attempt (V2-F-05, V1-24).
        var graceEnd: Instant?
        /// Whether the user agent reached the redirect URL: the viewer is done there, or another program opened that URL.
        var isRedirected = false
        /// Whether the code itself is lost (FM-20): the legacy API is polled about the device all the same; the code's screen stays as it is.
        var isLost = false

        /// Whether a poll that finds nobody now is the last one.
        func isGivenUp(at now: Instant) -> Bool { graceEnd.map { $0 <= now } ?? false }
    }

    /// The instant or the event that the polling waits for.
    enum Poll: Hashable, Sendable {
        /// A poll is outstanding. `isLast`: the user agent was closed early, so this one poll decides (V2-F-22).
        case asked(CallID, isLast: Bool)
        /// The next poll goes out when this timer fires.
        case pausing(TimerID)
    }

    init(_ step: Step) { self.step = step }

    /// After a failure that is shown to the viewer.
    static var problem: BasicAuthFallback { BasicAuthFallback(.problem) }

    /// The MVPD, once it is known.
    var mvpd: MVPDID? {
        switch step {
        case .restV2(.confirming(let mvpd)), .restV2(.resumingSession(_, _, let mvpd)): mvpd
        case .creatingSession(_, let mvpd), .restV2(.lookingAfterExpiry(_, let mvpd, _)), .codeExpired(let mvpd): mvpd
        case .userAgent(let code), .polling(let code, _): code.mvpd
        case .configuration, .picking, .problem, .restV1(.signingOut): nil
        }
    }

    var awaiting: Awaiting {
        switch step {
        case .creatingSession(let call, _), .restV1(.signingOut(let call)): Awaiting(call: call)
        case .restV2(.lookingAfterExpiry(let call, _, let session)):
            Awaiting(call: call, persistedCode: session?.code, references: Awaiting.References(session))
        case .configuration(let call, let session): Awaiting(call: call, references: Awaiting.References(session))
        case .picking(let session): Awaiting(presents: true, references: Awaiting.References(session))
        case .restV2(.resumingSession(let call, let session, _)): Awaiting(call: call, references: Awaiting.References(session))
        case .codeExpired, .problem, .restV2(.confirming): Awaiting(presents: true)
        case .userAgent(let code): Awaiting(code)
        case .polling(let code, .asked(let call, _)): Awaiting(code, call: call)
        case .polling(let code, .pausing(let timer)): Awaiting(code, pollTimer: timer)
        }
    }

    /// The request that may bring a profile even after a sign-out.
    var lateProfile: LateProfile? {
        switch step {
        case .polling(let code, .asked(let call, _)): LateProfile(call: call, mvpd: code.mvpd)
        case .restV2(.lookingAfterExpiry(let call, let mvpd, _)): LateProfile(call: call, mvpd: mvpd)
        case .configuration, .picking, .creatingSession, .userAgent, .polling(_, .pausing), .codeExpired, .problem, .restV2(.confirming),
            .restV2(.resumingSession), .restV1(.signingOut):
            nil
        }
    }

    /// Whether the step's request names a session, which may have ended.
    var hasSession: Bool {
        switch step {
        case .polling, .restV2(.resumingSession): true
        case .configuration, .picking, .creatingSession, .userAgent, .codeExpired, .problem, .restV2(.confirming),
            .restV2(.lookingAfterExpiry), .restV1(.signingOut):
            false
        }
    }

    /// Whether the current viewer is being signed out before somebody else signs in (FM-23).
    var isSigningOut: Bool {
        switch step {
        case .restV1(.signingOut): true
        case .configuration, .picking, .creatingSession, .userAgent, .polling, .codeExpired, .problem, .restV2(.confirming),
            .restV2(.resumingSession), .restV2(.lookingAfterExpiry):
            false
        }
    }
}

extension BasicAuthFallback.OpenCode {
    fileprivate var withoutTimer: Self {
        var code = self
        code.expiryTimer = nil
        return code
    }
}

extension Awaiting {
    /// An open code. It is kept across launches if Adobe said when it expires.
    fileprivate init(_ code: BasicAuthFallback.OpenCode, call: CallID? = nil, pollTimer: TimerID? = nil) {
        self.init(
            call: call, expiryTimer: code.expiryTimer, pollTimer: pollTimer, presents: true,
            persistedCode: code.session.notAfter == nil ? nil : code.session.code, references: Awaiting.References(code.session))
    }
}

extension Awaiting.References {
    fileprivate init(_ session: OpenSession?) { self = session.map { Awaiting.References($0) } ?? .nothing }
}

// MARK: What both APIs do alike

extension BasicAuthFallback {
    /// The app's own picker (V2-F-20, V1-09); `session` waits for what is chosen.
    static func pick(from configuration: AdobeConfiguration, for session: OpenSession? = nil, _ rule: Rule, _ run: inout Run) -> Next {
        // An empty picker would be a dead end, and another attempt would find the same providers.
        guard configuration.providers.contains(where: { !$0.isTemporary }) else {
            run.present(.problem(Problem(reason: .noProviders, options: [.cancel])))
            return .move(.basicAuthFallback(.problem), rule)
        }
        run.present(.providerPicker(configuration: configuration.ref))
        return .move(.basicAuthFallback(BasicAuthFallback(.picking(session))), rule)
    }

    /// The provider that the viewer picked, if the picker offered it.
    static func picked(_ mvpd: MVPDID, _ run: inout Run) -> Bool {
        guard let catalog = run.context.catalog, catalog.offers(mvpd) else { return false }
        run.remember(mvpd)
        return true
    }

    /// An unexpired code of an earlier launch is shown and polled again. If it was for a user agent, which is gone now, the viewer need not
    /// type it: one poll shows whether they signed in before.
    static func resume(_ code: PersistedCode, _ run: inout Run) -> Next {
        run.context.resumesAttempt = true
        let session = OpenSession(code: code.code, notAfter: code.notAfter, link: nil, mvpd: code.mvpd)
        if run.settings.hasUserAgent { return pollAfterUserAgent(open(session, mvpd: code.mvpd, &run), once: true, .`FM-12`, &run) }
        return show(session, mvpd: code.mvpd, inUserAgent: .`FM-12`, asCode: .`FM-12`, &run)
    }

    /// The session is ready: opens the user agent if there is one, and does not poll meanwhile; otherwise shows the code and polls at once.
    /// A code that has expired when it arrives is not shown.
    static func show(_ session: OpenSession, mvpd: MVPDID?, inUserAgent: Rule, asCode: Rule, _ run: inout Run) -> Next {
        if let notAfter = session.notAfter, run.hasPassed(notAfter) {
            return expired(mvpd: mvpd ?? session.mvpd, run.pollsCode ? .`V2-F-15` : .`V1-25`, &run)
        }
        let code = open(session, mvpd: mvpd ?? session.mvpd, &run)
        if run.settings.hasUserAgent, let link = session.link {
            run.present(.userAgent(link: link))
            return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(code))), inUserAgent)
        }
        run.present(code.presentation(isSlow: false, run))
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .asked(run.poll(code), isLast: false)))), asCode)
    }

    /// Keeps the code of a session and watches its expiry.
    private static func open(_ session: OpenSession, mvpd: MVPDID?, _ run: inout Run) -> OpenCode {
        // The new code replaces the old one in the vault, too, where only a code with an expiry is kept.
        if session.notAfter == nil { run.forgetKeptCode() } else { run.context.keptCode = nil }
        // If Adobe did not say when the code expires, or its clock is not known, the policy limits the code's lifetime.
        let end = session.notAfter.flatMap { run.local($0) } ?? run.turn.codeEnd
        let timer = run.arm(.codeExpiry, at: end)
        if let notAfter = session.notAfter {
            run.emit(.keep(.code(PersistedCode(code: session.code, notAfter: notAfter, mvpd: mvpd))))
        }
        return OpenCode(session: session, mvpd: mvpd, end: end, expiryTimer: timer)
    }

    /// A timer of the code fired: the code expired, or the next poll is due.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        switch step {
        case .userAgent(let code) where code.expiryTimer == timer: return expiryFired(inUserAgent: code.withoutTimer, &run)
        case .polling(let code, let poll) where code.expiryTimer == timer: return expiryFired(code.withoutTimer, poll, &run)
        // The device slept beyond the code's expiry: its expiry timer is due, too, and takes precedence (V2-F-15).
        case .polling(let code, .pausing(timer)) where run.pollsCode && code.codeEnd.hasPassed(run.calls.adobeClock, at: run.now):
            return expiryFired(code.withoutTimer, .pausing(timer), &run)
        case .polling(let code, .pausing(timer)):
            return .move(
                .basicAuthFallback(BasicAuthFallback(.polling(code, .asked(run.poll(code), isLast: false)))), run.rules.polled)
        case .configuration, .picking, .creatingSession, .userAgent, .polling, .codeExpired, .problem, .restV2(.confirming),
            .restV2(.resumingSession), .restV2(.lookingAfterExpiry), .restV1(.signingOut):
            return .stale(.`FM-03`)
        }
    }

    /// The code with a timer that fits Adobe's clock as it is known now; `nil` if the code has expired.
    static func watched(_ code: OpenCode, _ run: inout Run) -> OpenCode? {
        guard let notAfter = code.session.notAfter, let end = run.local(notAfter) else { return code.expiryTimer == nil ? nil : code }
        if run.hasPassed(notAfter) { return nil }
        if end == code.end, code.expiryTimer != nil { return code }
        var code = code
        code.end = end
        code.expiryTimer = run.arm(.codeExpiry, at: end)
        return code
    }

    /// The timer of the code fired while the user agent is open. A clock change may have made it fire too early.
    private func expiryFired(inUserAgent code: OpenCode, _ run: inout Run) -> Next {
        guard let watched = BasicAuthFallback.watched(code, &run) else { return run.codeExpired(code) }
        return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(watched))), .`FM-24`)
    }

    /// The timer of the polled code fired. If a request to Adobe is outstanding, its answer decides, and it shows whether only a clock
    /// change made the timer fire. Nothing is polled after that, and a poll that still waits for a token or a hold is not sent.
    private func expiryFired(_ code: OpenCode, _ poll: Poll, _ run: inout Run) -> Next {
        if let watched = BasicAuthFallback.watched(code, &run) {
            return .move(.basicAuthFallback(BasicAuthFallback(.polling(watched, poll))), .`FM-24`)
        }
        guard case .asked(let call, let isLast) = poll, run.calls.isOut(call) || !run.pollsCode else {
            return run.codeExpired(code)
        }
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .asked(call, isLast: isLast)))), .`FM-24`)
    }

    /// The code expired unused (V2-F-15, V1-25): the viewer may ask for a new one.
    func codeExpired(_ rule: Rule, _ run: inout Run) -> Next { BasicAuthFallback.expired(mvpd: mvpd, rule, &run) }

    static func expired(mvpd: MVPDID?, _ rule: Rule, _ run: inout Run) -> Next {
        run.present(.codeExpired)
        return .move(.basicAuthFallback(BasicAuthFallback(.codeExpired(mvpd: mvpd))), rule)
    }
}

// MARK: Log

extension BasicAuthFallback: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step.name)
        switch step {
        case .restV1(.signingOut(let call)): sink.field("ask", call)
        case .configuration(let call, let session):
            sink.field("ask", call)
            sink.field("session", session)
        case .picking(let session): sink.field("session", session)
        case .restV2(.confirming(let mvpd)): sink.field("mvpd", mvpd)
        case .creatingSession(let call, let mvpd):
            sink.field("ask", call)
            sink.field("mvpd", mvpd)
        case .restV2(.resumingSession(let call, let session, let mvpd)):
            sink.field("ask", call)
            sink.field("mvpd", mvpd)
            sink.field("session", session)
        case .userAgent(let code): code.describeFields(to: &sink)
        case .polling(let code, let poll):
            code.describeFields(to: &sink)
            switch poll {
            case .asked(let call, let isLast):
                sink.field("ask", call as CallID?)
                sink.field("looksOnce", isLast)
            case .pausing(let timer):
                sink.field("ask", nil as CallID?)
                sink.field("pollTimer", timer)
            }
        case .restV2(.lookingAfterExpiry(let call, let mvpd, let session)):
            sink.field("ask", call)
            sink.field("mvpd", mvpd)
            sink.field("session", session)
        case .codeExpired(let mvpd): sink.field("mvpd", mvpd)
        case .problem: return
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Step.Name.self, named: "step") {
        case .signingOut: return BasicAuthFallback(.restV1(.signingOut(try source.field("ask"))))
        case .configuration: return BasicAuthFallback(.configuration(try source.field("ask"), try source.field("session")))
        case .picking: return BasicAuthFallback(.picking(try source.field("session")))
        case .confirming: return BasicAuthFallback(.restV2(.confirming(try source.field("mvpd"))))
        case .creatingSession:
            return BasicAuthFallback(.creatingSession(try source.field("ask"), mvpd: try source.field("mvpd")))
        case .resumingSession:
            let call: CallID = try source.field("ask")
            let mvpd: MVPDID = try source.field("mvpd")
            return BasicAuthFallback(.restV2(.resumingSession(call, try source.field("session"), mvpd: mvpd)))
        case .userAgent: return BasicAuthFallback(.userAgent(try OpenCode(from: &source)))
        case .polling: return BasicAuthFallback(.polling(try OpenCode(from: &source), try Poll(from: &source)))
        case .lookingAfterExpiry:
            let call: CallID = try source.field("ask")
            let mvpd: MVPDID? = try source.field("mvpd")
            return BasicAuthFallback(.restV2(.lookingAfterExpiry(call, mvpd: mvpd, try source.field("session"))))
        case .codeExpired: return BasicAuthFallback(.codeExpired(mvpd: try source.field("mvpd")))
        case .problem: return BasicAuthFallback(.problem)
        }
    }
}

extension BasicAuthFallback.OpenCode {
    fileprivate func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("mvpd", mvpd)
        sink.field("session", session)
        sink.field("end", end)
        sink.field("expiryTimer", expiryTimer)
        sink.field("slowAnswers", slowAnswers == 0 ? nil : slowAnswers)
        sink.field("graceEnd", graceEnd)
        sink.field("isRedirected", isRedirected ? true : nil)
        if isLost { sink.field("isLost", isLost) }
    }

    fileprivate init<S: LogSource>(from source: inout S) throws(CodingFailure) {
        mvpd = try source.field("mvpd")
        session = try source.field("session")
        end = try source.field("end")
        expiryTimer = try source.field("expiryTimer")
        slowAnswers = try source.field("slowAnswers") ?? 0
        graceEnd = try source.field("graceEnd")
        isRedirected = try source.field("isRedirected") ?? false
        isLost = try source.field("isLost") ?? false
    }
}

extension BasicAuthFallback.Poll {
    fileprivate init<S: LogSource>(from source: inout S) throws(CodingFailure) {
        let call: CallID? = try source.field("ask")
        if let call {
            self = .asked(call, isLast: try source.field("looksOnce"))
        } else {
            self = .pausing(try source.field("pollTimer"))
        }
    }
}
