import FlowMachine
@_spi(Testing) import FlowExploration
import FlowSimulation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Every log that a flow can write is drawn, within its bounds.
@Suite struct AnyLogTests {
    @Test(arguments: 1...24) func `a log of random events is verified, replayed and drawn`(seed: UInt64) throws {
        let flow = AnyLogTests.random(seed)
        #expect(Verification(flow.bytes).verdict == .verified)
        // The same events under a header of a device without a partner framework.
        var settings = flow.header.settings
        settings.partner = .absent
        let headers = [flow.header, LogHeader(app: "", support: "", settings: settings)]
        for header in headers {
            let content = try LogContent(LogBytes.of(flow.records, header: header))
            for kind in LogDrawing.Kind.allCases {
                var drawing = LogDrawing(
                    kind, look: Look(width: seed.isMultiple(of: 2) ? 80 : 100, utc: seed.isMultiple(of: 3)))
                let drawn = lines(drawing.text(content, name: "random.jsonl"))
                #expect(drawn.allSatisfy { DisplayedWidth.of($0) <= drawing.look.width })
                drawing.format = .mermaid
                #expect(!drawing.text(content, name: "random.jsonl").isEmpty)
            }
        }
        for width in [80, 100, 140] {
            let table = ReplayTable.lines(flow.records, flow.header, Look(width: width), isCut: true)
            #expect(table.allSatisfy { DisplayedWidth.of($0) <= width })
        }
        let table = ReplayTable.lines(flow.records, flow.header, Look(), isCut: false)
        #expect(table.count >= flow.records.count + 1)
    }

    static func random(_ seed: UInt64) -> Script {
        var generator = EventGenerator(seed: seed)
        var script = Script()
        script.feed(generator.launch())
        for _ in 0..<150 {
            generator.note(script.records.last?.effects ?? [])
            script.feed(generator.next())
        }
        return script
    }
}
