/// Judges how often something is sent again, using only events and effects: the model's own counters, calls and hold are ignored.
///
/// A repetition is sent by a retry timer, and that timer was armed when the previous sending failed, so each repetition knows what it
/// repeats. A call that is queued meanwhile, and sent by another event, begins anew.
package struct SendingJudge: Hashable, Sendable {
    private var out: [Sending] = []
    private var repetitions: [Repetition] = []
    /// When something may be sent again after a 429.
    private var heldUntil: Instant?
    private var lastTime: Instant?

    private struct Sending: Hashable, Sendable {
        let request: RequestID
        let endpoint: Endpoint
        let count: Int64
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
            guard let index = out.firstIndex(where: { $0.request == id }) else { break }
            failed = out.remove(at: index)
            if reply.result == .failed(.throttled) { heldUntil = event.time.advanced(by: max(settings.policy.throttleHold, .seconds(1))) }
        case .timer(let id):
            guard let index = repetitions.firstIndex(where: { $0.timer == id }) else { break }
            repeated = repetitions.remove(at: index).failed
        case .user, .app: break
        }
        for effect in effects {
            switch effect {
            case .call(let id, let call):
                if let heldUntil, heldUntil > event.time { isBroken = true }
                // Without a token, the flow requests one instead.
                let before = repeated.flatMap { $0.endpoint == call.endpoint ? $0.count : nil } ?? 0
                if before >= SendingJudge.most { isBroken = true }
                out.append(Sending(request: id, endpoint: call.endpoint, count: before + 1))
            case .cancel(let id):
                // It timed out, or no state waits for it any more.
                guard let index = out.firstIndex(where: { $0.request == id }) else { continue }
                failed = out.remove(at: index)
            case .arm(let id, .retry, _): if let failed { repetitions.append(Repetition(timer: id, failed: failed)) }
            case .disarm(let id): repetitions.removeAll { $0.timer == id }
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
        return isBroken
    }
}
