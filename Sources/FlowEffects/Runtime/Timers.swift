import FlowMachine

/// The armed timers. One task waits for the first of them; those that are due fire together, in order of time and number.
struct Timers: Sendable {
    private var armed: [TimerID: Instant] = [:]
    private var wake: (at: Instant, task: Task<Void, Never>)?

    mutating func arm(_ id: TimerID, at instant: Instant) { armed[id] = instant }

    mutating func disarm(_ id: TimerID) { armed[id] = nil }

    /// Takes the timers that are due at `now`.
    mutating func due(_ now: Instant) -> [TimerID] {
        let due = armed.filter { $0.value <= now }.sorted { ($0.value, $0.key.number) < ($1.value, $1.key.number) }
        for (id, _) in due { armed[id] = nil }
        return due.map(\.key)
    }

    /// Sees that something waits for the first timer, and nothing for any other instant.
    /// - Returns: the task that waits no more.
    mutating func schedule(_ wait: (Instant) -> Task<Void, Never>) {
        let first = armed.values.min()
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
