import FlowEffects
import FlowMachine
import FlowSimulation
import FlowStories
import Testing

@testable import FlowImport
@testable import flow_trace

/// The machine's own traffic is judged as any app's: it keeps the rules that it decides by.
@Suite struct ImportedStoryTests {
    /// What looks like a mistake because its reason is not in the traffic.
    private static let unseen: [String: String] = [
        // The device's clock jumps, and the token seems to have expired.
        "clock-jumps-while-code-is-shown": "V2-A-07", "clock-jumps-while-signed-in": "V2-A-07",
        // The vault has lost the token.
        "held-by-another": "V2-A-07",
        // The machine asks the registration whether Adobe answers at all (V1-50), after requests that never arrived, or a web page.
        "legacy-shut-down": "V2-A-07", "legacy-unreachable-while-signed-in": "V2-A-07", "legacy-shut-down-while-signing-in": "V2-A-07",
        // A simulated viewer comes back to the app, or tries again, at once.
        "launch-refused": "V2-X-14", "statement-refused": "V2-A-05",
    ]

    @Test(arguments: Scenario.all.map(\.name)) func `the traffic of a story breaks no rule`(_ name: String) throws {
        let story = try #require(Scenario.story(name))
        let capture = HARText(story)
        if capture.count == 0 { return }
        let verdict = Verdict(try Capture(capture.bytes))
        #expect(verdict.coverage.unreadable.isEmpty)
        #expect(verdict.coverage.adobe == capture.count)
        let findings = verdict.findings.filter { $0.rule != Self.unseen[name] }
        let texts = findings.map { "\($0.rule ?? "") \($0.text) \($0.evidence.map { "\($0.entry) \($0.title) \($0.answer)" })" }
        #expect(findings.isEmpty, "\(texts.joined(separator: "\n"))")
    }
}
