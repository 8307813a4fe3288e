// The policy's values, limited to their bounds. Decisions read them only here.

extension Policy {
    // MARK: Calls

    /// How often a call is sent before it fails: 1 to 3 times (V2-X-11).
    var boundedAttempts: Int64 { min(max(attempts, 1), 3) }

    /// The delay between the first failed attempt and the next one: at least a millisecond (V2-X-11).
    var boundedRetryDelay: Interval { max(retryDelay, Interval(milliseconds: 1)) }

    /// How long a 429 holds back every call if Adobe does not ask for more: at least a second (V2-X-10).
    var boundedThrottleHold: Interval { max(throttleHold, .seconds(1)) }

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
}
