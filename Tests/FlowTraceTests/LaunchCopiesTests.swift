import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Logs that are copies of other logs, and what a log alone shows about an earlier launch.
@Suite struct LaunchCopiesTests {
    private let folder = TemporaryFolder()

    private static func header(_ support: String, previous: String? = nil) -> LogHeader {
        LogHeader(
            app: "DemoTV/1.0", support: support, previousSupport: previous, installation: "0e720e2d9d2538ac", settings: Script.settings)
    }

    private static let first = LogBytes.of(Flows.partner().records, header: header("ABCD2345"))
    private static let shorter = LogBytes.of(Array(Flows.partner().records.dropLast(2)), header: header("ABCD2345"))

    @Test func `a copy of a log counts once, and is named`() throws {
        let original = try folder.write(Self.first, "a.jsonl")
        let copy = try folder.write(Self.first, "b.jsonl")
        let other = try folder.write(Self.first, "c.jsonl")
        let run = Run(["triage", folder.path])
        #expect(run.code == .fine)
        let text = lines(run.output).joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text.hasPrefix("2 logs are copies of others, and count once: for example \(copy) of \(original)."), "\(run.output)")
        #expect(!text.contains("launches overlap") && !text.contains("the vault was empty"))
        let json = lines(Run(["triage", "--json", original, copy, other]).output)
        #expect(json.count == 2 && json.last?.contains(#""launches":1,"copies":2,"conflicts":0"#) == true)
    }

    @Test func `two logs of one launch with different contents both count, and it is said`() throws {
        let whole = try folder.write(Self.first, "a.jsonl")
        let part = try folder.write(Self.shorter, "b.jsonl")
        let text = lines(Run(["triage", folder.path]).output).joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text.hasPrefix("1 log has the same launch as another log, but other content: for example \(part) and \(whole)."), "\(text)")
        #expect(Run(["triage", "--json", folder.path]).output.contains(#""launches":2,"copies":0,"conflicts":1"#))
    }

    @Test func `launches with one support id and no other id are no conflict`() throws {
        var copies = LaunchCopies()
        let reports = [Flows.partner(), Flows.secondScreen()].map { flow -> LaunchReport in
            let reader = LaunchReader(flow.header, nil)
            for record in flow.records { reader.note(record) }
            return reader.report
        }
        #expect(reports.map { copies.isCopy($0) } == [false, false])
        #expect(copies.sentences.isEmpty)
    }

    @Test func `an empty vault after an earlier launch is reported by the log alone`() throws {
        let bytes = LogBytes.of(Flows.partner().records, header: Self.header("WXYZ2345", previous: "ABCD2345"))
        let report = try LaunchReport(bytes, file: "flow.jsonl")
        let alone = try #require(Triage([report]).launches.first)
        let finding = try #require(alone.report.findings.first)
        #expect(finding.id == .vaultEmptied && finding.text.contains("had launched before, with the support id ABCD2345"))
        let without = try LaunchReport(Self.first, file: "flow.jsonl")
        #expect(Triage([without]).launches.first?.report.findings.isEmpty == true)
        let earlier = try LaunchReport(Self.shorter, file: "earlier.jsonl")
        let compared = Triage([earlier, report]).launches.flatMap { $0.report.findings + $0.changes }.filter { $0.id == .vaultEmptied }
        #expect(compared.count == 1 && compared.first?.text.contains("had the client credentials") == true)
    }
}
