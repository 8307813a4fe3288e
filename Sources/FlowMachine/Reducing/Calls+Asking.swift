// The functions that send calls, delay them, and cancel them.

extension Calls {
    mutating func ask(_ question: PendingCall.Question, until codeEnd: CodeEnd? = nil, _ turn: inout Turn) -> CallID {
        let id = CallID(first: nextRequest())
        pending.append(PendingCall(id: id, question: question, codeEnd: codeEnd))
        if let previewSize { pending[pending.count - 1].limit(to: previewSize) }
        send(pending.count - 1, &turn)
        return id
    }

    /// Ensures that a token is available or requested. At most one request for a token is outstanding at a time (V2-A-12).
    mutating func getToken(_ turn: inout Turn) {
        if isGettingToken { return }
        spaceTokenRequests(&turn)
        if let client { _ = ask(.adobe(.token(client: client)), &turn) } else { _ = ask(.adobe(.register), &turn) }
    }

    /// Whether the call `id` is a question to the partner framework, which needs no token.
    func asksPartner(_ id: CallID) -> Bool {
        pending.contains { if case .partner = $0.question { $0.id == id } else { false } }
    }

    var isGettingToken: Bool {
        for index in pending.indices where pending[index].isForToken { return true }
        return false
    }

    /// Whether the flow has a token that Adobe should still accept.
    func hasToken(_ now: Instant) -> Bool {
        guard let token else { return false }
        return !adobeClock.seemsPassed(token.notAfter, at: now) && !adobeClock.hasPassedByBoth(token.notAfter, at: now)
    }

    /// Whether the call `id` makes a request to `endpoint` and has no outcome yet.
    func isPending(_ id: CallID, with endpoint: Endpoint) -> Bool {
        for index in pending.indices where pending[index].id == id && pending[index].question == .adobe(endpoint) { return true }
        return false
    }

    /// Whether the call `id` has been sent and has no answer yet.
    func isOut(_ id: CallID) -> Bool {
        for index in pending.indices where pending[index].id == id {
            if case .sent = pending[index].stage { return true }
        }
        return false
    }

    /// Resets the attempts of the requests for credentials or a token, because a request succeeded or the credentials were replaced.
    mutating func renewTokenAttempts() {
        tokenPause = nil
        isTokenSpent = false
    }

    /// Delays the next request for credentials or a token until half a second after the last failed request. The number of calls that wait
    /// for a token does not matter (V2-A-13).
    private mutating func spaceTokenRequests(_ turn: inout Turn) {
        // `tokenPause` can be later than the next permitted request only if the clock was set back.
        if let tokenPause { holdBack(until: min(tokenPause, turn.nextTokenRequest), &turn) }
        tokenPause = nil
    }

    mutating func arm(_ purpose: TimerPurpose, at instant: Instant, _ turn: inout Turn) -> TimerID {
        let timer = TimerID(numbers.timer)
        numbers.timer += 1
        turn.emit(.arm(timer, purpose, at: instant))
        return timer
    }

    /// Cancels every call whose outcome the current state does not need.
    mutating func drop(allBut awaiting: borrowing Awaiting, _ turn: inout Turn) {
        // A doubted call has failed in a way that may mean the end of the legacy API. The probe is the request that finds out (V1-50), and
        // is needed only as long as the doubted call.
        if endOfLife.probe != nil, !pending.contains(where: { $0.stage.tag == .doubted && awaiting.names($0.id) }) { endOfLife.probe = nil }
        for index in pending.indices.reversed() where !pending[index].isForToken && !awaiting.names(pending[index].id) {
            if pending[index].id != endOfLife.probe { drop(index, &turn) }
        }
    }

    /// Cancels every call, including a request for a token.
    mutating func dropAll(_ turn: inout Turn) {
        for index in pending.indices.reversed() { drop(index, &turn) }
    }

    /// Cancels the call `id`, if it exists.
    mutating func drop(_ id: CallID, _ turn: inout Turn) {
        if let index = pending.firstIndex(where: { $0.id == id }) { drop(index, &turn) }
    }

    private mutating func drop(_ index: Int, _ turn: inout Turn) {
        switch pending[index].stage {
        case .queued, .doubted: break
        case .backingOff(let timer), .failing(let timer): turn.emit(.disarm(timer))
        case .sent(let request, _): turn.emit(.cancel(request))
        }
        pending.remove(at: index)
    }

    /// Prevents a call that was sent from being sent again. The answer to the call is still used.
    /// - Returns: false if the call is not outstanding.
    mutating func letGo(_ id: CallID) -> Bool {
        guard let index = pending.firstIndex(where: { $0.id == id }), pending[index].due != nil else { return false }
        pending[index].isLast = true
        return true
    }

    mutating func nextRequest() -> RequestID {
        let request = RequestID(numbers.request)
        numbers.request += 1
        return request
    }

    mutating func nextPresentation() -> PresentationID {
        let presentation = PresentationID(numbers.presentation)
        numbers.presentation += 1
        return presentation
    }

    mutating func send(_ index: Int, _ turn: inout Turn) {
        let isFirst = pending[index].isUnsent
        let endpoint: Endpoint
        switch pending[index].question {
        case .partner(let question):
            askPartner(index, question, pending[index].id.firstRequest, &turn)
            return
        case .adobe(let asked), .poll(let asked): endpoint = asked
        }
        if let hold, hold.until > turn.now { return }
        if let expiry = endpoint.status?.expiry, adobeClock.seemsPassed(expiry, at: turn.now) {
            pending[index].stage = .failing(arm(.retry, at: turn.now, &turn))
            return
        }
        if let codeEnd = pending[index].codeEnd, codeEnd.hasPassed(adobeClock, at: turn.now) {
            pending[index].stage = .failing(arm(.retry, at: turn.now, &turn))
            return
        }
        var secret: SecretRef?
        if !pending[index].isForToken {
            guard hasToken(turn.now), let token else { return getToken(&turn) }
            secret = token.ref
        }
        if let wait = spendAllowance(turn) { return holdBack(until: wait, &turn) }
        let request = isFirst ? pending[index].id.firstRequest : nextRequest()
        pending[index].isUnsent = false
        let due = turn.answerDue
        pending[index].attempt += 1
        pending[index].sentWith = secret
        pending[index].stage = .sent(request, due: due)
        turn.emit(.call(request, Call(token: secret, endpoint: endpoint)))
        if timeoutTimer == nil { timeoutTimer = arm(.timeout, at: due, &turn) }
    }

    /// Asks the partner framework. Only a silent question has a time limit, because a viewer has unlimited time to answer (V2-C-07).
    mutating func askPartner(_ index: Int, _ question: PartnerRequest, _ request: RequestID, _ turn: inout Turn) {
        let due = question.isSilent ? turn.answerDue : nil
        pending[index].stage = .sent(request, due: due)
        turn.emit(.partner(request, question))
        if let due, timeoutTimer == nil { timeoutTimer = arm(.timeout, at: due, &turn) }
    }

    /// Marks outstanding questions for the partner status as outdated, because the platform account may have changed.
    mutating func outdatePartnerStatus() {
        for index in pending.indices {
            if case .partner(.status) = pending[index].question { pending[index].isOutdated = true }
        }
    }

    /// Whether `request` is a question that `outdatePartnerStatus` has marked as outdated.
    func isOutdated(_ request: RequestID) -> Bool {
        for index in pending.indices where pending[index].isSent(as: request) { return pending[index].isOutdated }
        return false
    }

    mutating func sendQueued(_ turn: inout Turn) {
        for index in pending.indices where pending[index].stage == .queued { send(index, &turn) }
    }
}
