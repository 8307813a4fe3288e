import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Several files of one launch, read as one log.
@Suite struct JoinedLogTests {
    private static func joined(_ segments: [[UInt8]]) throws -> JoinedLog {
        let files = segments.enumerated().map { (name: "flow-4711-000\($0.offset + 1).jsonl", bytes: $0.element) }
        return try JoinedLog(try #require(files.first), files.dropFirst())
    }

    @Test func `segments of a launch are one log, in which every event can be stepped to`() throws {
        let log = try Self.joined(Flows.segments([4, 5]))
        let records = Flows.partner().records
        #expect(log.content.records.map { $0.number } == records.map { $0.number })
        #expect(log.content.gaps.isEmpty)
        #expect(LogVerdict(log).text == "Verified: this build decides all \(records.count) events of 3 files as recorded.")
        let steps = StepReader(log)
        let whole = StepReader(try JoinedLog(("whole.jsonl", log.bytes), []))
        for record in records.reversed() {
            let sheet = try #require(steps.sheet(record.number))
            #expect(sheet.object.json == whole.sheet(record.number)?.object.json)
        }
    }

    @Test func `a missing segment is a gap, and one of another course is said not to continue`() throws {
        let segments = Flows.segments([4, 5])
        let missing = try Self.joined([segments[0], segments[2]])
        #expect(missing.content.gaps.map { $0.text } == ["events 5 to 9 are missing"])
        #expect(LogVerdict(missing).object.json.contains("\"verdict\":\"verified\""))
        var recorder = FlowRecorder(header: Flows.partner().header)
        var other = recorder.headerLine
        for record in Flows.partner().records.prefix(4) {
            let event = FlowEvent(time: Instant(milliseconds: record.event.time.milliseconds + 1), origin: record.event.origin)
            other += recorder.record(event, by: record.by).line
        }
        let torn = LogVerdict(try Self.joined([other, segments[1]]))
        #expect(torn.text == "flow-4711-0002.jsonl does not continue the file before it: data was lost or changed.")
    }

    @Test func `a file of another launch is not joined`() throws {
        let segments = Flows.segments([4, 5])
        #expect(try Self.joined([segments[0], segments[0]]).segments.count == 1)
        #expect(try Self.joined([segments[1], segments[0]]).segments.count == 1)
    }

    @Test func `the page of a launch has its segments in one table, and one verdict`() throws {
        let folder = TemporaryFolder()
        for (index, bytes) in Flows.segments([4, 5]).enumerated() { _ = try folder.write(bytes, "flow-4711-\(index + 1).jsonl") }
        let html = Run(["view", folder.path]).output
        #expect(html.components(separatedBy: "class=\"verdict-of-log\"").count == 2)
        #expect(html.components(separatedBy: "class=\"log\"").count == 4)
        for number in Flows.partner().records.map({ $0.number }) {
            #expect(html.components(separatedBy: " id=\"event=\(number)\"").count == 2, "\(number)")
        }
    }
}
