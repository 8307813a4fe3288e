// The handling of failed requests.

extension Calls {
    mutating func fail(_ index: Int, _ failure: CallFailure, retryAfter: Interval? = nil, _ turn: inout Turn) -> Delivery {
        let failure = failure.byAction
        let wait = turn.bounded(retryAfter)
        switch failure {
        case .transport, .status:
            if failure.mayPass { countFailure(&turn) }
            if case .status(503) = failure { holdBack(until: turn.outageEnd(asked: wait), &turn) }
        case .refused, .unauthorized, .registrationRefused, .throttled: failures = 0
        }
        switch failure {
        case .throttled: return throttle(index, wait, &turn)
        case .transport(.secretMissing) where pending[index].canBeRestored:
            pending[index].isRestored = true
            return replay(index, &turn)
        case .refused(let http, let error) where pending[index].isTooMuch(http, error) && pending[index].split():
            previewSize = pending[index].batch?.size
            pending[index].stage = .queued
            send(index, &turn)
            return .handled(.`V2-D-07`)
        case .unauthorized where pending[index].canBeReplayed:
            pending[index].replayed = true
            return replay(index, &turn)
        case .refused(_, let error) where error.action == .retry && canTryAgain(index, turn.policy):
            return backOff(index, .`V2-X-11`, &turn)
        case .transport, .status:
            if failure.mayPass, canTryAgain(index, turn.policy) {
                let isForToken = pending[index].isForToken
                let delivery = backOff(index, .`V2-X-13`, &turn)
                return isForToken ? stopDoubting() ?? delivery : delivery
            }
        case .unauthorized, .refused, .registrationRefused: break
        }
        if let delivery = doubt(index, failure, &turn) { return delivery }
        let ended = pending.remove(at: index)
        noteTokenFailure(ended, turn)
        if case .unauthorized = failure, let token, token.ref == ended.sentWith {
            // Adobe refused a new token, too, so the credentials are no longer valid. A token request is sent without a token.
            if ended.replayed { return .credentialsRefused(.`V2-X-09`, failure) }
            dropToken(&turn)
        }
        guard ended.isForToken else { return .outcome(ended.id, .failed(failure)) }
        if ended.isForTokenAlone {
            if case .registrationRefused(let code) = failure, code.isSpelled("invalid_client") {
                return .credentialsRefused(.`V2-A-09`, failure)
            }
            if failure == .transport(.secretMissing) { return .credentialsRefused(.`V2-A-09`, failure) }
        }
        return .registrationFailed(failure)
    }

    /// Counts a failure. After too many failures in a row, delays every call for a while, so that a failing server can recover.
    private mutating func countFailure(_ turn: inout Turn) {
        failures += 1
        guard turn.policy.breakerThreshold > 0, failures >= turn.policy.breakerThreshold else { return }
        failures = 0
        holdBack(until: turn.breakerEnd, &turn)
    }

    func canTryAgain(_ index: Int, _ policy: Policy) -> Bool {
        switch pending[index].question {
        case .adobe:
            !pending[index].isLast && pending[index].attempt < policy.boundedAttempts && !(isTokenSpent && pending[index].isForToken)
        // Neither kind of request is retried. A failed poll is followed by the next poll, and the flow continues without an answer of the
        // partner framework.
        case .poll, .partner: false
        }
    }

    /// Records that a request for credentials or a token has finally failed. The next call that needs a token repeats that request, with a
    /// single attempt (V2-A-13).
    private mutating func noteTokenFailure(_ ended: borrowing PendingCall, _ turn: borrowing Turn) {
        if !ended.isForToken { return }
        tokenPause = turn.nextTokenRequest
        isTokenSpent = true
    }

    mutating func backOff(_ index: Int, _ rule: Rule, _ turn: inout Turn) -> Delivery {
        pending[index].stage = .backingOff(arm(.retry, at: turn.retry(afterAttempt: pending[index].attempt), &turn))
        return .handled(rule)
    }

    /// Handles a 429: delays every call for the time that Adobe asks for, up to a minute (V2-X-10). If Adobe asks for more than a request's
    /// time limit, the call fails, so that the viewer gets an error.
    private mutating func throttle(_ index: Int, _ asked: Interval, _ turn: inout Turn) -> Delivery {
        holdBack(until: turn.throttleEnd(asked: asked), &turn)
        guard canTryAgain(index, turn.policy), asked <= turn.policy.requestTimeout else {
            let ended = pending.remove(at: index)
            noteTokenFailure(ended, turn)
            return ended.isForToken ? .registrationFailed(.throttled) : .outcome(ended.id, .failed(.throttled))
        }
        pending[index].stage = .queued
        return .handled(.`V2-X-10`)
    }

    /// Delays every call until the instant `until`. Nothing changes if `until` is in the past, or before the end of the current hold.
    mutating func holdBack(until: Instant, _ turn: inout Turn) {
        if until <= turn.now { return }
        if let hold {
            if hold.until >= until { return }
            turn.emit(.disarm(hold.timer))
        }
        hold = Hold(until: until, timer: arm(.hold, at: until, &turn))
    }

    /// Requests a new token with the same credentials and then sends the call's request once more. The cause is a refused token or a
    /// missing secret (V2-X-08).
    private mutating func replay(_ index: Int, _ turn: inout Turn) -> Delivery {
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

    /// Cancels every call and forgets the token and the credentials, because Adobe no longer accepts the credentials.
    mutating func dropCredentials(_ turn: inout Turn) {
        dropAll(&turn)
        dropToken(&turn)
        client = nil
        turn.emit(.forget(.fact(.client)))
    }
}

extension CallFailure {
    /// The answer that Adobe would give to an expired partner status. The flow never sends an expired status; the call fails with this
    /// error instead.
    static let expiredPartnerStatus = CallFailure.refused(
        http: 400, AdobeError(action: .none, status: 400, code: ErrorCode("invalid_header_pfs_provider_info_expired")))

    /// The answer that Adobe would give to a poll with an expired code. The flow never sends a poll with an expired code; the call fails
    /// with this error instead.
    static let expiredCode = CallFailure.refused(
        http: 410, AdobeError(action: .none, status: 410, code: ErrorCode("invalid_authentication_session")))

    /// Whether Adobe may have executed the request although its answer was lost.
    var mayHaveSucceeded: Bool {
        switch self {
        case .transport(.secretMissing), .transport(.apiEnded), .unauthorized, .refused, .registrationRefused, .throttled: false
        case .status(let http): http >= 500
        case .transport(.timedOut), .transport(.connection), .transport(.status), .transport(.unreadable): true
        }
    }

    /// Whether the same request may succeed a little later, because no answer arrived or the server failed (V2-X-13). Every other status
    /// without an Adobe error is final (V2-X-14).
    var mayPass: Bool {
        switch self {
        case .status(let http): http >= 500
        case .transport(let transport): transport.mayPass
        case .unauthorized, .refused, .registrationRefused, .throttled: false
        }
    }

    /// Whether Adobe temporarily could not answer. The cause is no connection, a time-out, a server error, or throttling (FM-21).
    var isWantOfAnswer: Bool {
        switch self {
        case .throttled: true
        case .refused(let http, _): http >= 500
        case .status, .transport: mayPass
        case .unauthorized, .registrationRefused: false
        }
    }

    /// The failure as the flow handles it. An error with the action `application-registration` is treated as a refused token, whatever its
    /// HTTP status.
    fileprivate var byAction: CallFailure {
        if case .refused(_, let error) = self, error.action == .applicationRegistration { .unauthorized(error) } else { self }
    }
}

extension CallFailure.Transport {
    /// Whether the same request may succeed a little later.
    var mayPass: Bool {
        switch self {
        case .timedOut, .connection, .status: true
        case .unreadable, .secretMissing, .apiEnded: false
        }
    }
}
