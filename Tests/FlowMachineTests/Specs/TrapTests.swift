import FlowTestSupport
import Testing

/// Checks `Specs/traps.md` against the sources and the tests, in both directions.
@Suite("Specs: the traps") struct TrapTests {
    private static let columns = ["id", "trap", "what is done", "enforced by", "kept by", "proved by"]
    private static let enforcers = RuleTables.enforcers.subtracting(["later"])
    /// The numbers between them are unused.
    private static let chapters = [1...18, 20...25, 30...48, 50...57, 60...66, 70...78, 80...85, 90...95]

    private struct Trap {
        let id: String
        let enforcedBy: String
        /// The rules that prevent it.
        let keptBy: [String]
        let provedBy: String?
        let place: String

        init(_ row: MarkdownTables.Row) {
            id = row.cells[0]
            enforcedBy = row.cells[3]
            keptBy = row.cells[4] == "-" ? [] : MarkdownTables.parts(row.cells[4], by: ",")
            provedBy = row.cells[5] == "-" ? nil : row.cells[5]
            place = row.place
        }
    }

    private func rows() throws -> [MarkdownTables.Row] {
        try Repository.texts(under: "Specs", suffix: "Specs/traps.md").flatMap { MarkdownTables.rows($0, under: Self.columns) }
    }

    private func traps() throws -> [Trap] { try rows().filter { $0.cells.count == Self.columns.count }.map { Trap($0) } }

    /// The traps that a comment on this line names.
    private func named(in line: String) -> [String] {
        guard line.contains("G-"), let comment = line.firstRange(of: "//") else { return [] }
        // A rule of degraded access has the same ending, and so does a rating.
        return line[comment.lowerBound...].matches(of: /(?:^|[^\w\-])G-[0-9]{2}\b/).map { String($0.output.suffix(4)) }
    }

    @Test func `every row of the traps is complete, and each trap has one row, in order`() throws {
        for row in try rows() where row.cells.count != Self.columns.count || row.cells.contains("") {
            Issue.record("\(row.place): a row has \(Self.columns.count) cells, none of them empty")
        }
        let traps = try traps()
        for trap in traps where !Self.enforcers.contains(trap.enforcedBy) {
            Issue.record("\(trap.place): \"\(trap.enforcedBy)\" is not a known enforcer")
        }
        let expected = Self.chapters.flatMap { chapter in chapter.map { $0 < 10 ? "G-0\($0)" : "G-\($0)" } }
        #expect(traps.map(\.id) == expected)
    }

    @Test func `every trap that a comment in sources or tests names has a row`() throws {
        let known = Set(try traps().map(\.id))
        var found: Set<String> = []
        for folder in ["Sources", "Tests"] {
            for file in try Repository.texts(under: folder, suffix: ".swift") {
                for (index, line) in file.lines.enumerated() {
                    for id in named(in: line) {
                        found.insert(id)
                        if !known.contains(id) { Issue.record("\(file.place(index)): \(id) has no row in Specs/traps.md") }
                    }
                }
            }
        }
        #expect(found.count > 30, "the comments were not read")
    }

    @Test func `each trap's rules are enforced, one by a transition if the core decides`() throws {
        let rules = try RuleTables().rows.filter { $0.enforcedBy != "later" }
        let known = Set(try rules.map(\.id) + AccountTables().items.map(\.id))
        let decided = Set(rules.filter { $0.enforcedBy == "transition" }.map(\.id))
        #expect(known.count > 200)
        #expect(decided.count > 120)
        for trap in try traps() {
            for id in trap.keptBy where !known.contains(id) { Issue.record("\(trap.place): \(id) is not an enforced rule") }
            if trap.enforcedBy == "transition", decided.isDisjoint(with: trap.keptBy) {
                Issue.record("\(trap.place): no transition enforces any of \(trap.keptBy.joined(separator: ", "))")
            }
        }
    }

    @Test func `every test that proves a rule exists; only requests and interpreters are proved by a test`() throws {
        let missing = try NamedTests.missing(traps().compactMap(\.provedBy))
        for trap in try traps() {
            if let test = trap.provedBy, missing.contains(test) { Issue.record("\(trap.place): there is no test `\(test)`") }
            if (trap.provedBy != nil) != (trap.enforcedBy == "request" || trap.enforcedBy == "interpreter") {
                Issue.record("\(trap.place): a test proves rules of requests and interpreters, and only those")
            }
        }
    }
}
