import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The simulated world's answers where a log with edits has none.
@Suite struct SimulatedAnswersTests {
    private func content(_ path: String) throws -> LogContent {
        try LogContent([UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/\(path)/log.jsonl"))))
    }

    private func run(_ content: LogContent, _ edits: [LogEdit]) throws -> EditedRun {
        let answers = SimulatedAnswers(content)
        return try #require(EditedRun(content, edits, simulation: { answers.reply($0) }))
    }

    @Test func `without an edit, nothing is simulated`() throws {
        for path in ["denied-second-screen", "happy-apple-sso", "legacy-second-screen"] {
            let content = try content(path)
            let run = try run(content, [])
            #expect(run.records == content.records, "\(path)")
        }
    }

    @Test func `a simulated Adobe Pass answers for the log's own provider and viewer`() throws {
        let content = try content("denied-second-screen")
        let last = try #require(content.records.last)
        let wish = WishID(99)
        let play = LogEdit.insert(.user(.play(wish, resource: SecretRef(.resource, 77), under: .signedIn)), after: last.number, by: 1000)
        let run = try run(content, [play])
        let answer = run.records.flatMap(\.effects).compactMap { if case .answer(wish, let answer) = $0 { answer } else { nil } }.first
        guard case .permitted(_, let media, let source, _)? = answer else {
            Issue.record("the playback is not permitted: \(run.records.map(\.rule))")
            return
        }
        #expect(media.ref.number > 900_000 && source == .mvpd)
        #expect(run.steps.filter { $0.source == .simulated }.count == 1)
    }

    @Test(arguments: ["happy-apple-sso", "legacy-apple-sso", "other-provider", "poll-until-expiry", "no-partner", "throttled-until-expiry"])
    func `after any dropped event, the run ends, and the log that it writes verifies`(path: String) throws {
        let content = try content(path)
        for record in content.records where record.number % 4 == 2 {
            let run = try run(content, [.without(record.number)])
            let verification = Verification(run.bytes)
            #expect(verification.verdict == .verified && verification.count == run.steps.count, "\(path) without \(record.number)")
        }
    }

    @Test func `what is answered does not depend on the run before`() throws {
        let content = try content("happy-apple-sso")
        #expect(try run(content, [.without(8)]).bytes == run(content, [.without(8)]).bytes)
    }
}
