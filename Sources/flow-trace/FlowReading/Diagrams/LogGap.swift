import FlowMachine

/// A place at which something of a log is missing.
package struct LogGap: Equatable, Sendable {
    /// The index of the first record behind it; their number if there is none.
    package private(set) var index: Int
    /// The missing part, in words.
    package private(set) var text: String
    /// Whether this is normal, because the events are in another file.
    let isElsewhere: Bool

    /// A segment begins with `snapshot`.
    package init(before snapshot: Snapshot) {
        index = 0
        switch snapshot.reason {
        case .rotation:
            isElsewhere = true
            text = "continues the previous segment, which ends with event \(snapshot.number)"
        case .gap(let from, let cause):
            isElsewhere = false
            let which = from < snapshot.number ? "events \(from) to \(snapshot.number)" : "event \(snapshot.number)"
            text =
                from > snapshot.number
                ? "the log could not be written here, but no event is missing (\(cause.rawValue))"
                : "\(which) may not have been kept (\(cause.rawValue))"
        }
    }

    /// Lines that cannot be used, before the record at `index`.
    package init(at index: Int, lines: ClosedRange<Int>) {
        self.index = index
        isElsewhere = false
        let (first, last) = (lines.lowerBound, lines.upperBound)
        text = first == last ? "line \(first) is damaged" : "lines \(first) to \(last) are damaged"
    }

    /// Everything from a line on. `isTried`: the search for readable lines after it found none.
    package init(at index: Int, from line: Int, isTried: Bool) {
        self.index = index
        isElsewhere = false
        text =
            "line \(line) is damaged" + (isTried ? ": no later line can be read" : ": use --past-damage to show the following lines")
    }

    /// The gap as a row of a drawing.
    var row: Row { Row(.gap, Label(text), isTrouble: !isElsewhere) }

    /// The gap in a log in which `count` records are before this one's.
    func moved(by count: Int) -> LogGap {
        var gap = self
        gap.index += count
        return gap
    }

    fileprivate mutating func add(_ words: String) { text += words }

    fileprivate init(at index: Int, text: String) {
        self.index = index
        self.text = text
        isElsewhere = false
    }
}

extension [LogGap] {
    /// Notes which events are missing before `record`, which will have the index `index`.
    package mutating func note(_ record: LogRecord, at index: Int, after previous: LogRecord?) {
        guard let previous, record.number != previous.number + 1 else { return }
        let (first, last) = (previous.number + 1, record.number - 1)
        let missing =
            first > last
            ? "event \(record.number) follows event \(previous.number)"
            : first == last ? "event \(first) is missing" : "events \(first) to \(last) are missing"
        if self.last?.index == index {
            self[count - 1].add(": \(missing)")
        } else {
            append(LogGap(at: index, text: missing))
        }
    }
}
