import FlowMachine

/// The timeline as text: one bar per stretch of time on a common axis, and the total of each party.
package enum TimelineText {
    private static let left = 12

    package static func lines(_ timeline: Timeline, _ look: Look) -> [String] {
        let total = timeline.end.milliseconds - timeline.start.milliseconds
        guard total > 0, !timeline.stretches.isEmpty else { return [" Everything happened at the same time."] }
        let room = look.width - left - 1
        func column(_ time: Instant) -> Int {
            // Divides before it multiplies: the product of a long log's time and the width may overflow.
            let since = time.milliseconds - timeline.start.milliseconds
            return left + Int(Double(since) / Double(total) * Double(room))
        }
        var lines = axis(timeline.start, total, column, look)
        var previous: AwaitedParty?
        for stretch in timeline.stretches {
            var line = Line(look.glyphs)
            if stretch.party != previous { line.put(stretch.party.name, at: 1, .bold) }
            previous = stretch.party
            let start = min(column(stretch.start), look.width - 2)
            let end = max(start + 1, column(stretch.end))
            let glyph = stretch.party == .rest ? look.glyphs.shade : look.glyphs.block
            line.fill(start..<end, with: glyph, stretch.party == .rest ? .dim : .plain)
            put(stretch.what, TimeWords.length(stretch.milliseconds), start, end, look, on: &line)
            lines.append(line.text(color: look.color))
        }
        return lines + [""] + sums(timeline, total, look)
    }

    /// Draws a label after the bar, before it or inside it, wherever the label fits.
    ///
    /// A label that fits nowhere is shortened to the largest of these spaces, but keeps the complete length of time.
    private static func put(_ what: String, _ length: String, _ start: Int, _ end: Int, _ look: Look, on line: inout Line) {
        func fitted(_ label: String, to columns: Int) -> String {
            if what.isEmpty || DisplayedWidth.of(Printable.text(label, ascii: look.glyphs.isASCII)) <= columns { return label }
            return cut(what, to: max(0, columns - length.count - 1), look.glyphs) + " " + length
        }
        let label = what.isEmpty ? length : what + " " + length
        let width = DisplayedWidth.of(Printable.text(label, ascii: look.glyphs.isASCII))
        let after = look.width - end - 1
        let before = start - left - 1
        let inside = end - start - 4
        let most = max(after, before, inside)
        if width <= after || (width > most && after == most) {
            line.put(fitted(label, to: after), at: end + 1)
        } else if width <= before || (width > most && before == most) {
            let text = fitted(label, to: before)
            line.put(text, at: start - 1 - DisplayedWidth.of(text))
        } else {
            line.put(" \(fitted(label, to: inside)) ", at: start + 1)
        }
    }

    private static func axis(_ start: Instant, _ total: Int64, _ column: (Instant) -> Int, _ look: Look) -> [String] {
        let (step, unit, name) = ticks(total)
        var numbers = Line(look.glyphs)
        var marks = Line(look.glyphs)
        marks.fill(left..<look.width, with: look.glyphs.line, .dim)
        var time: Int64 = 0
        while time <= total {
            let place = min(column(Instant(milliseconds: start.milliseconds + time)), look.width - 1)
            marks.put(look.glyphs.tick, .dim, at: place)
            let text = "\(time / unit)" + (time == 0 ? " \(name)" : "")
            if place + text.count <= look.width { numbers.put(text, at: place, .dim) }
            time += step
        }
        return [numbers.text(color: look.color), marks.text(color: look.color)]
    }

    /// Returns the step between ticks and the unit of their numbers, both in milliseconds, and the unit's name. An axis has at most eight ticks.
    static func ticks(_ total: Int64) -> (step: Int64, unit: Int64, name: String) {
        let second: Int64 = 1000
        let minute = 60 * second
        let hour = 60 * minute
        let day = 24 * hour
        let steps: [(Int64, Int64, String)] = [
            (200, 1, "ms"), (second, second, "s"), (2 * second, second, "s"), (5 * second, second, "s"), (10 * second, second, "s"),
            (20 * second, second, "s"), (minute, minute, "min"), (2 * minute, minute, "min"), (5 * minute, minute, "min"),
            (15 * minute, minute, "min"), (hour, hour, "h"), (3 * hour, hour, "h"), (6 * hour, hour, "h"), (day, day, "d"),
            (5 * day, day, "d"), (30 * day, day, "d"),
        ]
        for step in steps where total / step.0 <= 7 { return step }
        return (max(1, total / 7 / day) * day, day, "d")
    }

    private static func sums(_ timeline: Timeline, _ total: Int64, _ look: Look) -> [String] {
        timeline.sums.map { sum in
            var line = Line(look.glyphs)
            line.put(sum.party.name, at: 1, .bold)
            line.put(padded(TimeWords.length(sum.milliseconds), to: 12, right: true), at: left)
            line.put(padded(percent(sum.milliseconds, of: total), to: 6, right: true), at: left + 13)
            return line.text(color: look.color)
        }
    }

    static func percent(_ part: Int64, of total: Int64) -> String {
        let percent = Int((part * 200 + total) / (total * 2))
        return percent == 0 ? "< 1 %" : "\(percent) %"
    }
}
