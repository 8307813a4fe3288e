// What a policy says, within its bounds. Nothing else reads a value that has one.

extension Policy {
    // MARK: Calls

    /// How often a call is sent before it fails: 1 to 3 times (V2-X-11).
    var boundedAttempts: Int64 { min(max(attempts, 1), 3) }

    /// Between an attempt that failed and the next; each doubles it.
    func retryDelay(afterAttempt attempt: Int64) -> Interval {
        Interval(milliseconds: max(retryDelay.milliseconds, 1) << max(attempt - 1, 0))
    }

    /// For how long a 429 holds back everything: a second at the least, and as long as Adobe asks (V2-X-10).
    func throttleHold(asked: Interval) -> Interval { max(throttleHold, asked, .seconds(1)) }

    /// How many calls may go out at once, 1,000 at most; 0 or less: any number (V2-X-18).
    var boundedAllowanceBurst: Int64 { min(allowanceBurst, 1000) }

    /// After which one call more may go out: a millisecond to a day (V2-X-18).
    var boundedAllowanceInterval: Interval { min(max(allowanceInterval, Interval(milliseconds: 1)), .seconds(86_400)) }

    /// How long a token is used that has expired when it arrives: a minute at the least.
    var leastTokenUse: Interval { max(tokenMargin, .seconds(60)) }

    // MARK: A code

    /// Of a code that Adobe gives no end for: 10 seconds to a day (V2-F-15, V1-25).
    var boundedSessionLifetime: Interval { min(max(sessionLifetime, .seconds(10)), .seconds(86_400)) }

    /// For how long the flow looks for a sign-in after the user agent was closed early (V1-24).
    var boundedUserAgentGrace: Interval { max(userAgentGrace, .seconds(0)) }

    /// Between a poll's answer and the next poll, where nothing is wrong.
    var usualPollInterval: Interval { max(pollInterval, .seconds(3)) }

    /// The same after slow answers in a row, without jitter: each doubles it.
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
