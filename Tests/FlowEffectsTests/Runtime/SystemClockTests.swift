import FlowMachine
import Testing

@_spi(Testing) @testable import FlowEffects

/// How the device's own clock waits while that clock is set.
@Suite struct SystemClockTests {
    private static let start: Int64 = 1_000_000

    /// Waits for 100 s; after each pause the clock has moved by the pause and this many more seconds.
    /// - Returns: the pauses in seconds.
    private func pauses(jumps: [Int64]) async throws -> [Int64] {
        var (now, pauses, jumps) = (Self.start, [Int64](), jumps[...])
        try await SystemClock.sleep(
            until: Instant(milliseconds: Self.start + 100_000), now: { Instant(milliseconds: now) },
            pause: { nanoseconds in
                let milliseconds = Int64(nanoseconds / 1_000_000)
                pauses.append(milliseconds / 1000)
                now += milliseconds + (jumps.popFirst() ?? 0) * 1000
                if pauses.count > 20 { throw CancellationError() }
            })
        return pauses
    }

    @Test func `a sleep lasts until its instant, in pauses of at most half a minute`() async throws {
        #expect(try await pauses(jumps: []) == [30, 30, 30, 10])
    }

    @Test func `a sleep ends early when the clock is set back, so that its timers are judged anew`() async throws {
        #expect(try await pauses(jumps: [0, -3600]) == [30, 30])
    }

    @Test func `a sleep ends after one pause when the device slept past its instant`() async throws {
        #expect(try await pauses(jumps: [3600]) == [30])
    }
}
