import FlowMachine

/// The armed timers. The timers that are due fire together, in the order of their times and numbers.
struct Timers: Sendable {
    private struct Armed {
        var at: Instant
        /// The time from the arming of the timer to its firing, in milliseconds.
        let wait: Int64
    }

    private var armed: [TimerID: Armed] = [:]
    /// The time when the first timer is due; `nil` without timers.
    private(set) var first: Instant?

    /// Arms a timer.
    /// - Parameters:
    ///   - id: the timer.
    ///   - instant: the time when the timer fires.
    ///   - now: the time of the event that arms the timer.
    mutating func arm(_ id: TimerID, at instant: Instant, now: Instant) {
        armed[id] = Armed(at: instant, wait: max(0, instant.milliseconds - now.milliseconds))
        findFirst()
    }

    mutating func disarm(_ id: TimerID) {
        if armed.removeValue(forKey: id) != nil { findFirst() }
    }

    /// Limits the timers after the clock may have been set back: from `now`, no timer waits longer than when it was armed.
    mutating func limit(from now: Instant) {
        for (id, timer) in armed { armed[id]?.at = min(timer.at, now.advanced(by: Interval(milliseconds: timer.wait))) }
        findFirst()
    }

    /// Removes and returns the timers that are due at `now`.
    mutating func due(_ now: Instant) -> [TimerID] {
        limit(from: now)
        let due = armed.filter { $0.value.at <= now }.sorted { ($0.value.at, $0.key.number) < ($1.value.at, $1.key.number) }
        for (id, _) in due { armed[id] = nil }
        findFirst()
        return due.map(\.key)
    }

    private mutating func findFirst() { first = armed.values.lazy.map(\.at).min() }
}
