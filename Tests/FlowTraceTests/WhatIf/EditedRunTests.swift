import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading

/// What would have happened with another course of events.
@Suite struct EditedRunTests {
    private static let recordings = Repository.files(under: "Specs/scenarios").filter { $0.hasSuffix(".jsonl") }

    private func content(_ path: String) throws -> LogContent {
        try LogContent([UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)"))))
    }

    private func content(_ script: Script) throws -> LogContent { try LogContent(LogBytes.of(script.records, header: script.header)) }

    private func run(_ content: LogContent, _ edits: [LogEdit]) throws -> EditedRun { try #require(EditedRun(content, edits)) }

    /// How each request ends.
    private func outcomes(_ run: EditedRun, _ header: LogHeader) -> [RequestOutcome] {
        let reader = LaunchReader(header, nil)
        for record in run.records { reader.note(record) }
        return reader.report.requests.map(\.outcome)
    }

    // MARK: Without edits

    @Test func `without an edit, the edited run is the recording, event by event, for every recorded story`() throws {
        for path in Self.recordings {
            let content = try content(path)
            guard content.failure == nil, let run = EditedRun(content, []) else { continue }
            #expect(run.left.isEmpty, "\(path): \(run.left) are left out")
            let isSame = run.records == content.records
            #expect(isSame, "\(path)")
            #expect(run.steps.allSatisfy { if case .recorded = $0.source { true } else { false } }, "\(path)")
        }
        #expect(Self.recordings.count > 100)
    }

    @Test(arguments: 1...40) func `without an edit, the edited run of random events is the recording`(seed: UInt64) throws {
        let script = AnyLogTests.random(seed)
        let run = try run(try content(script), [])
        let first = zip(run.records, script.records).first { $0 != $1 }
        #expect(first == nil && run.records.count == script.records.count, "seed \(seed): \(first?.1.number ?? 0), \(run.left)")
    }

    // MARK: Edits

    @Test func `a request that is not made takes its calls, answers and timers with it`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        let play = try #require(content.records.last { if case .user(.play) = $0.event.origin { true } else { false } })
        let run = try run(content, [.without(play.number)])
        #expect(run.left.first == play.number)
        #expect(run.left.count > 1, "its answer is left out, too")
        #expect(outcomes(run, content.header) == [.signedIn, .previewed] || !outcomes(run, content.header).contains(.denied))
    }

    @Test func `a lost answer does not arrive: the next attempt is answered as recorded`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        let denial = try #require(content.records.last)
        let run = try run(content, [.without(denial.number)])
        #expect(run.left == [denial.number])
        #expect(run.steps.filter { $0.source == .simulated }.map { $0.record.rule } == ["V2-X-13", "V2-X-13", "V2-D-13"])
        #expect(outcomes(run, content.header).last == .denied)
        #expect((run.records.last?.event.time ?? denial.event.time) > denial.event.time.advanced(by: .seconds(29)))
    }

    @Test func `another answer leads to another outcome, and what follows is simulated`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        let denial = try #require(content.records.last)
        guard case .reply(let id, _) = denial.event.origin else {
            Issue.record("the last event is no reply")
            return
        }
        let throttled = FlowEvent.Origin.reply(id, Reply(.failed(.throttled)))
        let run = try run(content, [.change(denial.number, to: throttled)])
        #expect(run.steps.contains { $0.source == .edited })
        #expect(run.records.count > content.records.count)
        #expect(outcomes(run, content.header).last == .denied, "the recording's denial is what is said about the same resource")
    }

    @Test func `with another policy the run is decided by it, and its header has it`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        var settings = content.header.settings
        settings.policy.pollInterval = .seconds(10)
        let run = try run(content, [.settings(settings)])
        let log = try LogContent(run.bytes)
        #expect(log.header.settings == settings && log.header.derivation != nil)
        #expect(log.records == run.records)
        #expect(log.failure == nil)
    }

    @Test func `a moved event happens at the other time, and what it answers stays the same`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        let play = try #require(content.records.last { if case .user(.play) = $0.event.origin { true } else { false } })
        let run = try run(content, [.move(play.number, by: 3_600_000)])
        let moved = try #require(run.steps.first { $0.source == .recorded(play.number) })
        #expect(moved.record.event.time == play.event.time.advanced(by: .seconds(3600)))
        #expect(moved.record.event.origin == play.event.origin)
    }

    @Test func `an inserted request is answered, and is marked as edited`() throws {
        let content = try content("Specs/scenarios/denied-second-screen/log.jsonl")
        let last = try #require(content.records.last)
        let play = FlowEvent.Origin.user(.play(WishID(90), resource: SecretRef(.resource, 90), under: .signedIn))
        let run = try run(content, [.insert(play, after: last.number, by: 1000)])
        #expect(run.steps.filter { $0.source == .edited }.count == 1)
        #expect(outcomes(run, content.header).last == .permitted)
    }

    @Test func `every edited run is a log that verifies`() throws {
        for path in Self.recordings.filter({ $0.hasSuffix("log.jsonl") }).prefix(12) {
            let content = try content(path)
            guard content.snapshot == nil, content.failure == nil else { continue }
            for record in content.records.dropFirst() {
                guard let run = EditedRun(content, [.without(record.number)]) else { continue }
                let log = try LogContent(run.bytes)
                let isSame = log.failure == nil && log.records == run.records
                #expect(isSame, "\(path) without \(record.number)")
            }
        }
    }
}
