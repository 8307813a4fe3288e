import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Time limits of the app's policy that ended a wait: what a log shows about a longer or a shorter limit.
@Suite struct TimeLimitTests {
    private let folder = TemporaryFolder()

    private func settings(_ content: LogContent, timeout: Int64) -> LogEdit {
        var settings = content.header.settings
        settings.policy.requestTimeout = .seconds(timeout)
        return .settings(settings)
    }

    /// A playback that the provider permits after 9 s.
    private func slow() throws -> LogContent {
        let content = try LogContent(Flows.partner().bytes)
        let decision = try #require(content.records.last)
        return try LogContent(#require(EditedRun(content, [.move(decision.number, by: 7900)])).bytes)
    }

    /// The same playback with a limit of 5 s. Later the app shuts down.
    private func impatient() throws -> LogContent {
        let content = try slow()
        let last = try #require(content.records.last)
        let edits = [settings(content, timeout: 5), .insert(.app(.shutDown), after: last.number, by: 600_000)]
        return try LogContent(#require(EditedRun(content, edits)).bytes)
    }

    @Test func `a shorter limit cuts off slow answers, also of the repeated calls`() throws {
        let content = try slow()
        let run = try #require(EditedRun(content, [settings(content, timeout: 5)]))
        let report = WhatIfReport("log", content, run, edits: ["a shorter limit"])
        #expect(report.requests.last?.recorded?.outcome == .permitted)
        #expect(report.requests.last?.edited?.words == "refused")
        #expect(run.waitsLonger.isEmpty)
    }

    @Test func `with a longer limit the log cannot tell the answer, whatever ended the wait`() throws {
        let content = try impatient()
        let timedOut = try #require(content.records.first { if case .timer = $0.event.origin { true } else { false } })
        let run = try #require(EditedRun(content, [settings(content, timeout: 30)]))
        #expect(run.waitsLonger == [timedOut.number - 1])
        let report = WhatIfReport("log", content, run, edits: ["a longer limit"])
        let end = try #require(report.requests.last?.edited)
        #expect(report.requests.last?.recorded?.words == "refused")
        #expect(end.outcome == .unanswered && end.event == nil && end.words == "still waiting: the log cannot tell")
        let text = report.lines(Look(), showsAll: false).joined(separator: " ")
        #expect(text.contains("from event \(timedOut.number - 1) on, the log cannot tell what would have happened"))
        #expect(!text.contains("the same meaning"))
        let first = report.requests.first
        #expect(first?.edited == first?.recorded && first?.edited?.outcome == .signedIn, "what was decided before is known")
    }

    @Test func `without the timer that ended a wait, the log cannot tell the answer either`() throws {
        let content = try impatient()
        let timer = try #require(content.records.first { if case .timer = $0.event.origin { true } else { false } })
        let run = try #require(EditedRun(content, [.without(timer.number)]))
        #expect(run.waitsLonger.count == 1)
    }

    @Test func `a refusal after time-outs is explained by the app's limit`() throws {
        let path = try folder.write(LogBytes.of(try impatient().records, header: try impatient().header), "impatient.jsonl")
        let run = Run(["explain", path])
        let text = run.output.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("   ", with: " ")
        let sentence =
            "No answer came within the app's time limit of 5 s (policy requestTimeout; the usual limit: 30 s), at events 13, 15, 17."
        #expect(text.contains(sentence), "\(run.output)")
        let json = Run(["explain", "--json", path]).output
        #expect(json.contains(#""limits":["\#(sentence) With a longer limit, the call would have waited"#))
        #expect(Run(["explain", "--at", "4", "--json", path]).output.contains(#""limits":[]"#))
    }
}
