/// What a reply or a timer meant to `calls`.
enum Taken {
    /// It ended there.
    case ended(Rule)
    /// It is the one outcome of something a state asked.
    case outcome(RequestID, Reply.Result)
    /// A token has come.
    case token
    /// Neither credentials nor a token can be had.
    case registrationFailed(CallFailure)
    /// Adobe no longer knows the credentials (V2-A-09).
    case credentialsRefused
}

extension Calls {
    /// Ten years: a device that has just been set up may show any date.
    private static let mostOffset: Int64 = 3653 * 24 * 3600 * 1000

    // MARK: Asking

    mutating func ask(_ question: PendingCall.Question, _ turn: inout Turn) -> RequestID {
        let ask = nextRequest()
        pending.append(PendingCall(ask: ask, question: question, stage: .queued))
        send(pending.count - 1, &turn)
        return ask
    }

    /// Sees to it that there will be a token; at most one request for it at a time (V2-A-12).
    mutating func getToken(_ turn: inout Turn) {
        if isGettingToken { return }
        if let client { _ = ask(.adobe(.token(client: client)), &turn) } else { _ = ask(.adobe(.register), &turn) }
    }

    /// Whether this is asked of the partner framework, which needs no token.
    func asksPartner(_ ask: RequestID) -> Bool {
        pending.contains { if case .partner = $0.question { $0.ask == ask } else { false } }
    }

    var isGettingToken: Bool { pending.contains { $0.isForToken } }

    /// Whether a token is held that Adobe should still take.
    func hasToken(_ now: Instant) -> Bool {
        guard let token else { return false }
        return token.notAfter > now.advanced(by: clockOffset)
    }

    mutating func arm(_ purpose: TimerPurpose, at instant: Instant, _ turn: inout Turn) -> TimerID {
        let timer = TimerID(numbers.timer)
        numbers.timer += 1
        turn.emit(.arm(timer, purpose, at: instant))
        return timer
    }

    /// Gives up everything that was asked and that nobody awaits any more.
    mutating func drop(keeping awaited: [RequestID], _ turn: inout Turn) {
        for index in pending.indices.reversed() where !pending[index].isForToken && !awaited.contains(pending[index].ask) {
            drop(index, &turn)
        }
    }

    /// Gives up everything that was asked.
    mutating func dropAll(_ turn: inout Turn) {
        for index in pending.indices.reversed() { drop(index, &turn) }
    }

    private mutating func drop(_ index: Int, _ turn: inout Turn) {
        switch pending[index].stage {
        case .queued: break
        case .backingOff(let timer), .failing(let timer): turn.emit(.disarm(timer))
        case .sent(let request, _): turn.emit(.cancel(request))
        }
        pending.remove(at: index)
    }

    /// What was sent under this number is not sent again, though its answer still counts. Nothing when it is not out.
    mutating func letGo(_ ask: RequestID) -> RequestID? {
        guard let index = pending.firstIndex(where: { $0.ask == ask }), pending[index].due != nil else { return nil }
        pending[index].isLast = true
        return ask
    }

    mutating func nextRequest() -> RequestID {
        let request = RequestID(numbers.request)
        numbers.request += 1
        return request
    }

    mutating func send(_ index: Int, _ turn: inout Turn) {
        let isFirst = pending[index].isUnsent
        let endpoint: Endpoint
        switch pending[index].question {
        case .partner(let question):
            askPartner(index, question, pending[index].ask, &turn)
            return
        case .adobe(let asked), .poll(let asked): endpoint = asked
        }
        if let hold, hold.until > turn.now { return }
        if let expiry = endpoint.status?.expiry, expiry <= turn.now {
            pending[index].stage = .failing(arm(.retry, at: turn.now, &turn))
            return
        }
        var secret: SecretRef?
        if !pending[index].isForToken {
            guard hasToken(turn.now), let token else { return getToken(&turn) }
            secret = token.ref
        }
        if let wait = spendAllowance(&turn) { return holdBack(until: wait, &turn) }
        let request = isFirst ? pending[index].ask : nextRequest()
        pending[index].isUnsent = false
        let due = turn.now.advanced(by: turn.policy.requestTimeout)
        pending[index].attempt += 1
        pending[index].sentWith = secret
        pending[index].stage = .sent(request, due: due)
        turn.emit(.call(request, Call(token: secret, endpoint: endpoint)))
        if timeoutTimer == nil { timeoutTimer = arm(.timeout, at: due, &turn) }
    }

    /// A question that nobody is asked in is to be answered in time; a person takes as long as they like (V2-C-07).
    private mutating func askPartner(_ index: Int, _ question: PartnerRequest, _ request: RequestID, _ turn: inout Turn) {
        let due = question.isSilent ? turn.now.advanced(by: turn.policy.requestTimeout) : nil
        pending[index].stage = .sent(request, due: due)
        turn.emit(.partner(request, question))
        if let due, timeoutTimer == nil { timeoutTimer = arm(.timeout, at: due, &turn) }
    }

    /// Spends one call of the allowance; or tells until when there is none. One more comes each interval, up to the burst.
    private mutating func spendAllowance(_ turn: inout Turn) -> Instant? {
        let burst = min(turn.policy.allowanceBurst, 1000)
        if burst <= 0 { return nil }
        let interval = min(max(turn.policy.allowanceInterval.milliseconds, 1), 86_400_000)
        // Whole again later than that it can only be by a clock that was set back since.
        if allowance > turn.now.advanced(by: Interval(milliseconds: interval * burst)) { allowance = turn.now }
        let free = allowance.advanced(by: Interval(milliseconds: -interval * (burst - 1)))
        if free > turn.now { return free }
        allowance = max(allowance, turn.now).advanced(by: Interval(milliseconds: interval))
        return nil
    }

    /// The platform account may have changed: what the partner framework was asked silently counts no more.
    mutating func outdatePartnerStatus() {
        for index in pending.indices {
            if case .partner(.status) = pending[index].question { pending[index].isOutdated = true }
        }
    }

    mutating func sendQueued(_ turn: inout Turn) {
        for index in pending.indices where pending[index].stage == .queued { send(index, &turn) }
    }

    // MARK: Replies

    mutating func take(_ request: RequestID, _ reply: Reply, _ turn: inout Turn) -> Taken {
        guard let index = pending.firstIndex(where: { $0.isSent(as: request) }) else { return .ended(.`FM-02`) }
        if let serverTime = reply.serverTime { noteClock(serverTime, turn.now) }
        if case .failed(let failure) = reply.result { return fail(index, failure, &turn) }
        guard pending[index].expects(reply.result) else { return fail(index, .transport(.unreadable), &turn) }
        if pending[index].question.tag != .partner { failures = 0 }
        if pending[index].isOutdated, case .partner(let question) = pending[index].question { return askAgain(index, question, &turn) }
        if case .decisions(let decisions) = reply.result, let next = takeDecisions(decisions, index, &turn) { return next }
        if pending[index].isRetriableDenial(reply.result), canTryAgain(index, turn.policy) {
            return backOff(index, .`V2-D-15`, &turn)
        }
        let ended = pending.remove(at: index)
        let ask = ended.ask
        switch reply.result {
        case .decisions(let decisions): return .outcome(ask, .decisions(ended.batch?.decided ?? decisions))
        case .registered(let client):
            self.client = client
            turn.emit(.keep(.client(client)))
            getToken(&turn)
            return .ended(.`V2-A-03`)
        case .token(let token):
            take(token, &turn)
            return .token
        case .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed:
            return .outcome(ask, reply.result)
        }
    }

    /// The same question to the partner framework once more.
    private mutating func askAgain(_ index: Int, _ question: PartnerRequest, _ turn: inout Turn) -> Taken {
        pending[index].isOutdated = false
        askPartner(index, question, nextRequest(), &turn)
        return .ended(.`V2-X-16`)
    }

    /// Decisions that Adobe would make if asked again are asked again, and only those (V2-D-15); then the parts that a
    /// split left over (V2-D-07). Nothing when the decisions are complete.
    private mutating func takeDecisions(_ decisions: [Decision], _ index: Int, _ turn: inout Turn) -> Taken? {
        switch pending[index].take(decisions, mayRepeat: canTryAgain(index, turn.policy)) {
        case .nothing: return nil
        case .repetition: return backOff(index, .`V2-D-15`, &turn)
        case .anotherPart:
            pending[index].stage = .queued
            send(index, &turn)
            return .ended(.`V2-D-07`)
        }
    }

    /// A token that has ended when it comes was issued all the same: this clock is wrong by more than is known. It is
    /// used for a while, or tokens would be asked for without end.
    private mutating func take(_ token: AccessToken, _ turn: inout Turn) {
        let serverNow = turn.now.advanced(by: clockOffset)
        let least = serverNow.advanced(by: max(turn.policy.tokenMargin, .seconds(60)))
        let token = token.notAfter > serverNow ? token : AccessToken(ref: token.ref, notAfter: least)
        self.token = token
        turn.emit(.keep(.token(token)))
        watch(token, &turn)
        sendQueued(&turn)
    }

    /// Arms the timer that replaces the token ahead of its end (V2-A-11).
    mutating func watch(_ token: AccessToken, _ turn: inout Turn) {
        if let refreshTimer { turn.emit(.disarm(refreshTimer)) }
        let early = Interval(milliseconds: -clockOffset.milliseconds - turn.policy.tokenMargin.milliseconds)
        let due = token.notAfter.advanced(by: early)
        refreshTimer = due > turn.now ? arm(.tokenRefresh, at: due, &turn) : nil
    }

    /// Only whole seconds, and no more than ten years. An answer's date is cut to the second and has been on its way, so a
    /// difference of less than 2 s is none.
    private mutating func noteClock(_ server: Instant, _ now: Instant) {
        var ahead = (server.milliseconds - now.milliseconds) / 1000 * 1000
        if abs(ahead) < 2000 { ahead = 0 }
        clockOffset = Interval(milliseconds: min(max(ahead, -Calls.mostOffset), Calls.mostOffset))
    }

    // MARK: Timers

    /// What a timer of this part means; `nil` if it is none of them.
    mutating func take(_ timer: TimerID, _ turn: inout Turn) -> Taken? {
        if timer == refreshTimer {
            refreshTimer = nil
            getToken(&turn)
            return .ended(.`V2-A-11`)
        }
        if let hold, hold.timer == timer {
            self.hold = nil
            sendQueued(&turn)
            return .ended(.`V2-X-10`)
        }
        if timer == timeoutTimer { return takeTimeout(&turn) }
        if let index = pending.firstIndex(where: { $0.stage == .failing(timer) }) {
            return .outcome(pending.remove(at: index).ask, .failed(.refused(http: 400, .expiredPartnerStatus)))
        }
        guard let index = pending.firstIndex(where: { $0.stage == .backingOff(timer) }) else { return nil }
        pending[index].stage = .queued
        send(index, &turn)
        return .ended(failures > 0 ? .`V2-X-13` : .`V2-X-11`)
    }

    /// Nothing is out, so nothing can be late.
    mutating func disarmTimeoutIfIdle(_ turn: inout Turn) {
        guard let timer = timeoutTimer, !pending.contains(where: { $0.due != nil }) else { return }
        timeoutTimer = nil
        turn.emit(.disarm(timer))
    }

    /// No request has longer than its time, whatever became of the clock since.
    private mutating func clampDues(_ turn: inout Turn) {
        let latest = turn.now.advanced(by: turn.policy.requestTimeout)
        for index in pending.indices {
            if case .sent(let request, let due?) = pending[index].stage, due > latest { pending[index].stage = .sent(request, due: latest) }
        }
    }

    private mutating func takeTimeout(_ turn: inout Turn) -> Taken {
        timeoutTimer = nil
        clampDues(&turn)
        let overdue = pending.firstIndex { $0.due.map { $0 <= turn.now } ?? false }
        var taken = Taken.ended(.`FM-18`)
        if let overdue {
            if case .sent(let request, _) = pending[overdue].stage { turn.emit(.cancel(request)) }
            if case .partner = pending[overdue].question {
                taken = .outcome(pending.remove(at: overdue).ask, .failed(.transport(.timedOut)))
            } else {
                taken = fail(overdue, .transport(.timedOut), &turn)
            }
        }
        if let due = pending.compactMap({ $0.due }).min() { timeoutTimer = arm(.timeout, at: due, &turn) }
        return taken
    }
}

extension PendingCall {
    var due: Instant? {
        if case .sent(_, let due) = stage { due } else { nil }
    }

    var canBeReplayed: Bool { !isForToken && !replayed && !isLast }

    var isForTokenAlone: Bool {
        if case .adobe(.token) = question { true } else { false }
    }

    var isForToken: Bool {
        switch question {
        case .adobe(.register), .adobe(.token): true
        case .adobe, .poll, .partner: false
        }
    }

    func isSent(as request: RequestID) -> Bool {
        if case .sent(let sent, _) = stage { sent == request } else { false }
    }

    /// Whether this kind of reply belongs to this question.
    func expects(_ result: Reply.Result) -> Bool {
        switch question {
        case .partner: result.kind == .partner
        case .adobe(let endpoint), .poll(let endpoint): endpoint.answer == result.kind
        }
    }

    /// Whether it is a decision that Adobe would make if asked again (V2-D-15).
    func isRetriableDenial(_ result: Reply.Result) -> Bool {
        guard question.isAuthorization, case .decisions(let decisions) = result, let decision = decisions.first,
            case .deny(let error) = decision.verdict
        else { return false }
        return error.action == .retry
    }
}

extension Endpoint {
    /// The kind of reply that belongs to it.
    var answer: Reply.Result.Kind {
        switch self {
        case .register: .registered
        case .token: .token
        case .configuration: .configuration
        case .profiles, .profile, .profileForCode, .createPartnerProfile: .profiles
        case .createSession, .resumeSession, .partnerSession: .session
        case .preauthorize, .authorize: .decisions
        case .logout: .logouts
        case .restV1(let endpoint): endpoint.answer
        }
    }
}

extension PendingCall.Question {
    /// Whether Adobe's answer is a decision about one resource.
    var isAuthorization: Bool {
        switch self {
        case .adobe(.authorize), .adobe(.restV1(.authorize)): true
        case .adobe, .poll, .partner: false
        }
    }
}
