import FlowReading

/// Help texts on a terminal that is narrower than they are.
enum Reflow {
    /// The fewest columns for which text is wrapped: on fewer, every line would be one word.
    private static let narrowest = 40

    /// `text`, which has lines of at most 100 columns, in lines of at most `columns`; as it is if there are enough of them.
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

    /// The usage: its later lines are indented.
    private static func hanging(_ line: String, _ rest: inout ArraySlice<String>, _ indent: String, _ width: Int) -> [String] {
        var text = line
        while let next = rest.first, self.indent(next) > indent.count, !next.dropFirst(indent.count).hasPrefix("flow-trace") {
            text += " " + next.drop { $0 == " " }
            rest.removeFirst()
        }
        // A word is never broken: it would no longer be what a user can type.
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

    /// A row of a table: a name, two blanks or more, and a text whose later lines are indented as its first. A name that leaves no room for
    /// its text has it on the next lines, indented further. A line without a text is a command to be copied, and stays whole.
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

    /// The indentation of a text below its name.
    private static let belowName = 6

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
