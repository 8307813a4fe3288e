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

// MARK: Reducing

extension BasicAuthFallback {
    /// Phase F without a session: with a provider that is known already, or after the app's own picker, or, where there
    /// is neither, with a code alone (V2-F-01).
    static func begin(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
        if let mvpd { return create(mvpd: mvpd, &run, rule) }
        guard run.settings.hasPicker else { return create(mvpd: nil, &run, rule) }
        return pick(session: nil, &run, rule)
    }

    /// Phase F where the person has chosen nothing yet: with the provider used last, if they confirm it. That needs no
    /// configuration.
    static func beginUnasked(_ run: inout Run, _ rule: Rule) -> Next {
        guard run.settings.hasPicker, let provider = run.known.provider else { return begin(mvpd: nil, &run, rule) }
        run.present(.providerConfirmation(provider.mvpd))
        return Next(.basicAuthFallback(BasicAuthFallback(step: .confirming, mvpd: provider.mvpd)), .`V2-F-21`)
    }

    /// Phase F with the session that another answer brought; it has a code of its own (V2-F-19).
    static func take(_ session: Session, mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
        BasicAuthFallback(step: .creatingSession, mvpd: mvpd).sessionCame(session, &run, rule)
    }

    /// An unexpired code of an earlier launch: shown and polled again.
    static func resume(_ code: KeptCode, _ run: inout Run) -> Next {
        run.known.keptCode = nil
        run.known.resumesAttempt = true
        let session = OpenSession(code: code.code, notAfter: code.notAfter, link: nil, mvpd: code.mvpd)
        return BasicAuthFallback(step: .polling, mvpd: code.mvpd).show(session, &run, .`FM-12`)
    }

    private static func pick(session: OpenSession?, _ run: inout Run, _ rule: Rule) -> Next {
        guard let catalogue = run.freshCatalogue else {
            let ask = run.ask(Endpoint.configuration)
            return Next(.basicAuthFallback(BasicAuthFallback(step: .configuration, ask: ask, session: session)), rule)
        }
        return pick(from: catalogue.configuration, session: session, &run, rule)
    }

    private static func pick(from configuration: Configuration, session: OpenSession?, _ run: inout Run, _ rule: Rule) -> Next {
        // An empty picker would be a dead end.
        guard configuration.providers.contains(where: { !$0.isTemporary }) else {
            run.present(.problem(Problem(reason: .noProviders, ways: [.retry, .cancel])))
            return Next(.basicAuthFallback(BasicAuthFallback(step: .problem)), rule)
        }
        run.present(.providerPicker(configuration: configuration.ref))
        return Next(.basicAuthFallback(BasicAuthFallback(step: .picking, session: session)), rule)
    }

    private static func create(mvpd: MVPDID?, _ run: inout Run, _ rule: Rule) -> Next {
        let ask = run.ask(Endpoint.createSession(mvpd: mvpd))
        return Next(.basicAuthFallback(BasicAuthFallback(step: .creatingSession, ask: ask, mvpd: mvpd)), rule)
    }

    // MARK: Answers

    func answered(_ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch result {
        case .configuration(let configuration):
            run.note(configuration)
            return BasicAuthFallback.pick(from: configuration, session: session, &run, .`V2-F-20`)
        case .session(let session): return sessionCame(session, &run, step == .resumingSession ? .`V2-F-09` : nil)
        case .profiles(let profiles): return pollCame(profiles, &run)
        case .failed(let failure): return step == .polling ? pollFailed(failure, &run) : failed(failure, &run)
        case .registered, .token, .decisions, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done:
            return Next(.basicAuthFallback(self), .`FM-02`)
        }
    }

    /// `rule` is the one that brought the session; without one, what the session says decides.
    private func sessionCame(_ session: Session, _ run: inout Run, _ rule: Rule?) -> Next {
        switch session {
        case .authorize(let word): return Deciding.enter(.serverWord(word), &run, .`V2-F-03`)
        case .authenticate(let open): return show(open, &run, rule)
        case .resume(let open), .retry(let open): return complete(open, &run, rule)
        case .partnerProfile, .unsupported:
            return run.stop(.transport(.unreadable), in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
        }
    }

    /// The session lacks something. Domain and redirect URL always go along, so it is the MVPD: known already, to be
    /// picked here, or to be given on the second screen (V2-F-07).
    private func complete(_ open: OpenSession, _ run: inout Run, _ rule: Rule?) -> Next {
        let rule = rule ?? .`V2-F-07`
        if step == .resumingSession { return show(open, &run, rule) }
        if let mvpd = open.mvpd ?? mvpd { return resume(open, mvpd: mvpd, &run, rule) }
        if run.settings.hasPicker { return BasicAuthFallback.pick(session: open, &run, rule) }
        return show(open, &run, rule)
    }

    private func resume(_ open: OpenSession, mvpd: MVPDID, _ run: inout Run, _ rule: Rule) -> Next {
        let ask = run.ask(Endpoint.resumeSession(code: open.code, mvpd: mvpd))
        return Next(.basicAuthFallback(BasicAuthFallback(step: .resumingSession, ask: ask, mvpd: mvpd, session: open)), rule)
    }

    /// The session is ready: the user agent where there is one, else the code, polled at once.
    private func show(_ open: OpenSession, _ run: inout Run, _ rule: Rule?) -> Next {
        var next = BasicAuthFallback(step: .polling, mvpd: mvpd ?? open.mvpd, session: open)
        if let notAfter = open.notAfter {
            next.expiryTimer = run.arm(.codeExpiry, at: run.local(notAfter))
            run.turn.emit(.keep(.code(KeptCode(code: open.code, notAfter: notAfter, mvpd: next.mvpd))))
        }
        if run.settings.hasUserAgent, let link = open.link {
            next.step = .userAgent
            run.present(.userAgent(link: link))
            return Next(.basicAuthFallback(next), rule ?? .`V2-F-04`)
        }
        run.present(.code(open.code, notAfter: open.notAfter))
        next.ask = run.poll(.profileForCode(open.code))
        return Next(.basicAuthFallback(next), rule ?? .`V2-F-06`)
    }

    // MARK: Polling

    private func pollCame(_ profiles: [Profile], _ run: inout Run) -> Next {
        if let profile = profiles.first(where: { $0.notAfter > run.serverNow }) {
            return Deciding.enter(.profile(profile), &run, .`V2-F-13`)
        }
        if looksOnce { return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`V2-F-22`) }
        return waitForNextPoll(&run, .`V2-F-14`)
    }

    /// The next look follows the last answer, never faster than the policy, nor than 3 s (V2-F-12).
    private func waitForNextPoll(_ run: inout Run, _ rule: Rule) -> Next {
        var next = self
        next.ask = nil
        next.pollTimer = run.arm(.poll, at: run.now.advanced(by: max(run.policy.pollInterval, .seconds(3))))
        return Next(.basicAuthFallback(next), rule)
    }

    private func pollFailed(_ failure: CallFailure, _ run: inout Run) -> Next {
        if let error = failure.error {
            if error.namesSession { return codeEnded(&run) }
            return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
        }
        if looksOnce { return Registered.rest(Refusal(Problem(failure)), &run, .`V2-F-22`) }
        switch failure {
        case .throttled: return waitForNextPoll(&run, .`V2-X-10`)
        case .transport(let transport) where transport.mayPass: return waitForNextPoll(&run, .`V2-X-13`)
        case .unauthorized, .refused, .registrationRefused, .transport:
            return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
        }
    }

    private func codeEnded(_ run: inout Run) -> Next {
        run.present(.codeExpired)
        return Next(.basicAuthFallback(BasicAuthFallback(step: .codeExpired, mvpd: mvpd)), .`V2-F-15`)
    }

    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        if timer == expiryTimer { return codeEnded(&run) }
        guard timer == pollTimer, let session else { return Next(.basicAuthFallback(self), .`FM-03`) }
        var next = self
        next.pollTimer = nil
        next.ask = run.poll(.profileForCode(session.code))
        return Next(.basicAuthFallback(next), .`V2-F-12`)
    }

    // MARK: The person

    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch choice {
        case .cancel: return giveUp(&run)
        case .provider(let mvpd) where step == .picking: return picked(mvpd, &run)
        case .provider(mvpd) where step == .confirming: return BasicAuthFallback.create(mvpd: mvpd, &run, .`V2-F-02`)
        case .redirectReached where step == .userAgent: return look(once: false, &run, .`V2-F-05`)
        case .userAgentClosed where step == .userAgent: return look(once: true, &run, .`V2-F-22`)
        case .newCode where step == .polling || step == .codeExpired: return newCode(&run)
        case .otherProvider where step == .confirming || step == .polling || step == .codeExpired:
            return BasicAuthFallback.begin(mvpd: nil, &run, .`FM-15`)
        case .retry where step == .problem, .otherProvider where step == .problem: return run.chose(choice, about: .basicAuthFallback(self))
        case .provider, .profile, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed:
            return Next(.basicAuthFallback(self), .`FM-04`)
        }
    }

    private func picked(_ mvpd: MVPDID, _ run: inout Run) -> Next {
        guard let catalogue = run.known.catalogue, catalogue.offers(mvpd) else { return Next(.basicAuthFallback(self), .`FM-04`) }
        run.remember(mvpd)
        if let session { return resume(session, mvpd: mvpd, &run, .`V2-F-09`) }
        return BasicAuthFallback.create(mvpd: mvpd, &run, .`V2-F-02`)
    }

    private func look(once: Bool, _ run: inout Run, _ rule: Rule) -> Next {
        guard let session else { return Next(.basicAuthFallback(self), .`FM-04`) }
        run.takeDown()
        var next = self
        next.step = .polling
        next.looksOnce = once
        next.ask = run.poll(.profileForCode(session.code))
        return Next(.basicAuthFallback(next), rule)
    }

    /// The old code counts no more from now on (V2-F-16).
    private func newCode(_ run: inout Run) -> Next {
        return BasicAuthFallback.create(mvpd: mvpd, &run, .`V2-F-16`)
    }

    private func giveUp(_ run: inout Run) -> Next {
        return Registered.rest(Refusal(reason: .cancelled, ways: [.retry]), &run, .`FM-08`)
    }

    private func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        if let error = failure.error, error.namesProvider { run.forgetProvider() }
        // The person took longer to choose than the session lasts.
        if let error = failure.error, error.namesSession { return codeEnded(&run) }
        return run.stop(failure, in: .basicAuthFallback(BasicAuthFallback(step: .problem)), .`FM-13`)
    }

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
