/// Tables in Markdown.
public enum MarkdownTables {
    /// One row.
    public struct Row: Sendable {
        /// Its cells, without the blanks around them.
        public let cells: [String]
        /// `path:line`.
        public let place: String
    }

    /// The rows of all tables of `file` with these columns.
    public static func rows(_ file: TextFile, under columns: [String]) -> [Row] {
        var isInside = false
        var rows: [Row] = []
        for (index, line) in file.lines.enumerated() {
            guard let cells = cells(line) else {
                isInside = false
                continue
            }
            if cells == columns {
                isInside = true
            } else if isInside, !cells.allSatisfy({ $0.count > 1 && $0.allSatisfy { $0 == "-" || $0 == ":" } }) {
                rows.append(Row(cells: cells, place: file.place(index)))
            }
        }
        return rows
    }

    /// A cell's parts, without the blanks around them.
    public static func parts(_ text: String, by separator: Character) -> [String] { text.split(separator: separator).map { trimmed($0) } }

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
