import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Checks `Specs/coverage.md` in both directions.
@Suite("Specs: the coverage of rules by scenarios") struct SpecsCoverageTests {
    @Test func `every rule is reached by a scenario`() throws {
        let coverage = Coverage(try Story.read())
        let missing = Rule.allCases.map(\.id).filter { coverage.scenarios[$0] == nil }
        #expect(missing.isEmpty, "no scenario reaches \(missing.joined(separator: ", "))")
    }

    @Test func `every rule in a log is a case of Rule and a row of Specs`() throws {
        let rows = try Repository.texts(under: "Specs/rules", suffix: ".md").flatMap(\.lines)
        let cases = Set(Rule.allCases.map(\.id))
        for rule in Coverage(try Story.read()).scenarios.keys.sorted() {
            if !cases.contains(rule) { Issue.record("\(rule) is not a case of Rule") }
            if !rows.contains(where: { $0.hasPrefix("| \(rule) |") }) { Issue.record("\(rule) has no row in Specs/rules") }
        }
    }

    @Test func `the page's command covers every rule, and the tests that it names exist`() throws {
        let count = Rule.allCases.count
        let scenarios = Run(["coverage", "--require-all", "\(Repository.path)/\(Story.folder)"])
        #expect(scenarios.code == .fine)
        #expect(lines(scenarios.output).contains("rules          \(count) of \(count) reached"))
        let all = Run(["coverage", "\(Repository.path)/Specs"])
        #expect(all.code == .logFails)
        #expect(lines(all.output).contains("rules          \(count) of \(count) reached"))
        #expect(try NamedTests.missing(Coverage.errorTests) == [])
    }

    @Test func `the coverage table is the one in Specs`() throws {
        try Golden.check([Golden.File("Specs/coverage.md", Coverage(try Story.read()).text)])
    }
}
