/// Judges the pace of polls, using only events and effects: at least 3 s apart, slower after each slow answer, at the usual pace again
/// after a good one, and only for the code that Adobe gave last.
struct PollJudge: Hashable, Sendable {
    /// How many polls in a row were answered by 429 or 5xx, so far.
    private var slowPolls: Int64 = 0
    /// How many requests for a token failed so since the last answer at the usual pace: each may end a poll that waits for the token.
    private var slowTokens: Int64 = 0
    /// The code that may be polled and shown: the one that Adobe gave last, or that the vault kept, until it is forgotten.
    private var code: SecretRef?
    /// The code of the vault, while Adobe's newest one may be discarded for it: an attempt that may ask no viewer has no use for its own.
    private var kept: SecretRef?
    /// Whether a code is on the screen. Without one, the legacy API's request that is a poll is the last request of a check.
    private var showsCode = false

    /// The invariants that the event broke.
    mutating func judge(_ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        let polled = take(step)
        for effect in step.effects {
            switch effect {
            case .call(_, let call):
                // A poll waits for its timer; only a poll whose token was at fault is sent again, with a newer one.
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

    /// Whether the code may be polled and shown. The first such use decides which of the two it is.
    private mutating func isCurrent(_ ref: SecretRef) -> Bool {
        if ref == kept { code = kept }
        kept = nil
        return ref == code
    }

    private mutating func forget(_ ref: SecretRef) {
        if ref == code { code = nil }
        if ref == kept { kept = nil }
    }

    /// Judges the instant of the next poll. It waits for a hold as well.
    private func judge(_ instant: Instant, _ step: RunStep, _ policy: Policy) -> [Invariant] {
        var broken: [Invariant] = []
        let now = step.time
        if instant < now.advanced(by: .seconds(3)) { broken.append(.boundedPolling) }
        // Jitter subtracts at most a quarter.
        let least = wait(after: slowPolls, policy) / 4 * 3
        let most = wait(after: slowPolls + slowTokens, policy)
        if slowPolls > 0, instant < now.advanced(by: Interval(milliseconds: least)) { broken.append(.pollsBackOff) }
        let holds = step.after.timers.filter { $0.purpose == .hold }.map { $0.due }
        let latest = holds.reduce(now.advanced(by: Interval(milliseconds: most))) { max($0, $1) }
        if instant > latest { broken.append(.pollsBackOff) }
        return broken
    }

    /// The milliseconds that the next poll waits after this many slow answers in a row.
    private func wait(after slow: Int64, _ policy: Policy) -> Int64 {
        let most = policy.longestPollInterval.milliseconds
        var wait = max(policy.pollInterval.milliseconds, 3000)
        for _ in 0..<slow where wait < most { wait = min(wait * 2, most) }
        return wait
    }

    /// - Returns: the poll that the event answers; `nil` if its token was at fault, since a newer one may be there already.
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
            // A new code begins with the usual wait, and so does a code that is polled again because Adobe's answer to the check of the
            // profiles shows that it is still valid (FM-24).
            if result.kind == .session || result.kind == .profiles { (slowPolls, slowTokens) = (0, 0) }
            return
        }
        // A poll whose token is refused is sent again, and that answer counts.
        if result.isLost || result.concernsToken { return }
        if result.isSlow { slowPolls += 1 } else { (slowPolls, slowTokens) = (0, 0) }
    }
}

extension Reply.Result {
    /// Whether Adobe throttled the request or had a server error.
    fileprivate var isSlow: Bool {
        switch failure {
        case .throttled: true
        case .status(let http), .refused(let http, _): http >= 500
        case .unauthorized, .registrationRefused, .transport, nil: false
        }
    }

    /// Whether no answer arrived at all.
    fileprivate var isLost: Bool { if case .failed(.transport) = self { true } else { false } }

    /// Whether the token was at fault: Adobe refused it, or its secret was no longer there.
    fileprivate var concernsToken: Bool {
        switch failure {
        case .unauthorized, .transport(.secretMissing): true
        case .refused(_, let error): error.action == .applicationRegistration
        case .throttled, .status, .registrationRefused, .transport, nil: false
        }
    }
}
