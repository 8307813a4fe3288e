/// The time limits of the outstanding requests to Adobe, derived only from events and effects. An answer that arrives after its own limit,
/// because the device slept, is a timeout whatever it contains (FM-18).
struct TimeLimits: Hashable, Sendable {
    private var calls: [Limit] = []
    private var timeouts: [TimerID] = []

    private struct Limit: Hashable, Sendable {
        let id: RequestID
        var due: Instant
    }

    init() {}

    /// The limits of the requests that are outstanding at `model`.
    init(at model: FlowModel) {
        for call in model.calls.pending {
            guard case .sent(let id, let due?) = call.stage, call.question.tag != .partner else { continue }
            calls.append(Limit(id: id, due: due))
        }
        if let timer = model.calls.timeoutTimer { timeouts.append(timer) }
    }

    /// The event as the flow has to take it: an answer that is late is a timeout.
    mutating func take(_ event: FlowEvent, _ settings: FlowSettings) -> FlowEvent {
        switch event.origin {
        case .timer(let timer):
            guard timeouts.contains(timer) else { return event }
            timeouts.removeAll { $0 == timer }
            // The clock may have been set back: from here on no request waits longer than one that is sent now.
            let latest = event.time.advanced(by: settings.policy.requestTimeout)
            for index in calls.indices { calls[index].due = min(calls[index].due, latest) }
        case .reply(let request, _):
            guard let index = calls.firstIndex(where: { $0.id == request }), calls.remove(at: index).due <= event.time else { break }
            return FlowEvent(time: event.time, origin: .reply(request, Reply(.failed(.transport(.timedOut)))))
        case .user, .app: break
        }
        return event
    }

    /// Stores what the event led to.
    mutating func note(_ effects: [Effect], at now: Instant, _ settings: FlowSettings) {
        for effect in effects {
            switch effect {
            case .call(let id, _): calls.append(Limit(id: id, due: now.advanced(by: settings.policy.requestTimeout)))
            case .cancel(let id): calls.removeAll { $0.id == id }
            case .arm(let timer, .timeout, _): timeouts.append(timer)
            case .disarm(let timer): timeouts.removeAll { $0 == timer }
            case .arm, .partner, .present, .answer, .keep, .forget: continue
            }
        }
    }
}
