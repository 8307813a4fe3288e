import FlowMachine

/// The armed timers. Those that are due fire together, in order of time and number.
struct Timers: Sendable {
    private struct Armed {
        var at: Instant
        /// The wait when the timer was armed, in milliseconds.
        let wait: Int64
    }

    private var armed: [TimerID: Armed] = [:]
    /// When the first timer is due.
    private(set) var first: Instant?

    /// Arms a timer.
    /// - Parameter now: the time of the event that arms it.
    mutating func arm(_ id: TimerID, at instant: Instant, now: Instant) {
        armed[id] = Armed(at: instant, wait: max(0, instant.milliseconds - now.milliseconds))
        findFirst()
    }

    mutating func disarm(_ id: TimerID) {
        if armed.removeValue(forKey: id) != nil { findFirst() }
    }

    /// The clock shows `now`, perhaps because it was set back: no timer waits longer from here than its original wait.
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
