/// `text` in lines of at most so many columns, broken at blanks where there are some.
package func wrapped(_ text: String, to columns: Int, ascii: Bool = false) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in Printable.text(text, ascii: ascii).split(separator: " ") {
        if width > 0, width + 1 + DisplayedWidth.of(String(word)) > columns {
            lines.append(line)
            (line, width) = ("", 0)
        }
        if width > 0 {
            line += " "
            width += 1
        }
        for character in word {
            let next = DisplayedWidth.of(character)
            if width + next > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            line.append(character)
            width += next
        }
    }
    return lines + [line]
}

/// `text` with a capital letter at its beginning.
package func capitalized(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())" }
