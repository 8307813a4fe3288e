// Judges the instants that the flow shows, stores or sets timers for.

extension ExpiryJudge {
    /// Whether the step polls with a code that has expired by Adobe's clock.
    func pollsExpiredCode(_ step: RunStep) -> Bool {
        if isDoubtful || !step.has(.call) { return false }
        for case .call(_, let call) in step.effects {
            guard case .profileForCode(let ref) = call.endpoint, let code = codes.last(where: { $0.ref == ref }) else { continue }
            if hasPassed(code.end, at: step.time) { return true }
        }
        return false
    }

    /// Whether a timer or a countdown on screen contradicts Adobe's clock, or the step stores an expired profile. False if Adobe's clock is
    /// not known.
    func isMistimed(_ step: RunStep, _ settings: FlowSettings) -> Bool {
        guard let ahead else { return false }
        let (event, effects) = (step.event, step.effects)
        // A profile may expire while the picker shows it, and the viewer may still choose it.
        var isChosen = false
        if case .user = event.origin { isChosen = true }
        // If the step forgets the code in the vault, the flow may now use a code without an expiry. Then there is no expiry to compare
        // with.
        let forgetsCode = step.has(.forgetFact) && effects.contains(.forget(.fact(.code)))
        var (profile, code, token) = (profileEnd, forgetsCode ? nil : codeEnd, tokenEnd)
        for case .keep(let fact) in effects {
            switch fact {
            case .profile(let kept):
                if wasKnown, !isChosen, hasPassed(kept.notAfter, at: event.time) { return true }
                profile = kept.notAfter
            case .code(let kept): code = kept.notAfter
            case .client, .token, .provider, .signedOut, .owedLogouts: continue
            }
        }
        func isLocal(_ instant: Instant, of end: Instant) -> Bool {
            abs(instant.milliseconds - (end.milliseconds - ahead)) <= ExpiryJudge.instantTolerance
        }
        let margin = Interval(milliseconds: -settings.policy.tokenMargin.milliseconds)
        for effect in effects {
            switch effect {
            // The order of the effects matters: if an answer with a token changes the offset of Adobe's clock, the flow first moves the
            // timer of the old token.
            case .keep(.token(let kept)): token = kept.notAfter
            case .arm(_, .tokenRefresh, let at): if let token, !isLocal(at, of: token.advanced(by: margin)) { return true }
            case .arm(_, .codeExpiry, let at): if let code, !isLocal(at, of: code) { return true }
            case .arm(_, .profileExpiry, let at):
                if !ends.contains(where: { isLocal(at, of: $0) }), !(profile.map { isLocal(at, of: $0) } ?? false) { return true }
            case .present(_, .code(_, let shown?, _)): if let code, !isLocal(shown, of: code) { return true }
            case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }

    /// The largest accepted difference, in milliseconds: 3 s between the two clocks, plus 1 s because Adobe's dates are truncated to whole
    /// seconds.
    private static let instantTolerance: Int64 = 4000
}

/// Reads Adobe's clock from a reply, as Adobe documents it. Results and errors in Adobe's own format contain the time, whatever their HTTP
/// status. A web page, an unreadable answer and a reply of the partner framework do not contain the time. The flow uses a different
/// function, `Reply.adobesTime`. The judge has a function of its own, because it checks the flow.
enum AdobesWord {
    static func time(of reply: Reply) -> Instant? {
        switch reply.result.failure {
        case .transport, .status: nil
        case .refused(_, let error):
            error.action == .none && error.code == nil && error.text == nil && error.trace == nil ? nil : reply.serverTime
        case .unauthorized, .throttled, .registrationRefused: reply.serverTime
        case nil: reply.result.kind == .partner ? nil : reply.serverTime
        }
    }
}

extension AdobeSession {
    /// The session of a sign-in, with its code; `nil` if the answer contains no code.
    var open: OpenSession? {
        switch self {
        case .authenticate(let open), .resume(let open), .retry(let open): open
        case .authorize, .partnerProfile, .unsupported: nil
        }
    }
}

extension Reply.Result {
    /// The expiries of the profiles or of the authorization in the answer; empty for every other answer.
    var ends: [Instant] {
        switch self {
        case .profiles(let profiles): profiles.map { $0.notAfter }
        case .session(.authorize(let word)): word.notAfter.map { [$0] } ?? []
        case .authentication(let word): word?.notAfter.map { [$0] } ?? []
        case .session, .registered, .token, .configuration, .decisions, .logouts, .partner, .partnerRequest, .userMetadata, .done, .failed:
            []
        }
    }
}
