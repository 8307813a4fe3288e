import FlowReading

/// Wraps help texts for a terminal with fewer columns than the texts have.
enum Reflow {
    /// The minimum width of wrapped text, in columns. On a narrower terminal, almost every line would be a single word.
    private static let narrowest = 40

    /// Wraps `text`, which has lines of at most 100 columns, to `columns`. Returns the text unchanged if the terminal is wide enough.
    static func text(_ text: String, to columns: Int?) -> String {
        guard let columns, columns < CommandSyntax.columns else { return text }
        let width = max(narrowest, columns)
        var lines: [String] = []
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        while let line = rest.popFirst() {
            if line.isEmpty {
                lines.append("")
            } else if indent(line) == 0, line.hasPrefix("Usage: ") {
                lines += hanging(line, &rest, "       ", width)
            } else if indent(line) == 0 {
                var paragraph = line
                // A line with a colon at its end introduces the table below it.
                while !paragraph.hasSuffix(":"), let next = rest.first, !next.isEmpty, indent(next) == 0 {
                    paragraph += " " + next
                    rest.removeFirst()
                }
                lines += wrapped(paragraph, to: width)
            } else {
                lines += row(line, &rest, width)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    /// Wraps the lines of the usage. All lines except the first are indented.
    private static func hanging(_ line: String, _ rest: inout ArraySlice<String>, _ indent: String, _ width: Int) -> [String] {
        var text = line
        while let next = rest.first, self.indent(next) > indent.count, !next.dropFirst(indent.count).hasPrefix("flow-trace") {
            text += " " + next.drop { $0 == " " }
            rest.removeFirst()
        }
        // Breaking a word would change what the user must type.
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = String(word)
            } else if lines[last].count + 1 + word.count > width - (last == 0 ? 0 : indent.count) {
                lines.append(String(word))
            } else {
                lines[last] += " " + word
            }
        }
        return lines.prefix(1) + lines.dropFirst().map { indent + $0 }
    }

    /// Wraps a row of a table: a name, at least two blanks, and a text whose later lines begin in the same column. If the name leaves too little
    /// room, the text begins on the next line, indented. A row without a text is a command to copy, and is not wrapped.
    private static func row(_ line: String, _ rest: inout ArraySlice<String>, _ width: Int) -> [String] {
        let left = indent(line)
        let name = line.dropFirst(left)
        let gap = name.firstRange(of: "  ")
        if gap == nil, left < belowName { return [line] }
        var text = gap.map { String(name[$0.upperBound...].drop { $0 == " " }) } ?? String(name)
        let column = line.count - text.count
        while let next = rest.first, indent(next) == column {
            text += " " + next.drop { $0 == " " }
            rest.removeFirst()
        }
        guard let gap else { return wrapped(text, to: width - left).map { blanks(left) + $0 } }
        let begin = blanks(left) + name[..<gap.lowerBound]
        if width - column >= 24 || width - column >= text.count {
            return wrapped(text, to: width - column).enumerated().map { index, text in
                (index == 0 ? begin + blanks(column - begin.count) : blanks(column)) + text
            }
        }
        return [begin] + wrapped(text, to: width - left - 4).map { blanks(left + 4) + $0 }
    }

    /// The indentation of a text that begins on the line below its name.
    private static let belowName = 6

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
