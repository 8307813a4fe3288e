/// What differs, with both values in two columns.
enum SideBySide {
    /// The entries below a heading, each indented by so many columns.
    static func lines(_ entries: [DifferenceEntry], _ left: String, _ right: String, indent: Int, _ look: Look) -> [String] {
        let label = min(34, entries.reduce(16) { max($0, DisplayedWidth.of($1.what)) }) + 2
        let column = max(20, (look.width - indent - label - 2) / 2)
        let places = (indent + label, indent + label + column + 2)
        var head = Line(look.glyphs)
        head.put(left, at: places.0, .bold)
        head.put(right, at: places.1, .bold)
        var lines = [head.text(color: look.color)]
        let isASCII = look.glyphs.isASCII
        for entry in entries {
            let whats = wrapped(entry.what, to: label - 2, ascii: isASCII)
            let lefts = wrapped(entry.texts.left, to: column, ascii: isASCII)
            let rights = wrapped(entry.texts.right, to: column, ascii: isASCII)
            for row in 0..<max(whats.count, lefts.count, rights.count) {
                var line = Line(look.glyphs)
                if row < whats.count { line.put(whats[row], at: indent) }
                if row < lefts.count { line.put(lefts[row], at: places.0) }
                if row < rights.count { line.put(rights[row], at: places.1) }
                lines.append(line.text(color: look.color))
            }
        }
        return lines
    }
}
