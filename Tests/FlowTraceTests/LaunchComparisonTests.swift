import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct LaunchComparisonTests {
    private let folder = TemporaryFolder()

    /// A launch that reads `kept` and registers if it must.
    private func launch(_ name: String, app: String = "DemoTV/1.8", at start: Double, _ kept: PersistedState, keeps: [Effect] = []) throws {
        let header = LogHeader(app: app, support: name, settings: Script.settings)
        let records = [
            LogRecord(
                number: 1, by: nil, event: FlowEvent(time: Script.instant(start), origin: .app(.launched(kept))), rule: "V2-A-02",
                state: "unregistered", step: "registering", effects: keeps, digest: 1)
        ]
        _ = try folder.write(LogBytes.of(records, header: header), "flow-\(name)-\(name == "FIRST" ? "0001" : "0002").jsonl")
    }

    private let client = SecretRef(.client, 1)

    @Test func `facts that one launch kept and the next one lacks are reported, with the app versions`() throws {
        try launch("FIRST", at: 0, PersistedState(), keeps: [.keep(.client(client))])
        try launch("SECOND", app: "DemoTV/1.9", at: 60, PersistedState(first: NextNumbers(request: 5)))
        let output = flat(Run([folder.path]).output)
        #expect(
            output.contains(
                "Missing here: the client credentials (client#1), kept at event 1 of the launch of 2026-01-01 00:00:00Z. So the app registered again."
            ))
        #expect(output.contains("Changed since the launch of 2026-01-01 00:00:00Z: DemoTV/1.8 to DemoTV/1.9."))
    }

    @Test func `a fact that was kept again or has expired since is not reported as missing`() throws {
        let token = AccessToken(ref: SecretRef(.token, 2), notAfter: Script.instant(30))
        try launch("FIRST", at: 0, PersistedState(), keeps: [.keep(.client(client)), .keep(.token(token))])
        try launch("SECOND", at: 60, PersistedState(client: client))
        let output = Run([folder.path]).output
        #expect(!output.contains("missing"))
        #expect(!output.contains("Changed since"))
    }

    @Test func `a launch that starts before the previous one ends is reported`() throws {
        try launch("FIRST", at: 3600, PersistedState())
        try launch("SECOND", at: 0, PersistedState())
        #expect(flat(Run([folder.path]).output).contains("It began 60 min before the launch of 2026-01-01 01:00:00Z ended"))
    }

    @Test func `logs of different devices in one folder are not compared`() throws {
        try launch("FIRST", at: 0, PersistedState(), keeps: [.keep(.client(client))])
        try launch("SECOND", at: 60, PersistedState(client: SecretRef(.client, 9), first: NextNumbers(request: 40)))
        for name in ["FIRST-0001", "SECOND-0002"] {
            let bytes = try LogFile.read("\(folder.path)/flow-\(name).jsonl").bytes
            _ = try writeFile(bytes, named: "\(name).jsonl", in: folder.path + "/strangers")
        }
        #expect(!Run(["\(folder.path)/strangers"]).output.contains("missing"))
    }

    @Test func `segments of one launch are one report`() throws {
        let scenario = "\(Repository.path)/Specs/scenarios"
        let segments = SegmentName.launches([
            "a/flow-X-0001.jsonl", "a/flow-X-0002.jsonl", "a/flow-Y-0003.jsonl", "b/flow-Y-0003.jsonl", "log.jsonl",
        ])
        #expect(segments.map(\.count) == [2, 1, 1, 1])
        #expect(try LogFile.all("\(scenario)/sign-out-ow*d").paths.count == (try LogFile.all("\(scenario)/sign-out-owed")).paths.count)
    }
}
