/// What a reply or a timer was to `calls`.
enum Delivery {
    /// `calls` dealt with it alone.
    case handled(Rule)
    /// A reply to a request that is not out, or no longer.
    case unknown
    /// The one outcome of something that a state asked.
    case outcome(CallID, Reply.Result)
    /// A token has come.
    case token
    /// Neither credentials nor a token can be had.
    case registrationFailed(CallFailure)
    /// Adobe does not accept the credentials any more: it no longer knows them (V2-A-09), or refused a fresh token (V2-X-09).
    case credentialsRefused(Rule, CallFailure)
}

extension Calls {
    mutating func receive(_ reply: Reply, to request: RequestID, _ turn: inout Turn) -> Delivery {
        guard let index = index(sentAs: request) else { return .unknown }
        if let time = reply.adobesTime { noteClock(time, &turn) }
        if case .failed(let failure) = reply.result { return fail(index, failure, retryAfter: reply.retryAfter, &turn) }
        guard pending[index].expects(reply.result) else { return fail(index, .transport(.unreadable), &turn) }
        if case .decisions(let decisions) = reply.result, let failure = pending[index].failure(in: decisions) {
            return fail(index, failure, &turn)
        }
        if pending[index].question.tag != .partner { failures = 0 }
        if pending[index].isOutdated, case .partner(let question) = pending[index].question { return askAgain(index, question, &turn) }
        if case .decisions(let decisions) = reply.result, let next = addDecisions(decisions, index, &turn) { return next }
        if pending[index].isRetriableDenial(reply.result), canTryAgain(index, turn.policy) {
            return backOff(index, .`V2-D-15`, &turn)
        }
        let ended = pending.remove(at: index)
        let id = ended.id
        switch reply.result {
        case .decisions(let decisions): return .outcome(id, .decisions(ended.batch?.decided ?? decisions))
        case .registered(let client):
            self.client = client
            turn.emit(.keep(.client(client)))
            getToken(&turn)
            return .handled(.`V2-A-03`)
        case .token(let token):
            keep(token, &turn)
            return .token
        case .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed:
            return .outcome(id, reply.result)
        }
    }

    /// Where the call is that was sent under this number. By index, since a closure would copy every call.
    private func index(sentAs request: RequestID) -> Int? {
        for index in pending.indices where pending[index].isSent(as: request) { return index }
        return nil
    }

    /// The same question to the partner framework once more.
    private mutating func askAgain(_ index: Int, _ question: PartnerRequest, _ turn: inout Turn) -> Delivery {
        pending[index].isOutdated = false
        askPartner(index, question, nextRequest(), &turn)
        return .handled(.`V2-X-16`)
    }

    /// Decisions that Adobe would make if asked again are asked again, and only those (V2-D-15); then the parts that a
    /// split left over (V2-D-07). Nothing when the decisions are complete.
    private mutating func addDecisions(_ decisions: [Decision], _ index: Int, _ turn: inout Turn) -> Delivery? {
        switch pending[index].add(decisions, mayRepeat: canTryAgain(index, turn.policy)) {
        case .nothing: return nil
        case .repetition: return backOff(index, .`V2-D-15`, &turn)
        case .anotherPart:
            pending[index].stage = .queued
            send(index, &turn)
            return .handled(.`V2-D-07`)
        }
    }

    /// A token that has expired when it arrives was issued all the same: the device's clock is wrong by more than is known. It is
    /// used for a while, or tokens would be requested without end.
    private mutating func keep(_ token: AccessToken, _ turn: inout Turn) {
        let least = adobeClock.best(turn.now).advanced(by: turn.policy.leastTokenUse)
        let isOver = adobeClock.seemsPassed(token.notAfter, at: turn.now)
        let token = isOver ? AccessToken(ref: token.ref, notAfter: least) : token
        turn.emit(.keep(.token(token)))
        adopt(token, &turn)
        sendQueued(&turn)
    }

    /// Uses a token from now on, and arms the timer that replaces it ahead of its expiry (V2-A-11).
    mutating func adopt(_ token: AccessToken, _ turn: inout Turn) {
        self.token = token
        if let refreshTimer { turn.emit(.disarm(refreshTimer)) }
        let end = adobeClock.local(token.notAfter) ?? token.notAfter
        let due = end.advanced(by: Interval(milliseconds: -turn.policy.tokenMargin.milliseconds))
        refreshTimer = due > turn.now ? arm(.tokenRefresh, at: due, &turn) : nil
    }

    /// Adobe's answer tells what its clock shows. The timer of a token that is held was armed by what was known before.
    private mutating func noteClock(_ time: Instant, _ turn: inout Turn) {
        if adobeClock.note(time, at: turn.now), refreshTimer != nil, let token { adopt(token, &turn) }
    }

    // MARK: Timers

    /// What a timer of this part means; `nil` if it is none of them.
    mutating func fire(_ timer: TimerID, _ turn: inout Turn) -> Delivery? {
        if timer == refreshTimer {
            refreshTimer = nil
            getToken(&turn)
            return .handled(.`V2-A-11`)
        }
        if let hold, hold.timer == timer {
            self.hold = nil
            sendQueued(&turn)
            return .handled(.`V2-X-10`)
        }
        if timer == timeoutTimer { return timedOut(&turn) }
        if let index = pending.firstIndex(where: { $0.stage == .failing(timer) }) {
            return .outcome(pending.remove(at: index).id, .failed(.refused(http: 400, .expiredPartnerStatus)))
        }
        guard let index = pending.firstIndex(where: { $0.stage == .backingOff(timer) }) else { return nil }
        pending[index].stage = .queued
        send(index, &turn)
        return .handled(failures > 0 ? .`V2-X-13` : .`V2-X-11`)
    }

    /// Nothing is out, so nothing can be late.
    mutating func disarmTimeoutIfIdle(_ turn: inout Turn) {
        guard let timer = timeoutTimer else { return }
        for index in pending.indices where pending[index].due != nil { return }
        timeoutTimer = nil
        turn.emit(.disarm(timer))
    }

    /// No request has longer than its time, whatever became of the clock since.
    private mutating func clampDues(_ turn: inout Turn) {
        let latest = turn.now.advanced(by: turn.policy.requestTimeout)
        for index in pending.indices {
            if case .sent(let request, let due?) = pending[index].stage { pending[index].stage = .sent(request, due: min(due, latest)) }
        }
    }

    private mutating func timedOut(_ turn: inout Turn) -> Delivery {
        timeoutTimer = nil
        clampDues(&turn)
        let overdue = pending.firstIndex { $0.due.map { $0 <= turn.now } ?? false }
        var delivery = Delivery.handled(.`FM-18`)
        if let overdue {
            if case .sent(let request, _) = pending[overdue].stage { turn.emit(.cancel(request)) }
            if case .partner = pending[overdue].question {
                delivery = .outcome(pending.remove(at: overdue).id, .failed(.transport(.timedOut)))
            } else {
                delivery = fail(overdue, .transport(.timedOut), &turn)
            }
        }
        if let due = pending.compactMap({ $0.due }).min() { timeoutTimer = arm(.timeout, at: due, &turn) }
        return delivery
    }
}
