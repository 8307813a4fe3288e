import FlowMachine

/// A place in a log at which events are missing or lines are damaged.
package struct LogGap: Equatable, Sendable {
    /// The index of the first record after the gap; the number of records if no record follows.
    package private(set) var index: Int
    /// The missing part, in words.
    package private(set) var text: String
    /// Whether the gap is normal, because the missing events are in another file.
    let isElsewhere: Bool

    /// Creates the gap before a segment that begins with `snapshot`.
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

    /// Creates the gap for damaged lines before the record at `index`.
    package init(at index: Int, lines: ClosedRange<Int>) {
        self.index = index
        isElsewhere = false
        let (first, last) = (lines.lowerBound, lines.upperBound)
        text = first == last ? "line \(first) is damaged" : "lines \(first) to \(last) are damaged"
    }

    /// Creates the gap from damaged line `line` to the end of the log. With `isTried`, the later lines were searched, and none is readable.
    package init(at index: Int, from line: Int, isTried: Bool) {
        self.index = index
        isElsewhere = false
        text =
            "line \(line) is damaged" + (isTried ? ": no later line can be read" : ": use --past-damage to show the following lines")
    }

    /// The gap as a row of a drawing.
    var row: Row { Row(.gap, Label(text), isTrouble: !isElsewhere) }

    /// Returns the gap for a log with `count` more records at its beginning: its index is higher by `count`.
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
    /// Adds a gap before `record` if event numbers are missing before it.
    ///
    /// - Parameters:
    ///   - index: The index that the record will have.
    ///   - previous: The record before `record`; `nil` if there is none.
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
