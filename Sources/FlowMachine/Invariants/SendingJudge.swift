/// How often the same is asked of Adobe in a row without an answer, told from events and effects alone: the model's own counters, its
/// calls and its hold count for nothing here.
///
/// What is sent while the same has failed is one more attempt, whoever in the machine sends it. A row ends with an answer that can be read,
/// with what the person or the app does, with another turn of a timer of the flow, and when the app is told of the failure. Polls are no
/// attempts (V2-F-25).
package struct SendingJudge: Hashable, Sendable {
    private var rows: [Row] = []
    private var timers: [Timer] = []
    /// When something may be sent again after a 429.
    private var heldUntil: Instant?
    private var lastTime: Instant?

    private struct Row: Hashable, Sendable {
        let endpoint: Endpoint
        /// The request that was sent last. Its answer may come after its time.
        var request: RequestID
        var isOut = true
        var count: Int64
    }

    private struct Timer: Hashable, Sendable {
        let id: TimerID
        let purpose: TimerPurpose
    }

    private static let most: Int64 = 3

    package init() {}

    // MARK: What comes in

    package mutating func take(_ event: FlowEvent, _ settings: FlowSettings) {
        switch event.origin {
        case .user, .app: beginRows()
        case .timer(let id):
            guard let index = timers.firstIndex(where: { $0.id == id }) else { return }
            switch timers.remove(at: index).purpose {
            case .timeout, .retry, .hold: return
            case .tokenRefresh, .poll, .codeExpiry, .profileExpiry: beginRows()
            }
        case .reply(let id, let reply):
            guard let index = rows.firstIndex(where: { $0.request == id }) else { return }
            // A late answer means nothing to the flow; the transport's own hold comes as an event of the app's.
            if rows[index].isOut, reply.result == .failed(.throttled) {
                heldUntil = event.time.advanced(by: max(settings.policy.throttleHold, .seconds(1)))
            }
            if reply.result.isAnswer { rows.remove(at: index) } else { rows[index].isOut = false }
        }
    }

    /// What is out belongs to a new row from now on.
    private mutating func beginRows() {
        rows.removeAll { !$0.isOut }
        for index in rows.indices { rows[index].count = 0 }
    }

    // MARK: What goes out

    /// Whether the event led to an attempt too many, or to one during a hold.
    /// - Parameter isEarly: whether the clock was set back, so that it does not tell how long the hold has lasted.
    package mutating func isBroken(by event: FlowEvent, _ effects: [Effect], isEarly: Bool) -> Bool {
        var isBroken = false
        if isEarly || lastTime.map({ $0 > event.time }) ?? false { heldUntil = nil }
        lastTime = event.time
        for effect in effects {
            switch effect {
            case .call(let id, let call):
                if let heldUntil, heldUntil > event.time { isBroken = true }
                if send(id, call.endpoint) > SendingJudge.most { isBroken = true }
            case .cancel(let id):
                // It had its time, or nobody waits for it any more.
                guard let index = rows.firstIndex(where: { $0.request == id }) else { continue }
                if case .timer = event.origin { rows[index].isOut = false } else { rows.remove(at: index) }
            case .arm(let id, let purpose, _): timers.append(Timer(id: id, purpose: purpose))
            case .disarm(let id): timers.removeAll { $0.id == id }
            case .partner, .present, .answer, .keep, .forget: continue
            }
        }
        // Whoever gave up told the app, or the person.
        let tells = effects.contains { if case .answer = $0 { true } else if case .present = $0 { true } else { false } }
        if tells { beginRows() }
        return isBroken
    }

    /// How often this endpoint has been called in a row.
    private mutating func send(_ id: RequestID, _ endpoint: Endpoint) -> Int64 {
        switch endpoint {
        // Whoever needs a token asks for one, also where a refresh ahead of time has failed; each call has its own bound.
        case .profileForCode, .restV1(.authenticationToken), .register, .token: return 0
        case _: break
        }
        let failed = rows.indices.filter { !rows[$0].isOut && rows[$0].endpoint == endpoint }
        // Two who ask the same at once each have their own row.
        guard let index = failed.min(by: { rows[$0].count < rows[$1].count }) else {
            rows.append(Row(endpoint: endpoint, request: id, count: 1))
            return 1
        }
        rows[index].request = id
        rows[index].isOut = true
        rows[index].count += 1
        return rows[index].count
    }
}

extension Reply.Result {
    /// Whether this ends a row of attempts: an answer, or an error that calls for something else than another attempt.
    fileprivate var isAnswer: Bool {
        guard case .failed(let failure) = self else { return true }
        return switch failure {
        case .unauthorized, .registrationRefused, .transport(.secretMissing), .transport(.unreadable): true
        case .refused(_, let error): error.action != .retry
        case .status(let http): http < 500
        case .throttled, .transport(.timedOut), .transport(.connection), .transport(.status): false
        }
    }
}
