import FlowEffects
import FlowMachine

/// A clock that runs faster than the system's, for a flow and a simulated server: with a speed of 20, a poll that is due in 5 seconds is sent
/// after 250 milliseconds. The flow's time limits run faster, too: on a busy computer, requests need a longer `Policy.requestTimeout`.
///
/// ```swift
/// let clock = SimulatedClock(speed: 20)
/// let adobe = SharedAdobe(SimulatedAdobe(for: app), now: { clock.now })
/// ```
public struct SimulatedClock: FlowClock {
    private let start: Instant
    private let speed: Int
    private let origin = ContinuousClock.now

    /// Creates a clock that shows `start` now and runs `speed` times as fast as the system's, at least once.
    public init(speed: Int, start: Instant = SystemClock().now) {
        self.speed = max(speed, 1)
        self.start = start
    }

    public var now: Instant { start.advanced(by: Interval(origin.duration(to: .now) * speed)) }

    public func sleep(until instant: Instant) async throws {
        while now < instant {
            let left = instant.milliseconds - now.milliseconds
            // In pieces, so that a distant instant is no overflow.
            try await Task.sleep(for: .milliseconds(min(max(left, 1), 30_000_000)) / speed)
        }
    }
}
