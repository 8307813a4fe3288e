import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@Suite("Reading a log's file") struct LogReaderFilesTests {
    private let scenario = URL(fileURLWithPath: "\(Repository.path)/Specs/scenarios/happy-apple-sso/log.jsonl")

    @Test func `a segment is read from its file, as typed rules and states`() throws {
        let reader = try LogReader(contentsOf: scenario)
        let records = try reader.records().map { try $0.get() }
        #expect(records.first?.knownRule == .`V2-A-02`)
        #expect(records.allSatisfy { $0.knownRule != nil && $0.knownState != nil })
        var replay = try Replay(contentsOf: scenario)
        var count = 0
        while try replay.next() != nil { count += 1 }
        #expect(count == records.count)
        #expect(records.last?.knownState == replay.model.stateName)
    }

    @Test func `the sequence ends with the failure of a damaged line`() throws {
        var bytes = [UInt8](try Data(contentsOf: scenario))
        bytes.removeLast(3)
        let results = Array(try LogReader(bytes).records())
        guard case .failure(let failure)? = results.last else { Issue.record("no failure"); return }
        #expect(failure.reason == .torn)
        #expect(results.dropLast().allSatisfy { if case .success = $0 { true } else { false } })
    }

    @Test func `a missing file is an error, and a word of another build is no known rule`() {
        #expect(throws: CocoaError.self) { try LogReader(contentsOf: URL(fileURLWithPath: "/no/such/file.jsonl")) }
        let record = LogRecord(
            number: 1, by: nil, event: FlowEvent(time: Instant(milliseconds: 0), origin: .app(.foregrounded)), rule: "V9-A-01",
            state: "dreaming",
            step: "x", effects: [], digest: 0)
        #expect(record.knownRule == nil)
        #expect(record.knownState == nil)
    }
}
