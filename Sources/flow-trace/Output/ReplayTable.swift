import FlowMachine

/// Events one a line, in fixed columns.
struct ReplayTable {
    private(set) var lines: [String] = []

    /// `isCut`: no line is wider than the look says; otherwise the last column is whole.
    init(_ records: [Record], _ header: LogHeader, _ look: Look, isCut: Bool) {
        let words = Words(header)
        let scale = TimeScale(records, utc: look.utc)
        let number = max(3, String(records.last?.number ?? 0).count)
        let state = number + 3 + scale.width + 2
        let step = state + ReplayTable.widest(records.map(\.state), most: 17) + 2
        let event = step + ReplayTable.widest(records.map(\.step), most: 16) + 2
        let ruleWidth = ReplayTable.widest(records.map(\.rule), most: 8)
        let events = ReplayTable.events(records, words)
        let eventWidth = isCut ? max(24, (look.width - event - ruleWidth - 4) * 11 / 20) : ReplayTable.widest(events, most: 60)
        let rule = event + eventWidth + 2
        let effects = rule + ruleWidth + 2

        var head = Line(look.glyphs)
        head.put(padded("#", to: number, right: true), at: 0, .dim)
        head.put(padded(look.utc ? "UTC" : "time", to: scale.width, right: true), at: number + 3, .dim)
        for (column, name) in [(state, "state"), (step, "step"), (event, "event"), (rule, "rule"), (effects, "effects")] {
            head.put(name, at: column, .dim)
        }
        lines.append(head.text(colour: look.colour))

        var outstanding = Outstanding()
        var previous: Record?
        for (record, said) in zip(records, events) {
            let asked = outstanding.question(record.event)
            let isTrouble = Trouble.isIn(record, asked: asked) || record.effects.contains(where: Trouble.isIn)
            var line = Line(look.glyphs)
            line.put(padded(String(record.number), to: number, right: true), at: 0)
            if isTrouble { line.put("!", at: number + 1, .alarm) }
            if record.isIgnored(after: previous) { line.put("~", at: number + 1) }
            line.put(padded(scale.text(record.event.time), to: scale.width, right: true), at: number + 3)
            if previous?.state != record.state { line.put(cut(record.state, to: step - state - 2, look.glyphs), at: state, .bold) }
            if previous?.state != record.state || previous?.step != record.step {
                line.put(cut(record.step, to: event - step - 2, look.glyphs), at: step)
            }
            let text = cut(said, to: eventWidth, look.glyphs)
            line.put(text, at: event, isTrouble ? .alarm : .plain)
            line.put(cut(record.rule, to: ruleWidth, look.glyphs), at: rule, .dim)
            let list = record.effects.map { words.effect($0, at: record.event.time) }.joined(separator: " \(look.glyphs.separator) ")
            line.put(isCut ? cut(list, to: max(0, look.width - effects), look.glyphs) : list, at: effects)
            lines.append(line.text(colour: look.colour))
            if let trace = record.trace {
                var line = Line(look.glyphs)
                line.put("Adobe's trace id \(trace)", at: event, .alarm)
                lines.append(line.text(colour: look.colour))
            }
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

    private static func widest(_ texts: [String], most: Int) -> Int {
        min(most, texts.reduce(4) { max($0, DisplayedWidth.of(Printable.text($1, ascii: false))) })
    }
}
