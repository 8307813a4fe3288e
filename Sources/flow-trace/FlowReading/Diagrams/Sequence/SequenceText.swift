import FlowMachine

/// The sequence diagram as text: lanes side by side, time from top to bottom.
package struct SequenceText {
    private let sequence: SequenceDiagram
    private let look: Look
    private let scale: TimeScale
    private let lanes: [Lane]
    /// The column of each lane, indexed by the lane's raw value.
    private var columns: [Int]
    private let ruleColumn: Int
    /// The width of the event numbers, in columns. They are at the beginning of each line.
    private let numberWidth: Int
    private let words: Wording
    private var lines: [NumberedLine] = []
    /// The number of the event whose lines are being drawn; `nil` between events.
    private var number: Int64?

    /// A line of the diagram, with the number of its event; `nil` for a line between events.
    struct NumberedLine {
        let number: Int64?
        let text: String
    }

    /// Returns the diagram's lines. `scale` is the scale of the entire log, even if only a part is drawn.
    package static func lines(_ sequence: SequenceDiagram, scale: TimeScale, _ look: Look) -> [String] {
        numbered(sequence, scale: scale, look).map { $0.text }
    }

    /// Returns the diagram's lines with the numbers of their events.
    static func numbered(_ sequence: SequenceDiagram, scale: TimeScale, _ look: Look) -> [NumberedLine] {
        var text = SequenceText(sequence, scale, look)
        text.draw()
        return text.lines
    }

    private init(_ sequence: SequenceDiagram, _ scale: TimeScale, _ look: Look) {
        self.sequence = sequence
        self.look = look
        self.scale = scale
        words = Wording(sequence.header, look.clock)
        lanes = sequence.lanes
        let widest = sequence.blocks.reduce(5) { max($0, DisplayedWidth.of($1.rule)) }
        ruleColumn = look.width - min(widest, 8)
        // A label between App and Viewer must fit into the space between these lanes. Other labels may extend over further lanes.
        let gaps: [Lane: Int] = [.viewer: 32, .partner: 19, .register: 16, .adobe: 16]
        numberWidth = max(2, String(sequence.lastNumber).count)
        let first = numberWidth + 1 + scale.width + 3
        let room = ruleColumn - 3 - first
        let whole = lanes.reduce(0) { $0 + (gaps[$1] ?? 0) }
        columns = Lane.allCases.map { _ in first }
        var sum = 0
        for lane in lanes {
            sum += gaps[lane] ?? 0
            columns[lane.rawValue] = first + room * sum / whole
        }
    }

    private func column(_ lane: Lane) -> Int { columns[lane.rawValue] }

    private var timeColumn: Int { numberWidth + 1 }
    private var markColumn: Int { timeColumn + scale.width + 1 }

    private mutating func draw() {
        var head = Line(look.glyphs)
        head.put(padded("#", to: numberWidth, right: true), at: 0, .dim)
        head.put(padded(scale.head, to: scale.width, right: true), at: timeColumn, .dim)
        var end = ruleColumn - 2
        for lane in lanes.reversed() {
            let start = min(column(lane) - (lane == .app ? 1 : lane.name.count / 2), end - lane.name.count)
            head.put(lane.name, at: start, .bold)
            end = start - 1
        }
        head.put("rule", at: ruleColumn, .dim)
        self.end(head)
        var state: String?
        for block in sequence.blocks {
            if state != block.before { band(block.before) }
            state = block.before
            var isFirst = true
            for row in block.waits { draw(row, nil, isFirst: false) }
            number = block.number
            if let event = block.event {
                draw(event, block, isFirst: true)
                isFirst = false
            }
            if let trace = block.trace { self.trace(trace) }
            if block.after != block.before { band(block.after) }
            state = block.after
            for row in block.effects {
                draw(row, block, isFirst: isFirst)
                isFirst = false
            }
            number = nil
        }
        for row in sequence.ending { draw(row, nil, isFirst: false) }
    }

    private mutating func end(_ line: Line) { lines.append(NumberedLine(number: number, text: line.text(color: look.color))) }

    private mutating func band(_ state: String) {
        let glyphs = look.glyphs
        let phase = Phase(state: state)
        var line = Line(glyphs)
        line.fill(0..<look.width, with: glyphs.line, .dim)
        line.put(" \(phase.text) ", at: 3, .bold)
        let name = cut(state, to: 24, glyphs)
        line.put(" \(name) ", at: look.width - 5 - DisplayedWidth.of(name), .bold)
        end(line)
    }

    private mutating func draw(_ row: Row, _ block: Block?, isFirst: Bool) {
        let glyphs = look.glyphs
        var line = lanesLine(row)
        let style: Style = row.isTrouble ? .alarm : .plain
        /// The text that does not fit on the line, and the column at which it continues.
        var rest: (lines: [String], column: Int) = ([], 0)
        switch row.kind {
        case .message(let from, let to, let isAnswer): rest = message(row.label, from, to, isAnswer, style, on: &line)
        case .note: rest = note(glyphs.dot, row.label.text, at: .app, style, on: &line)
        case .memory: rest = note(glyphs.memory, row.label.text, at: .app, row.isTrouble ? .alarm : .dim, on: &line)
        case .wait: rest = note(glyphs.skipped, row.label.text, at: .viewer, style, on: &line)
        case .pause, .leftOut: rest = note(glyphs.skipped, row.label.text, at: .app, .dim, on: &line)
        case .again:
            rest = note(glyphs.skipped, "\(glyphs.times) \(row.label.main), \(row.label.detail)", at: .app, style, on: &line)
        case .gap:
            gap(row)
            return
        }
        if let block, isFirst {
            line.put(padded(String(block.number), to: numberWidth, right: true), at: 0, .dim)
            if row.kind != .pause, block.event != nil {
                line.put(padded(scale.text(block.time), to: scale.width, right: true), at: timeColumn)
            }
            if block.isIgnored { line.put("~", at: markColumn) }
            line.put(cut(block.rule, to: look.width - ruleColumn, glyphs), at: ruleColumn, .dim)
        }
        if row.isTrouble { line.put("!", at: markColumn, .alarm) }
        end(line)
        for text in rest.lines {
            var line = lanesLine(row)
            line.put(text + " ", at: rest.column, style)
            end(line)
        }
    }

    private func lanesLine(_ row: Row) -> Line {
        var line = Line(look.glyphs)
        for lane in lanes { line.put(row.kind == .pause ? look.glyphs.skipped : look.glyphs.lane, .dim, at: column(lane)) }
        return line
    }

    /// Draws Adobe's trace id on its own line, so that it can be copied.
    private mutating func trace(_ trace: String) {
        for text in wrapped("Adobe's trace id \(trace)", to: room(from: column(.app) + 3), ascii: look.glyphs.isASCII) {
            var line = Line(look.glyphs)
            for lane in lanes { line.put(look.glyphs.lane, .dim, at: column(lane)) }
            line.put(" \(text) ", at: column(.app) + 2, .alarm)
            end(line)
        }
    }

    /// Draws a gap over the entire width, so that the parts above and below it are not mistaken for one.
    private mutating func gap(_ row: Row) {
        for text in wrapped(row.label.text, to: look.width - 8, ascii: look.glyphs.isASCII) {
            var line = Line(look.glyphs)
            line.fill(0..<look.width, with: look.glyphs.dashes, .dim)
            line.put(" \(row.isTrouble ? "! " : "")\(text) ", at: 3, row.isTrouble ? .alarm : .bold)
            end(line)
        }
    }

    /// Returns the number of columns between `column` and the column of the rules.
    private func room(from column: Int) -> Int { ruleColumn - 2 - column }

    /// Draws a note at a lane. Returns the text that does not fit, and the column at which it continues.
    private func note(_ glyph: Character, _ text: String, at lane: Lane, _ style: Style, on line: inout Line) -> ([String], Int) {
        let start = column(lane) + 2
        let whole = Printable.text(text, ascii: look.glyphs.isASCII)
        let texts =
            DisplayedWidth.of(whole) <= room(from: start) ? [whole] : wrapped(text, to: room(from: start), ascii: look.glyphs.isASCII)
        line.put("\(glyph) \(texts.first ?? "") ", at: column(lane), style)
        return (Array(texts.dropFirst()), start)
    }

    /// Draws a message between two lanes. Returns the text that does not fit, and the column at which it continues.
    private func message(
        _ label: Label, _ from: Lane, _ to: Lane, _ isAnswer: Bool, _ style: Style, on line: inout Line
    ) -> ([String], Int) {
        let glyphs = look.glyphs
        let left = min(column(from), column(to))
        let right = max(column(from), column(to))
        let goesRight = column(from) < column(to)
        let textStart = left + 3
        let (text, rest) = label.parts(first: right - left - 6, others: room(from: textStart + 2), ascii: glyphs.isASCII)
        let glyph = isAnswer ? glyphs.dashes : glyphs.line
        line.fill(left + 1..<right, with: glyph, .dim)
        line.put(" \(text) ", at: textStart - 1, style)
        if goesRight {
            line.put(glyphs.leaves, .dim, at: left)
            line.put(glyph, .dim, at: left + 1)
            line.put(glyphs.arrow, .plain, at: right - 1)
        } else {
            line.put(glyphs.arrowLeft, .plain, at: left + 1)
            line.put(glyphs.leavesLeft, .dim, at: right)
        }
        return (rest, textStart + 2)
    }
}
