import FlowMachine

/// The lines of a sequence diagram as data, for programs that draw the lanes themselves.
package struct DrawnRows {
    /// A line of the drawing.
    struct DrawnRow {
        /// The kind of line: `band`, `message`, `note`, `memory`, `wait`, `pause`, `again`, `gap`, `leftOut` or `trace`.
        let kind: String
        let text: String
        var detail = ""
        /// The number of the event to which the line belongs; `nil` for a line between events.
        var event: Int64?
        /// The time of the event, by the device's clock; `nil` for a line between events.
        var at: Instant?
        /// The time of the event as the drawing prints it. Only the first line of an event has a time and a rule.
        var time = ""
        var rule = ""
        /// The lane from which the message leaves and the lane to which it leads; `nil` if the line shows no message.
        var lanes: (from: Lane, to: Lane)?
        var isAnswer = false
        var isTrouble = false
        var isIgnored = false
    }

    /// The headings of the lanes.
    private let lanes: [Lane]
    /// The heading of the column of times, which names their unit.
    private let timeHead: String
    private let rows: [DrawnRow]

    /// The number of lines.
    package var count: Int { rows.count }

    /// Creates the lines of the log in `content`. With `isUnfolded`, repetitions are drawn one by one.
    package init(_ content: LogContent, isUnfolded: Bool = false, _ clock: DisplayedClock = .utc) {
        let sequence = SequenceDiagram(
            content.records, header: content.header, part: Part(isUnfolded: isUnfolded), gaps: content.gaps, clock)
        let scale = TimeScale(content.records, utc: false, clock.of(content.header))
        lanes = sequence.lanes
        timeHead = scale.head
        var rows: [DrawnRow] = []
        var state: String?
        for block in sequence.blocks {
            if state != block.before { rows.append(DrawnRows.band(block.before)) }
            for row in block.waits { rows.append(DrawnRow(row, block)) }
            var isFirst = true
            if let event = block.event {
                rows.append(DrawnRow(event, block, time: scale.text(block.time), rule: block.rule))
                isFirst = false
            }
            if let trace = block.trace {
                rows.append(
                    DrawnRow(kind: "trace", text: "Adobe's trace id \(trace)", event: block.number, at: block.time, isTrouble: true))
            }
            if block.after != block.before { rows.append(DrawnRows.band(block.after)) }
            state = block.after
            for row in block.effects {
                rows.append(isFirst ? DrawnRow(row, block, rule: block.rule) : DrawnRow(row, block))
                isFirst = false
            }
        }
        for row in sequence.ending { rows.append(DrawnRow(row)) }
        self.rows = rows
    }

    private static func band(_ state: String) -> DrawnRow { DrawnRow(kind: "band", text: Phase(state: state).text, detail: state) }

    // MARK: As JSON

    /// Returns the lanes, the heading of the times, and the lines in `range`, as JSON on one line.
    package func json(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<rows.count)
        var text = "{\"lanes\":" + Tree.list(lanes.map { .text($0.name) }).json
        text += ",\"time\":" + Tree.text(timeHead).json + ",\"count\":\(rows.count),\"first\":\(range.lowerBound),\"rows\":["
        for index in range {
            if index > range.lowerBound { text += "," }
            text += object(rows[index]).json
        }
        return text + "]}"
    }

    private func object(_ row: DrawnRow) -> Tree {
        var members = [Tree.Member("kind", .text(row.kind)), Tree.Member("text", .text(row.text))]
        func add(_ name: String, _ text: String) { if !text.isEmpty { members.append(Tree.Member(name, .text(text))) } }
        add("detail", row.detail)
        if let event = row.event { members.append(Tree.Member("event", .number(event))) }
        if let at = row.at { members.append(Tree.Member("at", .instant(at))) }
        add("clock", row.time)
        add("rule", row.rule)
        if let (from, to) = row.lanes {
            members.append(Tree.Member("from", .number(place(from))))
            members.append(Tree.Member("to", .number(place(to))))
        }
        for (name, holds) in [("answer", row.isAnswer), ("trouble", row.isTrouble), ("ignored", row.isIgnored)] where holds {
            members.append(Tree.Member(name, .truth(true)))
        }
        return .object(members)
    }

    private func place(_ lane: Lane) -> Int64 { Int64(lanes.firstIndex { $0 == lane } ?? 0) }

    // MARK: As HTML

    /// Returns the first `most` lines as an HTML table that needs no script, with a sentence about the number of later lines.
    package func html(most: Int) -> String {
        var html = HTML()
        html.open("table", "drawing")
        html.line("caption", "", "What happened")
        html.open("tr")
        for head in ["event", timeHead, "from", "to", "what", "rule"] { html.element("th", "", head, [("scope", "col")]) }
        html.close("tr")
        var named: Int64?
        for row in rows.prefix(most) {
            let style = row.isTrouble ? "trouble" : row.kind == "band" ? "band" : ""
            // An address such as #event=17 leads to the first line of the event.
            let isFirst = row.event != nil && row.event != named
            html.open("tr", style, isFirst ? [("id", "event=\(row.event ?? 0)")] : [])
            if isFirst { named = row.event }
            if row.kind == "band" {
                html.element("th", "", "\(row.text): \(row.detail)", [("colspan", "6"), ("scope", "colgroup")])
            } else {
                html.element("td", "", row.time.isEmpty && row.rule.isEmpty ? "" : row.event.map { String($0) } ?? "")
                html.element("td", "", row.time)
                html.element("td", "", row.lanes?.from.name ?? "")
                html.element("td", "", row.lanes?.to.name ?? "")
                html.element("td", "", (row.isTrouble ? "! " : "") + row.text + (row.detail.isEmpty ? "" : "  " + row.detail))
                html.element("td", "", row.rule)
            }
            html.close("tr")
        }
        html.close("table")
        if rows.count > most { html.line("p", "facts", "\(grouped(rows.count - most)) later lines are not in this table.") }
        return html.text
    }
}

extension DrawnRows.DrawnRow {
    fileprivate init(_ row: Row, _ block: Block? = nil, time: String = "", rule: String = "") {
        var lanes: (from: Lane, to: Lane)?
        var isAnswer = false
        switch row.kind {
        case .message(let from, let to, let answers):
            (lanes, isAnswer) = ((from, to), answers)
            kind = "message"
        case .note: kind = "note"
        case .wait: kind = "wait"
        case .pause: kind = "pause"
        case .again: kind = "again"
        case .memory: kind = "memory"
        case .gap: kind = "gap"
        case .leftOut: kind = "leftOut"
        }
        text = row.kind == .again ? "\u{D7} \(row.label.main)" : row.label.main
        detail = row.label.detail
        event = block?.number
        at = block?.time
        self.time = time
        self.rule = rule
        self.lanes = lanes
        self.isAnswer = isAnswer
        isTrouble = row.isTrouble
        isIgnored = block?.isIgnored == true && !rule.isEmpty
    }
}
