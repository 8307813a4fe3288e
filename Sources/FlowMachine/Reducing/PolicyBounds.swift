// The policy's values, limited to their bounds. Decisions read them only here.

extension Policy {
    // MARK: Calls

    /// How often a call is sent before it fails: 1 to 3 times (V2-X-11).
    var boundedAttempts: Int64 { min(max(attempts, 1), 3) }

    /// The delay between a failed attempt and the next one; it doubles with each attempt.
    func retryDelay(afterAttempt attempt: Int64) -> Interval {
        Interval(milliseconds: max(retryDelay.milliseconds, 1) << max(attempt - 1, 0))
    }

    /// How long a 429 holds back every call: at least a second, and as long as Adobe asks, up to `Calls.longestWait` (V2-X-10).
    func throttleHold(asked: Interval) -> Interval { max(throttleHold, asked, .seconds(1)) }

    /// How many calls may be sent at once, at most 1,000; 0 or less: any number (V2-X-18).
    var boundedAllowanceBurst: Int64 { min(allowanceBurst, 1000) }

    /// The interval after which one more call may be sent: a millisecond to a day (V2-X-18).
    var boundedAllowanceInterval: Interval { min(max(allowanceInterval, Interval(milliseconds: 1)), .seconds(86_400)) }

    /// How long a token is used that has expired when it arrives: at least a minute.
    var leastTokenUse: Interval { max(tokenMargin, .seconds(60)) }

    // MARK: A code

    /// The lifetime of a code without an expiry from Adobe: 10 seconds to a day (V2-F-15, V1-25).
    var boundedSessionLifetime: Interval { min(max(sessionLifetime, .seconds(10)), .seconds(86_400)) }

    /// How long the flow polls for a sign-in after the user agent was closed early (V1-24).
    var boundedUserAgentGrace: Interval { max(userAgentGrace, .seconds(0)) }

    /// The usual delay between a poll's answer and the next poll.
    var usualPollInterval: Interval { max(pollInterval, .seconds(3)) }

    /// The delay after slow answers in a row, without jitter; it doubles with each.
    func pollInterval(after slowAnswers: Int64) -> Interval {
        var interval = usualPollInterval
        var doublings = slowAnswers
        while doublings > 0, interval < longestPollInterval {
            interval = Interval(milliseconds: interval.milliseconds * 2)
            doublings -= 1
        }
        return max(min(interval, longestPollInterval), usualPollInterval)
    }
}
