/// A picture as one self-contained SVG file, without scripts, fonts or links. Its colors follow the reader's light or dark mode.
struct SVGDocument {
    /// The width of one column of text in pixels: one letter of a monospaced font of 12 pixels.
    static let cell = 7.25
    static let rowHeight = 21.0

    private let title: String
    private let summary: String
    private var body: [String] = []
    private let width: Double
    private let isASCII: Bool
    /// The lower edge of the drawing so far, in pixels.
    private(set) var y = 0.0

    /// Creates a picture. Screen readers read `title` and `summary`; the lines of `heading` are above the picture.
    init(title: String, summary: String, heading: [String], columns: Int, isASCII: Bool) {
        self.title = title
        self.summary = summary
        self.isASCII = isASCII
        width = Double(columns) * SVGDocument.cell + 24
        y = 12
        for (index, line) in heading.enumerated() {
            advance()
            text(line, column: 0, y: y, index == 0 ? "strong" : "")
        }
        advance(10)
    }

    /// The names of one or two classes in the picture's style sheet, separated by a space.
    typealias Class = String

    mutating func advance(_ height: Double = SVGDocument.rowHeight) { y += height }

    static func x(_ column: Double) -> Double { 12 + column * cell }

    /// Draws text that starts at `column`. With the anchor "end" the text ends at the column; with "middle" the column is its center.
    mutating func text(_ text: String, column: Double, y: Double, _ style: Class = "", anchor: String = "") {
        if text.isEmpty { return }
        let place = "x=\"\(number(SVGDocument.x(column)))\" y=\"\(number(y))\"" + (anchor.isEmpty ? "" : " text-anchor=\"\(anchor)\"")
        body.append("<text \(place)\(named(style))>\(escaped(text))</text>")
    }

    /// Draws a line through points, each given as a column and as pixels from the top.
    mutating func line(_ points: [(column: Double, y: Double)], _ style: Class) {
        let path = points.map { "\(number(SVGDocument.x($0.column))),\(number($0.y))" }.joined(separator: " ")
        body.append("<polyline points=\"\(path)\"\(named("line " + style))/>")
    }

    /// Draws the head of an arrow with its tip at `column`. `direction` is the direction in which the arrow points.
    mutating func head(column: Double, y: Double, _ direction: (x: Double, y: Double), _ style: Class = "") {
        let tip = SVGDocument.x(column)
        let back = (x: tip - direction.x * 9, y: y - direction.y * 9)
        let side = (x: direction.y * 4, y: direction.x * 4)
        let points = [(tip, y), (back.x + side.x, back.y + side.y), (back.x - side.x, back.y - side.y)]
        body.append(
            "<polygon points=\"\(points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " "))\"\(named("head " + style))/>")
    }

    mutating func box(column: Double, y: Double, columns: Double, height: Double, _ style: Class, round: Bool = false) {
        let place = "x=\"\(number(SVGDocument.x(column)))\" y=\"\(number(y))\" width=\"\(number(columns * SVGDocument.cell))\""
        body.append("<rect \(place) height=\"\(number(height))\"\(round ? " rx=\"5\"" : "")\(named(style))/>")
    }

    /// Inserts the shapes of `draw` before the shape at `index`, so that the later shapes cover them.
    mutating func insert(at index: Int, _ draw: (inout SVGDocument) -> Void) {
        let above = body[index...]
        body.removeLast(above.count)
        draw(&self)
        body += above
    }

    /// The number of shapes drawn so far.
    var count: Int { body.count }

    /// Begins a group of shapes, which shows `name` as a tooltip. `endGroup` ends the group.
    mutating func beginGroup(_ name: String) { body.append("<g><title>\(escaped(name))</title>") }
    mutating func endGroup() { body.append("</g>") }

    /// The lines of the file.
    var lines: [String] {
        let size = "width=\"\(number(width))\" height=\"\(number(y + 16))\" viewBox=\"0 0 \(number(width)) \(number(y + 16))\""
        return ["<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) xml:space=\"preserve\" role=\"img\" aria-labelledby=\"title desc\">"]
            + ["<title id=\"title\">\(escaped(title))</title>", "<desc id=\"desc\">\(escaped(summary))</desc>"]
            + ["<style>"] + SVGDocument.style + ["</style>", "<rect class=\"page\" width=\"100%\" height=\"100%\"/>"] + body + ["</svg>"]
    }

    private func named(_ style: Class) -> String { style.isEmpty ? "" : " class=\"\(style)\"" }

    private func escaped(_ text: String) -> String { HTML.escaped(text, ascii: isASCII) }

    /// Writes a number with one digit after the point, computed with integers, so that every machine writes the same text.
    private func number(_ value: Double) -> String {
        let tenths = Int64(value * 10 + (value < 0 ? -0.5 : 0.5))
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = (tenths.magnitude / 10, tenths.magnitude % 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    private static let style =
        [
            "text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre;",
            "  paint-order: stroke; stroke-width: 5px; stroke-linejoin: round; }", ".strong { font-weight: bold; }",
            ".line { fill: none; }", ".dashed { stroke-dasharray: 5 3; }", ".dotted { stroke-dasharray: 2 4; }",
        ] + colors(page: "#ffffff", ink: "#1c1e21", faint: "#6b7280", rule: "#c4c9d1", band: "#eef1f5", alarm: "#b42318", bars: light)
        + ["@media (prefers-color-scheme: dark) {"]
        + colors(page: "#15181c", ink: "#e6e8eb", faint: "#9aa3af", rule: "#4a515b", band: "#252a31", alarm: "#ff8a7a", bars: dark) + ["}"]

    /// The colors of the timeline's bars, one for each party that the flow waits for.
    private static let light = ["#2563eb", "#d97706", "#7c3aed", "#0f766e", "#64748b", "#d5dae1"]
    private static let dark = ["#60a5fa", "#fbbf24", "#a78bfa", "#2dd4bf", "#94a3b8", "#3b424c"]

    private static func colors(page: String, ink: String, faint: String, rule: String, band: String, alarm: String, bars: [String])
        -> [String]
    {
        [
            ".page { fill: \(page); }", "text { fill: \(ink); stroke: \(page); }", "text.faint { fill: \(faint); }",
            "text.inbar { fill: \(page); stroke: none; }", "text.alarm { fill: \(alarm); font-weight: bold; }",
            "text.onband { stroke: \(band); }", ".line { stroke: \(ink); }",
            ".line.lane { stroke: \(rule); }", ".line.alarm { stroke: \(alarm); }", ".line.faint { stroke: \(rule); }",
            ".head, .dot { fill: \(ink); }", ".head.alarm, .dot.alarm { fill: \(alarm); }", ".head.faint, .dot.faint { fill: \(rule); }",
            ".band { fill: \(band); }", ".node { fill: \(band); stroke: \(ink); }",
            ".node.faint { stroke: \(rule); stroke-dasharray: 4 3; }",
        ] + bars.enumerated().map { ".bar\($0.offset) { fill: \($0.element); }" }
    }
}
