import FlowMachine

/// The state diagram as SVG: the states at the same places as in the text, and a table with the totals of each state below.
package enum SVGStates {
    private static let rowHeight = 24.0
    private static let columnWidth = 1.3

    package static func lines(_ passage: Passage, heading: [String], name: String, _ look: Look) -> [String] {
        let visited = FlowStateName.allCases.map { $0.rawValue }.filter { passage.stays[$0] != nil }
        var document = SVGDocument(
            title: "States of \(name)", summary: "The states \(visited.joined(separator: ", ")) and how often each was left for which.",
            heading: heading, columns: 108, isASCII: look.glyphs.isASCII)
        let top = document.y
        func y(_ row: Int) -> Double { top + Double(row) * rowHeight }
        for isTaken in [false, true] {
            for drawn in StateText.drawn where (passage.count(drawn.edge) > 0) == isTaken { draw(drawn, passage, y, &document) }
        }
        for place in StateText.places {
            let style = passage.stays[place.name.rawValue] == nil ? " faint" : ""
            let (column, width) = (Double(place.column) * columnWidth, Double(place.name.rawValue.count))
            document.box(
                column: column - 1, y: y(place.row) - 12, columns: width * columnWidth + 1, height: 24, "node" + style, round: true)
            document.text(
                place.name.rawValue, column: column + width * columnWidth / 2 - 0.5, y: y(place.row) + 4, "onband" + style, anchor: "middle"
            )
        }
        document.advance(rowHeight * 14)
        for (edge, count) in StateText.others(passage) {
            document.advance(18)
            document.text("also \(edge.from) \(look.glyphs.arrowWord) \(edge.to), \(count)\(look.glyphs.times)", column: 1, y: document.y)
        }
        // Only a log has times; the diagram of the machine itself has no table.
        if passage.last != nil { table(passage, &document) }
        return document.lines
    }

    private static func draw(_ drawn: StateText.Drawn, _ passage: Passage, _ y: (Int) -> Double, _ document: inout SVGDocument) {
        let count = passage.count(drawn.edge)
        let style = count > 0 ? "" : "dotted faint"
        let points = drawn.points.map { (column: Double($0.column) * columnWidth + 0.5, y: y($0.row)) }
        document.line(points, style)
        if let end = points.last, let before = points.dropLast().last {
            let isLevel = end.y == before.y
            let direction = (x: isLevel ? (end.column > before.column ? 1.0 : -1) : 0, y: isLevel ? 0 : (end.y > before.y ? 1.0 : -1))
            document.head(column: end.column, y: end.y, direction, count > 0 ? "" : "faint")
        }
        guard count > 0, drawn.counted + 1 < points.count else { return }
        let (from, to) = (points[drawn.counted], points[drawn.counted + 1])
        let shift = from.y == to.y ? (0.0, -5.0) : (1.5, 4.0)
        document.text(
            "\(count)", column: (from.column + to.column) / 2 + shift.0, y: (from.y + to.y) / 2 + shift.1, "strong", anchor: "middle")
    }

    private static func table(_ passage: Passage, _ document: inout SVGDocument) {
        let ends = [34.0, 46, 64]
        document.advance(28)
        document.text("state", column: 3, y: document.y, "faint")
        for (text, end) in zip(["entered", "events", "time in it"], ends) {
            document.text(text, column: end, y: document.y, "faint", anchor: "end")
        }
        for name in FlowStateName.allCases.map({ $0.rawValue }) {
            document.advance(18)
            document.text(Phase(state: name).letter, column: 1, y: document.y, "faint")
            guard let stay = passage.stays[name] else {
                document.text(name, column: 3, y: document.y, "faint")
                document.text("never", column: ends[0], y: document.y, "faint", anchor: "end")
                continue
            }
            document.text(name, column: 3, y: document.y, "strong")
            for (text, end) in zip(["\(stay.entered)", "\(stay.events)", TimeWords.length(stay.milliseconds)], ends) {
                document.text(text, column: end, y: document.y, anchor: "end")
            }
            if passage.last == name { document.text("at the end", column: 67, y: document.y, "faint") }
        }
    }
}
