import FlowMachine
import FlowReading
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

/// What went wrong in the log of one launch, a line per request that was not fulfilled.
func explanation(of log: [UInt8], named file: String) throws -> [String] {
    let report = try LaunchReport(log, file: file)
    return report.unfulfilled.compactMap { request in
        guard let cause = request.cause else { return nil }
        return "\(request.name): \(cause.id.rawValue), \(cause.owner.rawValue): \(cause.text) \(cause.advice)"
    }
}

/// How often each cause occurs in a folder's logs, and what the launches have in common.
func causes(in logs: [(file: String, bytes: [UInt8])]) throws -> (counts: [TriageCause.ID: Int], summary: [String]) {
    let triage = Triage(try logs.map { try LaunchReport($0.bytes, file: $0.file) })
    let causes = triage.launches.flatMap { launch in
        launch.report.findings + launch.changes + launch.report.requests.compactMap(\.cause)
    }
    return (Dictionary(grouping: causes, by: \.id).mapValues(\.count), triage.summary)
}

@Suite("Reading logs") struct ReadingTests {
    private func log(_ name: String) throws -> (file: String, bytes: [UInt8]) {
        let path = "Specs/scenarios/\(name)/log.jsonl"
        return (path, [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)"))))
    }

    @Test func `an app explains its own log`() throws {
        let log = try log("denied-second-screen")
        #expect(
            try explanation(of: log.bytes, named: log.file) == [
                "play resource#2: denied, provider: The provider Cablevision denied it (authorization_denied_by_mvpd). "
                    + "Tell the viewer to ask the provider Cablevision whether the channel is in their package."
            ])
    }

    @Test func `a server counts the causes of many logs, damaged ones, too`() throws {
        var damaged = try log("denied-second-screen")
        damaged.bytes[damaged.bytes.count - 200] ^= 1
        let found = try causes(in: [try log("throttled-until-expiry"), damaged])
        #expect(found.counts[.pollsFailed] == 1)
        #expect(found.counts[.logDamaged] == 1)
        #expect(!found.summary.isEmpty)
        #expect(throws: LogFailure.self) { try explanation(of: [], named: "empty.jsonl") }
    }
}
