import FlowMachine

/// The timeline as SVG: one bar per stretch of time on a common axis, and the total of each party. A stretch in which nothing is under way is a thin
/// dotted line instead of a bar, because nobody waits in it.
package enum SVGTimeline {
    private static let left = 14.0
    private static let room = 100.0

    package static func lines(_ timeline: Timeline, heading: [String], name: String, _ look: Look) -> [String] {
        let total = timeline.end.milliseconds - timeline.start.milliseconds
        let shares = timeline.sums.filter { $0.party != .rest }.map { "\($0.party.name) \(TimeWords.length($0.milliseconds))" }.joined(
            separator: ", ")
        var document = SVGDocument(
            title: "Timeline of \(name)", summary: shares.isEmpty ? "Nobody was waited for." : "Who was waited for: \(shares).",
            heading: heading, columns: Int(left + room) + 3, isASCII: look.glyphs.isASCII)
        guard total > 0, !timeline.stretches.isEmpty else {
            document.advance()
            document.text("All of it happened at once.", column: 0, y: document.y)
            return document.lines
        }
        func column(_ time: Instant) -> Double {
            left + Double(time.milliseconds - timeline.start.milliseconds) / Double(total) * room
        }
        document.advance(16)
        let top = document.y
        let below = document.count
        let ticks = axis(total, &document)
        document.advance(6)
        var previous: AwaitedParty?
        for stretch in timeline.stretches {
            document.advance(19)
            let isRest = stretch.party == .rest
            if stretch.party != previous { document.text(stretch.party.name, column: 0, y: document.y, isRest ? "faint" : "strong") }
            previous = stretch.party
            let start = column(stretch.start)
            let width = max(0.4, column(stretch.end) - start)
            if isRest {
                document.line([(start, document.y - 4.5), (start + width, document.y - 4.5)], "faint dotted")
            } else {
                document.box(column: start, y: document.y - 11, columns: width, height: 13, "bar\(stretch.party.rawValue)")
            }
            let what = isRest ? "nothing under way" : stretch.what.isEmpty ? stretch.party.name : stretch.what
            label("\(what) \(TimeWords.length(stretch.milliseconds))", start, start + width, isRest ? "faint" : "", &document)
        }
        let bottom = document.y + 8
        document.insert(at: below) { document in
            for tick in ticks { document.line([(tick, top + 5), (tick, bottom)], "lane") }
        }
        document.advance(12)
        let sums = timeline.sums
        for sum in sums.filter({ $0.party != .rest }) + sums.filter({ $0.party == .rest }) {
            document.advance(18)
            if sum.party != .rest { document.box(column: 0, y: document.y - 10, columns: 1.5, height: 11, "bar\(sum.party.rawValue)") }
            document.text(sum.party.name, column: 2.5, y: document.y, "strong")
            document.text(TimeWords.length(sum.milliseconds), column: 30, y: document.y, anchor: "end")
            document.text(TimelineText.percent(sum.milliseconds, of: total), column: 38, y: document.y, anchor: "end")
        }
        return document.lines
    }

    /// Draws a label after the bar if there is room, otherwise before the bar, inside it or below it; never outside the picture.
    private static func label(
        _ text: String, _ start: Double, _ end: Double, _ style: SVGDocument.Class, _ document: inout SVGDocument
    ) {
        let width = Double(DisplayedWidth.of(text))
        if end + 1 + width <= left + room + 2 {
            document.text(text, column: end + 1, y: document.y, style)
        } else if start - 1 - width >= left {
            document.text(text, column: start - 1, y: document.y, style, anchor: "end")
        } else if width + 2 <= end - start {
            // A text on a line needs no color that stands out from a bar.
            document.text(text, column: start + 1, y: document.y, style == "" ? "inbar" : style)
        } else {
            for text in wrapped(text, to: Int(room) - 2) {
                document.advance(16)
                document.text(text, column: left + 1, y: document.y, style)
            }
        }
    }

    /// Draws the axis, and returns the columns of its ticks.
    private static func axis(_ total: Int64, _ document: inout SVGDocument) -> [Double] {
        let (step, unit, name) = TimelineText.ticks(total)
        var ticks: [Double] = []
        // A `stride` of `Int64` would use `Int`, which is too small for a month in milliseconds on wasm32.
        var time: Int64 = 0
        while time <= total {
            let place = left + Double(time) / Double(total) * room
            document.text(
                "\(time / unit)" + (time == 0 ? " \(name)" : ""), column: place, y: document.y, "faint",
                anchor: time == 0 ? "start" : "middle")
            ticks.append(place)
            time += step
        }
        return ticks
    }
}
