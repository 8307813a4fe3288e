import FlowEffects
import FlowMachine
import Foundation

/// Keeps lines on disk and acknowledges each before its appender submits the next.
enum Contestant: CaseIterable {
    case sqliteFull, sqliteNormal, every, group, never

    var name: String {
        switch self {
        case .sqliteFull: "SQLite, WAL, synchronous=FULL"
        case .sqliteNormal: "SQLite, WAL, synchronous=NORMAL"
        case .every: "FileEventLog, every"
        case .group: "FileEventLog, group(1 ms)"
        case .never: "FileEventLog, never"
        }
    }

    /// Seconds that all appends took, and nanoseconds of each.
    struct Result {
        let seconds: Double
        let latencies: [UInt64]

        var perSecond: Double { Double(latencies.count) / seconds }
    }

    /// Lets `appenders` append `count` lines in all, in a separate folder.
    func run(appenders: Int, count: Int, folder: String) async throws -> Result {
        let place = "\(folder)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        switch self {
        case .sqliteFull: return try SQLiteTable(path: "\(place)/log.db", synchronous: "FULL").run(appenders, count / appenders)
        case .sqliteNormal: return try SQLiteTable(path: "\(place)/log.db", synchronous: "NORMAL").run(appenders, count / appenders)
        case .every: return try await DurableLog(folder: place, sync: .every).run(appenders, count / appenders)
        case .group:
            return try await DurableLog(folder: place, sync: .group(maxDelay: .milliseconds(1))).run(appenders, count / appenders)
        case .never: return try await DurableLog(folder: place, sync: .never).run(appenders, count / appenders)
        }
    }
}

/// A record's line, of the usual length.
let line: [UInt8] = {
    let head = Array(#"{"number":1,"event":{"time":1767225600000,"origin":{"kind":"reply","request":17,"reply":""#.utf8)
    return head + [UInt8](repeating: 0x61, count: 608 - head.count) + Array(#"","crc":"00000000"}"#.utf8) + [0x0A]
}()

/// Nanoseconds since some moment.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// A failure.
struct Complaint: Error {
    let text: String
}
