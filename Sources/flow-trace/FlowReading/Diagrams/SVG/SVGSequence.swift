import FlowMachine

/// The sequence diagram as SVG.
package struct SVGSequence {
    private let sequence: SequenceDiagram
    private let look: Look
    private let scale: TimeScale
    private let columns: [Lane: Double]
    private let ruleColumn: Double
    private let numberWidth: Int
    private var document: SVGDocument
    /// The height at which the lanes begin.
    private var top = 0.0

    package static func lines(_ sequence: SequenceDiagram, scale: TimeScale, heading: [String], name: String, _ look: Look) -> [String] {
        var picture = SVGSequence(sequence, scale, heading, name, look)
        picture.draw()
        return picture.document.lines
    }

    private init(_ sequence: SequenceDiagram, _ scale: TimeScale, _ heading: [String], _ name: String, _ look: Look) {
        self.sequence = sequence
        self.look = look
        self.scale = scale
        numberWidth = max(2, String(sequence.lastNumber).count)
        let gaps: [Lane: Double] = [.viewer: 38, .partner: 26, .register: 22, .adobe: 22]
        var column = Double(numberWidth + scale.width + 8)
        var columns: [Lane: Double] = [:]
        for lane in sequence.lanes {
            column += gaps[lane] ?? 0
            columns[lane] = column
        }
        self.columns = columns
        ruleColumn = column + 8
        let lanes = sequence.lanes.map { $0.name }.joined(separator: ", ")
        document = SVGDocument(
            title: "Sequence of \(name)",
            summary: "\(sequence.blocks.count) steps between \(lanes), from top to bottom. "
                + "Each has its event's number, its time and the rule that decided.",
            heading: heading, columns: Int(column) + 18, isASCII: look.glyphs.isASCII)
    }

    private func column(_ lane: Lane) -> Double { columns[lane] ?? 0 }
    private var timeColumn: Double { Double(numberWidth + 2 + scale.width) }

    private mutating func draw() {
        document.advance()
        document.text("#", column: Double(numberWidth), y: document.y, "faint", anchor: "end")
        document.text(scale.head, column: timeColumn, y: document.y, "faint", anchor: "end")
        for lane in sequence.lanes { document.text(lane.name, column: column(lane), y: document.y, "strong", anchor: "middle") }
        document.text("rule", column: ruleColumn, y: document.y, "faint")
        top = document.y + 8
        let below = document.count
        document.advance(8)
        var state: String?
        for block in sequence.blocks {
            if state != block.before { band(block.before) }
            document.beginGroup(
                "event \(block.number), \(TimeWords.second(block.time, look.clock.of(sequence.header))), rule \(block.rule)")
            for row in block.waits { draw(row) }
            if let event = block.event { draw(event, block, hasTime: true) }
            if let trace = block.trace { lines(["Adobe's trace id \(trace)"], from: column(.app) + 2, "alarm") }
            document.endGroup()
            if block.after != block.before { band(block.after) }
            state = block.after
            for (index, row) in block.effects.enumerated() {
                draw(row, block.event == nil && index == 0 ? block : nil, hasTime: false)
            }
        }
        for row in sequence.ending { draw(row) }
        let (top, bottom) = (top, document.y + 8)
        let lanes = sequence.lanes.map(column)
        document.insert(at: below) { document in
            for lane in lanes { document.line([(lane, top), (lane, bottom)], "lane") }
        }
    }

    private mutating func band(_ state: String) {
        document.advance(9)
        document.box(column: 0, y: document.y, columns: ruleColumn + 12, height: 20, "band")
        document.text(Phase(state: state).text, column: 1, y: document.y + 14, "strong onband")
        document.text(state, column: ruleColumn + 11, y: document.y + 14, "onband", anchor: "end")
        document.advance(22)
    }

    private mutating func draw(_ row: Row, _ block: Block? = nil, hasTime: Bool = false) {
        let style = row.isTrouble ? "alarm" : ""
        if row.kind == .gap { return gap(row) }
        document.advance()
        let y = document.y
        if let block {
            document.text(String(block.number), column: Double(numberWidth), y: y, "faint", anchor: "end")
            if hasTime { document.text(scale.text(block.time), column: timeColumn, y: y, anchor: "end") }
            if block.isIgnored { document.text("~", column: timeColumn + 1.5, y: y) }
            document.text(block.rule, column: ruleColumn, y: y, "faint")
        }
        if row.isTrouble { document.text("!", column: timeColumn + 1.5, y: y, "alarm") }
        switch row.kind {
        case .message(let from, let to, let isAnswer): message(row, from, to, isAnswer, style)
        case .note: note(look.glyphs.dot, row.label.text, .app, style)
        case .memory: note(look.glyphs.memory, row.label.text, .app, row.isTrouble ? "alarm" : "faint")
        case .wait: note(look.glyphs.skipped, row.label.text, .viewer, style)
        case .pause, .leftOut, .gap: note(look.glyphs.skipped, row.label.text, .app, "faint")
        case .again: note(look.glyphs.skipped, "\(look.glyphs.times) \(row.label.main), \(row.label.detail)", .app, style)
        }
    }

    private mutating func message(_ row: Row, _ from: Lane, _ to: Lane, _ isAnswer: Bool, _ style: String) {
        let y = document.y + 3
        let (start, end) = (column(from), column(to))
        let left = min(start, end)
        let room = Int(max(start, end) - left) - 3
        let (text, rest) = row.label.parts(first: room, others: Int(ruleColumn - left) - 6, ascii: look.glyphs.isASCII)
        let direction: Double = start < end ? 1 : -1
        document.line([(start, y), (end - direction, y)], (isAnswer ? "dashed " : "") + style)
        document.head(column: end, y: y, (direction, 0), style)
        document.text(text, column: left + 1.5, y: document.y - 2, style)
        lines(rest, from: left + 3, style)
        document.advance(3)
    }

    private mutating func note(_ glyph: Character, _ text: String, _ lane: Lane, _ style: String) {
        let start = column(lane) + 2
        let room = Int(ruleColumn - start) - 2
        let whole = Printable.text(text, ascii: look.glyphs.isASCII)
        let texts = DisplayedWidth.of(whole) <= room ? [whole] : wrapped(text, to: room, ascii: look.glyphs.isASCII)
        document.text(String(glyph), column: column(lane), y: document.y, style, anchor: "middle")
        document.text(texts.first ?? "", column: start, y: document.y, style)
        lines(Array(texts.dropFirst()), from: start, style)
    }

    private mutating func lines(_ texts: [String], from column: Double, _ style: String) {
        for text in texts {
            document.advance(17)
            document.text(text, column: column, y: document.y, style)
        }
    }

    private mutating func gap(_ row: Row) {
        document.advance(16)
        let y = document.y
        let text = Printable.text((row.isTrouble ? "! " : "") + row.label.text, ascii: look.glyphs.isASCII)
        let end = 5 + Double(DisplayedWidth.of(text))
        document.line([(0, y), (3, y)], "dashed " + (row.isTrouble ? "alarm" : ""))
        if end < ruleColumn + 12 { document.line([(end, y), (ruleColumn + 12, y)], "dashed " + (row.isTrouble ? "alarm" : "")) }
        document.text(text, column: 4, y: y + 4, row.isTrouble ? "alarm" : "strong")
        document.advance(8)
    }
}
