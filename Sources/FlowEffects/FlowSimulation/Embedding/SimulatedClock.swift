import FlowEffects
import FlowMachine

/// A clock that runs faster than the system's clock, for a flow and a simulated server.
///
/// With a speed of 20, a poll that is due in 5 seconds is sent after 250 milliseconds. Time limits expire faster, too, so on a busy
/// computer requests need a longer `Policy.requestTimeout`.
///
/// ```swift
/// let clock = SimulatedClock(speed: 20)
/// let adobe = SharedAdobe(SimulatedAdobe(for: app), now: { clock.now })
/// ```
public struct SimulatedClock: FlowClock {
    private let start: Instant
    private let speed: Int
    private let origin = ContinuousClock.now

    /// Creates a clock that shows `start` now and runs `speed` times as fast as the system's clock. A speed below 1 is treated as 1.
    public init(speed: Int, start: Instant = SystemClock().now) {
        self.speed = max(speed, 1)
        self.start = start
    }

    public var now: Instant { start.advanced(by: Interval(origin.duration(to: .now) * speed)) }

    public func sleep(until instant: Instant) async throws {
        while now < instant {
            let left = instant.milliseconds - now.milliseconds
            // Sleeps in pieces, so that a distant instant does not overflow.
            try await Task.sleep(for: .milliseconds(min(max(left, 1), 30_000_000)) / speed)
        }
    }
}
