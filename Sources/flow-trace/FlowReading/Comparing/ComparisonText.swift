import FlowMachine

/// A comparison of two logs as text.
package struct ComparisonText {
    /// The names of the two sides.
    package struct Names {
        let left: String
        let right: String

        package init(left: String, right: String) {
            self.left = left
            self.right = right
        }
    }

    /// A row that is printed, or a series of equal rows that one line replaces.
    private enum Part {
        case row(Int)
        case folded(Range<Int>)
    }

    private let comparison: Comparison
    private let names: Names
    private let look: Look
    private let showsAll: Bool
    private let scales: (left: TimeScale, right: TimeScale)
    private let columns: Columns
    private var page: Page

    /// The columns at which the parts of a row begin.
    private struct Columns {
        let number: Int
        let time: Int
        let text: Int
        let side: Int
        let rule: Int
    }

    /// The number of equal rows that are shown before and after a difference.
    private static let context = 2
    /// The highest number of an event's fields that are shown.
    private static let mostFields = 8
    /// The fewest equal rows in a series that one line replaces.
    private static let fewest = 3

    package init(_ comparison: Comparison, _ names: Names, showsAll: Bool, _ look: Look) {
        self.comparison = comparison
        self.names = names
        self.look = look
        page = Page(look)
        self.showsAll = showsAll
        // Both sides show times in the form that the longer log needs.
        func span(_ log: ComparedLog) -> (start: Instant, length: Int64) {
            let start = log.records.first?.event.time ?? Instant(milliseconds: 0)
            return (start, log.records.reduce(start) { max($0, $1.event.time) }.milliseconds - start.milliseconds)
        }
        let spans = (span(comparison.left), span(comparison.right))
        let length = Interval(milliseconds: max(spans.0.length, spans.1.length))
        func scale(from start: Instant, _ words: Wording) -> TimeScale {
            TimeScale(start: start, end: start.advanced(by: length), utc: look.utc, words.clock)
        }
        scales = (scale(from: spans.0.start, comparison.words.left), scale(from: spans.1.start, comparison.words.right))
        let last = max(comparison.left.records.last?.number ?? 0, comparison.right.records.last?.number ?? 0)
        // The column of the numbers is at least as wide as its heading, `event`.
        let number = max(5, String(last).count)
        let time = max(scales.left.width, scales.right.width)
        let rule = look.width - 8
        columns = Columns(
            number: number, time: number + 1, text: number + 1 + time + 2, side: (rule - 1 - 2 - 3) / 2, rule: rule)
    }

    /// Returns the entire comparison: the headings of both logs, the differences in the settings, the rows and the totals.
    package func text() -> [String] {
        var text = self
        let settings = ComparedHeaders.differences(comparison.left.header, comparison.right.header)
        if !settings.isEmpty || comparison.firstDifference != nil || showsAll { text.headings(settings) }
        text.verdict(settings.count)
        if text.comparison.firstDifference != nil || showsAll {
            text.page.blank()
            text.table(text.parts)
            text.totals()
        }
        return text.page.lines
    }

    /// Returns only the rows that contain event `number` of the left log; `nil` if there is none.
    package func text(at number: Int64) -> [String]? {
        var text = self
        let log = comparison.left
        let rows = comparison.rows.indices.filter { row in
            comparison.rows[row].left.map { $0.events.contains { log.records[$0].number == number } } ?? false
        }
        guard !rows.isEmpty else { return nil }
        text.headings(ComparedHeaders.differences(comparison.left.header, comparison.right.header))
        text.table(rows.map { .row($0) })
        return text.page.lines
    }

    // MARK: Before the rows

    private mutating func headings(_ settings: [DifferenceEntry]) {
        heading(names.left, comparison.left, comparison.words.left)
        if comparison.isAgainstBuild {
            page.paragraph("this build: flow-trace \(LogHeader.library), model revision \(LogHeader.modelRevision)", at: 0)
        } else {
            heading(names.right, comparison.right, comparison.words.right)
        }
        page.blank()
        if settings.isEmpty { return }
        page.paragraph("Differences before the first event:", .bold, at: 0)
        page.add(SideBySide.lines(settings, names.left, names.right, indent: 2, look))
        page.blank()
    }

    private mutating func heading(_ name: String, _ log: ComparedLog, _ words: Wording) {
        let header = log.header
        page.paragraph("\(name): \(log.name)", .bold, at: 0)
        let facts = [
            header.app, "library \(header.library)", header.system ?? "", Title.api(header.settings.api),
            header.settings.platform.rawValue, "support id \(header.support)",
        ]
        page.paragraph(facts.filter { !$0.isEmpty }.joined(separator: ", "), at: 3)
        if let sentence = header.derivationSentence { page.paragraph(sentence, .alarm, at: 3) }
        guard let first = log.records.first else { return page.paragraph("no event", at: 3) }
        let end = log.records.reduce(first.event.time) { max($0, $1.event.time) }
        let count = log.records.count
        page.paragraph(
            "\(grouped(count)) event\(count == 1 ? "" : "s"), \(TimeWords.length(end.milliseconds - first.event.time.milliseconds)), from "
                + "\(TimeWords.second(first.event.time, words.clock)); \(DeviceClock.ahead(in: log.records).map(DeviceClock.sentence) ?? "no answer reports Adobe's time")",
            at: 3)
    }

    private mutating func verdict(_ settings: Int) {
        guard let first = comparison.firstDifference else {
            page.paragraph(same(settings), .bold, at: 0)
            return
        }
        let row = comparison.rows[first]
        let before = comparison.rows[..<first]
        let last = (before.last { $0.left != nil }?.left, before.last { $0.right != nil }?.right)
        if let left = last.0?.events.last, let right = last.1?.events.last {
            let (one, other) = (comparison.left.records[left], comparison.right.records[right])
            let states = (ComparisonText.state(one), ComparisonText.state(other))
            let state = states.0 == states.1 ? "both in \(states.0)" : "\(names.left) in \(states.0), \(names.right) in \(states.1)"
            let upTo =
                one.number == other.number
                ? "event \(one.number)" : "event \(one.number) of \(names.left) and \(other.number) of \(names.right)"
            let what = row.mark == .notCompared ? "Events are missing, so the events after them are not compared" : "First difference"
            page.paragraph("\(what): after \(upTo), \(state).", .bold, at: 0)
            open(situation(comparison.left, left), situation(comparison.right, right))
        } else {
            page.paragraph("First difference: at the first event.", .bold, at: 0)
        }
        if comparison.isBounded {
            page.paragraph(
                "The logs are long and have little in common, so rows were matched only within windows of 1,000 rows: more rows may match.",
                at: 0)
        }
        if row.isOnlyCount { page.paragraph("The logs differ only in the number of repetitions.", at: 0) }
    }

    private func situation(_ log: ComparedLog, _ last: Int) -> Situation { Situation(log.records[...last], log.header.settings) }

    /// Writes the requests and the screen that are open before the first difference.
    private mutating func open(_ left: Situation, _ right: Situation) {
        func text(_ situation: Situation) -> String { situation.isEmpty ? "nothing open" : situation.text }
        if left != right {
            page.paragraph("\(names.left): \(text(left)). \(names.right): \(text(right)).", at: 2)
        } else if !left.isEmpty {
            page.paragraph("Both: \(left.text).", at: 2)
        }
    }

    private func same(_ settings: Int) -> String {
        let (left, right) = (comparison.left.records.count, comparison.right.records.count)
        let events = left == right ? "\(grouped(left)) events each" : "\(grouped(left)) events and \(grouped(right))"
        if comparison.isAgainstBuild { return "This build decides every event as recorded: \(grouped(left)) events." }
        let although = settings == 0 ? "" : ", although \(settings == 1 ? "1 setting differs" : "\(settings) settings differ")"
        return "Both logs have the same meaning\(although): \(events)."
    }

    private static func state(_ record: LogRecord) -> String { "\(record.state).\(record.step)" }

    // MARK: Rows

    /// All rows. One line replaces each long series of equal rows.
    private var parts: [Part] {
        let rows = comparison.rows
        if showsAll { return rows.indices.map { .row($0) } }
        var isNear = [Bool](repeating: false, count: rows.count)
        for (place, row) in rows.enumerated() where row.mark != .same && row.mark != .notCompared {
            for other in max(0, place - ComparisonText.context)...min(rows.count - 1, place + ComparisonText.context) {
                isNear[other] = true
            }
        }
        var parts: [Part] = []
        var place = 0
        while place < rows.count {
            var end = place
            while end < rows.count, !isNear[end] { end += 1 }
            if end - place >= ComparisonText.fewest { parts.append(.folded(place..<end)) } else { parts += (place..<end).map { .row($0) } }
            if end < rows.count { parts.append(.row(end)) }
            place = end + 1
        }
        return parts
    }

    private mutating func table(_ parts: [Part]) {
        var head = Line(look.glyphs)
        for (name, time, start) in [(names.left, scales.left.head, 2), (names.right, scales.right.head, 2 + columns.side + 3)] {
            head.put(padded("event", to: columns.number, right: true), at: start, .dim)
            head.put(padded(time, to: columns.text - columns.time - 2, right: true), at: start + columns.time, .dim)
            head.put(name, at: start + columns.text, .bold)
        }
        head.put("rule", at: columns.rule, .dim)
        separate(&head)
        page.add(head)
        for part in parts {
            switch part {
            case .row(let row): self.row(comparison.rows[row])
            case .folded(let range): folded(range)
            }
        }
    }

    private mutating func folded(_ range: Range<Int>) {
        let rows = comparison.rows[range]
        let same = rows.count { $0.mark == .same }
        let text =
            switch same {
            case rows.count: "\(grouped(same)) rows are the same"
            case 0: "\(grouped(rows.count)) rows are not compared"
            case _: "\(grouped(same)) rows are the same, \(grouped(rows.count - same)) are not compared"
            }
        let lefts = numbers(rows.first?.left, rows.last?.left, comparison.left)
        let rights = numbers(rows.first?.right, rows.last?.right, comparison.right)
        put(same == rows.count ? .same : .notCompared, ["events \(lefts): \(text)"], ["events \(rights)"], "", .dim)
    }

    private func numbers(_ first: Comparison.Side?, _ last: Comparison.Side?, _ log: ComparedLog) -> String {
        guard let first = first?.events.first, let last = last?.events.last else { return "" }
        return "\(log.records[first].number)\(look.glyphs.range)\(log.records[last].number)"
    }

    private mutating func row(_ row: Comparison.Row) {
        let style: Style = row.mark == .same ? .dim : .plain
        let words = comparison.words
        let sides = (
            row.left.map { cells($0, comparison.left, words.left, scales.left) } ?? [],
            row.right.map { cells($0, comparison.right, words.right, scales.right) } ?? []
        )
        let rules = Set(
            [(row.left, comparison.left), (row.right, comparison.right)].compactMap { side, log in
                side.flatMap { $0.period == 0 ? log.records[$0.events.lowerBound].rule : nil }
            })
        let rule = rules.count == 1 ? rules.first.map { words.left.rule($0) } ?? "" : ""
        put(row.mark, sides.0, sides.1, rule, style)
        let fields = row.fields.filter { !$0.isShown(by: sides.0.last ?? "", sides.1.last ?? "") }
        for entry in fields.prefix(ComparisonText.mostFields) { detail(entry) }
        if fields.count > ComparisonText.mostFields {
            let rest = "\(look.glyphs.ellipsis) \(fields.count - ComparisonText.mostFields) more fields differ: see --json"
            put(nil, [rest], [], "", .plain, isDetail: true)
        }
        // If the decision differs only because of an earlier difference, only its rule and state are printed.
        for entry in row.entries where row.mark != .notCompared || entry.part == .rule || entry.part == .state { detail(entry) }
        switch row.mark {
        case .onlyLeft:
            effects(row.left, comparison.left, words.left) {
                [$0]
            } right: { _ in
                []
            }
        case .onlyRight:
            effects(row.right, comparison.right, words.right) { _ in
                []
            } right: {
                [$0]
            }
        case .same, .changed, .notCompared: break
        }
    }

    private mutating func detail(_ entry: DifferenceEntry) {
        func text(_ value: String) -> String {
            switch entry.part {
            case .rule: "rule \(comparison.words.left.rule(value))"
            case .state: "in \(value)"
            case .effect: "\(look.glyphs.arrowWord) \(value)"
            case .field: "\(entry.what): \(value)"
            }
        }
        func cells(_ value: String?) -> [String] { value == nil && entry.part == .effect ? [] : [text(value ?? "nothing")] }
        put(nil, cells(entry.left), cells(entry.right), "", .plain, isDetail: true)
    }

    /// Writes the effects of a row that only one log has.
    private mutating func effects(
        _ side: Comparison.Side?, _ log: ComparedLog, _ words: Wording, left: (String) -> [String], right: (String) -> [String]
    ) {
        guard let side, side.period == 0 else { return }
        let record = log.records[side.events.lowerBound]
        for (effect, kind) in zip(record.effects, log.kinds[side.events.lowerBound]) where kind != nil {
            let text = "\(look.glyphs.arrowWord) \(words.effect(effect, at: record.event.time))"
            put(nil, left(text), right(text), "", .plain, isDetail: true)
        }
        let before = side.events.lowerBound > 0 ? log.records[side.events.lowerBound - 1] : nil
        if before?.state != record.state || before?.step != record.step {
            let state = "in \(ComparisonText.state(record))"
            put(nil, left(state), right(state), "", .plain, isDetail: true)
        }
    }

    /// Returns the number, the time and the words of an event; for a row of repetitions, the time and a summary.
    private func cells(_ side: Comparison.Side, _ log: ComparedLog, _ words: Wording, _ scale: TimeScale) -> [String] {
        guard let first = side.events.first, let last = side.events.last else { return [] }
        let record = log.records[first]
        if side.period == 0 {
            return [String(record.number), scale.text(record.event.time), ComparisonText.event(record, log.questions[first], words)]
        }
        let repetitions = side.events.count / side.period
        let round = side.period == 1 ? "the event above" : "the \(side.period) events above"
        let length = log.records[last].event.time.milliseconds - record.event.time.milliseconds
        return [
            "", scale.text(record.event.time),
            "\(look.glyphs.times) \(grouped(repetitions)) more: \(round) again, up to event \(log.records[last].number), for \(TimeWords.length(length))",
        ]
    }

    /// Returns an event in words, with the question that the event answers.
    static func event(_ record: LogRecord, _ question: Question?, _ words: Wording) -> String {
        switch (record.event.origin, question) {
        case (.reply(_, let reply), .call(let call)?):
            "\(words.call(call)): \(words.reply(reply, to: question, at: record.event.time).sentence)"
        case (.reply(_, let reply), .partner(let request)?):
            "\(words.partner(request).sentence): \(words.reply(reply, to: question, at: record.event.time).sentence)"
        case (.timer, .timer(let purpose)?): "timer: \(words.timer(purpose))"
        case (.user(let user), _): words.user(user).sentence
        case (.reply, _), (.timer, _), (.app, _): Label.sentence(words.event(record.event, asked: question))
        }
    }

    /// Writes the cells of both sides beside each other. Each cell is as high as its text needs.
    private mutating func put(
        _ mark: Comparison.Mark?, _ left: [String], _ right: [String], _ rule: String, _ style: Style, isDetail: Bool = false
    ) {
        var row: [Page.Cell] = []
        if let mark { row.append(.fixed(mark.rawValue, at: 0, mark == .same ? .dim : .alarm)) }
        for (cells, start) in zip([left, right], [2, 2 + columns.side + 3]) {
            // A row with only one cell starts at the column of the event's number; a detail is indented further.
            let indent = cells.count == 3 ? columns.text : isDetail ? columns.number + 2 : 0
            if cells.count == 3 {
                row.append(.fixed(padded(cells[0], to: columns.number, right: true), at: start, style))
                row.append(
                    .fixed(padded(cells[1], to: columns.text - columns.time - 2, right: true), at: start + columns.time, style))
            }
            let width = max(8, columns.side - indent)
            row.append(.wrapped(cells.last ?? "", at: start + indent, width: width, style, hanging: isDetail ? 2 : 0))
        }
        row.append(.fixed(cut(rule, to: look.width - columns.rule, look.glyphs), at: columns.rule, .dim))
        page.row(row, finish: separate)
    }

    private func separate(_ line: inout Line) { line.put(look.glyphs.lane, .dim, at: 2 + columns.side + 1) }

    private mutating func totals() {
        page.blank()
        let counts: [(Comparison.Mark, String)] = [
            (.same, "the same"), (.changed, "different"), (.onlyLeft, "only in \(names.left)"), (.onlyRight, "only in \(names.right)"),
            (.notCompared, "not compared, because an earlier difference or missing events could cause a difference"),
        ]
        let texts = counts.compactMap { mark, text in
            let count = comparison.count(mark)
            return count == 0 ? nil : "\(mark.rawValue) \(grouped(count)) \(text)"
        }
        page.paragraph("Rows: \(texts.joined(separator: ", ")).", at: 0)
    }
}
