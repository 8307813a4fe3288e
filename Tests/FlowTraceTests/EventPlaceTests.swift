import FlowMachine
import Testing

@testable import FlowReading

/// Places in a log, as a reader names them.
@Suite struct EventPlaceTests {
    /// Events 1 to 4 at 18:05:30, 18:10:00.3, 18:10:20 and, on the next day, 01:00:00, from 2026-11-22 on.
    private static let records: [LogRecord] = {
        let start: Int64 = 1_795_370_730_000
        return [0, 270_300, 290_000, 24_870_000].enumerated().map { index, since in
            LogRecord(
                number: Int64(index + 1), by: nil,
                event: FlowEvent(time: Instant(milliseconds: start + since), origin: .app(.foregrounded)), rule: "FM-01",
                state: "registered", step: "idle", effects: [], digest: UInt64(index))
        }
    }()

    private func number(_ text: String) throws -> Int64 {
        try EventPlace(text, option: "--at").number(in: EventPlaceTests.records, by: .utc)
    }

    @Test(arguments: [
        ("3", 3), ("18:10", 2), ("18:10:01", 3), ("18:05:30", 1), ("18:00", 1), ("00:30", 4), ("01:00Z", 4), ("+0s", 1), ("+270.3s", 2),
        ("+270.4", 3), ("+4:30.3", 2), ("+4min30s", 2), ("+4.9min", 4), ("+290000ms", 3), ("+06:54:30", 4), ("+1h", 4),
        ("2026-11-22T18:10:05Z", 3), ("2026-11-22 18:10:00.300", 2), ("2026-11-22T19:10:05+01:00", 3), ("12:10:01-06:00", 3),
        ("2026-11-23", 4), ("1970-01-01", 1), ("2024-02-29", 1),
    ])
    func `an event is named by number, time of day, date or time since the start`(text: String, number: Int) throws {
        #expect(try self.number(text) == Int64(number))
    }

    @Test(arguments: [
        "", "0", "-3", "six", "6pm", "25:00", "18:60", "18:1", "18:10:5", "18:10:05.1234", "2026-13-01", "2026-02-29",
        "2026-11-22T", "2026-11-22T18:10:05+15:00", "17Z", "+10Z", "+", "+x", "+90y", "+1:2:3:4", "+99999999999999999999s", "+999999999d",
        "18:10:05:01",
        "99999999999999999999",
    ])
    func `a place that is neither a number nor a time is refused with the allowed forms`(text: String) {
        #expect { try EventPlace(text, option: "--at") } throws: { error in
            let told = (error as? PlaceFailure)?.text ?? ""
            return told.hasPrefix("--at \(text): neither an event number nor a time: use 17, 18:10,")
        }
    }

    @Test(arguments: ["5", "+7h", "2027-01-01"])
    func `a place outside the log is refused with the log's range`(text: String) {
        #expect { try number(text) } throws: { error in
            let told = (error as? PlaceFailure)?.text ?? ""
            return told.hasSuffix(": this log has events 1 to 4, from 2026-11-22 18:05:30Z to 2026-11-23 01:00:00Z")
        }
    }

    @Test(arguments: [
        ("2", "3", 2, 3), ("18:06", "18:10", 2, 3), ("18:10", "18:10:20", 2, 3), ("18:10", "01:00", 2, 4), ("+270s", "+290s", 2, 3),
        ("2026-11-23", "2026-11-23", 4, 4), ("3", "99", 3, 99),
    ])
    func `a part includes the whole unit of its end`(from: String, to: String, first: Int, last: Int) throws {
        let range = try EventPlace.numbers(
            from: EventPlace(from, option: "--from"), to: EventPlace(to, option: "--to"), in: EventPlaceTests.records, by: .utc)
        #expect(range == Int64(first)...Int64(last))
    }

    @Test func `a part that ends before it starts is refused`() throws {
        for (from, to) in [("3", "2"), ("18:10", "18:05")] {
            let places = (try EventPlace(from, option: "--from"), try EventPlace(to, option: "--to"))
            #expect(throws: PlaceFailure.self) {
                try EventPlace.numbers(from: places.0, to: places.1, in: EventPlaceTests.records, by: .utc)
            }
        }
        #expect(try EventPlace.numbers(from: nil, to: nil, in: EventPlaceTests.records, by: .utc) == 0...Int64.max)
    }

    @Test func `a log without events has no place`() throws {
        let place = try EventPlace("+1s", option: "--at")
        #expect(throws: PlaceFailure("--at +1s: there is no event in this log")) { try place.number(in: [], by: .utc) }
    }
}
