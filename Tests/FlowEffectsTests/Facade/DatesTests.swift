import FlowEffects
import FlowMachine
import Foundation
import Testing

@Suite("Instants and dates") struct DatesTests {
    @Test(arguments: [0, 1, 999, 1_767_225_600_001, 253_402_300_799_999] as [Int64])
    func `an instant becomes a date and the same instant again`(milliseconds: Int64) {
        #expect(Instant(Date(Instant(milliseconds: milliseconds))).milliseconds == milliseconds)
        #expect(Interval(Duration(Interval(milliseconds: -milliseconds))).milliseconds == -milliseconds)
    }

    @Test(
        arguments: [
            (-1, 0), (.nan, 0), (-.infinity, 0), (.infinity, (1 << 53) - 1), (1e300, (1 << 53) - 1), (0.0004, 0), (0.0006, 1),
        ] as [(Double, Int64)])
    func `each date has a nearest instant`(seconds: Double, milliseconds: Int64) {
        #expect(Instant(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
    }

    @Test func `a policy takes what the app's server sent`() throws {
        var policy = Policy()
        let rejected = try policy.update(json: Data(#"{"pollInterval":8000,"attempts":"two"}"#.utf8))
        #expect(policy.pollInterval == .seconds(8))
        #expect(rejected.map(\.name) == ["attempts"])
    }

    @Test(
        arguments: [
            (.seconds(Int64.max), (1 << 53) - 1), (.seconds(Int64.min), -((1 << 53) - 1)), (.microseconds(1999), 1),
            (.microseconds(-1999), -1),
            (.zero, 0),
        ] as [(Duration, Int64)])
    func `each duration has a nearest interval`(duration: Duration, milliseconds: Int64) {
        #expect(Interval(duration).milliseconds == milliseconds)
    }
}
