/// Judges the pace of polls, using only events and effects: at least 3 s apart, slower after each slow answer, at the usual pace again
/// after a good one, and only for the code that Adobe gave last.
struct PollJudge {
    private var limits = TimeLimits()
    private var out: [(id: RequestID, endpoint: Endpoint)] = []
    private var holds: [(id: TimerID, until: Instant)] = []
    /// How many polls in a row were answered by 429 or 5xx, so far.
    private var slowPolls: Int64 = 0
    /// How many requests for a token failed so since the last answer at the usual pace: each may end a poll that waits for the token.
    private var slowTokens: Int64 = 0
    /// The code that may be polled and shown: the one that Adobe gave last, or that the vault kept, until it is forgotten.
    private var code: SecretRef?

    /// The invariants that the event broke.
    mutating func judge(_ event: FlowEvent, _ effects: [Effect], _ settings: FlowSettings) -> [Invariant] {
        let event = limits.take(event, settings)
        limits.note(effects, at: event.time, settings)
        var broken: [Invariant] = []
        let polled = take(event)
        for effect in effects {
            switch effect {
            case .call(let id, let call):
                // A poll waits for its timer; only a poll whose token was refused is sent again, after the new token.
                if call.endpoint.descriptor.role == .poll, call.endpoint == polled { broken.append(.boundedPolling) }
                if case .profileForCode(let ref) = call.endpoint, ref != code { broken.append(.boundedPolling) }
                out.append((id, call.endpoint))
                if out.count(where: { $0.endpoint.descriptor.role == .poll }) > 1 { broken.append(.boundedPolling) }
            case .cancel(let id): out.removeAll { $0.id == id }
            case .arm(_, .poll, let instant): broken += judge(instant, event.time, settings.policy)
            case .arm(let id, .hold, let instant): holds.append((id, instant))
            case .disarm(let id): holds.removeAll { $0.id == id }
            case .present(_, .code(let ref, _, _)): if ref != code { broken.append(.shownOnlyWhileAwaited) }
            case .forget(.secret(let ref)): if ref == code { code = nil }
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
        return broken
    }

    /// Judges the instant of the next poll. It waits for a hold as well.
    private func judge(_ instant: Instant, _ now: Instant, _ policy: Policy) -> [Invariant] {
        var broken: [Invariant] = []
        if instant < now.advanced(by: .seconds(3)) { broken.append(.boundedPolling) }
        // Jitter subtracts at most a quarter.
        let least = wait(after: slowPolls, policy) / 4 * 3
        let most = wait(after: slowPolls + slowTokens, policy)
        if slowPolls > 0, instant < now.advanced(by: Interval(milliseconds: least)) { broken.append(.pollsBackOff) }
        let latest = holds.map { $0.until }.reduce(now.advanced(by: Interval(milliseconds: most))) { max($0, $1) }
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

    /// - Returns: the poll that the event answers; `nil` if its token was refused, since a newer one may be there already.
    private mutating func take(_ event: FlowEvent) -> Endpoint? {
        switch event.origin {
        case .app(.launched(let kept)): if code == nil { code = kept.code?.code }
        case .app(.secretLost(let ref)): if ref == code { code = nil }
        case .timer(let id): holds.removeAll { $0.id == id }
        case .reply(let id, let reply):
            guard let index = out.firstIndex(where: { $0.id == id }) else { return nil }
            let endpoint = out.remove(at: index).endpoint
            if case .session(let session) = reply.result, let open = session.open { code = open.code }
            count(reply.result, to: endpoint)
            return reply.result.concernsToken ? nil : endpoint
        case .user, .app: break
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
        switch self {
        case .failed(.throttled): true
        case .failed(.status(let http)), .failed(.refused(let http, _)): http >= 500
        case .failed, .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .partner, .authentication,
            .partnerRequest, .userMetadata, .done:
            false
        }
    }

    /// Whether no answer arrived at all.
    fileprivate var isLost: Bool { if case .failed(.transport) = self { true } else { false } }

    /// Whether the token was at fault: Adobe refused it.
    fileprivate var concernsToken: Bool {
        switch self {
        case .failed(.unauthorized): true
        case .failed(.refused(_, let error)): error.action == .applicationRegistration
        case .failed, .registered, .token, .configuration, .profiles, .session, .decisions, .logouts, .partner, .authentication,
            .partnerRequest, .userMetadata, .done:
            false
        }
    }
}
