import FlowEffects
import FlowMachine
import FlowSimulation
import FlowStories
import Testing

@testable import FlowImport
@testable import flow_trace

/// The machine's own traffic is judged as any app's: it keeps the rules that it decides by.
@Suite struct ImportedStoryTests {
    @Test(arguments: Scenario.all.map(\.name)) func `the traffic of a story breaks no rule`(_ name: String) throws {
        let story = try #require(Scenario.story(name))
        let capture = HARText(story)
        if capture.count == 0 { return }
        let verdict = Verdict(try Capture(capture.bytes))
        #expect(verdict.coverage.unreadable.isEmpty)
        #expect(verdict.coverage.adobe == capture.count)
        let texts = verdict.findings.map { "\($0.rule ?? "") \($0.text) \($0.evidence.map { "\($0.entry) \($0.title) \($0.answer)" })" }
        #expect(verdict.findings.isEmpty, "\(texts.joined(separator: "\n"))")
    }
}
