/// The text of an arrow: the main part, and details that are omitted if there is not enough space.
package struct Label: Equatable, Sendable {
    package var main: String
    var detail: String

    init(_ main: String, _ detail: String = "") {
        self.main = main
        self.detail = detail
    }

    /// The main part and the detail, as one text.
    package var text: String { detail.isEmpty ? main : main + "  " + detail }

    /// The main part and the detail as part of a sentence.
    package var sentence: String { Label.sentence(text) }

    /// Returns `text` as part of a sentence: a comma replaces the two spaces between the main part and the detail.
    static func sentence(_ text: String) -> String { text.parts(between: "  ").joined(separator: ", ") }

    /// Returns the label in lines.
    ///
    /// - Parameters:
    ///   - first: The highest number of columns in the first line. If not everything fits, this line contains the main part alone.
    ///   - others: The highest number of columns in the other lines.
    ///   - ascii: Whether all characters outside ASCII are spelled out.
    func parts(first: Int, others: Int, ascii: Bool) -> (first: String, rest: [String]) {
        let whole = Printable.text(text, ascii: ascii)
        if DisplayedWidth.of(whole) <= first { return (whole, []) }
        let main = Printable.text(main, ascii: ascii)
        if DisplayedWidth.of(main) <= first { return (main, wrapped(detail, to: others, ascii: ascii)) }
        let begun = wrapped(self.main, to: max(2, first), ascii: ascii).first ?? ""
        let rest = main.dropFirst(begun.count) + (detail.isEmpty ? "" : ", " + detail)
        return (begun, wrapped(String(rest), to: others, ascii: ascii))
    }

    /// Returns the label in at most `columns` columns. The detail is shortened first.
    func fitted(to columns: Int, _ glyphs: Glyphs) -> String {
        let whole = Printable.text(text, ascii: glyphs.isASCII)
        if DisplayedWidth.of(whole) <= columns { return whole }
        let main = Printable.text(main, ascii: glyphs.isASCII)
        if detail.isEmpty { return cut(main, to: columns, glyphs) }
        let kept = fittedDetail(to: columns - DisplayedWidth.of(main) - 2, glyphs)
        if !kept.isEmpty { return main + "  " + kept }
        let isMainWhole = DisplayedWidth.of(main) + glyphs.ellipsis.count <= columns
        return isMainWhole ? main + glyphs.ellipsis : cut(whole, to: columns, glyphs)
    }

    /// Returns as many parts of the detail as fit. Each part is complete, because half of a date or a name would mislead.
    private func fittedDetail(to columns: Int, _ glyphs: Glyphs) -> String {
        let room = columns - glyphs.ellipsis.count
        var kept = ""
        for part in Printable.text(detail, ascii: glyphs.isASCII).parts(between: ", ") {
            let longer = kept.isEmpty ? part : kept + ", " + part
            if DisplayedWidth.of(longer) > room { break }
            kept = longer
        }
        return kept.isEmpty ? "" : kept + glyphs.ellipsis
    }
}
