/// Judges how often the flow repeats a request, using only events and effects. The judge ignores the counters, calls and hold in the model.
/// A *hold* is a pause in which the flow sends nothing.
///
/// A repetition is sent when its retry timer fires. The flow armed that timer when the previous sending failed, so the timer identifies the
/// request.
///
/// A call that waited for a token or for the end of a hold is sent by a different event, and the judge recognizes it by its endpoint. The
/// call is no repetition if the viewer, the app, or the outcome of a different request has made an equal new request permissible in the
/// meantime. For example, a poll without an answer may have signed the viewer in, and a failed logout is sent again.
package struct SendingJudge: Hashable, Sendable {
    /// The outstanding requests that repeat an earlier sending.
    private var repeated: [Sending] = []
    private var repetitions: [Repetition] = []
    /// The calls that failed because of a hold or a token, and wait to be sent again.
    private var waiting: [Sending] = []
    /// The end of the hold, which follows a 429, a 503 with a wait, or the hold of another flow; `nil` if the flow must not pause.
    private var heldUntil: Instant?

    private struct Sending: Hashable, Sendable {
        let request: RequestID
        let endpoint: Endpoint
        /// The number of times that the request has been sent, including this time.
        var count: Int64 = 1
        /// The number of sendings that followed a refused token or a missing secret; at most 2.
        var replays: Int64 = 0
    }

    private struct Repetition: Hashable, Sendable {
        let timer: TimerID
        let failed: Sending
    }

    private static let most: Int64 = 3

    package init() {}

    /// The kinds of steps that can change this judge or break its invariant.
    static var concerns: RunStep.Kinds {
        [.anyAnswer, .user, .timer, .foregrounded, .held, .setBack, .call, .cancel, .arm, .disarm, .forgetFact]
    }

    /// Returns whether the step repeats a request too often, or sends a request during a hold.
    package mutating func isBroken(by step: RunStep, _ settings: FlowSettings) -> Bool {
        // The clock was set back, so the end of the hold cannot be measured.
        if step.isEarly || step.isSetBack { heldUntil = nil }
        var isBroken = false
        // `failed` is the sending that fails with this event; `again` is the failed sending that the event's retry timer repeats.
        var failed: Sending?
        var again: Sending?
        switch step.event.origin {
        case .reply(let id, let reply):
            // The flow ignores an answer to a request that is not open, even a 429. The transport reports the resulting hold as an event of
            // the app.
            guard let endpoint = step.answered?.endpoint else {
                waiting = []
                break
            }
            let sending = takeSending(id, endpoint)
            // Only a failed request arms a retry timer. After any other answer, the timer belongs to a different call.
            if case .failed = reply.result { failed = sending }
            // An answer after the time limit causes neither a hold nor a repetition.
            if !step.isLate { take(reply, to: sending, refusing: step.refusesWish, at: step.time, settings) }
        case .timer(let id):
            if step.fired.map({ $0.purpose.renews }) ?? false || endsRequest(step) { waiting = [] }
            guard let index = repetitions.firstIndex(where: { $0.timer == id }) else { break }
            again = repetitions.remove(at: index).failed
        case .user, .app(.foregrounded): waiting = []
        case .app(.held(let until)): hold(until: min(until, step.time.advanced(by: SendingJudge.longestHold)))
        case .app: break
        }
        guard step.has([.call, .cancel, .arm, .disarm, .forgetFact]) else { return false }
        let isHeld = step.has(.call) && (step.isHeld || heldUntil.map { $0 > step.time } ?? false)
        for effect in step.effects {
            switch effect {
            case .call(let id, let call):
                if isHeld { isBroken = true }
                // If there is no token, the flow requests one before it repeats the call.
                let former = again.flatMap { $0.endpoint == call.endpoint ? $0 : nil } ?? takeWaiting(call.endpoint)
                guard let former else { continue }
                if former.count - former.replays >= SendingJudge.most { isBroken = true }
                repeated.append(Sending(request: id, endpoint: call.endpoint, count: former.count + 1, replays: former.replays))
            // The request timed out, or the new state no longer needs its answer.
            case .cancel(let id): if let endpoint = step.endpoint(of: id) { failed = takeSending(id, endpoint) }
            case .arm(let id, .retry, _): if let failed { repetitions.append(Repetition(timer: id, failed: failed)) }
            // A check of the sign-in has ended with an access, perhaps because Adobe gave no answer (FM-21). A wish that waited for the
            // check now sends its own request. This request is new, even if an equal request has failed.
            case .arm(_, .profileExpiry, _): waiting = []
            case .disarm(let id): repetitions.removeAll { $0.timer == id }
            // With new credentials, every request may be sent again as a new request (V2-X-09).
            case .forget(.fact(.client)): waiting = []
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
        return isBroken
    }

    /// Removes and returns the sending of a request that ends.
    private mutating func takeSending(_ id: RequestID, _ endpoint: Endpoint) -> Sending {
        guard let index = repeated.firstIndex(where: { $0.request == id }) else { return Sending(request: id, endpoint: endpoint) }
        return repeated.remove(at: index)
    }

    /// Whether a request timed out that was not for a token. A time-out ends a request as an answer does.
    private func endsRequest(_ step: RunStep) -> Bool {
        for case .cancel(let id) in step.effects {
            if let endpoint = step.endpoint(of: id), !endpoint.isForToken { return true }
        }
        return false
    }

    private static let longestHold = Interval.seconds(60)

    private mutating func hold(until: Instant) { heldUntil = max(heldUntil ?? until, until) }

    /// Stores the consequence of an answer to a call: a hold, or another sending of the same call. If the answer causes the refusal of a
    /// wish (`isGivenUp`), the wish's call is not sent again. A second wish with an equal request has its own call.
    private mutating func take(
        _ reply: Reply, to sending: Sending, refusing isGivenUp: Bool, at now: Instant, _ settings: FlowSettings
    ) {
        let asked = min(reply.retryAfter ?? .seconds(0), SendingJudge.longestHold)
        var sending = sending
        switch reply.result.failure {
        case .throttled: hold(until: now.advanced(by: max(settings.policy.throttleHold, asked, .seconds(1))))
        case .status(503): return hold(until: now.advanced(by: asked))
        case .unauthorized, .transport(.secretMissing): sending.replays = min(sending.replays + 1, 2)
        case .status, .refused, .registrationRefused, .transport, nil:
            if !sending.endpoint.isForToken { waiting = [] }
            return
        }
        // A failed poll is followed by a new poll, and `WaitingJudge` judges the requests for tokens.
        if !isGivenUp, sending.endpoint.descriptor.role != .poll, !sending.endpoint.isForToken { waiting.append(sending) }
    }

    /// Removes and returns the waiting call to `endpoint`, which is sent now without a retry timer; `nil` if no such call waits.
    private mutating func takeWaiting(_ endpoint: Endpoint) -> Sending? {
        // Two wishes may wait with equal requests. If one wish was given up, its request was sent more often, so the call with fewer
        // sendings is the call that is sent now.
        if waiting.isEmpty { return nil }
        let equal = waiting.indices.filter { waiting[$0].endpoint == endpoint }
        guard let index = equal.min(by: { waiting[$0].count < waiting[$1].count }) else { return nil }
        return waiting.remove(at: index)
    }
}

extension RunStep {
    /// Whether a hold of the flow itself is in effect, after a 429 or after too many failures in a row. False if the step's timer fired
    /// before its due time, because the clock was set back and the end of a hold cannot be measured.
    fileprivate var isHeld: Bool {
        !isEarly && before.timers.contains { $0.purpose == .hold && $0.due > time && $0.id != fired?.id }
    }

    fileprivate var refusesWish: Bool {
        effects.contains {
            if case .answer(_, .refused) = $0 { true } else { false }
        }
    }
}

extension TimerPurpose {
    /// Whether an equal request after this timer is a new request and not a repetition.
    fileprivate var renews: Bool {
        switch self {
        case .poll, .codeExpiry, .profileExpiry: true
        case .tokenRefresh, .timeout, .retry, .hold: false
        }
    }
}
