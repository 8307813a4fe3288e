// All waits of the flow: holds, retries, polls and time limits. A *hold* is a pause in which no call is sent. No other code computes a
// wait.

extension Turn {
    // MARK: Answers and attempts

    /// The time limit for the answer to a request that is sent now.
    var answerDue: Instant { now.advanced(by: policy.requestTimeout) }

    /// Returns the time of the next attempt after an attempt that has just failed. The delay doubles with each attempt (V2-X-11).
    func retry(afterAttempt attempt: Int64) -> Instant {
        now.advanced(by: Interval(milliseconds: policy.boundedRetryDelay.milliseconds << max(attempt - 1, 0)))
    }

    /// The earliest time for a request for credentials or a token after such a request has just failed: half a second from now (V2-A-13).
    var nextTokenRequest: Instant { now.advanced(by: Interval(milliseconds: 500)) }

    // MARK: Holds

    /// The longest hold that an answer to this flow or to a different flow can impose. Holds are limited because their length comes from
    /// outside, and a viewer may be waiting.
    private static let longestHold = Interval.seconds(60)

    /// Returns the wait that Adobe asks for, limited to the longest hold; 0 if Adobe asks for none.
    func bounded(_ retryAfter: Interval?) -> Interval { retryAfter.map { min($0, Turn.longestHold) } ?? .seconds(0) }

    /// Returns the end of the hold after a 429 (V2-X-10).
    func throttleEnd(asked: Interval) -> Instant { now.advanced(by: max(policy.boundedThrottleHold, asked)) }

    /// Returns the end of the hold after a 503.
    func outageEnd(asked: Interval) -> Instant { now.advanced(by: asked) }

    /// The end of the hold after too many failures in a row (V2-X-13).
    var breakerEnd: Instant { now.advanced(by: policy.breakerPause) }

    /// Returns the end of a hold that another flow of the app reports (FM-19).
    func holdEnd(reported until: Instant) -> Instant { min(until, now.advanced(by: Turn.longestHold)) }

    // MARK: Tokens and codes

    /// Returns the time at which the flow replaces a token that expires at `end` by the device's clock (V2-A-11).
    func refresh(ofTokenUntil end: Instant) -> Instant { end.advanced(by: Interval(milliseconds: -policy.tokenMargin.milliseconds)) }

    /// The expiry of a code that is shown now, if Adobe set no expiry or Adobe's clock is not known (V2-F-15, V1-25).
    var codeEnd: Instant { now.advanced(by: policy.boundedSessionLifetime) }

    /// The instant until which the flow polls after the user agent has closed (V1-24).
    var graceEnd: Instant { now.advanced(by: policy.boundedUserAgentGrace) }
}

// MARK: Polls

extension Run {
    /// Returns the time of the next poll: at least the policy's interval and at least 3 s from now (V2-F-12). The wait is longer after slow
    /// answers (V2-F-25), and the poll also waits for the end of a hold.
    mutating func nextPoll(afterSlowAnswers slowAnswers: Int64) -> Instant {
        let due = now.advanced(by: pollDelay(afterSlowAnswers: slowAnswers))
        return calls.hold.map { max(due, $0.until) } ?? due
    }

    /// Returns the delay before the next poll. Jitter shortens a long delay by a random part, so that devices that Adobe refused at the
    /// same moment do not poll together. The delay is never shorter than the usual delay.
    private mutating func pollDelay(afterSlowAnswers slowAnswers: Int64) -> Interval {
        let usual = policy.usualPollInterval
        let longest = policy.pollDelay(afterSlowAnswers: slowAnswers)
        guard longest > usual, let jitter = calls.jitter else { return longest }
        let spare = min(longest.milliseconds / 4, longest.milliseconds - usual.milliseconds)
        var row = jitter
        let less = row.part(of: Interval(milliseconds: spare))
        calls.jitter = row
        return Interval(milliseconds: longest.milliseconds - less.milliseconds)
    }
}

extension Policy {
    /// Returns the delay before the next poll, without jitter. The delay doubles with each slow answer (429 or 5xx) in a row, up to the
    /// policy's longest interval.
    fileprivate func pollDelay(afterSlowAnswers slowAnswers: Int64) -> Interval {
        var interval = usualPollInterval
        var doublings = slowAnswers
        while doublings > 0, interval < longestPollInterval {
            interval = Interval(milliseconds: interval.milliseconds * 2)
            doublings -= 1
        }
        return max(min(interval, longestPollInterval), usualPollInterval)
    }

    /// Returns the number of slow answers after one more slow answer. Counting stops where the delay is longest.
    func oneMore(slowAnswer before: Int64) -> Int64 {
        before >= 2 && pollDelay(afterSlowAnswers: before) == pollDelay(afterSlowAnswers: before + 1) ? before : before + 1
    }
}

// MARK: The allowance

extension Calls {
    /// Uses one call of the allowance, which limits the rate of calls. The allowance grows by one call per interval, up to the burst
    /// (V2-X-18).
    /// - Returns: `nil` if the call may be sent now; otherwise the instant at which the next call may be sent.
    mutating func spendAllowance(_ turn: borrowing Turn) -> Instant? {
        let burst = turn.policy.boundedAllowanceBurst
        if burst <= 0 { return nil }
        let interval = turn.policy.boundedAllowanceInterval.milliseconds
        // The instant can be later than a full burst allows only if the clock was set back.
        if allowance > turn.now.advanced(by: Interval(milliseconds: interval * burst)) { allowance = turn.now }
        let free = allowance.advanced(by: Interval(milliseconds: -interval * (burst - 1)))
        if free > turn.now { return free }
        allowance = max(allowance, turn.now).advanced(by: Interval(milliseconds: interval))
        return nil
    }
}
