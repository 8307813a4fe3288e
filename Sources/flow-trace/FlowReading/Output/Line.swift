/// How a piece of text is highlighted on a terminal with color. No information may depend on it.
package enum Style: Equatable, Sendable {
    case plain, dim, bold, alarm

    /// The terminal's code that begins the style.
    var code: String {
        switch self {
        case .plain: "\u{1B}[0m"
        case .dim: "\u{1B}[2m"
        case .bold: "\u{1B}[1m"
        case .alarm: "\u{1B}[1;31m"
        }
    }
}

/// One line of output, put together by columns.
struct Line {
    /// A cell: what is printed in a column, and how wide it is.
    private struct Cell {
        var text: Text
        var style: Style

        enum Text: Equatable {
            case ascii(UInt8)
            case character(Character)
            /// The second half of a wide character.
            case covered
        }

        static let blank = Cell(text: .ascii(0x20), style: .plain)
    }

    private var cells: [Cell] = []
    private let glyphs: Glyphs

    init(_ glyphs: Glyphs) { self.glyphs = glyphs }

    /// The columns taken so far.
    var width: Int { cells.count }

    /// Puts `text` at a column, over what is there.
    mutating func put(_ text: String, at column: Int, _ style: Style = .plain) {
        var column = column
        let printable = Printable.text(text, ascii: glyphs.isASCII)
        if !printable.isEmpty, column >= cells.count, printable.utf8.allSatisfy({ $0 < 0x80 }) {
            // Nothing is covered, and each byte takes one column.
            while cells.count < column { cells.append(.blank) }
            for byte in printable.utf8 { cells.append(Cell(text: .ascii(byte), style: style)) }
            return
        }
        for character in printable {
            put(character, at: column, style)
            column += DisplayedWidth.of(character)
        }
    }

    /// Puts `text` after what is there.
    mutating func append(_ text: String, _ style: Style = .plain) { put(text, at: cells.count, style) }

    /// Puts one glyph of the drawing itself at a column.
    mutating func put(_ glyph: Character, _ style: Style, at column: Int) { put(glyph, at: column, style) }

    /// Removes the text at and after a column.
    mutating func clip(at column: Int) {
        guard cells.count > column else { return }
        if cells[column].text == .covered, column > 0 { cells[column - 1].text = .ascii(0x20) }
        cells.removeLast(cells.count - column)
    }

    /// Fills the columns of `range` with one glyph.
    mutating func fill(_ range: Range<Int>, with glyph: Character, _ style: Style = .plain) {
        for column in range { put(glyph, at: column, style) }
    }

    private mutating func put(_ character: Character, at column: Int, _ style: Style) {
        guard column >= 0 else { return }
        let width = DisplayedWidth.of(character)
        while cells.count < column + width { cells.append(.blank) }
        if cells[column].text == .covered, column > 0 { cells[column - 1].text = .ascii(0x20) }
        if column + width < cells.count, cells[column + width].text == .covered { cells[column + width].text = .ascii(0x20) }
        cells[column] = Cell(text: character.asciiValue.map { .ascii($0) } ?? .character(character), style: style)
        if width == 2 { cells[column + 1] = Cell(text: .covered, style: style) }
    }

    /// The line without blanks at its end; with the terminal's codes if `color`.
    func text(color: Bool) -> String {
        var end = cells.count
        while end > 0, cells[end - 1].text == .ascii(0x20) { end -= 1 }
        var text: [UInt8] = []
        text.reserveCapacity(end)
        var style = Style.plain
        for cell in cells[..<end] where cell.text != .covered {
            if color, cell.style != style {
                // Codes accumulate on a terminal, so each change begins from plain text.
                text += (style == .plain ? cell.style.code : Style.plain.code + (cell.style == .plain ? "" : cell.style.code)).utf8
                style = cell.style
            }
            switch cell.text {
            case .ascii(let byte): text.append(byte)
            case .character(let character): text += character.utf8
            case .covered: break
            }
        }
        if style != .plain { text += Style.plain.code.utf8 }
        return String(decoding: text, as: UTF8.self)
    }
}

/// `text` cut to a number of columns, with an ellipsis where something is missing.
package func cut(_ text: String, to columns: Int, _ glyphs: Glyphs) -> String {
    let text = Printable.text(text, ascii: glyphs.isASCII)
    if DisplayedWidth.of(text) <= columns { return text }
    let room = columns - glyphs.ellipsis.count
    if room <= 0 { return String(glyphs.ellipsis.prefix(max(0, columns))) }
    var kept = ""
    var width = 0
    for character in text {
        let next = DisplayedWidth.of(character)
        if width + next > room { break }
        kept.append(character)
        width += next
    }
    while kept.hasSuffix(" ") { kept.removeLast() }
    return kept + glyphs.ellipsis
}

/// `text` with blanks up to a number of columns, before it or after it.
package func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, columns - DisplayedWidth.of(text)))
    return right ? blanks + text : text + blanks
}
