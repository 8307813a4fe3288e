import FlowTestSupport

/// One row of a phase's table in `Specs/rules`.
struct RuleRow: Sendable {
    let id: String
    let when: String
    let then: String
    let level: String
    let sources: [String]
    /// `transition`, `request`, …
    let enforcedBy: String
    /// The rules that cover it.
    let coveredWith: [String]
    /// The test that proves it.
    let provedBy: String?
    let place: String
}

/// The tables of the phases in `Specs/rules`, and the errors in their form.
struct RuleTables: Sendable {
    private(set) var rows: [RuleRow] = []
    private(set) var documents: Set<String> = []
    private(set) var complaints: [String] = []

    static let columns = ["id", "when", "then", "level", "source", "enforced by", "covered with", "proved by"]
    static let levels: Set = ["must", "should", "may", "never", "server", "inferred", "ours"]
    static let enforcers: Set = ["transition", "request", "interpreter", "app", "server", "dashboard", "later"]

    init() throws {
        for file in try Repository.texts(under: "Specs/rules", suffix: ".md") {
            let name = file.path.split(separator: "/").last ?? ""
            if name == "README.md" {
                for row in MarkdownTables.rows(file, under: ["name", "page"]) { documents.insert(row.cells[0]) }
            } else if !AccountTables.pages.contains(String(name)) {
                let found = MarkdownTables.rows(file, under: Self.columns)
                if found.isEmpty { complaints.append("\(file.path): no table with the columns \(Self.columns)") }
                for row in found { read(row) }
            }
        }
        for row in rows {
            for source in row.sources where !documents.contains(where: { source == $0 || source.hasPrefix("\($0) ") }) {
                complaints.append("\(row.place): \"\(source)\" does not begin with a document that Specs/rules/README.md lists")
            }
        }
    }

    private mutating func read(_ row: MarkdownTables.Row) {
        guard row.cells.count == Self.columns.count, !row.cells.contains("") else {
            return complaints.append("\(row.place): a row has \(Self.columns.count) cells, none of them empty")
        }
        let rule = RuleRow(
            id: row.cells[0], when: row.cells[1], then: row.cells[2], level: row.cells[3],
            sources: MarkdownTables.parts(row.cells[4], by: ";"),
            enforcedBy: row.cells[5].split(separator: ":").first.map(String.init) ?? "",
            coveredWith: row.cells[6] == "-" ? [] : MarkdownTables.parts(row.cells[6], by: ","),
            provedBy: row.cells[7] == "-" ? nil : row.cells[7], place: row.place)
        if !Self.enforcers.contains(rule.enforcedBy) { complaints.append("\(row.place): \"\(row.cells[5])\" is not a known enforcer") }
        if !Self.levels.contains(rule.level) { complaints.append("\(row.place): \"\(rule.level)\" is not a known level") }
        if rule.enforcedBy == "later", !row.cells[5].contains(":") { complaints.append("\(row.place): \"later\" needs a reason") }
        if (rule.provedBy != nil) != (rule.enforcedBy == "request" || rule.enforcedBy == "interpreter") {
            complaints.append("\(row.place): a test proves rules of requests and interpreters, and only those")
        }
        if !rule.coveredWith.isEmpty, rule.enforcedBy != "transition" {
            complaints.append("\(row.place): only a rule that a transition enforces may be covered with another rule")
        }
        rows.append(rule)
    }
}
