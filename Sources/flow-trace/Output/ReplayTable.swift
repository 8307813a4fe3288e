import FlowMachine

/// Events one a line, in fixed columns.
struct ReplayTable {
    private(set) var lines: [String] = []
    private let columns: Columns
    private let scale: TimeScale
    private let look: Look
    private let isCut: Bool

    /// Where the columns begin.
    private struct Columns {
        let time: Int
        let state: Int
        let step: Int
        let event: Int
        let rule: Int
        let effects: Int
    }

    /// `isCut`: no line is wider than the look says; otherwise nothing of the last column is missing.
    init(_ records: [Record], _ header: LogHeader, _ look: Look, isCut: Bool) {
        self.look = look
        self.isCut = isCut
        let words = Words(header)
        let events = ReplayTable.events(records, words)
        scale = TimeScale(records, utc: look.utc)
        columns = ReplayTable.columns(records, events, scale, isCut ? look.width : nil)
        head()
        var outstanding = Outstanding()
        var previous: Record?
        for (record, event) in zip(records, events) {
            let isTrouble =
                Trouble.isIn(record, asked: outstanding.question(record.event)) || record.effects.contains(where: Trouble.isIn)
            row(record, after: previous, event, words, isTrouble)
            if let trace = record.trace { self.trace(trace) }
            outstanding.note(record)
            previous = record
        }
    }

    private static func events(_ records: [Record], _ words: Words) -> [String] {
        var outstanding = Outstanding()
        return records.map { record in
            defer { outstanding.note(record) }
            return words.event(record.event, asked: outstanding.question(record.event))
        }
    }

    /// As wide as the content, or within `width` with events and effects sharing what the others leave.
    private static func columns(_ records: [Record], _ events: [String], _ scale: TimeScale, _ width: Int?) -> Columns {
        let isNarrow = (width ?? 100) < 100
        let time = max(3, String(records.last?.number ?? 0).count) + 3
        let state = time + scale.width + 2
        let step = state + widest(records.map(\.state), most: isNarrow ? 12 : 17) + 2
        let event = step + widest(records.map(\.step), most: isNarrow ? 12 : 16) + 2
        let ruleWidth = widest(records.map(\.rule), most: 8)
        let eventWidth = width.map { max(16, ($0 - event - ruleWidth - 4) * 11 / 20) } ?? widest(events, most: 60)
        let rule = event + eventWidth + 2
        return Columns(time: time, state: state, step: step, event: event, rule: rule, effects: rule + ruleWidth + 2)
    }

    private static func widest(_ texts: [String], most: Int) -> Int {
        min(most, texts.reduce(5) { max($0, DisplayedWidth.of(Printable.text($1, ascii: false))) })
    }

    private mutating func head() {
        var line = Line(look.glyphs)
        line.put(padded("#", to: columns.time - 3, right: true), at: 0, .dim)
        line.put(padded(look.utc ? "UTC" : "time", to: scale.width, right: true), at: columns.time, .dim)
        line.put("state", at: columns.state, .dim)
        line.put("step", at: columns.step, .dim)
        line.put("event", at: columns.event, .dim)
        line.put("rule", at: columns.rule, .dim)
        line.put("effects", at: columns.effects, .dim)
        end(line)
    }

    private mutating func row(_ record: Record, after previous: Record?, _ event: String, _ words: Words, _ isTrouble: Bool) {
        let glyphs = look.glyphs
        var line = Line(glyphs)
        line.put(padded(String(record.number), to: columns.time - 3, right: true), at: 0)
        if record.isIgnored(after: previous) { line.put("~", at: columns.time - 2) }
        if isTrouble { line.put("!", at: columns.time - 2, .alarm) }
        line.put(padded(scale.text(record.event.time), to: scale.width, right: true), at: columns.time)
        let isElsewhere = previous?.state != record.state
        if isElsewhere { line.put(cut(record.state, to: columns.step - columns.state - 2, glyphs), at: columns.state, .bold) }
        if isElsewhere || previous?.step != record.step {
            line.put(cut(record.step, to: columns.event - columns.step - 2, glyphs), at: columns.step)
        }
        line.put(cut(event, to: columns.rule - columns.event - 2, glyphs), at: columns.event, isTrouble ? .alarm : .plain)
        line.put(cut(record.rule, to: columns.effects - columns.rule - 2, glyphs), at: columns.rule, .dim)
        let effects = record.effects.map { words.effect($0, at: record.event.time) }.joined(separator: " \(glyphs.separator) ")
        line.put(isCut ? cut(effects, to: max(0, look.width - columns.effects), glyphs) : effects, at: columns.effects)
        end(line)
    }

    /// On a line of its own, so that it can be copied whole.
    private mutating func trace(_ trace: String) {
        var line = Line(look.glyphs)
        let text = "Adobe's trace id \(Printable.text(trace, ascii: look.glyphs.isASCII))"
        line.put(text, at: isCut ? max(0, min(columns.event, look.width - DisplayedWidth.of(text))) : columns.event, .alarm)
        end(line)
    }

    private mutating func end(_ line: Line) {
        var line = line
        if isCut { line.clip(at: look.width) }
        lines.append(line.text(colour: look.colour))
    }
}
