import FlowMachine

@testable import FlowReading
@testable import flow_trace

/// Time zones that do not depend on the computer, and times to look at by their clocks.
enum Zones {
    /// The bytes of a file of the time zone database: its offsets, changes to one of them, and its rule.
    static func file(_ offsets: [Int64], _ changes: [(start: Int64, type: UInt8)] = [], rule: String) -> [UInt8] {
        var file = head(times: 0, types: 1) + [0, 0, 0, 0, 0, 0, 0]
        file += head(times: changes.count, types: offsets.count)
        for change in changes { file += bytes(change.start, 8) }
        for change in changes { file.append(change.type) }
        for offset in offsets { file += bytes(offset, 4) + [0, 0] }
        return file + [0] + Array("\n\(rule)\n".utf8)
    }

    private static func bytes(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }

    private static func head(times: Int, types: Int) -> [UInt8] {
        var head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, 0, times, types, 1] { head += bytes(Int64(count), 4) }
        return head
    }

    static func clock(_ rule: String, before: Int64 = 0) -> DisplayedClock? {
        ZoneFile.clock(file([before], rule: rule), name: "Test/Zone")
    }

    /// Mountain time: set ahead on 2026-03-08 at 09:00 UTC, and back on 2026-11-01 at 08:00 UTC.
    static let denver = clock("MST7MDT,M3.2.0,M11.1.0", before: -25_200) ?? .utc

    /// An instant in 2026, by days since January 1 and hours in UTC.
    static func instant(day: Int64, hours: Double) -> Instant { Script.instant(Double(day) * 86_400 + hours * 3600) }

    /// March 8 and November 1 as days since January 1.
    static let (ahead, back): (Int64, Int64) = (66, 304)

    /// The same log with another offset in its header.
    static func log(_ flow: Script, offset: Int64?) -> [UInt8] {
        var header = flow.header
        header.utcOffsetMinutes = offset
        return LogBytes.of(flow.records, header: header)
    }
}
