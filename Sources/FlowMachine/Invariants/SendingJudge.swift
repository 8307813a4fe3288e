/// Judges how often something is sent again, using only events and effects: the model's own counters, calls and hold are ignored.
///
/// A repetition is sent by a retry timer, and that timer was armed when the previous sending failed, so each repetition knows what it
/// repeats. A call that waits for the end of a hold or for a token is sent by another event: it is recognized by its endpoint, unless the
/// viewer, the app, another answer of Adobe's or its absence came in between, since the same may then be asked anew: a poll without an
/// answer may have signed the viewer in, and a logout that was given up is sent again.
package struct SendingJudge: Hashable, Sendable {
    private var out: [Sending] = []
    private var repetitions: [Repetition] = []
    /// Calls that failed because of a hold or a token, and wait to be sent again.
    private var waiting: [Sending] = []
    /// The timers after which the same may be asked anew.
    private var renewals: [TimerID] = []
    /// When something may be sent again after a 429, a 503 that says so, or the hold of another flow.
    private var heldUntil: Instant?
    private var lastTime: Instant?

    private struct Sending: Hashable, Sendable {
        let request: RequestID
        let endpoint: Endpoint
        let count: Int64
        /// When its time limit ends: a later answer is none.
        let due: Instant
        /// The sendings that a refused token and a missing secret explain; one each.
        var replays: Int64 = 0
    }

    private struct Repetition: Hashable, Sendable {
        let timer: TimerID
        let failed: Sending
    }

    private static let most: Int64 = 3

    package init() {}

    /// Whether the event led to one repetition too many, or to a sending during a hold.
    /// - Parameter isEarly: whether the clock was set back, so that it does not show how long the hold has lasted.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], isEarly: Bool, _ settings: FlowSettings) -> Bool {
        if isEarly || lastTime.map({ $0 > event.time }) ?? false { heldUntil = nil }
        lastTime = event.time
        var isBroken = false
        // The sending that has just failed, and the one that is repeated.
        var failed: Sending?
        var repeated: Sending?
        switch event.origin {
        case .reply(let id, let reply):
            // A late answer means nothing to the flow; the transport's own hold arrives as an app event.
            guard let index = out.firstIndex(where: { $0.request == id }) else {
                waiting = []
                break
            }
            let sending = out.remove(at: index)
            failed = sending
            take(reply, to: sending, at: event.time, settings)
        case .timer(let id):
            if renewals.contains(id) || endsRequest(effects) { waiting = [] }
            renewals.removeAll { $0 == id }
            guard let index = repetitions.firstIndex(where: { $0.timer == id }) else { break }
            repeated = repetitions.remove(at: index).failed
        case .user, .app(.foregrounded): waiting = []
        case .app(.held(let until)): hold(until: min(until, event.time.advanced(by: SendingJudge.longestHold)))
        case .app: break
        }
        for effect in effects {
            switch effect {
            case .call(let id, let call):
                if let heldUntil, heldUntil > event.time { isBroken = true }
                // Without a token, the flow requests one instead.
                let before = repeated.flatMap { $0.endpoint == call.endpoint ? $0 : nil } ?? takeWaiting(call.endpoint, event)
                if let before, before.count - before.replays >= SendingJudge.most { isBroken = true }
                let due = event.time.advanced(by: settings.policy.requestTimeout)
                out.append(
                    Sending(
                        request: id, endpoint: call.endpoint, count: (before?.count ?? 0) + 1, due: due, replays: before?.replays ?? 0))
            case .cancel(let id):
                // It timed out, or no state waits for it any more.
                guard let index = out.firstIndex(where: { $0.request == id }) else { continue }
                failed = out.remove(at: index)
            case .arm(let id, .retry, _): if let failed { repetitions.append(Repetition(timer: id, failed: failed)) }
            case .arm(let id, .poll, _), .arm(let id, .codeExpiry, _), .arm(let id, .profileExpiry, _): renewals.append(id)
            case .disarm(let id):
                repetitions.removeAll { $0.timer == id }
                renewals.removeAll { $0 == id }
            // With new credentials everything is asked anew (V2-X-09).
            case .forget(.fact(.client)): waiting = []
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
        return isBroken
    }

    /// Whether a request timed out, other than one for a token. That ends it as an answer would.
    private func endsRequest(_ effects: [Effect]) -> Bool {
        out.contains { sending in !sending.endpoint.isForToken && effects.contains(.cancel(sending.request)) }
    }

    private static let longestHold = Interval.seconds(60)

    private mutating func hold(until: Instant) { heldUntil = max(heldUntil ?? until, until) }

    /// What an answer to a call demands: a hold, or another sending of the same call.
    private mutating func take(_ reply: Reply, to sending: Sending, at now: Instant, _ settings: FlowSettings) {
        // A late answer is none.
        if sending.due <= now { return }
        let asked = min(reply.retryAfter ?? .seconds(0), SendingJudge.longestHold)
        var sending = sending
        switch reply.result {
        case .failed(.throttled): hold(until: now.advanced(by: max(settings.policy.throttleHold, asked, .seconds(1))))
        case .failed(.status(503)): return hold(until: now.advanced(by: asked))
        case .failed(.unauthorized), .failed(.transport(.secretMissing)): sending.replays = min(sending.replays + 1, 2)
        case _:
            if !sending.endpoint.isForToken { waiting = [] }
            return
        }
        // A poll is followed by another one, and requests for a token are judged elsewhere.
        if sending.endpoint.descriptor.role != .poll, !sending.endpoint.isForToken { waiting.append(sending) }
    }

    /// The call that waited and is sent now, if no retry timer explains the sending.
    private mutating func takeWaiting(_ endpoint: Endpoint, _ event: FlowEvent) -> Sending? {
        // Two wishes may wait for the same: the one that was given up has been sent more often.
        let equal = waiting.indices.filter { waiting[$0].endpoint == endpoint }
        guard let index = equal.min(by: { waiting[$0].count < waiting[$1].count }) else { return nil }
        return waiting.remove(at: index)
    }
}
