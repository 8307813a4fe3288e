/// Phase F: signing in with a browser or on a second screen.
///
/// If the app has a picker, the viewer first chooses a provider. Adobe then opens a session with a code, and the code goes to the user
/// agent or onto the screen. The flow polls Adobe until the viewer has signed in, the code expires, or the viewer gives up. No other state
/// has an open code. With REST API V2, the flow requests the profiles once more before it reports that the code has expired, because
/// Adobe's answers to the polls may have been delayed.
///
/// Can go to: `unregistered`, `registered`, `checking`, `deciding`, `loggedOut`.
/// Rules: V2-F, V1-20 to V1-25, FM-12, FM-23, FM-24.
package struct BasicAuthFallback: Hashable, Sendable {
    private(set) var step: Step

    /// The reply or the viewer's choice that the state waits for. If only one of the APIs has a step, phase F of that API declares the
    /// step. Only under REST API V2 can an open session wait for the viewer's choice of a provider.
    enum Step: Hashable, Sendable {
        /// Waits for the configuration, to fill the picker. If there is a session, it waits for the viewer's choice in that picker.
        case configuration(CallID, OpenSession?)
        /// Waits for the viewer to choose a provider (V2-F-20).
        case picking(OpenSession?)
        /// Waits for a session (V2-F-02).
        case creatingSession(CallID, mvpd: MVPDID?)
        /// Waits for the viewer in the user agent (V2-F-04).
        case userAgent(OpenCode)
        /// Polls while the viewer signs in on a second screen, or after the user agent has closed (V2-F-12).
        case polling(OpenCode, Poll)
        /// Waits for the viewer after the code expired (V2-F-15).
        case codeExpired(mvpd: MVPDID?)
        /// Waits for the viewer's choice after a failure.
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
        /// The MVPD; `nil` if it is not known.
        let mvpd: MVPDID?
        /// The expiry of the code, by the device's clock.
        fileprivate(set) var end: Instant
        /// The timer for the expiry of the code. `nil` if the timer has fired while a request to Adobe was outstanding. The answer to that
        /// request then decides whether the code has expired.
        fileprivate(set) var expiryTimer: TimerID?
        /// The number of polls in a row that Adobe answered with a throttling or server error. Counting stops at the number at which the
        /// wait is longest (V2-F-25).
        var slowAnswers: Int64 = 0
        /// The end of polling after the user agent has closed; `nil` if polling has no time limit. From this instant on, a poll that finds
        /// no profile ends the attempt (V2-F-05, V1-24).
        var graceEnd: Instant?
        /// Whether the user agent reached the redirect URL, because the viewer has finished or because a different program opened that URL.
        var isRedirected = false
        /// Whether the code is lost (FM-20). If so, its screen is not updated. Polling continues with the legacy API, whose polls ask about
        /// the device and not about a code.
        var isLost = false

        /// Whether a poll at `now` is the last poll if it finds no profile.
        func isGivenUp(at now: Instant) -> Bool { graceEnd.map { $0 <= now } ?? false }
    }

    /// The current part of the polling: a poll, or the pause before the next poll.
    enum Poll: Hashable, Sendable {
        /// A poll is outstanding. `isLast` means that the user agent was closed early, so the answer to this poll decides (V2-F-22).
        case asked(CallID, isLast: Bool)
        /// The timer sends the next poll.
        case pausing(TimerID)
    }

    init(_ step: Step) { self.step = step }

    /// The state while the viewer sees a failure.
    static var problem: BasicAuthFallback { BasicAuthFallback(.problem) }

    /// The MVPD; `nil` until it is known.
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

    /// The outstanding request that may still return a profile after a sign-out.
    var lateProfile: LateProfile? {
        switch step {
        case .polling(let code, .asked(let call, _)): LateProfile(call: call, mvpd: code.mvpd)
        case .restV2(.lookingAfterExpiry(let call, let mvpd, _)): LateProfile(call: call, mvpd: mvpd)
        case .configuration, .picking, .creatingSession, .userAgent, .polling(_, .pausing), .codeExpired, .problem, .restV2(.confirming),
            .restV2(.resumingSession), .restV1(.signingOut):
            nil
        }
    }

    /// Whether the current step has a request that names a session. Adobe may have ended that session.
    var hasSession: Bool {
        switch step {
        case .polling, .restV2(.resumingSession): true
        case .configuration, .picking, .creatingSession, .userAgent, .codeExpired, .problem, .restV2(.confirming),
            .restV2(.lookingAfterExpiry), .restV1(.signingOut):
            false
        }
    }

    /// Whether the current viewer is being signed out before another viewer signs in (FM-23).
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
    /// Creates the list of what a state with an open code needs. The code is kept across launches if Adobe gave it an expiry.
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
    /// Shows the app's own picker (V2-F-20, V1-09). If `session` is given, it waits for the viewer's choice.
    static func pick(from configuration: AdobeConfiguration, for session: OpenSession? = nil, _ rule: Rule, _ run: inout Run) -> Next {
        // An empty picker would be a dead end, and another attempt would find the same providers.
        guard configuration.providers.contains(where: { !$0.isTemporary }) else {
            run.present(.problem(Problem(reason: .noProviders, options: [.cancel])))
            return .move(.basicAuthFallback(.problem), rule)
        }
        run.present(.providerPicker(configuration: configuration.ref))
        return .move(.basicAuthFallback(BasicAuthFallback(.picking(session))), rule)
    }

    /// Remembers the provider that the viewer picked.
    /// - Returns: whether the picker offered that provider.
    static func picked(_ mvpd: MVPDID, _ run: inout Run) -> Bool {
        guard let catalog = run.context.catalog, catalog.offers(mvpd) else { return false }
        run.remember(mvpd)
        return true
    }

    /// Continues with an unexpired code of an earlier launch. On a second screen, shows the code and polls again. If the code was for a
    /// user agent, which is now closed, the viewer need not type the code, so a single poll finds out whether the viewer has signed in.
    static func resume(_ code: PersistedCode, _ run: inout Run) -> Next {
        run.context.resumesAttempt = true
        let session = OpenSession(code: code.code, notAfter: code.notAfter, link: nil, mvpd: code.mvpd)
        if run.settings.hasUserAgent { return pollAfterUserAgent(open(session, mvpd: code.mvpd, &run), once: true, .`FM-12`, &run) }
        return show(session, mvpd: code.mvpd, inUserAgent: .`FM-12`, asCode: .`FM-12`, &run)
    }

    /// Continues with a new session. If the device has a user agent, opens it with the session's link, and does not poll while it is open.
    /// Otherwise shows the code and polls at once. A code that has already expired is not shown.
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

    /// Stores the code of a session and arms the timer for its expiry.
    private static func open(_ session: OpenSession, mvpd: MVPDID?, _ run: inout Run) -> OpenCode {
        // The old code must not remain in the vault. The new code replaces it there only if the new code has an expiry.
        if session.notAfter == nil { run.forgetKeptCode() } else { run.context.keptCode = nil }
        // If Adobe set no expiry, or Adobe's clock is not known, the policy limits the code's lifetime.
        let end = session.notAfter.flatMap { run.local($0) } ?? run.turn.codeEnd
        let timer = run.arm(.codeExpiry, at: end)
        if let notAfter = session.notAfter {
            run.emit(.keep(.code(PersistedCode(code: session.code, notAfter: notAfter, mvpd: mvpd))))
        }
        return OpenCode(session: session, mvpd: mvpd, end: end, expiryTimer: timer)
    }

    /// Handles a timer of the code: the code has expired, or the next poll is due.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        switch step {
        case .userAgent(let code) where code.expiryTimer == timer: return expiryFired(inUserAgent: code.withoutTimer, &run)
        case .polling(let code, let poll) where code.expiryTimer == timer: return expiryFired(code.withoutTimer, poll, &run)
        // The device slept past the code's expiry. The expiry timer is due, too, and takes precedence over the poll (V2-F-15).
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

    /// Returns the code with an expiry timer that follows Adobe's clock as it is known now; `nil` if the code has expired.
    static func watched(_ code: OpenCode, _ run: inout Run) -> OpenCode? {
        guard let notAfter = code.session.notAfter, let end = run.local(notAfter) else { return code.expiryTimer == nil ? nil : code }
        if run.hasPassed(notAfter) { return nil }
        if end == code.end, code.expiryTimer != nil { return code }
        var code = code
        code.end = end
        code.expiryTimer = run.arm(.codeExpiry, at: end)
        return code
    }

    /// Handles the expiry timer while the user agent is open. A clock change may have made the timer fire too early.
    private func expiryFired(inUserAgent code: OpenCode, _ run: inout Run) -> Next {
        guard let watched = BasicAuthFallback.watched(code, &run) else { return run.codeExpired(code) }
        return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(watched))), .`FM-24`)
    }

    /// Handles the expiry timer of a code that the flow polls. If a poll is outstanding, its answer decides, because a clock change may
    /// have made the timer fire too early. Otherwise polling ends, and a poll that still waits for a token or a hold is not sent.
    private func expiryFired(_ code: OpenCode, _ poll: Poll, _ run: inout Run) -> Next {
        if let watched = BasicAuthFallback.watched(code, &run) {
            return .move(.basicAuthFallback(BasicAuthFallback(.polling(watched, poll))), .`FM-24`)
        }
        guard case .asked(let call, let isLast) = poll, run.calls.isOut(call) || !run.pollsCode else {
            return run.codeExpired(code)
        }
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .asked(call, isLast: isLast)))), .`FM-24`)
    }

    /// Reports to the viewer that the code has expired unused (V2-F-15, V1-25). The viewer may request a new code.
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
