/// A list of differences, with one column for each of the two values.
enum SideBySide {
    /// Returns the lines of `entries`, below a heading with the names `left` and `right`. Each line is indented by `indent` columns.
    static func lines(_ entries: [DifferenceEntry], _ left: String, _ right: String, indent: Int, _ look: Look) -> [String] {
        let label = min(34, entries.reduce(16) { max($0, DisplayedWidth.of($1.what)) }) + 2
        let column = max(20, (look.width - indent - label - 2) / 2)
        let places = (indent + label, indent + label + column + 2)
        var page = Page(look)
        page.row([.fixed(left, at: places.0, .bold), .fixed(right, at: places.1, .bold)])
        for entry in entries {
            page.row([
                .wrapped(entry.what, at: indent, width: label - 2), .wrapped(entry.texts.left, at: places.0, width: column),
                .wrapped(entry.texts.right, at: places.1, width: column),
            ])
        }
        return page.lines
    }
}
