import FlowMachine

/// The events of a growing log as lines. On a terminal, one line counts the repetitions of a request, and is rewritten with each of them.
package struct WatchTable {
    private var table: ReplayTable
    private let look: Look
    private let filter: EventFilter
    /// Whether the last line can be rewritten, as on a terminal.
    private let folds: Bool
    private var leftOut = LeftOut()

    /// The endpoint of the requests that may be repeating; `nil` if there are none.
    private var endpoint: Endpoint?
    /// The first outcome in a series of requests to one endpoint. Its lines stay; one line with a count replaces the lines of later outcomes.
    private var first: Block?
    private var repeated: [Block] = []
    /// The number of lines that the next count replaces. They are below the lines of the first outcome.
    private var replaceable = 0

    /// Moves the cursor to the line above and clears it.
    package static let rewind = "\u{1B}[1A\r\u{1B}[2K"

    package init(_ header: LogHeader, _ look: Look, _ filter: EventFilter, folds: Bool) {
        var look = look
        look.utc = true
        self.look = look
        self.filter = filter
        self.folds = folds
        let scale = TimeScale(growing: look.clock.of(header))
        table = ReplayTable(header, look, ReplayTable.columns(scale, look), scale, isCut: folds)
    }

    /// The line with the names of the columns.
    package var head: String { table.head + "\n" }

    /// Returns the text to write for the next event.
    package mutating func text(_ record: LogRecord) -> String {
        guard table.shows(record, filter) else {
            leftOut.add(record)
            table.skip(record)
            return ""
        }
        var text = ""
        if let remark = leftOut.text() {
            endSeries()
            text += table.remark(remark) + "\n"
        }
        let block = table.block(record)
        let isRepeated = folds && goesOn(block)
        if isRepeated, let first {
            repeated.append(block)
            if case .answer = block.turn, let count = Folding.again(after: first, repeated)?.event {
                table.skip(record)
                text += String(repeating: WatchTable.rewind, count: replaceable)
                replaceable = 1
                return text
                    + table.remark("\(look.glyphs.times) \(count.label.main), \(count.label.detail)", count.isTrouble ? .alarm : .plain)
                    + "\n"
            }
        }
        let lines = table.add(record)
        if isRepeated { replaceable += lines.count }
        return text + lines.joined(separator: "\n") + "\n"
    }

    /// Returns the text to write for a missing part of the log.
    package mutating func text(_ gap: LogGap) -> String {
        endSeries()
        return table.remark((gap.isElsewhere ? "" : "! ") + gap.text, gap.isElsewhere ? .dim : .alarm) + "\n"
    }

    private mutating func endSeries() { (endpoint, first, repeated, replaceable) = (nil, nil, [], 0) }

    /// Returns whether the event belongs to a repetition of a request whose first outcome is printed above.
    private mutating func goesOn(_ block: Block) -> Bool {
        switch block.turn {
        case .pause: return first != nil
        case .request(let other):
            if endpoint == other { return first != nil }
            endSeries()
            endpoint = other
            return false
        case .answer(let other, _):
            if endpoint == other, first != nil { return true }
            endSeries()
            (endpoint, first) = (other, block)
            return false
        case nil:
            endSeries()
            return false
        }
    }
}
