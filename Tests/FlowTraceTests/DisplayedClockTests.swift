import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// Clocks of other zones: their offsets, the files that they are read from, and the times that they show twice or never.
@Suite struct DisplayedClockTests {
    private func shown(_ day: Int64, _ hours: Double, _ clock: DisplayedClock) -> String {
        TimeWords.second(Zones.instant(day: day, hours: hours), clock)
    }

    @Test func `a clock is set ahead and back to the second`() {
        let second = 1.0 / 3600
        #expect(shown(Zones.ahead, 9 - second, Zones.denver) == "2026-03-08 01:59:59-07:00")
        #expect(shown(Zones.ahead, 9, Zones.denver) == "2026-03-08 03:00:00-06:00")
        #expect(shown(Zones.back, 8 - second, Zones.denver) == "2026-11-01 01:59:59-06:00")
        #expect(shown(Zones.back, 8, Zones.denver) == "2026-11-01 01:00:00-07:00")
    }

    @Test(arguments: [
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 0, "2026-01-01 11:00:00+11:00", "2026-07-01 10:30:00+10:30"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, "2026-01-01 00:00:00+00:00", "2026-07-01 01:00:00+01:00"),
        ("IST-5:30", 19_800, "2026-01-01 05:30:00+05:30", "2026-07-01 05:30:00+05:30"),
        ("XST0XDT,J60/0,J181/0", 0, "2026-01-01 00:00:00+00:00", "2026-07-01 00:00:00+00:00"),
        ("XST0XDT,59/0,181/0", 0, "2026-01-01 00:00:00+00:00", "2026-07-01 00:00:00+00:00"),
        ("XST0XDT,J60/0,J183/0", 0, "2026-01-01 00:00:00+00:00", "2026-07-01 01:00:00+01:00"),
        ("XST0XDT,59/0,182/0", 0, "2026-01-01 00:00:00+00:00", "2026-07-01 01:00:00+01:00"),
        ("<-0230>2:30:15", -9015, "2025-12-31 21:29:45-02:30:15", "2026-06-30 21:29:45-02:30:15"),
    ])
    func `the rule of a file is followed, also by half hours, in the south and with winter time`(
        rule: String, before: Int, january: String, july: String
    ) throws {
        let clock = try #require(Zones.clock(rule, before: Int64(before)))
        #expect(shown(0, 0, clock) == january)
        #expect(shown(181, 0, clock) == july)
    }

    @Test func `the table of a file comes before its rule, and its last offset lasts without one`() throws {
        let change = Zones.instant(day: 10, hours: 0).milliseconds / 1000
        let clock = try #require(ZoneFile.clock(Zones.file([3600, -1800], [(change, 1)], rule: ""), name: "Test/Table"))
        #expect(shown(9, 23, clock) == "2026-01-11 00:00:00+01:00")
        #expect(shown(10, 0, clock) == "2026-01-10 23:30:00-00:30")
        #expect(shown(3000, 0, clock).hasSuffix("-00:30"))
        let ruled = try #require(ZoneFile.clock(Zones.file([3600, -1800], [(change, 1)], rule: "A0B,M1.1.0,M3.1.0"), name: "Test/Both"))
        #expect(shown(9, 0, ruled).hasSuffix("+01:00"), "a change by the rule before the table's last is none")
        #expect(shown(40, 0, ruled).hasSuffix("-00:30"))
        #expect(shown(70, 0, ruled).hasSuffix("+00:00"))
    }

    @Test func `a damaged file is no zone`() {
        let bytes = Zones.file([3600, -1800], [(0, 1)], rule: "")
        let end = bytes.count - 2
        for count in 0..<end { #expect(ZoneFile.clock(Array(bytes[..<count]), name: "Test/Cut") == nil) }
        for place in 0..<end {
            var changed = bytes
            changed[place] = 0xFF
            _ = ZoneFile.clock(changed, name: "Test/Changed")
        }
        #expect(ZoneFile.clock(Zones.file([3600], [(0, 1)], rule: ""), name: "Test/Type") == nil, "a change to an offset that is not there")
    }

    @Test func `a time that a clock shows twice or never is read`() {
        let midnight = Zones.instant(day: Zones.back, hours: 0).milliseconds
        let twice = Zones.denver.instants(showing: midnight + 5_400_000)
        #expect(twice.first == Zones.instant(day: Zones.back, hours: 7.5).milliseconds)
        #expect(twice.last == Zones.instant(day: Zones.back, hours: 8.5).milliseconds)
        let never = Zones.denver.instants(showing: Zones.instant(day: Zones.ahead, hours: 2.5).milliseconds)
        #expect(never.first == Zones.instant(day: Zones.ahead, hours: 9.5).milliseconds)
        #expect(never.last == never.first)
    }

    @Test func `the first hours of 1970 are 1969 in the west`() {
        let clock = DisplayedClock(offset: -25_200)
        #expect(TimeWords.second(Instant(milliseconds: 1), clock) == "1969-12-31 17:00:00-07:00")
        #expect(clock.instants(showing: -25_200_000).first == 0)
    }

    @Test func `the times of a log in which the clock is set have their offsets`() {
        let (start, end) = (Zones.instant(day: Zones.back, hours: 7.5), Zones.instant(day: Zones.back, hours: 8.5))
        let scale = TimeScale(start: start, end: end, utc: true, Zones.denver)
        #expect(scale.text(start) == "01:30:00.000-06:00")
        #expect(scale.text(end) == "01:30:00.000-07:00")
        #expect(scale.width == scale.text(end).count)
        #expect(scale.head == "time")
        let same = TimeScale(start: start, end: start, utc: true, Zones.denver)
        #expect(same.text(start) == "01:30:00.000")
        #expect(same.head == "-06:00")
        #expect(TimeScale(growing: Zones.denver).text(end) == "01:30:00.000-07:00")
        #expect(TimeScale(growing: .utc).head == "UTC")
    }

    @Test func `the device's clock is that of each header`() {
        func clock(_ minutes: Int64?) -> DisplayedClock {
            var header = HandMade.header
            header.utcOffsetMinutes = minutes
            #expect(DisplayedClock.device.isMissing(in: header) == (DisplayedClock.device.of(header) == .utc))
            #expect(Zones.denver.of(header) == Zones.denver)
            return DisplayedClock.device.of(header)
        }
        #expect(shown(0, 0, clock(-210)) == "2025-12-31 20:30:00-03:30")
        #expect(shown(0, 0, clock(0)) == "2026-01-01 00:00:00+00:00")
        for minutes in [nil, Int64.max, Int64.min, 1441] as [Int64?] { #expect(clock(minutes) == .utc) }
    }
}
