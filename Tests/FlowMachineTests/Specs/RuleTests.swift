import FlowMachine
import FlowTestSupport
import Testing

@Suite("Rules in Specs and in the code")
struct RuleTests {
    @Test func `every row of a rule table is complete and uses known words`() throws {
        let tables = try RuleTables()
        #expect(tables.complaints.isEmpty, "\(tables.complaints.joined(separator: "\n"))")
        #expect(tables.rows.count > 150, "the tables of Specs/rules were not read: \(tables.rows.count) rows")
    }

    @Test func `no rule id is used twice, and each is in its phase's file`() throws {
        var complaints: [String] = []
        var places: [String: String] = [:]
        for row in try RuleTables().rows {
            if let first = places[row.id] { complaints.append("\(row.place): \(row.id) is already at \(first)") }
            places[row.id] = row.place
            let phase = row.id.hasPrefix("V2-") ? row.id.dropFirst(3).prefix(1) : row.id.prefix(2)
            let name = row.place.split(separator: "/").last?.split(separator: "-").first ?? ""
            if name != phase, !(phase == "C" && ["C1", "C2", "C3"].contains(name)) {
                complaints.append("\(row.place): \(row.id) does not belong in this file")
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `every rule that the code names is enforced by a transition in Specs, and vice versa`() throws {
        let inCode = Set(Rule.allCases.map(\.id))
        let decided = try RuleTables().rows.filter { $0.enforcedBy == "transition" && $0.coveredWith.isEmpty }
        let inSpecs = Set(decided.map(\.id))
        let missing = inCode.subtracting(inSpecs).sorted().map {
            "\($0) is a case of Rule, but no row of Specs/rules says that a transition enforces it"
        }
        let unnamed = decided.filter { !inCode.contains($0.id) }.map {
            "\($0.place): \($0.id) says transition and is covered with none, but is no case of Rule"
        }
        let complaints = missing + unnamed
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `a transition names every rule that the code lists`() throws {
        let files = try Repository.texts(under: "Sources/FlowMachine", suffix: ".swift").filter { !$0.path.hasSuffix("/Rule.swift") }
        var unused = Set(Rule.allCases.map { ".`\($0.id)`" })
        for file in files {
            for line in file.lines where line.contains(".`") { unused = unused.filter { !line.contains($0) } }
        }
        #expect(unused.isEmpty, "cases of Rule that no transition names: \(unused.sorted())")
    }

    @Test func `a rule that is covered with others names rules that transitions decide`() throws {
        let rows = try RuleTables().rows
        let decided = Set(rows.filter { $0.enforcedBy == "transition" && $0.coveredWith.isEmpty }.map(\.id))
        var complaints: [String] = []
        for row in rows {
            for id in row.coveredWith where !decided.contains(id) {
                complaints.append("\(row.place): \(row.id) is covered with \(id), which no transition names")
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `every rule that sources, tests or documents name exists`() throws {
        let known = Set(try RuleTables().rows.map(\.id))
        var complaints: [String] = []
        for folder in ["Sources", "Tests", "Specs/rules"] {
            for file in try Repository.texts(under: folder) {
                for (index, line) in file.lines.enumerated() {
                    for id in ruleIDs(in: line) where !known.contains(id) {
                        complaints.append("\(file.place(index)): \(id) has no row in Specs/rules")
                    }
                }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    private func ruleIDs(in line: String) -> [String] {
        guard line.contains("V2-") || line.contains("FM-") else { return [] }
        // 99 is reserved for rules that a test invents.
        return line.matches(of: /\b(?:V2-[A-Z]|FM)-[0-9]{2}a?\b/).map { String($0.output) }.filter { !$0.hasSuffix("-99") }
    }
}
