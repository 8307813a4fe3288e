import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Polls that a recording does not have: what later events of the recording tell about them.
@Suite struct RecordedPollsTests {
    private func content(_ path: String) throws -> LogContent {
        try LogContent([UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/\(path)/log.jsonl"))))
    }

    /// The recording of a page that led back, decided without grace: the one poll finds nothing.
    private func impatient() throws -> LogContent {
        let content = try content("primary-screen")
        var settings = content.header.settings
        settings.policy.userAgentGrace = .seconds(0)
        let redirect = try #require(
            content.records.first { if case .user(.chose(_, .redirectReached)) = $0.event.origin { true } else { false } })
        let poll = try #require(content.records.first { $0.by == redirect.number })
        guard case .reply(let id, _) = poll.event.origin else { throw TestFailure.noReply }
        let nothing = LogEdit.change(poll.number, to: .reply(id, Reply(.profiles([]))))
        let later = content.records.filter { $0.number > poll.number }.map { LogEdit.without($0.number) }
        let run = try #require(EditedRun(content, [.settings(settings), nothing] + later, simulation: { _ in nil }))
        return try LogContent(run.bytes)
    }

    private enum TestFailure: Error { case noReply }

    private func patient(_ content: LogContent, _ more: [LogEdit] = []) throws -> EditedRun {
        var settings = content.header.settings
        settings.policy.userAgentGrace = .seconds(15)
        let answers = SimulatedAnswers(content)
        return try #require(EditedRun(content, [.settings(settings)] + more, simulation: { answers.reply($0) }))
    }

    @Test func `an earlier "nothing yet" is not repeated: the request waits, and the report says so`() throws {
        let content = try impatient()
        let before = try #require(content.records.last)
        #expect(before.rule == "V2-F-22")
        let run = try patient(content)
        #expect(run.untold.count == 1 && !run.isBounded)
        #expect(run.steps.filter { $0.source == .simulated }.allSatisfy { if case .timer = $0.record.event.origin { true } else { false } })
        let report = WhatIfReport("log", content, run, edits: ["another grace"])
        let request = try #require(report.requests.first)
        #expect(request.recorded?.outcome == .canceled && request.recorded?.words == "given up without a profile")
        #expect(request.edited?.outcome == .unanswered && request.edited?.words == "still waiting: the log cannot tell")
        #expect(report.lines(Look(), showsAll: false).joined(separator: " ").contains("The log cannot tell what Adobe would have answered"))
    }

    @Test func `a viewer whose profile Adobe reports later had signed in: the simulated poll finds it`() throws {
        let content = try impatient()
        let last = try #require(content.records.last)
        let wish = LogEdit.insert(
            .user(.play(WishID(50), resource: SecretRef(.resource, 1), under: .signedIn)), after: last.number, by: 5000)
        let profile = Profile(
            mvpd: try #require(MVPDID("Cablevision")), type: .regular, notAfter: last.event.time.advanced(by: .seconds(86_400)))
        let later = try #require(
            EditedRun(content, [wish]) { unanswered in
                if case .call(let call) = unanswered.question, call.endpoint.descriptor.reply == .profiles {
                    Reply(.profiles([profile]))
                } else {
                    unanswered.likelyReply
                }
            })
        let recorded = try LogContent(later.bytes)
        let run = try patient(recorded)
        #expect(run.untold.isEmpty)
        #expect(run.signedInAt != nil)
        let report = WhatIfReport("log", recorded, run, edits: ["another grace"])
        #expect(report.requests.first?.edited?.outcome == .signedIn && report.requests.first?.edited?.isSimulated == true)
    }
}
