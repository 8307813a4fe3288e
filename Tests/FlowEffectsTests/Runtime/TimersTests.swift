import FlowMachine
import Testing

@_spi(Testing) @testable import FlowEffects

@Suite struct TimersTests {
    private func instant(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1000) }

    @Test func `due timers fire once, ordered by time and then by number`() {
        var timers = Timers()
        for (number, at) in [(3, 20), (1, 20), (2, 10), (4, 30)] as [(Int64, Int64)] {
            timers.arm(TimerID(number), at: instant(at), now: instant(0))
        }
        #expect(timers.due(instant(9)) == [])
        #expect(timers.due(instant(20)) == [2, 1, 3].map { TimerID($0) })
        #expect(timers.due(instant(20)) == [])
        #expect(timers.due(instant(99)) == [TimerID(4)])
    }

    @Test func `a clock that is set back lengthens no timer`() {
        var timers = Timers()
        timers.arm(TimerID(1), at: instant(100_005), now: instant(100_000))
        timers.arm(TimerID(2), at: instant(100_060), now: instant(100_000))
        #expect(timers.due(instant(10)) == [], "about a day back")
        #expect(timers.due(instant(14)) == [])
        #expect(timers.due(instant(15)) == [TimerID(1)])
        #expect(timers.due(instant(69)) == [])
        #expect(timers.due(instant(70)) == [TimerID(2)])
    }

    @Test func `a timer for a past instant is due at once`() {
        var timers = Timers()
        timers.arm(TimerID(1), at: instant(5), now: instant(10))
        #expect(timers.due(instant(10)) == [TimerID(1)])
    }
}
