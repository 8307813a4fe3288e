import FlowMachine

/// The tables for statistics over the launches of a fleet. `Specs/tables` documents their columns.
package enum FleetTable: String, CaseIterable, Sendable {
    /// The table with one row per launch.
    case launches
    /// The table with one row per request of the app or the viewer.
    case requests
    /// The table with one row per event.
    case events
    /// The table with one row per launch that compares this build's decisions with the recorded decisions.
    case verdicts

    /// The version of the columns, which increases when a column is added. Columns are never removed, renamed or given another type.
    package static let version: Int64 = 2

    /// Returns the tables for the bits of a number: 1 launches, 2 requests, 4 events, 8 verdicts. Returns `nil` for other numbers.
    package static func tables(_ bits: Int64) -> [FleetTable]? {
        guard (1...15).contains(bits) else { return nil }
        return allCases.enumerated().filter { bits >> Int64($0.offset) & 1 == 1 }.map { $0.element }
    }

    /// All tables with their columns, as JSON on one line.
    package static var json: String {
        let tables = allCases.map { table in
            Tree.Member(
                table.rawValue,
                .list(
                    table.columns.map { column in
                        .object([
                            Tree.Member("name", .text(column.name)), Tree.Member("kind", .text(column.kind.rawValue)),
                            Tree.Member("meaning", .text(column.meaning)), Tree.Member("null", column.null.map { .text($0) } ?? .null),
                        ])
                    }))
        }
        return Tree.object([Tree.Member("version", .number(version)), Tree.Member("tables", .object(tables))]).json + "\n"
    }

    /// The content of a row, in words.
    package var meaning: String {
        switch self {
        case .launches: "one row per launch: what happened in it, and how it was found"
        case .requests: "one row per request of the app or the viewer: how it ended, and why"
        case .events: "one row per event of a kept log: what was decided"
        case .verdicts: "one row per launch: what another build decides about the same events"
        }
    }
}

/// A column of a table.
package struct TableColumn: Sendable {
    /// The type of a column's values.
    package enum Kind: String, Sendable {
        case text, number, truth
        /// A list of texts as one value.
        case texts
    }

    package let name: String
    package let kind: Kind
    package let meaning: String
    /// The condition under which a value is null; `nil` if a value is null only in the row of a log that could not be read.
    package let null: String?

    init(_ name: String, _ kind: Kind, _ meaning: String, null: String? = nil) {
        (self.name, self.kind, self.meaning, self.null) = (name, kind, meaning, null)
    }
}

/// A row of a table, with one value for each of its columns, in order.
package struct TableRow: Sendable, Equatable {
    package let table: FleetTable
    package let values: [Tree]

    init(_ table: FleetTable, _ values: [Tree]) { (self.table, self.values) = (table, values) }

    /// Returns the row as one JSON object, without a newline. With `namesTable`, the first member is `table`.
    package func json(namesTable: Bool) -> String {
        var text = namesTable ? "{\"table\":\"\(table.rawValue)\"" : "{"
        for (column, value) in zip(table.columns, values) {
            text += text == "{" ? "\"" : ",\""
            text += column.name + "\":" + value.json
        }
        return text + "}"
    }

    /// The row as a line of CSV, without a newline. Null is empty, an empty text is `""`, and `;` separates the texts of a list.
    package var csv: String { values.map(TableRow.cell).joined(separator: ",") }

    private static func cell(_ value: Tree) -> String {
        switch value {
        case .null: ""
        case .number(let number): String(number)
        case .instant(let instant): String(instant.milliseconds)
        case .truth(let truth): truth ? "true" : "false"
        case .text(let text), .word(let text): quoted(text)
        case .list(let list): quoted(list.map { if case .text(let text) = $0 { text } else { $0.json } }.joined(separator: ";"))
        case .fraction, .object: quoted(value.json)
        }
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x2C }
        if isPlain { return text }
        var cell = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { cell += "\"" }
            cell.unicodeScalars.append(scalar)
        }
        return cell + "\""
    }
}
