import FlowMachine

/// A table of events: one line per event, in fixed columns.
package struct ReplayTable {
    private let columns: Columns
    private let scale: TimeScale
    private let look: Look
    private let isCut: Bool
    private let words: Wording
    private var outstanding = QuestionHistory()
    private var previous: LogRecord?
    /// The last event that was printed; `nil` before the first event. The next line omits the state and the step if they are unchanged.
    private var printed: LogRecord?

    /// The columns at which the parts of a row begin.
    package struct Columns {
        let time: Int
        let state: Int
        let step: Int
        let event: Int
        let rule: Int
        let effects: Int
    }

    /// Returns all lines of the table.
    ///
    /// - Parameters:
    ///   - records: All events of the log.
    ///   - header: The header of the log.
    ///   - look: The width and the glyphs.
    ///   - isCut: Whether lines are cut at the width of `look`, with an ellipsis in place of the missing text.
    ///   - part: The part of the log that is shown.
    package static func lines(_ records: [LogRecord], _ header: LogHeader, _ look: Look, isCut: Bool, part: Part = Part()) -> [String] {
        let scale = TimeScale(records, utc: look.utc, look.clock.of(header))
        let words = Wording(header, look.clock)
        let columns = columns(records, events(records, words), scale, isCut ? look.width : nil)
        var table = ReplayTable(header, look, columns, scale, isCut: isCut)
        var lines = [table.head]
        var leftOut = LeftOut()
        for record in records {
            guard part.numbers.contains(record.number) else {
                table.skip(record)
                continue
            }
            guard table.shows(record, part.filter) else {
                leftOut.add(record)
                table.skip(record)
                continue
            }
            if let text = leftOut.text() { lines.append(table.remark(text)) }
            lines += table.add(record)
        }
        if let text = leftOut.text() { lines.append(table.remark(text)) }
        return lines
    }

    /// Creates an empty table.
    package init(_ header: LogHeader, _ look: Look, _ columns: Columns, _ scale: TimeScale, isCut: Bool) {
        self.look = look
        self.isCut = isCut
        self.columns = columns
        self.scale = scale
        words = Wording(header, look.clock)
    }

    private static func events(_ records: [LogRecord], _ words: Wording) -> [String] {
        var outstanding = QuestionHistory()
        return records.map { record in
            defer { outstanding.note(record) }
            return words.event(record.event, asked: outstanding.question(record.event))
        }
    }

    /// Returns the columns for `events`: as wide as their content or, if `width` is given, within that width. The events and the effects share the
    /// width that the other columns leave.
    private static func columns(_ records: [LogRecord], _ events: [String], _ scale: TimeScale, _ width: Int?) -> Columns {
        let isNarrow = (width ?? 100) < 100
        let number = max(3, String(records.last?.number ?? 0).count)
        let widths = (
            state: widest(records.map { $0.state }, most: isNarrow ? 12 : 17),
            step: widest(records.map { $0.step }, most: isNarrow ? 12 : 16),
            rule: widest(records.map { $0.rule }, most: 8)
        )
        return columns(number, scale, widths.state, widths.step, width == nil ? widest(events, most: 60) : nil, widths.rule, width ?? 100)
    }

    /// Returns the columns for a log whose events are not known yet.
    package static func columns(_ scale: TimeScale, _ look: Look) -> Columns {
        let isNarrow = look.width < 100
        return columns(5, scale, isNarrow ? 12 : 17, isNarrow ? 12 : 16, nil, 8, look.width)
    }

    private static func columns(
        _ number: Int, _ scale: TimeScale, _ stateWidth: Int, _ stepWidth: Int, _ eventWidth: Int?, _ ruleWidth: Int, _ width: Int
    ) -> Columns {
        let time = number + 3
        let state = time + scale.width + 2
        let step = state + stateWidth + 2
        let event = step + stepWidth + 2
        let rule = event + (eventWidth ?? max(16, (width - event - ruleWidth - 4) * 11 / 20)) + 2
        return Columns(time: time, state: state, step: step, event: event, rule: rule, effects: rule + ruleWidth + 2)
    }

    private static func widest(_ texts: [String], most: Int) -> Int {
        min(most, texts.reduce(5) { max($0, DisplayedWidth.of(Printable.text($1, ascii: false))) })
    }

    /// The line with the names of the columns.
    package var head: String {
        var line = Line(look.glyphs)
        line.put(padded("#", to: columns.time - 3, right: true), at: 0, .dim)
        line.put(padded(scale.head, to: scale.width, right: true), at: columns.time, .dim)
        line.put("state", at: columns.state, .dim)
        line.put("step", at: columns.step, .dim)
        line.put("event", at: columns.event, .dim)
        line.put("rule", at: columns.rule, .dim)
        line.put("effects", at: columns.effects, .dim)
        return end(line)
    }

    /// Returns a line that is not an event, such as a gap.
    package func remark(_ text: String, _ style: Style = .dim) -> String {
        var line = Line(look.glyphs)
        line.put("\(look.glyphs.skipped) ", at: columns.state, style)
        line.put(isCut ? cut(text, to: look.width - columns.state - 2, look.glyphs) : text, at: columns.state + 2, style)
        return end(line)
    }

    /// Returns whether `filter` shows the next event.
    package func shows(_ record: LogRecord, _ filter: EventFilter) -> Bool { filter.shows(record, after: previous, outstanding, words) }

    /// Returns the next event as a block of a sequence diagram.
    package func block(_ record: LogRecord) -> Block { SequenceDiagram.block(record, after: previous, outstanding, words, since: nil) }

    /// Takes the next event into account without printing it.
    package mutating func skip(_ record: LogRecord) {
        outstanding.note(record)
        previous = record
    }

    /// Returns the lines of the next event.
    package mutating func add(_ record: LogRecord) -> [String] {
        let asked = outstanding.question(record.event)
        let changes = words.memory(record, asked: asked, owed: outstanding.owed)
        let isTrouble =
            Trouble.isIn(record, asked: asked) || record.effects.contains(where: Trouble.isIn) || changes.contains { $0.isTrouble }
        let lines = [row(record, asked, isTrouble)] + (record.trace.map(trace) ?? [])
        skip(record)
        printed = record
        return lines
    }

    private func row(_ record: LogRecord, _ asked: Question?, _ isTrouble: Bool) -> String {
        let glyphs = look.glyphs
        var line = Line(glyphs)
        line.put(padded(String(record.number), to: columns.time - 3, right: true), at: 0)
        if record.isIgnored(after: previous) { line.put("~", at: columns.time - 2) }
        if isTrouble { line.put("!", at: columns.time - 2, .alarm) }
        line.put(padded(scale.text(record.event.time), to: scale.width, right: true), at: columns.time)
        /// Writes text at a column, or after the text that is already there. If lines are cut, the text ends before the column `next`.
        func put(_ text: String, at column: Int, before next: Int, _ style: Style? = nil) {
            if text.isEmpty { return }
            let start = max(column, line.width == 0 || line.width + 2 <= column ? column : line.width + 2)
            line.put(isCut ? cut(text, to: max(0, next - column - 2), glyphs) : text, at: isCut ? column : start, style ?? .plain)
        }
        let isElsewhere = printed?.state != record.state
        if isElsewhere { put(record.state, at: columns.state, before: columns.step, .bold) }
        if isElsewhere || printed?.step != record.step { put(record.step, at: columns.step, before: columns.event) }
        put(words.event(record.event, asked: asked), at: columns.event, before: columns.rule, isTrouble ? .alarm : .plain)
        put(record.rule, at: columns.rule, before: columns.effects, .dim)
        let effects = words.effects(record, asked: asked, owed: outstanding.owed).joined(separator: " \(glyphs.separator) ")
        put(effects, at: columns.effects, before: look.width + 2)
        return end(line)
    }

    /// Returns Adobe's trace id on its own lines, so that it can be copied.
    private func trace(_ trace: String) -> [String] {
        let text = Printable.text("Adobe's trace id \(trace)", ascii: look.glyphs.isASCII)
        let column = isCut ? max(0, min(columns.event, look.width - DisplayedWidth.of(text))) : columns.event
        let texts = isCut ? wrapped(text, to: look.width - column, ascii: look.glyphs.isASCII) : [text]
        return texts.map { text in
            var line = Line(look.glyphs)
            line.put(text, at: column, .alarm)
            return end(line)
        }
    }

    private func end(_ line: Line) -> String {
        var line = line
        if isCut { line.clip(at: look.width) }
        return line.text(color: look.color)
    }
}
