import FlowMachine
import FlowTestSupport
import Testing

@Suite("Specs account for every documented requirement")
struct AccountTests {
    @Test func `every row of an account table is complete and uses known words`() throws {
        let tables = try AccountTables()
        #expect(tables.complaints.isEmpty, "\(tables.complaints.joined(separator: "\n"))")
    }

    /// How many items each chapter of a family has.
    private static let families: [(prefix: String, chapters: [Int])] = [
        ("CHK-M-", [3, 2, 4, 3, 2, 1, 5, 2, 1]), ("CHK-R-", [1, 1, 3, 1, 2, 1, 1, 2]),
        ("AIR-", [4, 4, 3, 4, 4, 5, 3, 5, 2, 3]),
    ]

    @Test func `no item of the checklist, the development rules or the error handling is missing`() throws {
        var expected: [String] = []
        for (prefix, chapters) in Self.families {
            let first = prefix == "AIR-" ? 0 : 1
            for (chapter, count) in chapters.enumerated() { expected += (1...count).map { "\(prefix)\(chapter + first).\($0)" } }
        }
        expected += (10...13).map { "AIR-\($0)" }
        expected += (1...10).map { $0 < 10 ? "ERR-0\($0)" : "ERR-\($0)" }
        let found = try AccountTables().items.map(\.id)
        #expect(found.sorted() == expected.sorted())
    }

    @Test func `no error code and no outcome of the partner framework is missing`() throws {
        let tables = try AccountTables()
        var counts: [String: Int] = [:]
        for row in tables.codes { counts[row.cells[2], default: 0] += 1 }
        #expect(
            counts == [
                "none": 36, "configuration": 13, "applicationRegistration": 2, "authentication": 17, "authorization": 2, "retry": 6, "-": 8,
            ])
        #expect(Set(tables.codes.map { $0.cells[0] + $0.cells[3] }).count == tables.codes.count)
        #expect(tables.outcomes.count == 39)
        #expect(Set(tables.outcomes.map { $0.cells[0] + $0.cells[1] }).count == 39)
    }

    @Test func `every rule that an item names exists`() throws {
        let tables = try AccountTables()
        let known = Set(try RuleTables().rows.filter { $0.enforcedBy != "later" }.map(\.id))
        var complaints: [String] = []
        for item in tables.items {
            for id in item.keptBy where !known.contains(id) { complaints.append("\(item.place): \(id) is not an enforced rule") }
        }
        let named = tables.codes.map { ($0.cells[4], $0.place) } + tables.outcomes.map { ($0.cells[2], $0.place) }
        for (id, place) in named where Rule(rawValue: id) == nil { complaints.append("\(place): no transition names \(id)") }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `every test that the accounts name exists`() throws {
        let rules = try RuleTables().rows.compactMap { row in row.provedBy.map { ($0, row.place) } }
        let items = try AccountTables().items.compactMap { item in item.provedBy.map { ($0, item.place) } }
        let missing = Set(try NamedTests.missing((rules + items).map(\.0)))
        let complaints = (rules + items).filter { missing.contains($0.0) }.map { "\($0.1): there is no test `\($0.0)`" }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }
}
