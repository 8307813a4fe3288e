import FlowMachine

extension Policy {
    /// Few attempts, and all durations multiples of 5 s, so that few distances in time occur.
    static var explored: Policy {
        var policy = Policy()
        policy.attempts = 2
        policy.pollInterval = .seconds(5)
        policy.retryDelay = .seconds(5)
        policy.throttleHold = .seconds(5)
        policy.requestTimeout = .seconds(10)
        policy.tokenMargin = .seconds(5)
        policy.configurationAge = .seconds(21_600)
        return policy
    }
}

extension FlowSettings {
    /// A box with a partner framework and a picker, without a user agent, with the smallest durations.
    static var explored: FlowSettings {
        FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .tvOS, hasUserAgent: false,
            policy: .explored)
    }
}

extension Alphabet {
    /// What no alphabet holds. Random events (`PropertyRun`) try most of it.
    public static let leavesOut = [
        "more than two providers, more than two profiles in an answer, more than one resource",
        "more open wishes than two, or more faults on one path than are allowed",
        "a clock at the server that differs from the device's",
        "restarts in the middle: a launch begins from what was kept, but only from the given choices",
        "time that passes otherwise than to the next timer, and what ends more than an hour later",
        "free text and trace ids with errors; the pacing of calls over a long time",
    ]

    /// Those that `flow-trace check` explores.
    public static let all = [pinned]

    /// One provider, no fault, one wish: small enough for every run of the tests.
    public static var pinned: Alphabet {
        var alphabet = Alphabet("pinned", "one provider, one wish, nothing goes wrong", settings: .explored)
        alphabet.providers = 1
        alphabet.faults = 0
        alphabet.mostWishes = 1
        return alphabet
    }
}
