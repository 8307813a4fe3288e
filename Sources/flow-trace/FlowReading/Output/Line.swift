/// The style of a text on a terminal with color. All information must also be readable without styles.
package enum Style: Equatable, Sendable {
    case plain, dim, bold, alarm

    /// The terminal's escape code for the style.
    var code: String {
        switch self {
        case .plain: "\u{1B}[0m"
        case .dim: "\u{1B}[2m"
        case .bold: "\u{1B}[1m"
        case .alarm: "\u{1B}[1;31m"
        }
    }
}

/// One line of output, which is composed column by column.
struct Line {
    /// The content of one column.
    private struct Cell {
        var text: Text
        var style: Style

        enum Text: Equatable {
            case ascii(UInt8)
            case character(Character)
            /// The second column of a wide character.
            case covered
        }

        static let blank = Cell(text: .ascii(0x20), style: .plain)
    }

    private var cells: [Cell] = []
    private let glyphs: Glyphs

    init(_ glyphs: Glyphs) { self.glyphs = glyphs }

    /// The number of columns that contain text so far.
    var width: Int { cells.count }

    /// Writes `text` from a column on. The new text replaces the text in these columns.
    mutating func put(_ text: String, at column: Int, _ style: Style = .plain) {
        var column = column
        let printable = Printable.text(text, ascii: glyphs.isASCII)
        if !printable.isEmpty, column >= cells.count, printable.utf8.allSatisfy({ $0 < 0x80 }) {
            // A fast path: no text is replaced, and each byte fills one column.
            if cells.isEmpty { cells.reserveCapacity(128) }
            while cells.count < column { cells.append(.blank) }
            for byte in printable.utf8 { cells.append(Cell(text: .ascii(byte), style: style)) }
            return
        }
        for character in printable {
            put(character, at: column, style)
            column += DisplayedWidth.of(character)
        }
    }

    /// Writes `text` after the last column.
    mutating func append(_ text: String, _ style: Style = .plain) { put(text, at: cells.count, style) }

    /// Writes one character of a drawing at a column.
    mutating func put(_ glyph: Character, _ style: Style, at column: Int) { put(glyph, at: column, style) }

    /// Removes the text from `column` on.
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

    /// Returns the line without blanks at its end. With `color`, it contains the terminal's escape codes.
    func text(color: Bool) -> String {
        var end = cells.count
        while end > 0, cells[end - 1].text == .ascii(0x20) { end -= 1 }
        var text: [UInt8] = []
        text.reserveCapacity(end)
        var style = Style.plain
        for cell in cells[..<end] where cell.text != .covered {
            if color, cell.style != style {
                // A terminal adds each code to the earlier ones, so every change of style first resets the style.
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

/// Returns `text` shortened to at most `columns` columns, with an ellipsis at its end if it was shortened.
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

/// Returns `text` padded with blanks to `columns` columns: after the text, or before it if `right` is true.
package func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, columns - DisplayedWidth.of(text)))
    return right ? blanks + text : text + blanks
}
