/// Judges how often something is sent again, using only events and effects: the model's own counters, calls and hold are ignored.
///
/// A repetition is sent by a retry timer, and that timer was armed when the previous sending failed, so each repetition knows what it
/// repeats. A call that waits for the end of a hold or for a token is sent by another event: it is recognized by its endpoint, unless the
/// viewer, the app, another answer of Adobe's or its absence came in between, since the same may then be asked again: a poll without an
/// answer may have signed the viewer in, and a logout that was given up is sent again.
package struct SendingJudge: Hashable, Sendable {
    /// The outstanding requests that are not the first of their kind.
    private var repeated: [Sending] = []
    private var repetitions: [Repetition] = []
    /// Calls that failed because of a hold or a token, and wait to be sent again.
    private var waiting: [Sending] = []
    /// When something may be sent again after a 429, a 503 that says so, or the hold of another flow.
    private var heldUntil: Instant?

    private struct Sending: Hashable, Sendable {
        let request: RequestID
        let endpoint: Endpoint
        /// The number of times that the request has been sent, with this time.
        var count: Int64 = 1
        /// The sendings that a refused token and a missing secret explain; one each.
        var replays: Int64 = 0
    }

    private struct Repetition: Hashable, Sendable {
        let timer: TimerID
        let failed: Sending
    }

    private static let most: Int64 = 3

    package init() {}

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds {
        [.anyAnswer, .user, .timer, .foregrounded, .held, .setBack, .call, .cancel, .arm, .disarm, .forgetFact]
    }

    /// Whether the event led to one repetition too many, or to a sending during a hold.
    package mutating func isBroken(by step: RunStep, _ settings: FlowSettings) -> Bool {
        // The clock was set back: it does not show how long the hold has lasted.
        if step.isEarly || step.isSetBack { heldUntil = nil }
        var isBroken = false
        // The sending that has just failed, and the one that is repeated.
        var failed: Sending?
        var again: Sending?
        switch step.event.origin {
        case .reply(let id, let reply):
            // An answer to no open request means nothing to the flow; the transport's own hold arrives as an app event.
            guard let endpoint = step.answered?.endpoint else {
                waiting = []
                break
            }
            let sending = takeSending(id, endpoint)
            // A retry timer armed with an answer that is used belongs to another call.
            if case .failed = reply.result { failed = sending }
            // A late answer is none.
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
                // Without a token, the flow requests one instead.
                let former = again.flatMap { $0.endpoint == call.endpoint ? $0 : nil } ?? takeWaiting(call.endpoint)
                guard let former else { continue }
                if former.count - former.replays >= SendingJudge.most { isBroken = true }
                repeated.append(Sending(request: id, endpoint: call.endpoint, count: former.count + 1, replays: former.replays))
            // It timed out, or no state waits for it any more.
            case .cancel(let id): if let endpoint = step.endpoint(of: id) { failed = takeSending(id, endpoint) }
            case .arm(let id, .retry, _): if let failed { repetitions.append(Repetition(timer: id, failed: failed)) }
            // A check has ended with an access, perhaps because Adobe gave it no answer (FM-21). A request of the app that waited for it asks
            // for itself now, with attempts of its own, even if it asks the same.
            case .arm(_, .profileExpiry, _): waiting = []
            case .disarm(let id): repetitions.removeAll { $0.timer == id }
            // With new credentials everything is asked again (V2-X-09).
            case .forget(.fact(.client)): waiting = []
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
        return isBroken
    }

    /// The request that ends, with what is known about its sendings.
    private mutating func takeSending(_ id: RequestID, _ endpoint: Endpoint) -> Sending {
        guard let index = repeated.firstIndex(where: { $0.request == id }) else { return Sending(request: id, endpoint: endpoint) }
        return repeated.remove(at: index)
    }

    /// Whether a request timed out, other than one for a token. That ends it as an answer would.
    private func endsRequest(_ step: RunStep) -> Bool {
        for case .cancel(let id) in step.effects {
            if let endpoint = step.endpoint(of: id), !endpoint.isForToken { return true }
        }
        return false
    }

    private static let longestHold = Interval.seconds(60)

    private mutating func hold(until: Instant) { heldUntil = max(heldUntil ?? until, until) }

    /// What an answer to a call demands: a hold, or another sending of the same call, unless a wish is refused because of the answer. Another
    /// wish that waits for the same has a call of its own.
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
        // A poll is followed by another one, and requests for a token are judged elsewhere.
        if !isGivenUp, sending.endpoint.descriptor.role != .poll, !sending.endpoint.isForToken { waiting.append(sending) }
    }

    /// The call that waited and is sent now, if no retry timer explains the sending.
    private mutating func takeWaiting(_ endpoint: Endpoint) -> Sending? {
        // Two wishes may wait for the same: the one that was given up has been sent more often.
        if waiting.isEmpty { return nil }
        let equal = waiting.indices.filter { waiting[$0].endpoint == endpoint }
        guard let index = equal.min(by: { waiting[$0].count < waiting[$1].count }) else { return nil }
        return waiting.remove(at: index)
    }
}

extension RunStep {
    /// Whether a hold lasts that the flow itself has begun and no timer has ended: after a 429, or after too many failures in a row. A timer
    /// that fires before its instant has waited for its full duration, and the clock was set back meanwhile: then pauses cannot be measured
    /// by the clock.
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
    /// Whether the same may be asked again after it.
    fileprivate var renews: Bool {
        switch self {
        case .poll, .codeExpiry, .profileExpiry: true
        case .tokenRefresh, .timeout, .retry, .hold: false
        }
    }
}
