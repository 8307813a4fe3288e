/// A terminal as one SVG file, in the colors of the tool's own drawings: light or dark as the reader's screen is.
enum TerminalPicture {
    static let cell = 7.25
    static let rowHeight = 18.0
    private static let margin = 16.0

    /// What is shown at one time: the commands that were typed, and what each printed.
    struct Screen {
        let commands: [(typed: String, printed: TerminalText)]

        var rows: Int { commands.reduce(0) { $0 + 2 + $1.printed.lines.count } }
    }

    /// One screen, without motion.
    static func still(title: String, summary: String, _ screen: Screen) -> String {
        document(title: title, summary: summary, rows: screen.rows, style: "", body: lines(of: screen))
    }

    /// One screen after the other, over and over. A reader who asked for less motion sees the last one.
    /// - Parameter seconds: how long each is shown.
    static func recording(title: String, summary: String, _ screens: [(screen: Screen, seconds: Int)]) -> String {
        let total = screens.reduce(0) { $0 + $1.seconds }
        let rows = screens.map(\.screen.rows).max() ?? 0
        var style: [String] = [
            ".screen { opacity: 0; }", ".screen.last { opacity: 1; }", "@media (prefers-reduced-motion: no-preference) {",
        ]
        var body: [String] = []
        var start = 0
        for (index, (screen, seconds)) in screens.enumerated() {
            let isLast = index == screens.count - 1
            let (from, to) = (percent(start, of: total), percent(start + seconds, of: total))
            let before = start == 0 ? "" : "0%, \(percent(start * 1000 - 1, of: total * 1000)) { opacity: 0; } "
            let after = isLast ? "100% { opacity: 1; }" : "\(to), 100% { opacity: 0; }"
            style += [
                "@keyframes screen\(index) { \(before)\(from), \(percent((start + seconds) * 1000 - 1, of: total * 1000)) { opacity: 1; } \(after) }",
                ".screen\(index) { animation: screen\(index) \(total)s step-end infinite; }",
            ]
            let typed = screen.commands.first?.typed.count ?? 0
            let typedBy = percent(start * 10 + min(15, typed), of: total * 10)
            let width = number(Double(typed) * cell)
            style += [
                "@keyframes typing\(index) { 0%, \(from) { transform: translateX(0); animation-timing-function: steps(\(max(1, typed))); } "
                    + "\(typedBy), 100% { transform: translateX(\(width)px); } }",
                ".cover\(index) { animation: typing\(index) \(total)s linear infinite; }",
                "@keyframes printing\(index) { 0%, \(typedBy) { opacity: 0; } \(percent((start * 10 + min(15, typed)) * 100 + 1, of: total * 1000)), 100% { opacity: 1; } }",
                ".printed\(index) { animation: printing\(index) \(total)s linear infinite; }",
            ]
            body.append("<g class=\"screen screen\(index)\(isLast ? " last" : "")\">")
            body += lines(of: screen, index: index)
            body.append("</g>")
            start += seconds
        }
        style.append("}")
        return document(title: title, summary: summary, rows: rows, style: style.joined(separator: "\n"), body: body)
    }

    private static func percent(_ part: Int, of whole: Int) -> String { "\(number(Double(part * 100_000 / max(1, whole)) / 1000))%" }

    private static func lines(of screen: Screen, index: Int? = nil) -> [String] {
        var body: [String] = []
        var row = 0
        for (place, command) in screen.commands.enumerated() {
            body.append(text("$", column: 0, row: row, "faint") + text(command.typed, column: 2, row: row, "strong"))
            if let index, place == 0 {
                // It hides what is not typed yet.
                let width = Double(command.typed.count + 2) * cell
                body.append(
                    "<rect class=\"page cover\(index)\" x=\"\(number(margin + 2 * cell))\" y=\"\(number(y(row) - 14))\" width=\"\(number(width))\" "
                        + "height=\"\(number(rowHeight))\" style=\"transform: translateX(\(number(width))px)\"/>")
            }
            if let index { body.append("<g class=\"printed\(index)\">") }
            for line in command.printed.lines {
                row += 1
                let runs = line.map { text($0.text, column: $0.column, row: row, $0.style) }
                if !runs.isEmpty { body.append(runs.joined()) }
            }
            if index != nil { body.append("</g>") }
            row += 2
        }
        return body
    }

    private static func y(_ row: Int) -> Double { margin + 14 + Double(row) * rowHeight }

    private static func text(_ text: String, column: Int, row: Int, _ style: String) -> String {
        // Leading spaces are the column.
        let shown = text.drop { $0 == " " }
        if shown.isEmpty { return "" }
        let x = margin + Double(column + text.count - shown.count) * cell
        let width = number(Double(shown.count) * cell)
        return "<text x=\"\(number(x))\" y=\"\(number(y(row)))\" textLength=\"\(width)\"\(style.isEmpty ? "" : " class=\"\(style)\"")>"
            + "\(escaped(String(shown)))</text>"
    }

    private static func document(title: String, summary: String, rows: Int, style: String, body: [String]) -> String {
        let width = number(Double(TerminalText.columns) * cell + 2 * margin)
        let height = number(Double(rows) * rowHeight + 2 * margin)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" xml:space="preserve" \
            role="img" aria-labelledby="title desc">
            <title id="title">\(escaped(title))</title>
            <desc id="desc">\(escaped(summary))</desc>
            <style>
            text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #1c1e21; }
            .strong { font-weight: bold; }
            .page { fill: #ffffff; }
            .frame { fill: none; stroke: #c4c9d1; }
            text.faint { fill: #6b7280; }
            text.alarm { fill: #b42318; font-weight: bold; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6e8eb; }
            .page { fill: #15181c; }
            .frame { stroke: #4a515b; }
            text.faint { fill: #9aa3af; }
            text.alarm { fill: #ff8a7a; }
            }
            \(style.isEmpty ? "" : style + "\n")</style>
            <rect class="page" width="100%" height="100%"/>
            \(body.joined(separator: "\n"))
            <rect class="frame" x="0.5" y="0.5" width="\(number(Double(TerminalText.columns) * cell + 2 * margin - 1))" \
            height="\(number(Double(rows) * rowHeight + 2 * margin - 1))" rx="6"/>
            </svg>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Without the ".0" of a whole number.
    private static func number(_ value: Double) -> String {
        let text = "\((value * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
