/// Judges what the flow waits for, using only events and effects: whether anything that was asked for can still arrive, whether every
/// request has a time limit, and how credentials and tokens are requested.
struct WaitingJudge {
    private var calls: [(id: RequestID, endpoint: Endpoint)] = []
    /// The outstanding questions to the partner framework that have a time limit, and those that a viewer answers.
    private var silent: [RequestID] = []
    private var asking: [RequestID] = []
    private var timers: [(id: TimerID, purpose: TimerPurpose, instant: Instant)] = []
    private var wishes: [WishID] = []
    private var shown: PresentationID?
    private var isCodeShown = false
    private var isLaunched = false
    /// The last failure of a request for credentials or a token.
    private var failed: (endpoint: Endpoint.Kind, at: Instant)?

    /// Half a second.
    private static let leastPause = Interval(milliseconds: 500)

    /// The invariants that the event broke.
    mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] {
        if case .app(.launched) = event.origin { isLaunched = true }
        guard isLaunched else { return [] }
        var broken: [Invariant] = []
        take(event)
        for effect in effects {
            if case .call(_, let call) = effect, isTooSoon(call.endpoint.kind, at: event.time) { broken.append(.oneTokenRequest) }
            note(effect)
        }
        if calls.count(where: { $0.endpoint.isForToken }) > 1 { broken.append(.oneTokenRequest) }
        if calls.count(where: { $0.endpoint.kind == .profileForCode }) > 1 { broken.append(.boundedPolling) }
        // A request without a time limit may wait for ever.
        let isTimed = calls.isEmpty && silent.isEmpty || isArmed(.timeout)
        let isUnderWay =
            !calls.isEmpty || !silent.isEmpty || !asking.isEmpty || isArmed(.poll) || isArmed(.retry) || isArmed(.hold)
        if !isTimed || !isUnderWay && shown == nil && !wishes.isEmpty { broken.append(.wishesMakeProgress) }
        if isCodeShown, !isUnderWay { broken.append(.idlesOnlyWhereAllowed) }
        return broken
    }

    private func isArmed(_ purpose: TimerPurpose) -> Bool { timers.contains { $0.purpose == purpose } }

    /// Whether the same request for credentials or a token failed less than half a second ago.
    private func isTooSoon(_ endpoint: Endpoint.Kind, at now: Instant) -> Bool {
        guard let failed, failed.endpoint == endpoint, failed.at <= now else { return false }
        return now < failed.at.advanced(by: WaitingJudge.leastPause)
    }

    private mutating func take(_ event: FlowEvent) {
        switch event.origin {
        case .reply(let id, let reply):
            if let call = calls.first(where: { $0.id == id }), call.endpoint.isForToken {
                failed = reply.result.kind == .failed ? (call.endpoint.kind, event.time) : nil
            }
            drop(id)
        case .timer(let id):
            // A timer waits for its full duration: the clock was set back meanwhile, and does not show how long ago the failure was.
            if timers.contains(where: { $0.id == id && event.time < $0.instant }) { failed = nil }
            timers.removeAll { $0.id == id }
        case .user(let user):
            if let wish = user.wish, user.kind != .cancel, !wishes.contains(wish) { wishes.append(wish) }
        case .app: return
        }
    }

    private mutating func drop(_ id: RequestID) {
        calls.removeAll { $0.id == id }
        silent.removeAll { $0 == id }
        asking.removeAll { $0 == id }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): calls.append((id, call.endpoint))
        case .partner(let id, let question): if question.isSilent { silent.append(id) } else { asking.append(id) }
        case .cancel(let id): drop(id)
        case .arm(let id, let purpose, let instant): timers.append((id, purpose, instant))
        case .disarm(let id): timers.removeAll { $0.id == id }
        case .present(let id, let presentation):
            isCodeShown = presentation.kind == .code
            shown = presentation == .nothing ? nil : id
        case .answer(let wish, _): wishes.removeAll { $0 == wish }
        case .keep, .forget: return
        }
    }
}

extension Endpoint {
    /// Whether it is requested to get credentials or a token.
    var isForToken: Bool { kind == .register || kind == .token }
}
