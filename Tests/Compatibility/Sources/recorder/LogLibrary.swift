import FlowExploration
import FlowMachine
import FlowSimulation
import Foundation

/// The output folder for the logs: one folder per API and per kind of log.
struct LogLibrary {
    private let folder: URL
    private var logs = 0
    private var events = 0
    private var snapshots = 0

    /// What was written, on one line.
    var text: String { "\(logs) logs, \(events) events, \(snapshots) logs that begin with a snapshot" }

    init(folder: URL) throws {
        self.folder = folder
        for kind in ["random", "simulated"] {
            for api in [FlowSettings.API.restV1, .restV2] {
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent("\(kind)-\(api.rawValue)"), withIntermediateDirectories: true)
            }
        }
    }

    mutating func add(_ log: RandomLog) throws { try write(log.bytes, "random", padded(log.seed, to: 5)) }

    /// Plays a session with faults and keeps the log of each of its launches.
    mutating func addSession(seed: UInt64) throws {
        let result = SimulatedSession(seed: seed).run()
        if let violation = result.violation { throw Unusable(what: "session \(seed): \(violation)") }
        for (index, bytes) in result.logs.enumerated() {
            try write(bytes, "simulated", "\(padded(seed, to: 4))-launch-\(padded(UInt64(index + 1), to: 2))")
        }
    }

    private mutating func write(_ bytes: [UInt8], _ kind: String, _ name: String) throws {
        var replay = try Replay(bytes)
        logs += 1
        if replay.snapshot != nil { snapshots += 1 }
        while try replay.next() != nil { events += 1 }
        let path = "\(kind)-\(replay.header.settings.api.rawValue)/seed-\(name).jsonl"
        try Data(bytes).write(to: folder.appendingPathComponent(path))
    }

    private func padded(_ number: UInt64, to width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private struct Unusable: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }
}
