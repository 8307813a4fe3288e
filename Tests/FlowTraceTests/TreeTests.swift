import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TreeTests {
    @Test func `a record's JSON is the log's own line without its checksum`() {
        for flow in [Flows.partner("東京\u{1B}\"\\"), Flows.secondScreen()] {
            for (record, line) in zip(flow.records, lines(String(decoding: flow.bytes, as: UTF8.self)).dropFirst()) {
                let end = line.range(of: ",\"crc\"")
                #expect(Tree(record).json == line[..<end] + "}")
            }
        }
    }

    @Test func `leaves are named by their paths`() {
        let event = FlowEvent(time: Script.instant(1), origin: .reply(RequestID(4), Reply(.profiles([]))))
        let leaves = Tree(event).leaves.map { "\($0.path) = \($0.text)" }
        #expect(
            leaves == [
                "time = 1767225601000, 2026-01-01 00:00:01Z", "origin.kind = reply", "origin.request = 4",
                "origin.reply.result.kind = profiles",
                "origin.reply.result.profiles = none",
            ])
    }
}

extension String {
    /// The last position of `part`.
    fileprivate func range(of part: String) -> String.Index {
        var index = endIndex
        while index > startIndex {
            index = self.index(before: index)
            if self[index...].hasPrefix(part) { return index }
        }
        return endIndex
    }
}
