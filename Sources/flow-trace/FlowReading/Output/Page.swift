/// Text for people, line by line: paragraphs, and rows of cells. Lines are kept as text, since a line by its columns takes many times the room.
struct Page {
    let look: Look
    private(set) var lines: [String] = []

    init(_ look: Look) { self.look = look }

    /// A piece of a row.
    struct Cell {
        let text: String
        let column: Int
        let style: Style
        /// The maximum width of the page; `nil` for a page that is not wrapped.
        let width: Int?
        /// How much further its second line and all later ones begin.
        let hanging: Int

        /// A label or a number: on the first line only, as it is.
        static func fixed(_ text: String, at column: Int, _ style: Style = .plain) -> Cell {
            Cell(text: text, column: column, style: style, width: nil, hanging: 0)
        }

        /// Text in as many lines as it takes.
        static func wrapped(_ text: String, at column: Int, width: Int, _ style: Style = .plain, hanging: Int = 0) -> Cell {
            Cell(text: text, column: column, style: style, width: width, hanging: hanging)
        }
    }

    mutating func blank() { lines.append("") }

    /// A title after an empty line.
    mutating func heading(_ text: String) {
        blank()
        paragraph(text, .bold)
    }

    mutating func paragraph(_ text: String, _ style: Style = .plain, at column: Int = 0) {
        row([.wrapped(text, at: column, width: look.width - column, style)])
    }

    /// A line with a piece of text that is not wrapped.
    mutating func line(_ text: String, at column: Int, _ style: Style = .plain) { row([.fixed(text, at: column, style)]) }

    mutating func add(_ line: Line) { lines.append(line.text(color: look.color)) }

    mutating func add(_ lines: [String]) { self.lines += lines }

    /// Cells beside each other, as many lines as the longest takes. `finish` may add to each of the lines.
    mutating func row(_ cells: [Cell], finish: (inout Line) -> Void = { _ in }) {
        let texts = cells.map { cell in
            cell.width.map { wrapped(cell.text, to: max(1, $0 - cell.hanging), ascii: look.glyphs.isASCII) } ?? [cell.text]
        }
        for place in 0..<(texts.map({ $0.count }).max() ?? 0) {
            var line = Line(look.glyphs)
            for (cell, texts) in zip(cells, texts) where place < texts.count {
                line.put(texts[place], at: cell.column + (place == 0 ? 0 : cell.hanging), cell.style)
            }
            finish(&line)
            add(line)
        }
    }
}
