import FlowTestSupport

/// One row of a table in `Specs/rules`.
struct RuleRow: Sendable {
    let id: String
    let when: String
    let then: String
    let level: String
    let sources: [String]
    /// `transition`, `request`, …; empty when the cell names other rules.
    let decidedBy: String
    /// The rules after `with`.
    let coveredBy: [String]
    let place: String
}

/// The tables of `Specs/rules`, and what is wrong with their form.
struct RuleTables: Sendable {
    private(set) var rows: [RuleRow] = []
    private(set) var documents: Set<String> = []
    private(set) var complaints: [String] = []

    static let columns = ["id", "when", "then", "level", "source", "decided by"]
    static let levels: Set = ["must", "should", "may", "never", "server", "inferred", "ours"]
    static let deciders: Set = ["transition", "request", "interpreter", "app", "server", "dashboard", "later"]

    init() throws {
        let files = try Repository.texts(under: "Specs/rules", suffix: ".md")
        for file in files where file.path.hasSuffix("/README.md") { readDocuments(file) }
        for file in files where !file.path.hasSuffix("/README.md") { readRules(file) }
    }

    private mutating func readDocuments(_ file: TextFile) {
        var isAmongDocuments = false
        for line in file.lines {
            if line.hasPrefix("## ") { isAmongDocuments = line == "## Documents" }
            guard isAmongDocuments, let cells = Self.cells(line), cells.count == 2, cells[0] != "name", !cells[0].hasPrefix("-") else {
                continue
            }
            documents.insert(cells[0])
        }
    }

    private mutating func readRules(_ file: TextFile) {
        var sawHead = false
        for (index, line) in file.lines.enumerated() {
            guard let cells = Self.cells(line) else { continue }
            let place = file.place(index)
            if cells == Self.columns {
                sawHead = true
            } else if cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) {
                continue
            } else if cells.count != Self.columns.count || cells.contains("") {
                complaints.append("\(place): a row has \(Self.columns.count) cells, none of them empty")
            } else {
                rows.append(row(cells, place))
            }
        }
        if !sawHead { complaints.append("\(file.path): no table with the columns \(Self.columns)") }
    }

    private mutating func row(_ cells: [String], _ place: String) -> RuleRow {
        let sources = Self.parts(cells[4], by: ";")
        var decidedBy = cells[5]
        var coveredBy: [String] = []
        if decidedBy.hasPrefix("with ") {
            coveredBy = Self.parts(String(decidedBy.dropFirst(5)), by: ",")
            decidedBy = ""
        } else if !Self.deciders.contains(decidedBy) {
            complaints.append("\(place): nothing is decided by \"\(decidedBy)\"")
        }
        if !Self.levels.contains(cells[3]) { complaints.append("\(place): \"\(cells[3])\" is no level") }
        for source in sources where !documents.contains(where: { source == $0 || source.hasPrefix("\($0) ") }) {
            complaints.append("\(place): \"\(source)\" begins with no document that Specs/rules/README.md lists")
        }
        return RuleRow(
            id: cells[0], when: cells[1], then: cells[2], level: cells[3], sources: sources, decidedBy: decidedBy, coveredBy: coveredBy,
            place: place)
    }

    private static func parts(_ text: String, by separator: Character) -> [String] {
        text.split(separator: separator).map { trimmed($0) }
    }

    /// The cells of a line of a table; `nil` for any other line.
    private static func cells(_ line: String) -> [String]? {
        guard line.hasPrefix("|"), line.hasSuffix("|"), line.count > 1 else { return nil }
        return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
