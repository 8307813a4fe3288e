import FlowMachine

/// Two sequence diagrams side by side, aligned by state. They show the same viewer's path with two APIs.
package struct BesideText {
    /// A stay: a period in one state, with the rows of its events.
    struct Stay: Equatable {
        let state: String
        var entries: [Entry] = []
    }

    /// One row of the drawing during a stay in one state.
    package struct Entry: Equatable {
        let time: String
        let row: Row
        let rule: String
    }

    private let look: Look
    private let half: Int
    /// The width of the widest time, in columns.
    private let timeWidth: Int

    /// Returns the drawing's lines. Stays in the same state are beside each other. The space beside a stay without a counterpart is empty.
    package static func lines(_ left: (SequenceDiagram, TimeScale), _ right: (SequenceDiagram, TimeScale), _ look: Look) -> [String] {
        let text = BesideText(look: look, half: (look.width - 3) / 2, timeWidth: max(7, left.1.width, right.1.width))
        var lines = [text.heading(left.0.header, right.0.header)]
        for (first, second) in pairs(stays(left.0, left.1), stays(right.0, right.1)) { lines += text.lines(first, second) }
        return lines
    }

    /// Returns the stays of a sequence. An event belongs to the state before the event, its effects to the state after the event.
    static func stays(_ sequence: SequenceDiagram, _ scale: TimeScale) -> [Stay] {
        var stays: [Stay] = []
        for block in sequence.blocks {
            if stays.last?.state != block.before { stays.append(Stay(state: block.before)) }
            let time = scale.text(block.time)
            for row in block.waits where row.kind != .pause {
                stays[stays.count - 1].entries.append(Entry(time: "", row: row, rule: ""))
            }
            if let event = block.event { stays[stays.count - 1].entries.append(Entry(time: time, row: event, rule: block.rule)) }
            if stays.last?.state != block.after { stays.append(Stay(state: block.after)) }
            for row in block.effects { stays[stays.count - 1].entries.append(Entry(time: "", row: row, rule: "")) }
        }
        if stays.isEmpty, !sequence.ending.isEmpty { stays.append(Stay(state: "")) }
        for row in sequence.ending { stays[stays.count - 1].entries.append(Entry(time: "", row: row, rule: "")) }
        return stays
    }

    /// Pairs the stays of two sequences that are in the same state. Finds as many pairs as possible without changing the order of either list.
    static func pairs(_ left: [Stay], _ right: [Stay]) -> [(Stay?, Stay?)] {
        // The highest number of pairs that are possible among the stays from `row` and `column` on.
        var most = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in left.indices.reversed() {
            for column in right.indices.reversed() {
                most[row][column] =
                    left[row].state == right[column].state
                    ? most[row + 1][column + 1] + 1 : max(most[row + 1][column], most[row][column + 1])
            }
        }
        var pairs: [(Stay?, Stay?)] = []
        var (row, column) = (0, 0)
        while row < left.count || column < right.count {
            if row < left.count, column < right.count, left[row].state == right[column].state {
                pairs.append((left[row], right[column]))
                (row, column) = (row + 1, column + 1)
            } else if column == right.count || (row < left.count && most[row + 1][column] >= most[row][column + 1]) {
                pairs.append((left[row], nil))
                row += 1
            } else {
                pairs.append((nil, right[column]))
                column += 1
            }
        }
        return pairs
    }

    private func heading(_ left: LogHeader, _ right: LogHeader) -> String {
        var line = Line(look.glyphs)
        line.put(Title.api(left.settings.api), at: 1, .bold)
        line.put(look.glyphs.lane, .dim, at: half + 1)
        line.put(Title.api(right.settings.api), at: half + 3, .bold)
        return line.text(color: look.color)
    }

    private func lines(_ left: Stay?, _ right: Stay?) -> [String] {
        var lines = [band(left?.state ?? right?.state ?? "")]
        for index in 0..<max(left?.entries.count ?? 0, right?.entries.count ?? 0) {
            var line = Line(look.glyphs)
            if let left, index < left.entries.count { put(left.entries[index], at: 0, on: &line) }
            line.put(look.glyphs.lane, .dim, at: half + 1)
            if let right, index < right.entries.count { put(right.entries[index], at: half + 2, on: &line) }
            lines.append(line.text(color: look.color))
        }
        return lines
    }

    private func band(_ state: String) -> String {
        var line = Line(look.glyphs)
        line.fill(0..<look.width, with: look.glyphs.line, .dim)
        line.put(" \(Phase(state: state).text) ", at: 3, .bold)
        let name = cut(state, to: 24, look.glyphs)
        line.put(" \(name) ", at: look.width - 5 - DisplayedWidth.of(name), .bold)
        return line.text(color: look.color)
    }

    private func put(_ entry: Entry, at start: Int, on line: inout Line) {
        line.put(padded(entry.time, to: timeWidth, right: true), at: start)
        let rule = cut(entry.rule, to: 7, look.glyphs)
        let room = half - timeWidth - 4 - (rule.isEmpty ? 0 : DisplayedWidth.of(rule) + 1)
        line.put(
            mark(entry.row) + " " + label(entry.row).fitted(to: room, look.glyphs), at: start + timeWidth + 1,
            entry.row.isTrouble ? .alarm : .plain)
        line.put(rule, at: start + half - DisplayedWidth.of(rule), .dim)
    }

    private func label(_ row: Row) -> Label {
        guard row.kind == .again else { return row.label }
        return Label("\(look.glyphs.times) \(row.label.main), \(row.label.detail)")
    }

    /// Returns the glyph for a row: an arrow for a message from or to the app, other glyphs for what happens in the app.
    private func mark(_ row: Row) -> String {
        switch row.kind {
        case .message(let from, _, _): String(from == .app ? look.glyphs.arrow : look.glyphs.arrowLeft)
        case .note: String(look.glyphs.dot)
        case .memory: String(look.glyphs.memory)
        case .wait, .pause, .again, .gap, .leftOut: String(look.glyphs.skipped)
        }
    }
}
