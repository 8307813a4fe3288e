/// Judges the pace of polls, the requests that ask Adobe whether the viewer has signed in with a code. Uses only events and effects.
///
/// Polls are at least 3 s apart. The pause grows with each answer of 429 or 5xx in a row, and returns to the usual length after any other
/// answer. The flow polls only the code that Adobe issued last.
struct PollJudge: Hashable, Sendable {
    /// The number of polls in a row that Adobe answered with 429 or 5xx.
    private var slowPolls: Int64 = 0
    /// The number of token requests that Adobe answered with 429 or 5xx since the pause last returned to the usual length. Such an answer
    /// may also end a poll that waited for the token, and the flow then lengthens the pause.
    private var slowTokens: Int64 = 0
    /// The code that may be polled and shown: the last code that Adobe issued, or the code in the vault; `nil` once this code is forgotten.
    private var code: SecretRef?
    /// The code in the vault at the launch; `nil` once a code has been used. A silent attempt discards its own new code, so the flow may
    /// return to this older code.
    private var kept: SecretRef?
    /// Whether the screen shows a code. Without a code, the legacy API's request `GET tokens/authn` is not a poll: it is the last request of
    /// a check for an existing sign-in (V1-38).
    private var showsCode = false

    /// Returns the invariants that the step broke.
    mutating func judge(_ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        let polled = take(step)
        for effect in step.effects {
            switch effect {
            case .call(_, let call):
                // A timer sends each poll. Only a poll whose token was refused is sent again at once, with a newer token.
                if call.endpoint.descriptor.role == .poll, call.endpoint == polled { broken.append(.boundedPolling) }
                if case .profileForCode(let ref) = call.endpoint, !isCurrent(ref) { broken.append(.boundedPolling) }
            case .arm(_, .poll, let instant): broken += judge(instant, step, settings.policy)
            case .present(_, let screen):
                showsCode = false
                guard case .code(let ref, _, _) = screen else { continue }
                showsCode = true
                if !isCurrent(ref) { broken.append(.shownOnlyWhileAwaited) }
            case .forget(.secret(let ref)): forget(ref)
            case .cancel, .arm, .disarm, .partner, .answer, .keep, .forget: continue
            }
        }
        if step.has(.call), step.after.requests.count(where: { $0.endpoint?.descriptor.role == .poll }) > 1 {
            broken.append(.boundedPolling)
        }
        return broken
    }

    /// Returns whether the flow may poll and show the code `ref`. If the vault has an older code besides the newer one, the first of the
    /// two that is used becomes the current code.
    private mutating func isCurrent(_ ref: SecretRef) -> Bool {
        if ref == kept { code = kept }
        kept = nil
        return ref == code
    }

    private mutating func forget(_ ref: SecretRef) {
        if ref == code { code = nil }
        if ref == kept { kept = nil }
    }

    /// Judges the instant of the next poll. A poll may also wait for the end of a hold, the pause after throttling or failures.
    private func judge(_ instant: Instant, _ step: RunStep, _ policy: Policy) -> [Invariant] {
        var broken: [Invariant] = []
        let now = step.time
        if instant < now.advanced(by: .seconds(3)) { broken.append(.boundedPolling) }
        // Jitter shortens the wait by at most a quarter.
        let least = wait(after: slowPolls, policy) / 4 * 3
        let most = wait(after: slowPolls + slowTokens, policy)
        if slowPolls > 0, instant < now.advanced(by: Interval(milliseconds: least)) { broken.append(.pollsBackOff) }
        let holds = step.after.timers.filter { $0.purpose == .hold }.map { $0.due }
        let latest = holds.reduce(now.advanced(by: Interval(milliseconds: most))) { max($0, $1) }
        if instant > latest { broken.append(.pollsBackOff) }
        return broken
    }

    /// Returns the wait before the next poll, in milliseconds, after `slow` answers of 429 or 5xx in a row.
    private func wait(after slow: Int64, _ policy: Policy) -> Int64 {
        let most = policy.longestPollInterval.milliseconds
        var wait = max(policy.pollInterval.milliseconds, 3000)
        for _ in 0..<slow where wait < most { wait = min(wait * 2, most) }
        return wait
    }

    /// Updates the code and the counters with the step's event.
    /// - Returns: the endpoint whose answer arrived; `nil` if Adobe refused its token, because the flow may then send the same request
    ///   again at once.
    private mutating func take(_ step: RunStep) -> Endpoint? {
        switch step.event.origin {
        case .app(.launched(let kept)): if code == nil { (code, self.kept) = (kept.code?.code, kept.code?.code) }
        case .app(.secretLost(let ref)): forget(ref)
        case .reply(_, let reply):
            guard let endpoint = step.answered?.endpoint else { return nil }
            if case .session(let session) = reply.result, let open = session.open { code = open.code }
            count(reply.result, to: endpoint)
            if case .restV1 = endpoint, !showsCode { return nil }
            return reply.result.concernsToken ? nil : endpoint
        case .user, .app, .timer: break
        }
        return nil
    }

    private mutating func count(_ result: Reply.Result, to endpoint: Endpoint) {
        if endpoint.isForToken, result.isSlow { slowTokens += 1 }
        guard endpoint.descriptor.role == .poll else {
            // A new code begins with the usual pause. A code that is still valid after the check of the sign-in also begins with the usual
            // pause (FM-24).
            if result.kind == .session || result.kind == .profiles { (slowPolls, slowTokens) = (0, 0) }
            return
        }
        // A poll without an answer is not counted. A poll whose token was refused is sent again, and only the second answer is counted.
        if result.isLost || result.concernsToken { return }
        if result.isSlow { slowPolls += 1 } else { (slowPolls, slowTokens) = (0, 0) }
    }
}

extension Reply.Result {
    /// Whether the answer reports throttling or a server error.
    fileprivate var isSlow: Bool {
        switch failure {
        case .throttled: true
        case .status(let http), .refused(let http, _): http >= 500
        case .unauthorized, .registrationRefused, .transport, nil: false
        }
    }

    /// Whether no answer arrived at all.
    fileprivate var isLost: Bool { if case .failed(.transport) = self { true } else { false } }

    /// Whether Adobe refused the token, or the secret of the token was missing.
    fileprivate var concernsToken: Bool {
        switch failure {
        case .unauthorized, .transport(.secretMissing): true
        case .refused(_, let error): error.action == .applicationRegistration
        case .throttled, .status, .registrationRefused, .transport, nil: false
        }
    }
}
