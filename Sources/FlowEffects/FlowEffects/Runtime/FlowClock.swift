#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// Reads the time and waits.
public protocol FlowClock: Sendable {
    /// The time by the device's clock.
    var now: Instant { get }
    /// Returns when that instant is reached; at once if it is past, and early if the clock is set back meanwhile.
    /// - Throws: `CancellationError` when the task is canceled.
    func sleep(until instant: Instant) async throws
}

/// The device's own clock.
public struct SystemClock: FlowClock {
    /// The device's own clock.
    public init() {}

    public var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    public func sleep(until instant: Instant) async throws {
        var left = instant.milliseconds - now.milliseconds
        while left > 0 {
            // In pieces, because the clock may be set during the wait, and stops while the device sleeps.
            try await Task.sleep(nanoseconds: UInt64(min(left, 30_000)) * 1_000_000)
            let before = left
            left = instant.milliseconds - now.milliseconds
            if left > before { return }
        }
    }
}
