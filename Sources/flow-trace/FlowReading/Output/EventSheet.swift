import FlowMachine

/// One event with all its details: its place, time, cause, rule, effects and fields.
package struct EventSheet {
    private let records: [LogRecord]
    private let header: LogHeader
    private let look: Look

    package init(_ records: [LogRecord], _ header: LogHeader, _ look: Look) {
        self.records = records
        self.header = header
        self.look = look
    }

    /// Returns the sheet of the event with the number `number`; `nil` if the log has no such event.
    ///
    /// - Parameters:
    ///   - number: The number of the event.
    ///   - name: The name of the log.
    package func text(_ number: Int64, in name: String) -> String? {
        guard let index = records.firstIndex(where: { $0.number == number }) else { return nil }
        let record = records[index]
        let previous = index > 0 ? records[index - 1] : nil
        let words = Wording(header, look.clock)
        var outstanding = QuestionHistory()
        for earlier in records[..<index] { outstanding.note(earlier) }
        let time = record.event.time
        let start = records.first?.event.time.milliseconds ?? 0

        var page = Page(look)
        func add(_ label: String, _ text: String, _ style: Style? = nil) {
            page.row([.fixed(label, at: 2, .dim), .fixed(text, at: 13, style ?? .plain)])
        }
        page.line("event \(number)   \(words.event(record.event, asked: outstanding.question(record.event)))", at: 0, .bold)
        page.blank()
        add("where", "\(name):\(index + 2)")
        add(
            "when",
            "\(TimeWords.tenths(time.milliseconds - start)) s after the first, "
                + "\(TimeWords.date(time, words.clock)) \(TimeWords.clock(time, words.clock)) \(words.clock.label(at: time))"
        )
        if let by = record.by {
            let cause = records.first { $0.number == by }
            add("caused by", "event \(by)" + (cause.map { ", rule \($0.rule)" } ?? ""))
        }
        let before = previous.map { "\($0.state).\($0.step)" } ?? "the beginning"
        add("state", "\(before) \(look.glyphs.arrowWord) \(record.state).\(record.step)")
        add("rule", record.rule, .bold)
        if let trace = record.trace { add("trace id", "\(trace): quote it to Adobe's support", .alarm) }
        let isIgnored = record.isIgnored(after: previous)
        if record.effects.isEmpty { add("effects", isIgnored ? "none: nothing changed" : "none") }
        for (place, effect) in record.effects.enumerated() {
            add(place == 0 ? "effects" : "", "\(place + 1)  \(words.effect(effect, at: time))", Trouble.isIn(effect) ? .alarm : .plain)
        }
        let changes = words.memory(record, asked: outstanding.question(record.event), owed: outstanding.owed)
        for (place, change) in changes.enumerated() {
            add(place == 0 ? "memory" : "", change.label.text, change.isTrouble ? .alarm : .plain)
        }
        page.blank()
        addFields("event", Tree(record.event), to: &page)
        for (place, effect) in record.effects.enumerated() { addFields("effect \(place + 1)", Tree(effect), to: &page) }
        return page.lines.map { $0 + "\n" }.joined()
    }

    private func addFields(_ label: String, _ tree: Tree, to page: inout Page) {
        let leaves = tree.leaves
        let widest = min(44, leaves.reduce(0) { max($0, $1.path.count) })
        for (place, leaf) in leaves.enumerated() {
            page.row([
                .fixed(place == 0 ? label : "", at: 2, .dim), .fixed(leaf.path, at: 13, .dim),
                .fixed(leaf.text(look.clock.of(header)), at: 13 + max(widest, leaf.path.count) + 2),
            ])
        }
    }
}
