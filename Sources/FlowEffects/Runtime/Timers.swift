import FlowMachine

/// The armed timers. One task waits for the first of them; those that are due fire together, in order of time and number.
struct Timers: Sendable {
    private struct Armed {
        var at: Instant
        /// How long was to be waited when it was armed, in milliseconds.
        let wait: Int64
    }

    private var armed: [TimerID: Armed] = [:]
    private var wake: (at: Instant, task: Task<Void, Never>)?

    mutating func arm(_ id: TimerID, at instant: Instant, now: Instant) {
        armed[id] = Armed(at: instant, wait: max(0, instant.milliseconds - now.milliseconds))
    }

    mutating func disarm(_ id: TimerID) { armed[id] = nil }

    /// Takes the timers that are due at `now`. No timer waits longer than it was to wait, though the clock was set back since.
    mutating func due(_ now: Instant) -> [TimerID] {
        for (id, timer) in armed { armed[id]?.at = min(timer.at, now.advanced(by: Interval(milliseconds: timer.wait))) }
        let due = armed.filter { $0.value.at <= now }.sorted { ($0.value.at, $0.key.number) < ($1.value.at, $1.key.number) }
        for (id, _) in due { armed[id] = nil }
        return due.map(\.key)
    }

    /// Sees that something waits for the first timer, and nothing for any other instant.
    /// - Returns: the task that waits no more.
    mutating func schedule(_ wait: (Instant) -> Task<Void, Never>) {
        let first = armed.values.map(\.at).min()
        if wake?.at == first { return }
        wake?.task.cancel()
        wake = first.map { ($0, wait($0)) }
    }

    /// The task that waited has come to its end.
    mutating func woke() { wake = nil }

    /// Ends everything; returns what is still to be awaited.
    mutating func stop() -> Task<Void, Never>? {
        armed = [:]
        defer { wake = nil }
        wake?.task.cancel()
        return wake?.task
    }
}
