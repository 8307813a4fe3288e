// Instants that the flow shows, keeps or waits for.

extension ExpiryJudge {
    /// Whether a code is polled that has expired by Adobe's clock.
    func pollsExpiredCode(_ step: RunStep) -> Bool {
        if isDoubtful || !step.has(.call) { return false }
        for case .call(_, let call) in step.effects {
            guard case .profileForCode(let ref) = call.endpoint, let code = codes.last(where: { $0.ref == ref }) else { continue }
            if hasPassed(code.end, at: step.time) { return true }
        }
        return false
    }

    /// Whether a timer or a countdown does not follow Adobe's clock although it is known, or an expired profile is kept.
    func isMistimed(_ step: RunStep, _ settings: FlowSettings) -> Bool {
        guard let ahead else { return false }
        let (event, effects) = (step.event, step.effects)
        // The viewer may choose a profile that has expired on the screen.
        var isChosen = false
        if case .user = event.origin { isChosen = true }
        // A code without an expiry may replace one that was kept.
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
            // A new clock first moves the timer of the token that is replaced.
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

    /// The tolerance of the clock, in milliseconds, plus 1 s because dates are truncated to whole seconds.
    private static let instantTolerance: Int64 = 4000
}

/// Which answers show Adobe's clock, as the documents have it: results, and errors in Adobe's own form, whatever their HTTP status. A page,
/// an answer that cannot be read and the partner framework show nothing. The flow has a function of its own, which is judged by this one.
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
    /// The session with a code, if the answer has one.
    var open: OpenSession? {
        switch self {
        case .authenticate(let open), .resume(let open), .retry(let open): open
        case .authorize, .partnerProfile, .unsupported: nil
        }
    }
}

extension Reply.Result {
    /// The instants at which an access expires that Adobe named.
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
