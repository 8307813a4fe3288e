import FlowMachine

/// The circumstances of a launch that explain why calls got no answer: the app's time limit, and the device's clock.
package struct CallConditions: Sendable {
    /// The app's time limit for calls, if it is shorter than the default; otherwise `nil`.
    package private(set) var shortLimit: Interval?
    /// What shows that the device's clock is wrong; `nil` if nothing does, or if Adobe answered: then the clock prevents no connection.
    package private(set) var wrongClock: WrongClock?
    /// Whether Adobe answered a call of the launch.
    package private(set) var wasAnswered = false

    /// What shows without an answer of Adobe that the device's clock is wrong.
    package enum WrongClock: Sendable {
        /// The time for which the kept access token would be valid at the launch by the device's clock, in milliseconds. Adobe issues no token for so
        /// long.
        case tokenLeft(Int64)
        /// The time of the launch. This library did not exist then.
        case tooEarly(Instant)
    }

    /// The beginning of 2025, before which this library did not exist.
    private static let earliest = Instant(milliseconds: 1_735_689_600_000)
    /// The time for which a kept access token can be valid at most, in milliseconds. Adobe issues access tokens for hours.
    package static let longestToken: Int64 = 31 * 86_400_000

    package init(_ settings: FlowSettings? = nil) {
        guard let limit = settings?.policy.requestTimeout, limit < Policy().requestTimeout else { return }
        shortLimit = limit
    }

    /// Processes the next event.
    package mutating func note(_ record: LogRecord) {
        switch record.event.origin {
        case .app(.launched(let kept)):
            let left = kept.token.map { $0.notAfter.milliseconds - record.event.time.milliseconds } ?? 0
            if left > CallConditions.longestToken {
                wrongClock = .tokenLeft(left)
            } else if record.event.time < CallConditions.earliest {
                wrongClock = .tooEarly(record.event.time)
            }
        case .reply(_, let reply):
            guard reply.adobesTime != nil else { return }
            (wasAnswered, wrongClock) = (true, nil)
        case .user, .app, .timer: return
        }
    }
}
