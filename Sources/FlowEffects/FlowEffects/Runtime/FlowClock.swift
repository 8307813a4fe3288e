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

/// The source of the time for a flow, and of its delays.
public protocol FlowClock: Sendable {
    /// The time by the device's clock.
    var now: Instant { get }
    /// Suspends until the clock shows `instant`. Returns at once if `instant` is in the past, and early if the clock is set back meanwhile.
    /// - Throws: `CancellationError` if the task is canceled.
    func sleep(until instant: Instant) async throws
    /// The current offset of the device's local time from UTC, in minutes, positive east of Greenwich; `nil` (the default) if unknown.
    var utcOffsetMinutes: Int64? { get }
}

extension FlowClock {
    /// The default value `nil`, for a clock that does not know the offset.
    public var utcOffsetMinutes: Int64? { nil }
}

/// The device's own clock.
public struct SystemClock: FlowClock {
    /// Creates the device's own clock.
    public init() {}

    public var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    public var utcOffsetMinutes: Int64? {
        // Uses `localtime_r`, because Foundation's time zones would add megabytes of tables to an app on Linux.
        var seconds = time(nil)
        var local = tm()
        return localtime_r(&seconds, &local).map { Int64($0.pointee.tm_gmtoff) / 60 }
    }

    public func sleep(until instant: Instant) async throws {
        try await SystemClock.sleep(until: instant, now: { now }, pause: { try await Task.sleep(nanoseconds: $0) })
    }

    /// Pauses until the clock shows `instant` or has been set back.
    /// - Parameters:
    ///   - instant: the time at which the function returns.
    ///   - now: reads the clock, which the user or the system may set during the wait.
    ///   - pause: suspends for a number of nanoseconds.
    static func sleep(until instant: Instant, now: () -> Instant, pause: (_ nanoseconds: UInt64) async throws -> Void) async throws {
        var left = instant.milliseconds - now().milliseconds
        while left > 0 {
            // Pauses for at most 30 s at a time, because the clock may be set during the wait, and a pause does not advance while the device sleeps.
            try await pause(UInt64(min(left, 30_000)) * 1_000_000)
            let before = left
            left = instant.milliseconds - now().milliseconds
            if left > before { return }
        }
    }
}
