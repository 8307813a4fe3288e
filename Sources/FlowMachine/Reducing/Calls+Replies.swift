/// The result of passing a reply or a timer to `calls`.
enum Delivery {
    /// `calls` handled the event, so the state does not react.
    case handled(Rule)
    /// The reply belongs to no outstanding request.
    case unknown
    /// A request of the state has its final outcome. Each request has exactly one outcome.
    case outcome(CallID, Reply.Result)
    /// A token has arrived.
    case token
    /// The flow could get neither credentials nor a token.
    case registrationFailed(CallFailure)
    /// Adobe no longer accepts the credentials, because it does not recognize them (V2-A-09) or refused a new token (V2-X-09).
    case credentialsRefused(Rule, CallFailure)
}

extension Calls {
    mutating func receive(_ reply: Reply, to request: RequestID, _ turn: inout Turn) -> Delivery {
        guard let index = index(sentAs: request) else { return .unknown }
        let isLate = pending[index].isLate(at: turn.now)
        // After a late answer, the flow sends the request again. After a sign-out (`isLast`), the flow uses the late answer instead,
        // because a sign-in in that answer must be undone.
        if isLate, !pending[index].isLast { return fail(index, .transport(.timedOut), &turn) }
        if !isLate, pending[index].question.tag != .partner, let time = reply.adobesTime { noteClock(time, &turn) }
        noteAnswer(reply.result, index)
        if case .failed(let failure) = reply.result { return fail(index, failure, retryAfter: reply.retryAfter, &turn) }
        guard pending[index].expects(reply.result) else { return fail(index, .transport(.unreadable), &turn) }
        if case .decisions(let decisions) = reply.result, let failure = decisions.failure {
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
            renewTokenAttempts()
            turn.emit(.keep(.client(client)))
            getToken(&turn)
            return .handled(.`V2-A-03`)
        case .token(let token):
            renewTokenAttempts()
            keep(token, &turn)
            askWitness(&turn)
            return .token
        case .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed:
            return .outcome(id, reply.result)
        }
    }

    /// Returns the index of the call that was sent as `request`; `nil` if there is none. The loop is over indices, because a closure would
    /// copy every call.
    private func index(sentAs request: RequestID) -> Int? {
        for index in pending.indices where pending[index].isSent(as: request) { return index }
        return nil
    }

    /// Asks the partner framework the same question once more, because the first answer is outdated.
    private mutating func askAgain(_ index: Int, _ question: PartnerRequest, _ turn: inout Turn) -> Delivery {
        pending[index].isOutdated = false
        askPartner(index, question, nextRequest(), &turn)
        return .handled(.`V2-X-16`)
    }

    /// Stores the decisions of a preauthorization. First repeats the request for the decisions that Adobe may change (V2-D-15). Then
    /// requests the remaining parts, if the request had to be split (V2-D-07).
    /// - Returns: `nil` if the decisions are complete.
    private mutating func addDecisions(_ decisions: [AdobeDecision], _ index: Int, _ turn: inout Turn) -> Delivery? {
        switch pending[index].add(decisions, mayRepeat: canTryAgain(index, turn.policy)) {
        case .nothing: return nil
        case .repetition: return backOff(index, .`V2-D-15`, &turn)
        case .anotherPart:
            pending[index].stage = .queued
            send(index, &turn)
            return .handled(.`V2-D-07`)
        }
    }

    /// Keeps a new token and sends the calls that waited for a token. If the new token seems to have expired, the known offset of Adobe's
    /// clock is wrong. The flow then uses the token for a limited time, because otherwise it would request tokens endlessly.
    private mutating func keep(_ token: AccessToken, _ turn: inout Turn) {
        let least = adobeClock.best(turn.now).advanced(by: turn.policy.leastTokenUse)
        let isOver = adobeClock.seemsPassed(token.notAfter, at: turn.now)
        let token = isOver ? AccessToken(ref: token.ref, notAfter: least) : token
        turn.emit(.keep(.token(token)))
        adopt(token, &turn)
        sendQueued(&turn)
    }

    /// Adopts a token, and arms the timer that requests the next token before this token expires (V2-A-11).
    mutating func adopt(_ token: AccessToken, _ turn: inout Turn) {
        self.token = token
        if let refreshTimer { turn.emit(.disarm(refreshTimer)) }
        let end = adobeClock.local(token.notAfter) ?? token.notAfter
        let due = turn.refresh(ofTokenUntil: end)
        refreshTimer = due > turn.now ? arm(.tokenRefresh, at: due, &turn) : nil
    }

    /// Stores Adobe's clock from an answer. If the offset changes, arms the refresh timer of the current token again.
    private mutating func noteClock(_ time: Instant, _ turn: inout Turn) {
        if adobeClock.note(time, at: turn.now), refreshTimer != nil, let token { adopt(token, &turn) }
    }

    // MARK: Timers

    /// Handles a timer of `calls`.
    /// - Returns: `nil` if the timer does not belong to `calls`.
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
            let unsendable = pending.remove(at: index)
            return .outcome(unsendable.id, .failed(unsendable.codeEnd == nil ? .expiredPartnerStatus : .expiredCode))
        }
        guard let index = pending.firstIndex(where: { $0.stage == .backingOff(timer) }) else { return nil }
        pending[index].stage = .queued
        send(index, &turn)
        return .handled(failures > 0 ? .`V2-X-13` : .`V2-X-11`)
    }

    /// Disarms the time-out timer if no request is outstanding.
    mutating func disarmTimeoutIfIdle(_ turn: inout Turn) {
        guard let timer = timeoutTimer else { return }
        for index in pending.indices where pending[index].due != nil { return }
        timeoutTimer = nil
        turn.emit(.disarm(timer))
    }

    /// Ensures that no request waits longer than the time limit counted from now, even if the clock was changed while the request was
    /// outstanding.
    private mutating func clampDues(_ turn: inout Turn) {
        let latest = turn.answerDue
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
