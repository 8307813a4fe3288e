#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import FlowMachine

/// Reads the time and waits.
public protocol FlowClock: Sendable {
    /// The time by the device's clock.
    var now: Instant { get }
    /// Returns when that instant is reached; at once if it is past, and early if the clock is set back meanwhile.
    /// - Throws: `CancellationError` when the task is canceled.
    func sleep(until instant: Instant) async throws
    /// The lead of the device's local time over UTC now, in minutes; `nil` if unknown, which is the default.
    var utcOffsetMinutes: Int64? { get }
}

extension FlowClock {
    /// The default: the offset is unknown.
    public var utcOffsetMinutes: Int64? { nil }
}

/// The device's own clock.
public struct SystemClock: FlowClock {
    /// The device's own clock.
    public init() {}

    public var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    public var utcOffsetMinutes: Int64? {
        // Foundation's time zones would add megabytes of tables to an app on Linux.
        var seconds = time(nil)
        var local = tm()
        return localtime_r(&seconds, &local).map { Int64($0.pointee.tm_gmtoff) / 60 }
    }

    public func sleep(until instant: Instant) async throws {
        try await SystemClock.sleep(until: instant, now: { now }, pause: { try await Task.sleep(nanoseconds: $0) })
    }

    /// Pauses, by a clock that may be set meanwhile, until `now` shows `instant` or has been set back.
    static func sleep(until instant: Instant, now: () -> Instant, pause: (_ nanoseconds: UInt64) async throws -> Void) async throws {
        var left = instant.milliseconds - now().milliseconds
        while left > 0 {
            // In pieces, because the clock may be set during the wait, and stops while the device sleeps.
            try await pause(UInt64(min(left, 30_000)) * 1_000_000)
            let before = left
            left = instant.milliseconds - now().milliseconds
            if left > before { return }
        }
    }
}
