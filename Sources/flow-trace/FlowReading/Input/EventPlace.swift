import FlowMachine

/// A place in a log as the user of the tool names it: the number of an event, or a time.
///
/// A time includes its entire smallest unit: `--from 18:10` begins at 18:10:00 and `--to 18:10` ends before 18:11.
package struct EventPlace: Equatable, Sendable {
    private let text: String
    private let option: String
    private let kind: Kind
    /// The clock that the text itself names, with `Z` or an offset; `nil` if the text names no clock.
    private let ownClock: DisplayedClock?

    enum Kind: Equatable, Sendable {
        case number(Int64)
        /// A date and time: milliseconds since 1970 as the clock shows them, and the length of the smallest unit in the text, in milliseconds.
        case instant(Int64, unit: Int64)
        /// A time of day: milliseconds since midnight as the clock shows them, and the length of the smallest unit in the text, in milliseconds.
        case timeOfDay(Int64, unit: Int64)
        /// Milliseconds since the log's first event, rounded to a tenth of a second as the drawings show it.
        case sinceStart(Int64)
    }

    /// Reads the value of an option.
    ///
    /// - Parameters:
    ///   - option: The name of the option, for error messages.
    ///   - zone: The name of the clock that the value is relative to, for error messages.
    /// - Throws: `PlaceFailure` if the text is neither an event number nor a time.
    package init(_ text: String, option: String, zone: String = DisplayedClock.utc.name) throws(PlaceFailure) {
        let (whole, ownClock) = PlaceReader.split(text)
        guard let kind = PlaceReader.kind(whole) else {
            throw PlaceFailure(
                "\(option) \(text): neither an event number nor a time: use 17, 18:10, 18:10:05, 2026-11-22T18:10:05Z (all in \(zone)), or +90s, +5min, +2h after the log's first event"
            )
        }
        self.text = text
        self.option = option
        self.kind = kind
        self.ownClock = ownClock
    }

    /// Returns the number in the text, or the number of the first event at or after the time in the text.
    ///
    /// - Parameters:
    ///   - records: The events of the log.
    ///   - clock: The clock for a time without a clock of its own.
    /// - Throws: `PlaceFailure` if the log has no such event.
    package func number(in records: [LogRecord], by clock: DisplayedClock) throws(PlaceFailure) -> Int64 {
        let start = try start(of: records, clock)
        if case .number(let number) = kind {
            if records.contains(where: { $0.number == number }) { return number }
            throw PlaceFailure("there is no event \(number): \(PlaceFailure.span(records, clock))")
        }
        let from = bounds(records, start, notBefore: Int64.min, clock).lowerBound
        if let record = records.first(where: { $0.event.time.milliseconds >= from }) { return record.number }
        throw PlaceFailure("\(option) \(text): there is no event at or after that time: \(PlaceFailure.span(records, clock))")
    }

    /// Returns the numbers of the events from one place to another.
    ///
    /// - Parameters:
    ///   - from: The first place; `nil` for the beginning of the log.
    ///   - to: The last place; `nil` for the end of the log.
    /// - Throws: `PlaceFailure` if the log has no event in between.
    package static func numbers(
        from: EventPlace?, to: EventPlace?, in records: [LogRecord], by clock: DisplayedClock
    ) throws(PlaceFailure) -> ClosedRange<Int64> {
        guard from != nil || to != nil else { return 0...Int64.max }
        let first = try from.map { place throws(PlaceFailure) in try place.first(in: records, clock) } ?? 0
        // A time of day in `to` means its first occurrence after the place in `from`.
        let since = from == nil ? Int64.min : records.first { $0.number >= first }?.event.time.milliseconds ?? Int64.min
        let last = try to.map { place throws(PlaceFailure) in try place.last(in: records, notBefore: since, clock) } ?? Int64.max
        guard first <= last else {
            let words = [from, to].compactMap { $0 }.map { "\($0.option) \($0.text)" }
            throw PlaceFailure("\(words.joined(separator: " comes after ")): \(PlaceFailure.span(records, clock))")
        }
        return first...last
    }

    private func first(in records: [LogRecord], _ clock: DisplayedClock) throws(PlaceFailure) -> Int64 {
        guard case .number(let number) = kind else { return try self.number(in: records, by: clock) }
        if let last = records.last, number <= last.number { return number }
        throw PlaceFailure("there is no event \(number) or later: \(PlaceFailure.span(records, clock))")
    }

    private func last(in records: [LogRecord], notBefore since: Int64, _ clock: DisplayedClock) throws(PlaceFailure) -> Int64 {
        let start = try start(of: records, clock)
        if case .number(let number) = kind {
            if let first = records.first, number >= first.number { return number }
            throw PlaceFailure("there is no event \(number) or earlier: \(PlaceFailure.span(records, clock))")
        }
        let end = bounds(records, start, notBefore: since, clock).upperBound
        if let record = records.last(where: { $0.event.time.milliseconds <= end }) { return record.number }
        throw PlaceFailure("\(option) \(text): there is no event at or before that time: \(PlaceFailure.span(records, clock))")
    }

    private func start(of records: [LogRecord], _ clock: DisplayedClock) throws(PlaceFailure) -> Int64 {
        guard let first = records.first else { throw PlaceFailure("\(option) \(text): \(PlaceFailure.span(records, clock))") }
        return first.event.time.milliseconds
    }

    /// Returns the times that the text covers, in milliseconds since 1970.
    private func bounds(
        _ records: [LogRecord], _ start: Int64, notBefore since: Int64, _ clock: DisplayedClock
    ) -> ClosedRange<Int64> {
        let clock = ownClock ?? clock
        /// Returns the instants at which the clock shows one of the `unit` milliseconds from `time` on.
        func instants(_ time: Int64, _ unit: Int64) -> ClosedRange<Int64> {
            let first = clock.instants(showing: time).first
            return first...max(first, clock.instants(showing: time + unit - 1).last)
        }
        switch kind {
        case .number(let number): return number...number
        case .instant(let time, let unit): return instants(time, unit)
        case .sinceStart(let since): return (start + since - 50)...(start + since + 49)
        case .timeOfDay(let inDay, let unit):
            let day: Int64 = 86_400_000
            let end = records.reduce(start) { max($0, $1.event.time.milliseconds) }
            let from = max(start, since)
            let time = clock.day(of: from) + inDay
            let (today, next) = (instants(time, unit), instants(time + day, unit))
            // The time on the next day is used if the time on the first day is past and the log reaches the time on the next day.
            return today.upperBound < from && next.lowerBound <= end ? next : today
        }
    }
}

/// The error for a place that cannot be read or is not in the log.
package struct PlaceFailure: Error, Equatable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Returns the range of events and times that the log contains, in words.
    package static func span(_ records: [LogRecord], _ clock: DisplayedClock) -> String {
        guard let first = records.first, let last = records.last else { return "there is no event in this log" }
        let numbers = first.number == last.number ? "event \(first.number) alone" : "events \(first.number) to \(last.number)"
        let earliest = records.reduce(first.event.time) { min($0, $1.event.time) }
        let latest = records.reduce(first.event.time) { max($0, $1.event.time) }
        return "this log has \(numbers), from \(TimeWords.second(earliest, clock)) to \(TimeWords.second(latest, clock))"
    }
}
