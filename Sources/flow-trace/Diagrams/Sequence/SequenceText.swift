import FlowMachine

/// The sequence diagram as text: lanes side by side, time from top to bottom.
struct SequenceText {
    private let sequence: SequenceDiagram
    private let look: Look
    private let scale: TimeScale
    private let lanes: [Lane]
    /// The column of each lane, by its raw value.
    private var columns: [Int]
    private let ruleColumn: Int
    private let words: Words
    private var lines: [String] = []

    /// The diagram's lines. `scale` is that of the whole log, whatever part of it is shown.
    static func lines(_ sequence: SequenceDiagram, scale: TimeScale, _ look: Look) -> [String] {
        var text = SequenceText(sequence, scale, look)
        text.draw()
        return text.lines
    }

    private init(_ sequence: SequenceDiagram, _ scale: TimeScale, _ look: Look) {
        self.sequence = sequence
        self.look = look
        self.scale = scale
        words = Words(sequence.header)
        lanes = sequence.lanes
        let widest = sequence.blocks.reduce(5) { max($0, DisplayedWidth.of($1.rule)) }
        ruleColumn = look.width - min(widest, 8)
        // Between App and Viewer stand labels that have only that room; the others can go on over the lanes between.
        let gaps: [Lane: Int] = [.viewer: 30, .partner: 19, .register: 17, .adobe: 17]
        let first = scale.width + 4
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

    private mutating func draw() {
        var head = Line(look.glyphs)
        head.put(padded(look.utc ? "UTC" : "time", to: scale.width, right: true), at: 1, .dim)
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
        }
    }

    private mutating func end(_ line: Line) { lines.append(line.text(colour: look.colour)) }

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
        var line = Line(glyphs)
        for lane in lanes { line.put(row.kind == .pause ? glyphs.skipped : glyphs.lane, .dim, at: column(lane)) }
        let style: Style = row.isTrouble ? .alarm : .plain
        switch row.kind {
        case .message(let from, let to, let isAnswer): message(row.label, from, to, isAnswer, style, on: &line)
        case .note: note(String(glyphs.dot) + " " + row.label.fitted(to: noteRoom(.app), glyphs), at: .app, style, on: &line)
        case .wait: note(String(glyphs.skipped) + " " + row.label.fitted(to: noteRoom(.viewer), glyphs), at: .viewer, style, on: &line)
        case .pause: note(String(glyphs.skipped) + " " + row.label.fitted(to: noteRoom(.app), glyphs), at: .app, .dim, on: &line)
        case .again:
            let text = "\(glyphs.times) \(row.label.main), \(row.label.detail), same answer"
            note("\(glyphs.skipped) " + cut(text, to: noteRoom(.app), glyphs), at: .app, style, on: &line)
            line.put(glyphs.skipped, .dim, at: column(.adobe))
        }
        if let block, isFirst {
            if row.kind != .pause, block.event != nil { line.put(padded(scale.text(block.time), to: scale.width, right: true), at: 1) }
            if block.isIgnored { line.put("~", at: scale.width + 2) }
            line.put(cut(block.rule, to: look.width - ruleColumn, glyphs), at: ruleColumn, .dim)
        }
        if row.isTrouble { line.put("!", at: scale.width + 2, .alarm) }
        end(line)
    }

    /// On a line of its own, so that it can be copied whole.
    private mutating func trace(_ trace: String) {
        var line = Line(look.glyphs)
        for lane in lanes { line.put(look.glyphs.lane, .dim, at: column(lane)) }
        line.put(" Adobe's trace id \(trace) ", at: column(.app) + 2, .alarm)
        end(line)
    }

    private func noteRoom(_ lane: Lane) -> Int { ruleColumn - 2 - (column(lane) + 2) }

    private func note(_ text: String, at lane: Lane, _ style: Style, on line: inout Line) {
        line.put(text + " ", at: column(lane), style)
    }

    private func message(_ label: Label, _ from: Lane, _ to: Lane, _ isAnswer: Bool, _ style: Style, on line: inout Line) {
        let glyphs = look.glyphs
        let left = min(column(from), column(to))
        let right = max(column(from), column(to))
        let goesRight = column(from) < column(to)
        let text = label.fitted(to: right - left - 6, glyphs)
        let glyph = isAnswer ? glyphs.dashes : glyphs.line
        let textStart = left + 3
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
    }
}
