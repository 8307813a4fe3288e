// What becomes of a request that brought no answer.

extension Calls {
    mutating func fail(_ index: Int, _ failure: CallFailure, retryAfter: Interval? = nil, _ turn: inout Turn) -> Delivery {
        let failure = failure.byAction
        let wait = retryAfter.map { min($0, Calls.longestWait) } ?? .seconds(0)
        switch failure {
        case .transport, .status:
            if failure.mayPass { countFailure(&turn) }
            if case .status(503) = failure { holdBack(until: turn.now.advanced(by: wait), &turn) }
        case .refused, .unauthorized, .registrationRefused, .throttled: failures = 0
        }
        switch failure {
        case .throttled: return throttle(index, wait, &turn)
        case .transport(.secretMissing) where pending[index].canBeReplayed: return replay(index, &turn)
        case .refused(let http, let error) where pending[index].isTooMuch(http, error) && pending[index].split():
            pending[index].stage = .queued
            send(index, &turn)
            return .handled(.`V2-D-07`)
        case .unauthorized where pending[index].canBeReplayed: return replay(index, &turn)
        case .refused(_, let error) where error.action == .retry && canTryAgain(index, turn.policy):
            return backOff(index, .`V2-X-11`, &turn)
        case .transport, .status:
            if failure.mayPass, canTryAgain(index, turn.policy) { return backOff(index, .`V2-X-13`, &turn) }
        case .unauthorized, .refused, .registrationRefused: break
        }
        let ended = pending.remove(at: index)
        if case .unauthorized = failure, let token, token.ref == ended.sentWith {
            // A fresh token was refused, too: the credentials are at fault. What asks for a token is sent without one.
            if ended.replayed { return .credentialsRefused(.`V2-X-09`, failure) }
            dropToken(&turn)
        }
        guard ended.isForToken else { return .outcome(ended.id, .failed(failure)) }
        if ended.isForTokenAlone {
            if case .registrationRefused(let code) = failure, code.text == "invalid_client" {
                return .credentialsRefused(.`V2-A-09`, failure)
            }
            if failure == .transport(.secretMissing) { return .credentialsRefused(.`V2-A-09`, failure) }
        }
        return .registrationFailed(failure)
    }

    /// After too many failures in a row nothing is sent for a while, so that a server in trouble is not pressed.
    private mutating func countFailure(_ turn: inout Turn) {
        failures += 1
        guard turn.policy.breakerThreshold > 0, failures >= turn.policy.breakerThreshold else { return }
        failures = 0
        holdBack(until: turn.now.advanced(by: turn.policy.breakerPause), &turn)
    }

    func canTryAgain(_ index: Int, _ policy: Policy) -> Bool {
        switch pending[index].question {
        case .adobe: !pending[index].isLast && pending[index].attempt < policy.boundedAttempts
        // A poll has the next one; what the partner framework could not answer, the flow does without.
        case .poll, .partner: false
        }
    }

    mutating func backOff(_ index: Int, _ rule: Rule, _ turn: inout Turn) -> Delivery {
        let delay = turn.policy.retryDelay(afterAttempt: pending[index].attempt)
        pending[index].stage = .backingOff(arm(.retry, at: turn.now.advanced(by: delay), &turn))
        return .handled(rule)
    }

    /// The longest that an answer can have everything wait: it comes from outside, and a person may be in front of the screen.
    private static let longestWait = Interval.seconds(60)

    /// A 429 holds back everything (V2-X-10), as long as Adobe asks. What would wait for longer than an answer may take ends instead, so
    /// that the person is told.
    private mutating func throttle(_ index: Int, _ asked: Interval, _ turn: inout Turn) -> Delivery {
        holdBack(until: turn.now.advanced(by: turn.policy.throttleHold(asked: asked)), &turn)
        guard canTryAgain(index, turn.policy), asked <= turn.policy.requestTimeout else {
            let ended = pending.remove(at: index)
            return ended.isForToken ? .registrationFailed(.throttled) : .outcome(ended.id, .failed(.throttled))
        }
        pending[index].stage = .queued
        return .handled(.`V2-X-10`)
    }

    /// Sends nothing before `until`, if that is to come.
    mutating func holdBack(until: Instant, _ turn: inout Turn) {
        if until <= turn.now { return }
        if let hold {
            if hold.until >= until { return }
            turn.emit(.disarm(hold.timer))
        }
        hold = Hold(until: until, timer: arm(.hold, at: until, &turn))
    }

    /// A 401: a new token by the same credentials, then the same request once more (V2-X-08).
    private mutating func replay(_ index: Int, _ turn: inout Turn) -> Delivery {
        pending[index].replayed = true
        pending[index].attempt -= 1
        pending[index].stage = .queued
        if let token, token.ref == pending[index].sentWith { dropToken(&turn) }
        send(index, &turn)
        return .handled(.`V2-X-08`)
    }

    mutating func dropToken(_ turn: inout Turn) {
        if token == nil { return }
        token = nil
        turn.emit(.forget(.fact(.token)))
        if let refreshTimer { turn.emit(.disarm(refreshTimer)) }
        refreshTimer = nil
    }

    /// Adobe no longer knows the credentials: they, the token and whatever was asked by them are worth nothing.
    mutating func dropCredentials(_ turn: inout Turn) {
        dropAll(&turn)
        dropToken(&turn)
        client = nil
        turn.emit(.forget(.fact(.client)))
    }
}

extension AdobeError {
    /// What Adobe would answer to a partner status that has ended; it is never sent.
    static let expiredPartnerStatus = AdobeError(
        action: .none, status: 400, code: ErrorCode("invalid_header_pfs_provider_info_expired"))
}

extension CallFailure {
    /// Whether Adobe may have done what was asked, and only its answer was lost.
    var mayHaveSucceeded: Bool {
        switch self {
        case .transport(.secretMissing), .unauthorized, .refused, .registrationRefused, .throttled: false
        case .status(let http): http >= 500
        case .transport: true
        }
    }

    /// Whether the same request may succeed a little later: nothing came, or the server is in trouble (V2-X-13). Every other status
    /// without an error of Adobe's is final (V2-X-14).
    var mayPass: Bool {
        switch self {
        case .status(let http): http >= 500
        case .transport(let transport): transport.mayPass
        case .unauthorized, .refused, .registrationRefused, .throttled: false
        }
    }

    /// Whether Adobe gave no answer for now: no connection, no time, or a server that is in trouble or pressed (FM-21).
    var isWantOfAnswer: Bool {
        switch self {
        case .throttled: true
        case .refused(let http, _): http >= 500
        case .status, .transport: mayPass
        case .unauthorized, .registrationRefused: false
        }
    }

    /// An error whose action is `application-registration` asks for the same, whatever the HTTP status is.
    fileprivate var byAction: CallFailure {
        if case .refused(_, let error) = self, error.action == .applicationRegistration { .unauthorized(error) } else { self }
    }
}

extension CallFailure.Transport {
    /// Whether the same request may succeed a little later.
    var mayPass: Bool {
        switch self {
        case .timedOut, .connection, .status: true
        case .unreadable, .secretMissing: false
        }
    }
}
