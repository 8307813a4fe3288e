/// Judges what the flow waits for, using only events and effects: whether anything that was asked for can still arrive, whether every
/// request has a time limit, whether each wish is served, and how credentials and tokens are requested.
struct WaitingJudge: Hashable, Sendable {
    private var calls: [Sent] = []
    /// The outstanding questions to the partner framework that have a time limit, and those that a viewer answers.
    private var silent: [RequestID] = []
    private var asking: [RequestID] = []
    private var timers: [Armed] = []
    private var wishes: [Open] = []
    private var shown: PresentationID?
    private var isCodeShown = false
    private var isLaunched = false
    /// Whether the flow holds credentials, in the vault or in memory.
    private var hasClient = false
    /// Whether the judge has followed the run from the launch on. Without that it does not know what is outstanding.
    private let isWhole: Bool
    /// The last failure of a request for credentials or a token.
    private var failed: Failed?

    private struct Sent: Hashable, Sendable {
        let id: RequestID
        let endpoint: Endpoint
    }

    private struct Armed: Hashable, Sendable {
        let id: TimerID
        let purpose: TimerPurpose
        let instant: Instant
    }

    private struct Open: Hashable, Sendable {
        let id: WishID
        let kind: Wish.Kind
    }

    private struct Failed: Hashable, Sendable {
        let endpoint: Endpoint.Kind
        let at: Instant
    }

    /// Half a second.
    private static let leastPause = Interval(milliseconds: 500)

    init(isWhole: Bool = true) { self.isWhole = isWhole }

    /// The invariants that the event broke.
    /// - Parameter isAtRest: whether the flow is now in a state that may be idle. No effect names the state.
    mutating func judge(_ event: FlowEvent, _ effects: [Effect], isAtRest: Bool) -> [Invariant] {
        if case .app(.launched(let kept)) = event.origin, !isLaunched {
            isLaunched = true
            hasClient = kept.client != nil
        }
        guard isLaunched, isWhole else { return [] }
        var broken: [Invariant] = []
        take(event)
        var registers = false
        for effect in effects {
            if case .call(_, let call) = effect {
                if isTooSoon(call.endpoint.kind, at: event.time) { broken.append(.oneTokenRequest) }
                if call.endpoint == .register { registers = true }
            }
            note(effect)
        }
        if registers && hasClient || calls.count(where: { $0.endpoint.isForToken }) > 1 { broken.append(.oneTokenRequest) }
        // A shutdown ends everything, and is judged elsewhere.
        if event.origin == .app(.shutDown) { return broken }
        let isUnderWay = !calls.isEmpty || !silent.isEmpty || !asking.isEmpty || isArmed(.poll) || isArmed(.retry) || isArmed(.hold)
        // A request without a time limit may wait for ever.
        let isTimed = calls.isEmpty && silent.isEmpty || isArmed(.timeout)
        if !isTimed || wishes.contains(where: { !isServed($0, isUnderWay) }) { broken.append(.wishesMakeProgress) }
        if !isUnderWay, isCodeShown || shown == nil && !isAtRest { broken.append(.idlesOnlyWhereAllowed) }
        return broken
    }

    private func isArmed(_ purpose: TimerPurpose) -> Bool { timers.contains { $0.purpose == purpose } }

    /// Whether something can still happen that answers this wish. Only a decision belongs to one wish; everything else may serve any.
    private func isServed(_ wish: Open, _ isUnderWay: Bool) -> Bool {
        if !isUnderWay { return shown != nil }
        guard shown == nil, silent.isEmpty, asking.isEmpty, !isArmed(.poll), !isArmed(.retry), !isArmed(.hold) else { return true }
        return calls.contains { $0.endpoint.mayServe(wish.kind) }
    }

    /// Whether the same request for credentials or a token failed less than half a second ago.
    private func isTooSoon(_ endpoint: Endpoint.Kind, at now: Instant) -> Bool {
        guard let failed, failed.endpoint == endpoint, failed.at <= now else { return false }
        return now < failed.at.advanced(by: WaitingJudge.leastPause)
    }

    private mutating func take(_ event: FlowEvent) {
        // The clock was set back: it does not show how long ago the failure was.
        if let last = failed, event.time < last.at { failed = nil }
        switch event.origin {
        case .reply(let id, let reply):
            if let call = calls.first(where: { $0.id == id }), call.endpoint.isForToken {
                failed = reply.result.kind == .failed ? Failed(endpoint: call.endpoint.kind, at: event.time) : nil
            }
            drop(id)
        case .timer(let id):
            // A timer waits for its full duration: the clock was set back meanwhile, and does not show how long ago the failure was.
            if timers.contains(where: { $0.id == id && event.time < $0.instant }) { failed = nil }
            timers.removeAll { $0.id == id }
        case .user(let user):
            if let wish = user.wish, let kind = user.wishKind, !wishes.contains(where: { $0.id == wish }) {
                wishes.append(Open(id: wish, kind: kind))
            }
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
        case .call(let id, let call): calls.append(Sent(id: id, endpoint: call.endpoint))
        case .partner(let id, let question): if question.isSilent { silent.append(id) } else { asking.append(id) }
        case .cancel(let id): drop(id)
        case .arm(let id, let purpose, let instant): timers.append(Armed(id: id, purpose: purpose, instant: instant))
        case .disarm(let id): timers.removeAll { $0.id == id }
        case .present(let id, let presentation):
            isCodeShown = presentation.kind == .code
            shown = presentation == .nothing ? nil : id
        case .answer(let wish, _): wishes.removeAll { $0.id == wish }
        case .keep(.client): hasClient = true
        case .forget(.fact(.client)): hasClient = false
        case .keep, .forget: return
        }
    }
}

extension Endpoint {
    /// Whether it is requested to get credentials or a token.
    var isForToken: Bool { kind == .register || kind == .token }

    /// Whether its answer may answer such a wish. A decision answers only a wish that names its resource.
    fileprivate func mayServe(_ wish: Wish.Kind) -> Bool {
        switch (self, wish) {
        case (.authorize(_, let resource, _, _), .play(let asked, _)), (.restV1(.authorize(let resource, _)), .play(let asked, _)),
            (.restV1(.mediaToken(let resource)), .play(let asked, _)):
            resource == asked
        case (.preauthorize(_, let resources, _), .preview(let asked)), (.restV1(.preauthorize(let resources)), .preview(let asked)):
            resources.contains { asked.contains($0) }
        case (.authorize, _), (.restV1(.authorize), _), (.restV1(.mediaToken), _), (.preauthorize, _), (.restV1(.preauthorize), _): false
        case (.register, _), (.token, _), (.configuration, _), (.profiles, _), (.profile, _), (.profileForCode, _), (.createSession, _),
            (.resumeSession, _), (.partnerSession, _), (.createPartnerProfile, _), (.logout, _), (.restV1, _):
            true
        }
    }
}
