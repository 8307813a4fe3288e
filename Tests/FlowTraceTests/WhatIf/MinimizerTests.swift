import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The smallest log that still shows something.
@Suite struct MinimizerTests {
    private func content(_ path: String) throws -> LogContent {
        try LogContent([UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/\(path)/log.jsonl"))))
    }

    private func minimized(_ content: LogContent, _ condition: Minimizer.Condition) throws -> Minimizer {
        var minimizer = try #require(Minimizer(content, while: condition))
        while !minimizer.isDone { minimizer.step() }
        return minimizer
    }

    @Test func `the smallest log shows it, verifies, and no single event of it can be left out`() throws {
        let cases: [(String, Minimizer.Condition)] = [
            ("denied-second-screen", .cause(.denied)), ("denied-second-screen", .rule("V2-F-13")),
            ("throttled-until-expiry", .cause(.pollsFailed)), ("denied-second-screen", .outcome(.permitted)),
        ]
        for (path, condition) in cases {
            let content = try content(path)
            let minimizer = try minimized(content, condition)
            #expect(minimizer.smallest.steps.count < content.records.count, "\(path)")
            let small = try LogContent(minimizer.bytes)
            #expect(small.failure == nil && small.header.derivation == "minimized", "\(path)")
            #expect(Minimizer(small, while: condition) != nil, "\(path): the small log shows it by itself")
            let again = try minimized(small, condition)
            #expect(again.smallest.steps.count == small.records.count, "\(path): the small log cannot be made smaller")
        }
    }

    @Test func `of many polls, those that are not needed are left out`() throws {
        let flow = Polled.flow(200)
        #expect(flow.records.count > 400)
        let content = try LogContent(LogBytes.of(flow.records, header: flow.header))
        let minimizer = try minimized(content, .rule("V2-F-13"))
        #expect(minimizer.smallest.steps.count < 14, "\(minimizer.smallest.steps.count) of \(flow.records.count)")
    }

    @Test func `what does not hold in the whole log cannot be kept`() throws {
        let content = try content("denied-second-screen")
        #expect(Minimizer(content, while: .cause(.apiEnded)) == nil)
        #expect(Minimizer(content, while: .rule("V2-Z-99")) == nil)
        #expect(Minimizer(content, while: .invariant(.mediaTokenOnce)) == nil)
    }

    // MARK: Differences and commands

    /// A log in which another rule is recorded for one event.
    private func changed(_ event: Int64) throws -> LogContent {
        let content = try content("denied-second-screen")
        let records = content.records.map { record in
            LogRecord(
                number: record.number, by: record.by, event: record.event, rule: record.number == event ? "V2-B-01" : record.rule,
                state: record.state, step: record.step, effects: record.effects, digest: record.digest)
        }
        return try LogContent(LogBytes.of(records, header: content.header))
    }

    @Test func `the fewest events that this build decides differently end with the one that differs`() throws {
        let content = try changed(19)
        let minimizer = try minimized(content, .difference)
        let last = try #require(minimizer.smallest.steps.last)
        #expect(last.source == .recorded(19) && last.record.rule == "V2-D-13")
        #expect(minimizer.smallest.steps.count < 19)
        #expect(Minimizer(try self.content("denied-second-screen"), while: .difference) == nil, "nothing differs")
    }

    private static let log = "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"

    @Test func `a command's exit code stays the same, and FILE has the smallest log`() throws {
        let folder = TemporaryFolder()
        let out = "\(folder.path)/small.jsonl"
        let run = Run(["minimize", "--json", "--while", "command:! grep -q V2-D-13", "--out", out, Self.log])
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.contains("\"before\":19"))
        let small = try LogContent([UInt8](try Data(contentsOf: URL(filePath: out))))
        #expect(small.records.count < 19 && small.records.contains { $0.rule == "V2-D-13" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["small.jsonl"])
    }

    @Test func `a command that cannot be run is named, and no log is written`() {
        let folder = TemporaryFolder()
        let run = Run(["minimize", "--while", "command:/no/such/program", "--out", "\(folder.path)/small.jsonl", Self.log])
        #expect(run.code == .unreadable)
        #expect(run.errors.contains("/no/such/program") && run.errors.contains("the shell cannot run this command"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/small.jsonl"))
        let agrees = Run(["minimize", "--while", "difference", Self.log])
        #expect(agrees.code == .logFails && agrees.errors.contains("--while difference does not hold"))
        let other = Run(["minimize", "--while", "difference:/bin/true", Self.log])
        #expect(other.code == .logFails, "another build that verifies the log has no difference")
    }
}
