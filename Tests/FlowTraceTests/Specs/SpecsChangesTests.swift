import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// `Specs/changes`: logs of earlier versions for which this build deliberately decides differently.
@Suite("Specs: the decisions that changed") struct SpecsChangesTests {
    private static let folder = "Specs/changes"

    private func rows() throws -> [[String]] {
        let page = String(decoding: try #require(Golden.recorded("\(SpecsChangesTests.folder)/README.md")), as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        return rows.map { row in row.split(separator: "|").map { String($0).trimmed } }.filter { $0.count == 5 }
    }

    @Test func `each changed log differs first at the documented event and by the documented rules`() throws {
        let rows = try rows()
        #expect(!rows.isEmpty)
        for row in rows {
            let verification = Verification(try #require(Golden.recorded("\(SpecsChangesTests.folder)/\(row[0])"), "\(row[0])"))
            guard case .differs(let divergence) = verification.verdict else {
                Issue.record("\(row[0]) does not differ: remove it, and its row")
                continue
            }
            #expect(String(divergence.thisBuild.number) == row[1], "\(row[0])")
            #expect(divergence.recorded?.rule == row[2], "\(row[0])")
            #expect(divergence.thisBuild.rule == row[3], "\(row[0])")
            #expect(row[4].count > 20, "\(row[0]) says why")
        }
    }

    @Test func `the page names every changed log`() throws {
        let logs = Repository.files(under: SpecsChangesTests.folder).filter { $0.hasSuffix(".jsonl") }
        #expect(logs.sorted() == (try rows()).map { "\(SpecsChangesTests.folder)/\($0[0])" }.sorted())
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
