// Properties of a call that follow from its question and its stage.

extension PendingCall {
    var due: Instant? {
        if case .sent(_, let due) = stage { due } else { nil }
    }

    /// Whether the call may be sent again after Adobe refused its token. This repetition happens at most once.
    var canBeReplayed: Bool { !isForToken && !replayed && !isLast }

    /// Whether the call may be sent again after a secret was missing. This repetition happens at most once. A missing secret is no
    /// statement about the token, so a later 401 is treated as the first 401.
    var canBeRestored: Bool { !isForToken && !isRestored && !isLast }

    /// Whether the call's time limit had passed by `now`, because the device slept or Adobe's answer was delayed. The date in a late answer
    /// is too old to show Adobe's clock. An answer of the partner framework has no date and is never late, because the time-out timer
    /// cancels its question.
    func isLate(at now: Instant) -> Bool {
        guard let due else { return false }
        return switch question {
        case .adobe, .poll: due <= now
        case .partner: false
        }
    }

    var isForTokenAlone: Bool {
        if case .adobe(.token) = question { true } else { false }
    }

    var isForToken: Bool {
        switch question {
        case .adobe(.register), .adobe(.token): true
        // Every other request carries a token.
        case .adobe, .poll, .partner: false
        }
    }

    package func isSent(as request: RequestID) -> Bool {
        if case .sent(let sent, _) = stage { sent == request } else { false }
    }

    /// Whether a reply with this result answers the question.
    func expects(_ result: Reply.Result) -> Bool {
        switch question {
        case .partner: result.kind == .partner
        case .adobe(let endpoint), .poll(let endpoint): endpoint.descriptor.reply == result.kind
        }
    }

    /// Whether the answer is a denial that Adobe may change if asked again (V2-D-15).
    func isRetriableDenial(_ result: Reply.Result) -> Bool {
        guard question.isAuthorization, case .decisions(let decisions) = result, let decision = decisions.first,
            case .deny(let error) = decision.verdict
        else { return false }
        return error.action == .retry
    }
}

extension PendingCall.Question {
    /// Whether Adobe's answer is a decision about one resource.
    var isAuthorization: Bool {
        switch self {
        // With the legacy API the media token may be denied separately (V1-27).
        case .adobe(.restV1(.mediaToken)): true
        case .adobe(let endpoint): endpoint.descriptor.role == .authorization
        case .poll, .partner: false
        }
    }
}

extension [AdobeDecision] {
    /// The failure of the whole call if the error of a single resource implies one (ERR-02); otherwise `nil`. The error implies a failure if
    /// Adobe refuses the registration, or if the request names too many resources. In the second case, a preauthorization can be split.
    package var failure: CallFailure? {
        for index in indices {
            guard let error = self[index].error else { continue }
            if error.action == .applicationRegistration { return .unauthorized(error) }
            if error.isNamed("too_many_resources"), count > 1 { return .refused(http: error.status, error) }
        }
        return nil
    }
}
