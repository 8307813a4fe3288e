/// Output of paragraphs and of rows of cells. Finished lines are stored as text, because a `Line` needs many times the memory.
struct Page {
    let look: Look
    private(set) var lines: [String] = []

    init(_ look: Look) { self.look = look }

    /// A cell of a row.
    struct Cell {
        let text: String
        let column: Int
        let style: Style
        /// The highest width of each line of the cell, in columns; `nil` for a cell that is not wrapped.
        let width: Int?
        /// The additional indent of the cell's second line and all later lines.
        let hanging: Int

        /// Creates a cell with a label or a number, which is printed on the first line without wrapping.
        static func fixed(_ text: String, at column: Int, _ style: Style = .plain) -> Cell {
            Cell(text: text, column: column, style: style, width: nil, hanging: 0)
        }

        /// Creates a cell with a text that is wrapped into as many lines as it needs.
        static func wrapped(_ text: String, at column: Int, width: Int, _ style: Style = .plain, hanging: Int = 0) -> Cell {
            Cell(text: text, column: column, style: style, width: width, hanging: hanging)
        }
    }

    mutating func blank() { lines.append("") }

    /// Adds a title after an empty line.
    mutating func heading(_ text: String) {
        blank()
        paragraph(text, .bold)
    }

    mutating func paragraph(_ text: String, _ style: Style = .plain, at column: Int = 0) {
        row([.wrapped(text, at: column, width: look.width - column, style)])
    }

    /// Adds a line with a text that is not wrapped.
    mutating func line(_ text: String, at column: Int, _ style: Style = .plain) { row([.fixed(text, at: column, style)]) }

    mutating func add(_ line: Line) { lines.append(line.text(color: look.color)) }

    mutating func add(_ lines: [String]) { self.lines += lines }

    /// Adds cells beside each other, with as many lines as the highest cell has. `finish` may add to each of the lines.
    mutating func row(_ cells: [Cell], finish: ((inout Line) -> Void)? = nil) {
        let texts = cells.map { cell in
            cell.width.map { wrapped(cell.text, to: max(1, $0 - cell.hanging), ascii: look.glyphs.isASCII) } ?? [cell.text]
        }
        for place in 0..<(texts.map({ $0.count }).max() ?? 0) {
            if finish == nil, !look.color, let line = Page.plainLine(cells, texts, place) {
                lines.append(line)
                continue
            }
            var line = Line(look.glyphs)
            for (cell, texts) in zip(cells, texts) where place < texts.count {
                line.put(texts[place], at: cell.column + (place == 0 ? 0 : cell.hanging), cell.style)
            }
            finish?(&line)
            add(line)
        }
    }

    /// Returns one line of the cells without styles, which is much faster than a `Line`; `nil` if a text is not ASCII, or covers another one.
    private static func plainLine(_ cells: [Cell], _ texts: [[String]], _ place: Int) -> String? {
        var line: [UInt8] = []
        line.reserveCapacity(128)
        for (cell, texts) in zip(cells, texts) where place < texts.count && !texts[place].isEmpty {
            let column = cell.column + (place == 0 ? 0 : cell.hanging)
            guard line.count <= column else { return nil }
            while line.count < column { line.append(0x20) }
            for byte in texts[place].utf8 {
                guard (0x20..<0x7F).contains(byte) else { return nil }
                line.append(byte)
            }
        }
        while line.last == 0x20 { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
