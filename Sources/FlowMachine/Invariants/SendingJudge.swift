/// How often something is sent again, told from events and effects alone: the model's own counters, its calls and its hold count for nothing
/// here.
///
/// A repetition is what a timer for another attempt sends, and that timer was armed when the sending before it failed. So each repetition
/// knows what it repeats. What is queued meanwhile, and sent by another event, begins anew.
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

    /// Whether the event led to a repetition too many, or to a sending during a hold.
    /// - Parameter isEarly: whether the clock was set back, so that it does not tell how long the hold has lasted.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], isEarly: Bool, _ settings: FlowSettings) -> Bool {
        if isEarly || lastTime.map({ $0 > event.time }) ?? false { heldUntil = nil }
        lastTime = event.time
        var isBroken = false
        // What has just failed, and what is to be sent again.
        var failed: Sending?
        var repeated: Sending?
        switch event.origin {
        case .reply(let id, let reply):
            // A late answer means nothing to the flow; the transport's own hold comes as an event of the app's.
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
                // Where there is no token, one is asked for instead.
                let before = repeated.flatMap { $0.endpoint == call.endpoint ? $0.count : nil } ?? 0
                if before >= SendingJudge.most { isBroken = true }
                out.append(Sending(request: id, endpoint: call.endpoint, count: before + 1))
            case .cancel(let id):
                // It had its time, or nobody waits for it any more.
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
