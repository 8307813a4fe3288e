// The policy's values, limited to their bounds. The flow uses only these limited values.

extension Policy {
    // MARK: Calls

    /// The number of times that a call is sent before it fails: 1 to 3 (V2-X-11).
    var boundedAttempts: Int64 { min(max(attempts, 1), 3) }

    /// The delay between the first failed attempt and the second attempt: at least a millisecond (V2-X-11).
    var boundedRetryDelay: Interval { max(retryDelay, Interval(milliseconds: 1)) }

    /// The time for which a 429 delays every call if Adobe does not ask for more: at least a second (V2-X-10).
    var boundedThrottleHold: Interval { max(throttleHold, .seconds(1)) }

    /// The number of calls that may be sent at once: at most 1,000. A value of 0 or less means that there is no limit (V2-X-18).
    var boundedAllowanceBurst: Int64 { min(allowanceBurst, 1000) }

    /// The interval after which the flow may send one more call: a millisecond to a day (V2-X-18).
    var boundedAllowanceInterval: Interval { min(max(allowanceInterval, Interval(milliseconds: 1)), .seconds(86_400)) }

    /// The time for which the flow uses a token that seems to have expired on arrival: at least a minute.
    var leastTokenUse: Interval { max(tokenMargin, .seconds(60)) }

    // MARK: A code

    /// The lifetime of a code without an expiry from Adobe: 10 seconds to a day (V2-F-15, V1-25).
    var boundedSessionLifetime: Interval { min(max(sessionLifetime, .seconds(10)), .seconds(86_400)) }

    /// The time for which the flow polls after the user agent was closed (V1-24, V2-F-05); 0 or more.
    var boundedUserAgentGrace: Interval { max(userAgentGrace, .seconds(0)) }

    /// The usual delay between a poll's answer and the next poll: at least 3 s.
    var usualPollInterval: Interval { max(pollInterval, .seconds(3)) }
}
