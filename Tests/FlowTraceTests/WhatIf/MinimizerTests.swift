import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading

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
}
