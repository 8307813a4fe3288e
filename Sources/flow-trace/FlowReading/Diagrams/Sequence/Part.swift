import FlowMachine

/// The part of a log that is drawn, and the level of detail.
package struct Part {
    package var numbers: ClosedRange<Int64> = 0...Int64.max
    package var filter = EventFilter()
    /// Whether repetitions are drawn one by one.
    package var isUnfolded = false

    package init(numbers: ClosedRange<Int64> = 0...Int64.max, filter: EventFilter = EventFilter(), isUnfolded: Bool = false) {
        self.numbers = numbers
        self.filter = filter
        self.isUnfolded = isUnfolded
    }

    /// Whether the part includes the end of the log.
    var isToTheEnd: Bool { numbers.upperBound == Int64.max }
}

/// The events that a filter has left out since the last event that was shown.
struct LeftOut {
    private var count = 0
    private var first: Int64 = 0
    private var last: Int64 = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ record: LogRecord) {
        if count == 0 { first = record.number }
        last = record.number
        count += 1
    }

    /// Returns the number and the range of the events in words, and resets both; `nil` if there are no events.
    mutating func text() -> String? {
        defer { count = 0 }
        if count == 0 { return nil }
        return count == 1 ? "event \(first) is left out" : "\(count) events are left out, \(first) to \(last)"
    }

    /// Does the same as `text()`, but returns a row of a drawing.
    mutating func take() -> [Row] { text().map { [Row(.leftOut, Label($0))] } ?? [] }
}
