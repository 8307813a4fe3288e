import FlowMachine
import Testing
@testable import flow_trace
@Test func gold() throws {
    let content = try LogContent(LogBytes.of(HandMade.story, header: HandMade.header))
    for (k, f) in [(RenderCommand.Kind.sequence, RenderCommand.Format.text), (.states, .text), (.timeline, .text), (.sequence, .mermaid), (.states, .mermaid), (.timeline, .mermaid)] {
        var r = RenderCommand.Request(); r.kind = k; r.format = f
        _ = try writeFile(Array(RenderCommand.text(content, name: "story.jsonl", r).utf8), named: "\(k)-\(f)", in: "/tmp/gold")
    }
    _ = try writeFile(Array(ReplayTable(HandMade.story, HandMade.header, Look(), isCut: true).lines.joined(separator: "\n").utf8), named: "replay", in: "/tmp/gold")
}
