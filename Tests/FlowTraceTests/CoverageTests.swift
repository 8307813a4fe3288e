import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct CoverageTests {
    private let folder = TemporaryFolder()

    /// The rules that are counted if no log uses the legacy API.
    private let counted = Rule.allCases.map(\.id).filter { !$0.hasPrefix("V1-") }

    @Test func `covered rules are counted, and missing ones are named`() throws {
        let path = try folder.write(Flows.secondScreen().bytes, "flow.jsonl")
        let more = try folder.write(Flows.registered().bytes, "more.jsonl")
        let run = Run(["coverage", "--width", "1000", path, more])
        let records = Flows.secondScreen().records + Flows.registered().records
        let rules = Set(records.map(\.rule))
        let told = lines(run.output)
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        #expect(told[0] == "logs           2, with \(records.count) events")
        #expect(told[2] == "rules          \(rules.count) of \(counted.count) reached")
        #expect(told[3].hasPrefix("   events   logs   "))
        let missing = counted.filter { !rules.contains($0) }
        #expect(told.contains("  not reached  \(missing.joined(separator: ", "))"))
        #expect(told.contains("error codes    1 of \(ErrorCodes.all.count) reached"))
        #expect(told.contains { $0.hasPrefix("transitions    ") })
        #expect(!run.output.contains(" to checking."))
        #expect(Run(["coverage", "--all", path]).output.contains(" to checking."))
    }

    @Test func `transitions are listed by events and logs, most frequent first, with their conditions`() throws {
        let path = try folder.write(Flows.secondScreen().bytes, "flow.jsonl")
        let more = try folder.write(Flows.registered().bytes, "more.jsonl")
        let run = Run(["coverage", "--all", "--width", "1000", path, more])
        let records = Flows.secondScreen().records + Flows.registered().records
        let both = Set(Flows.secondScreen().records.map(\.rule)).intersection(Flows.registered().records.map(\.rule))
        var counts: [Int] = []
        for rule in Set(records.map(\.rule)) {
            let words = try #require(RuleWords.of(rule))
            let events = records.count { $0.rule == rule }
            counts.append(events)
            let line = try #require(lines(run.output).first { $0.contains("  \(rule) ") && $0.contains(words.when) })
            let cells = line.split(separator: " ")
            #expect(cells.first == "\(events)")
            #expect(cells[1] == (both.contains(rule) ? "2" : "1"), "\(rule)")
        }
        let told = lines(run.output).dropFirst(4).prefix(counts.count).compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        #expect(told == counts.sorted(by: >))
    }

    @Test func `no line is cut or wider than asked, however narrow`() throws {
        let path = try folder.write(Flows.secondScreen().bytes, "flow.jsonl")
        let narrow = Run(["coverage", "--all", "--width", "80", "--ascii", path])
        #expect(lines(narrow.output).allSatisfy { DisplayedWidth.of($0) <= 80 })
        #expect(narrow.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
        #expect(words(narrow.output) == words(Run(["coverage", "--all", "--width", "1000", "--ascii", path]).output))
    }

    @Test func `a covered rule is counted with the rules that cover it`() {
        let coverage = LogCoverage(Flows.secondScreen().records)
        #expect(!coverage.missingCovered.contains("V2-F-17"))
        #expect(coverage.rules["V2-F-13"] == LogCoverage.Count(events: 1, logs: 1))
        #expect(coverage.missingCovered.contains("V2-C-15"))
        // V2-A-12 is covered with V2-A-08 and V2-X-08: their events are added, and a log with several of them is counted once.
        var made = HandMade()
        for rule in ["V2-A-08", "V2-X-08", "V2-A-08"] { made.add(0, .app(.foregrounded), rule, "registered") }
        var both = LogCoverage(made.records)
        both.add(LogCoverage(made.records))
        #expect(both.covered["V2-A-12"] == LogCoverage.Count(events: 6, logs: 2))
        #expect(both.covered["V2-P-07"] == nil)
        #expect(coverage.rules["V2-C-09"] == nil)
    }

    @Test func `values that this build does not know are named`() throws {
        var made = HandMade()
        made.add(0, .app(.foregrounded), "V2-Z-99", "paused")
        let error = AdobeError(action: .none, status: 400, code: ErrorCode("quite_new"))
        made.add(1, .reply(RequestID(1), Reply(.failed(.refused(http: 400, error)))), "FM-02", "paused")
        let path = try folder.write(LogBytes.of(made.records), "new.jsonl")
        let told = lines(Run(["coverage", path]).output)
        #expect(told.contains("  unknown      V2-Z-99"))
        #expect(told.contains("  unknown      quite_new"))
    }

    @Test func `the JSON output has the same figures, and a missing rule fails if all are required`() throws {
        let path = try folder.write(Flows.registered().bytes, "flow.jsonl")
        let json = Run(["coverage", "--json", path]).output
        #expect(
            json.hasPrefix(
                "{\"logs\":1,\"events\":4,\"rules\":{\"count\":\(counted.count),\"taken\":{\"V2-A-02\":{\"events\":1,\"logs\":1},"))
        #expect(json.hasSuffix("}\n"))
        for name in ["covered", "transitions", "codes"] { #expect(json.contains("\"\(name)\":{\"count\":")) }
        let run = Run(["coverage", "--require-all", path])
        #expect(run.code == .logFails)
        #expect(
            run.output.hasSuffix("\n\(counted.count - 4) of \(counted.count) rules were not reached by any log.\n") && run.errors.isEmpty)
        var made = HandMade()
        for rule in Rule.allCases { made.add(0, .app(.foregrounded), rule.id, "registered") }
        let all = try folder.write(LogBytes.of(made.records), "all.jsonl")
        #expect(Run(["coverage", "--require-all", all]).code == .fine)
    }

    @Test func `no report is printed if no log could be read`() throws {
        let missing = folder.path + "/missing.jsonl"
        for words in [["coverage"], ["coverage", "--json"], ["coverage", "--require-all"]] {
            let run = Run(words + [missing])
            #expect(run.code == .unreadable, "\(words)")
            #expect(run.output.isEmpty, "\(words)")
            #expect(run.errors == "\(missing): cannot be read: No such file or directory: check the path\n", "\(words)")
        }
        let none = try folder.write(Array("hello\n".utf8), "none.jsonl")
        #expect(Run(["coverage", none]).code == .logFails)
        #expect(Run(["coverage", none]).output.isEmpty)
        let empty = TemporaryFolder()
        #expect(Run(["coverage", empty.path]).errors.contains("no *.jsonl file in this folder or below"))
        #expect(Run(["coverage", missing, try folder.write(Flows.registered().bytes, "flow.jsonl")]).output.hasPrefix("logs           1"))
    }

    @Test func `a damaged log is counted up to the damage`() throws {
        let path = try folder.write(Array(Flows.registered().bytes.dropLast(5)), "torn.jsonl")
        let run = Run(["coverage", path])
        #expect(run.code == .logFails)
        #expect(run.output.hasPrefix("logs           1, with 3 events\n"))
    }
}
