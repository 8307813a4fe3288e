import FlowMachine

extension Stepper {
    /// Returns the screen as one text per row, with the terminal's escape codes if the look has color.
    package mutating func screen() -> [String] {
        guard look.width >= Look.narrowest, rows >= Stepper.fewestRows else { return tooSmall }
        var lines: [String]
        switch view {
        case .panes: lines = panes()
        case .pane(let kind): lines = full(kind)
        case .text(let title, let all):
            limitScroll(all.count, of: rows - 2)
            lines = [bar(title)] + all[scroll...].prefix(rows - 2)
        }
        while lines.count < rows - 1 { lines.append("") }
        return Array(lines.prefix(rows - 1)) + [status]
    }

    private var tooSmall: [String] {
        let text = "This terminal has \(look.width) columns and \(rows) rows. step needs 80 columns and 24 rows."
        return Array(wrapped(text, to: look.width).prefix(rows))
    }

    // MARK: Bars

    private var title: String {
        let time = log.scale.text(record.event.time) + log.scale.unit
        let what = "event \(event) of \(log.records[log.records.count - 1].number)"
        let edits = versions.count - 1
        let edited = edits == 0 ? "" : "   what if: \(edits) edit\(edits == 1 ? "" : "s")"
        let simulated = log.origins.simulated.contains(event) ? "   simulated" : ""
        let rest = "   \(what)   \(time)   \(record.rule)\(simulated)\(edited)"
        let short = name.split(separator: "/").last.map { String($0) } ?? name
        let shown = DisplayedWidth.of(name + rest) > look.width ? short : name
        return cut(shown, to: max(8, look.width - DisplayedWidth.of(rest)), look.glyphs) + rest
    }

    private func bar(_ text: String) -> String {
        var line = Line(look.glyphs)
        line.put(cut(text, to: look.width, look.glyphs), at: 0, .bold)
        return line.text(color: look.color)
    }

    private var status: String {
        var line = Line(look.glyphs)
        if let prompt {
            // The end of a long input is shown, because the user types there.
            let text = Printable.text(prompt.kind.text + prompt.text, ascii: look.glyphs.isASCII)
            let room = look.width - 2
            line.put(text.count > room ? String(text.suffix(room)) : text, at: 0)
            line.append("_", .bold)
        } else if !message.isEmpty {
            line.put(cut(message, to: look.width - 1, look.glyphs), at: 0, .bold)
        } else {
            line.put(cut(hint, to: look.width - 1, look.glyphs), at: 0, .dim)
        }
        return line.text(color: look.color)
    }

    private var hint: String {
        let arrows = look.glyphs.isASCII ? "Left Right step" : "← → step"
        return switch view {
        case .panes: "\(arrows)  g go to  / search  p problem  1-5 open  e explain  ? keys  q quit"
        case .pane, .text: "\(look.glyphs.isASCII ? "Up Down" : "↑ ↓") scroll  q close"
        }
    }

    // MARK: Panes

    /// Returns the rows with the drawing, and below it four panes in two columns.
    private mutating func panes() -> [String] {
        let room = rows - 4
        let drawn = room * 2 / 5
        let upper = (room - drawn) / 2
        let lower = room - drawn - upper
        return [bar(title)] + drawing(rows: drawn) + pair(.event, .effects, rows: upper) + pair(.state, .outstanding, rows: lower)
    }

    /// Returns the rows with two panes beside each other, each below its heading.
    private mutating func pair(_ left: StepPane.Kind, _ right: StepPane.Kind, rows: Int) -> [String] {
        let column = look.width / 2
        let widths = (column - 1, look.width - column - 2)
        let first = pane(left).lines(widths.0, look.glyphs)
        let second = pane(right).lines(widths.1, look.glyphs)
        var head = Line(look.glyphs)
        head.fill(0..<look.width, with: look.glyphs.line, .dim)
        head.put(heading(left, first.count, rows), at: 2, .bold)
        head.put(heading(right, second.count, rows), at: column + 2, .bold)
        return [head.text(color: look.color)]
            + (0..<rows).map { row in
                var line = Line(look.glyphs)
                if row < first.count { line.put(first[row].text, at: 0, first[row].style) }
                line.put(look.glyphs.lane, .dim, at: column)
                if row < second.count { line.put(second[row].text, at: column + 2, second[row].style) }
                return line.text(color: look.color)
            }
    }

    private func heading(_ kind: StepPane.Kind, _ count: Int, _ shown: Int) -> String {
        " \(kind.digit) \(kind.name)\(count > shown ? ": \(shown) of \(count) lines" : "") "
    }

    /// Returns the rows of one pane that fills the screen.
    private mutating func full(_ kind: StepPane.Kind) -> [String] {
        if kind == .drawing {
            // The drawing always shows the current event, so it is scrolled by stepping.
            let lines = drawing(rows: rows - 2)
            return [bar(title)] + lines
        }
        let lines = pane(kind).lines(look.width, look.glyphs)
        limitScroll(lines.count, of: rows - 3)
        return [bar(title), bar("\(kind.digit) \(kind.name)")]
            + lines[scroll...].prefix(rows - 3).map { text, style in
                var line = Line(look.glyphs)
                line.put(text, at: 0, style)
                return line.text(color: look.color)
            }
    }

    /// Returns the sequence around the event in at most `rows` rows. An arrow marks each line of the event.
    package mutating func drawing(rows: Int) -> [String] {
        let window = max(0, position - rows)..<min(log.records.count, position + rows + 1)
        var look = look
        look.width -= 2
        let sequence = SequenceDiagram(
            log.content, window, after: log.point(before: window.lowerBound).history, hasPartner: log.hasPartner, look.clock)
        let lines = SequenceText.numbered(sequence, scale: log.scale, look)
        guard let head = lines.first else { return [] }
        let body = lines.dropFirst()
        let number = event
        let current = body.firstIndex { $0.number == number } ?? body.startIndex
        let last = body.lastIndex { $0.number == number } ?? current
        let room = rows - 1
        // The event is in the middle, except near the beginning and the end of the log.
        let middle = current - max(0, (room - (last - current + 1)) / 2)
        let start = max(body.startIndex, min(middle, body.endIndex - room))
        let shown = body[start..<min(body.endIndex, start + room)]
        return ["  " + head.text] + shown.map { ($0.number == number ? String(look.glyphs.arrow) : " ") + " " + $0.text }
    }

    // MARK: Keys

    var keyLines: [String] {
        let list = StepAction.list(look.glyphs)
        let widest = list.reduce(0) { max($0, DisplayedWidth.of($1.keys)) }
        return list.map { padded($0.keys, to: widest) + "  " + $0.meaning }
    }
}
