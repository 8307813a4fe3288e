import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TimeWordsTests {
    @Test func `each duration is written in a suitable unit`() {
        let lengths: [(Int64, String)] = [
            (0, "0.0 s"), (49, "0.0 s"), (50, "0.1 s"), (71_160, "71.2 s"), (119_999, "120.0 s"), (120_000, "2 min"),
            (140_600, "2 min 20 s"),
            (7_200_000, "2 h"), (21_600_000, "6 h"), (90_000_000, "25 h"), (2_592_000_000, "30 d"), (-3200, "-3.2 s"),
        ]
        for (milliseconds, text) in lengths { #expect(TimeWords.length(milliseconds) == text, "\(milliseconds)") }
        let terms: [(Int64, String)] = [
            (10_000, "10 s"), (1500, "1.5 s"), (21_599_400, "6 h"), (600_000, "10 min"), (2_591_940_000, "30 d"), (1_791_000, "30 min"),
        ]
        for (milliseconds, text) in terms { #expect(TimeWords.term(milliseconds) == text, "\(milliseconds)") }
    }

    @Test func `dates follow the Gregorian calendar`() {
        let dates: [(Int64, String)] = [
            (0, "1970-01-01 00:00:00Z"), (951_782_400_000, "2000-02-29 00:00:00Z"), (1_767_225_599_999, "2025-12-31 23:59:59Z"),
            (1_767_225_600_000, "2026-01-01 00:00:00Z"), (4_107_542_400_000, "2100-03-01 00:00:00Z"),
        ]
        for (milliseconds, text) in dates { #expect(TimeWords.second(Instant(milliseconds: milliseconds), .utc) == text) }
    }

    @Test func `all times of a log have one form, chosen by its length`() {
        let start = Script.start
        let scales: [(Int64, Int64, Bool, String)] = [
            (60_000, 20_341, false, "20.3"), (999_000, 20_351, false, "20.4"), (1_800_000, 1_213_049, false, "20:13.0"),
            (7_200_000, 3_601_000, false, "01:00:01.0"), (172_800_000, 86_401_000, false, "1d 00:00:01.0"), (60_000, -1500, false, "-1.5"),
            (60_000, 20_341, true, "00:00:20.341"),
        ]
        for (length, since, utc, text) in scales {
            let scale = TimeScale(start: Instant(milliseconds: start), end: Instant(milliseconds: start + length), utc: utc)
            #expect(scale.text(Instant(milliseconds: start + since)) == text)
            #expect(text.count <= scale.width)
        }
    }
}
