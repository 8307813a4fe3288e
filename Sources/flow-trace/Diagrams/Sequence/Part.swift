import FlowMachine

/// What part of a log is drawn, and how closely.
struct Part {
    var numbers: ClosedRange<Int64> = 0...Int64.max
    var filter = EventFilter()
    /// Whether repetitions are drawn one by one.
    var isUnfolded = false

    /// Whether the end of the log is in it.
    var isToTheEnd: Bool { numbers.upperBound == Int64.max }
}

/// Events that are not shown, until the next that is.
struct LeftOut {
    private var count = 0
    private var first: Int64 = 0
    private var last: Int64 = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ record: Record) {
        if count == 0 { first = record.number }
        last = record.number
        count += 1
    }

    /// How many they are and which, in words; `nil` if there is none. Then it starts anew.
    mutating func text() -> String? {
        defer { count = 0 }
        if count == 0 { return nil }
        return count == 1 ? "event \(first) is left out" : "\(count) events are left out, \(first) to \(last)"
    }

    /// The same as a row of a drawing.
    mutating func take() -> [Row] { text().map { [Row(.leftOut, Label($0))] } ?? [] }
}
