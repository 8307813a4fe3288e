import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite("Specs: the tool's rule texts") struct SpecsRuleWordsTests {
    private static let columns = ["id", "when", "then", "level", "source", "enforced by", "covered with", "proved by"]

    /// The files of the phases in the cookbook's order.
    private static let files = ["P-", "A-", "B-", "C1-", "C2-", "C3-", "F-", "D-", "E-", "G-", "T-", "X-", "V1-", "FM-"]

    private func specs() throws -> [RuleWords] {
        let texts = try Repository.texts(under: "Specs/rules", suffix: ".md")
        return Self.files.flatMap { prefix in
            texts.filter { $0.path.hasPrefix("Specs/rules/\(prefix)") }.flatMap { file in
                MarkdownTables.rows(file, under: Self.columns).filter { $0.cells[5] == "transition" }.map { row in
                    let with = row.cells[6] == "-" ? [] : MarkdownTables.parts(row.cells[6], by: ",")
                    return RuleWords(id: row.cells[0], when: row.cells[1], then: row.cells[2], coveredWith: with)
                }
            }
        }
    }

    @Test func `the tool's rule texts are exactly those of Specs`() throws {
        let specs = try specs()
        #expect(specs.count > 120)
        let text = specs.map { "\($0.line)\n" }.joined()
        try Golden.check([Golden.File("Sources/flow-trace/FlowReading/Recorded/rules.txt", text)])
        // Not while the table is being recorded: this build still has the old one.
        if !Golden.isRecording { #expect(RuleWords.all == specs) }
    }

    @Test func `every rule that decides has a text`() {
        let missing = Rule.allCases.filter { RuleWords.of($0.id)?.coveredWith != [] }
        #expect(missing.isEmpty, "\(missing.map(\.id))")
    }
}
