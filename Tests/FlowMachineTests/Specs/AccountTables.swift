import FlowTestSupport

/// The pages of `Specs/rules` that account for the requirements beyond the cookbook.
struct AccountTables: Sendable {
    /// An item of the checklist, of the development rules or of the error handling.
    struct Item: Sendable {
        let id: String
        /// The rules that enforce it.
        let keptBy: [String]
        let provedBy: String?
        /// Who else is responsible for a part of it.
        let leftTo: String?
        let place: String
    }

    static let pages: Set = ["CHK-checklist.md", "AIR-development-rules.md", "ERR-errors.md"]
    static let columns = ["id", "asks for", "level", "kept by", "proved by", "left to"]
    static let codeColumns = ["code", "status", "action", "asked", "rule", "what the flow does"]
    static let outcomeColumns = ["outcome", "asked", "rule", "what the flow does"]

    private(set) var items: [Item] = []
    /// The rows of the error codes and of the partner framework's outcomes.
    private(set) var codes: [MarkdownTables.Row] = []
    private(set) var outcomes: [MarkdownTables.Row] = []
    private(set) var complaints: [String] = []

    init() throws {
        for file in try Repository.texts(under: "Specs/rules", suffix: ".md") {
            guard Self.pages.contains(file.path.split(separator: "/").last.map(String.init) ?? "") else { continue }
            for row in MarkdownTables.rows(file, under: Self.columns) { read(row) }
            codes += MarkdownTables.rows(file, under: Self.codeColumns)
            outcomes += MarkdownTables.rows(file, under: Self.outcomeColumns)
        }
        for row in codes where row.cells.count != Self.codeColumns.count { complaints.append("\(row.place): wrong number of cells") }
        for row in outcomes where row.cells.count != Self.outcomeColumns.count {
            complaints.append("\(row.place): wrong number of cells")
        }
    }

    private mutating func read(_ row: MarkdownTables.Row) {
        guard row.cells.count == Self.columns.count, !row.cells.contains("") else {
            return complaints.append("\(row.place): a row has \(Self.columns.count) cells, none of them empty")
        }
        let item = Item(
            id: row.cells[0], keptBy: row.cells[3] == "-" ? [] : MarkdownTables.parts(row.cells[3], by: ","),
            provedBy: row.cells[4] == "-" ? nil : row.cells[4], leftTo: row.cells[5] == "-" ? nil : row.cells[5], place: row.place)
        if item.keptBy.isEmpty, item.provedBy == nil, item.leftTo == nil { complaints.append("\(row.place): who is responsible for it?") }
        if let leftTo = item.leftTo, !["app: ", "dashboard: ", "later: "].contains(where: { leftTo.hasPrefix($0) }) {
            complaints.append("\(row.place): left to an app, a dashboard or later: say which part")
        }
        items.append(item)
    }
}
