import FlowMachine
import FlowReading

/// A place in a log as a command line names it: the number of an event, or a time.
///
/// A time means the whole of its smallest unit: `--from 18:10` begins at 18:10:00 and `--to 18:10` ends before 18:11.
struct EventPlace: Equatable, Sendable {
    private let text: String
    private let option: String
    private let kind: Kind
    /// The clock that the text itself names, with `Z` or an offset.
    private let ownClock: DisplayedClock?

    fileprivate enum Kind: Equatable {
        case number(Int64)
        /// Milliseconds since 1970 by the clock, and how many of them the text covers.
        case instant(Int64, unit: Int64)
        /// Milliseconds since midnight by the clock.
        case timeOfDay(Int64, unit: Int64)
        /// Milliseconds since the log's first event, rounded to a tenth of a second as the drawings show it.
        case sinceStart(Int64)
    }

    /// The value that was given for `option`. `zone`: the name of the clock by which it will be read.
    init(_ text: String, option: String, zone: String = "UTC") throws(UsageFailure) {
        let (whole, ownClock) = PlaceReader.split(text)
        guard let kind = PlaceReader.kind(whole) else {
            throw UsageFailure(
                "\(option) \(text): neither an event number nor a time: use 17, 18:10, 18:10:05, 2026-11-22T18:10:05Z (all in \(zone)), or +90s, +5min, +2h after the log's first event"
            )
        }
        self.text = text
        self.option = option
        self.kind = kind
        self.ownClock = ownClock
    }

    /// The number of the event: the one named, or the first at or after the time by `clock`.
    func number(in records: [LogRecord], by clock: DisplayedClock) throws(PlaceFailure) -> Int64 {
        let start = try start(of: records, clock)
        if case .number(let number) = kind {
            if records.contains(where: { $0.number == number }) { return number }
            throw PlaceFailure("there is no event \(number): \(PlaceFailure.span(records, clock))")
        }
        let from = bounds(records, start, notBefore: Int64.min, clock).lowerBound
        if let record = records.first(where: { $0.event.time.milliseconds >= from }) { return record.number }
        throw PlaceFailure("\(option) \(text): there is no event at or after that time: \(PlaceFailure.span(records, clock))")
    }

    /// The numbers from one place to another; `nil` means the log's beginning or end.
    static func numbers(
        from: EventPlace?, to: EventPlace?, in records: [LogRecord], by clock: DisplayedClock
    ) throws(PlaceFailure) -> ClosedRange<Int64> {
        guard from != nil || to != nil else { return 0...Int64.max }
        let first = try from.map { place throws(PlaceFailure) in try place.first(in: records, clock) } ?? 0
        // A time of day means the first after the place at which the drawing begins.
        let since = from == nil ? Int64.min : records.first { $0.number >= first }?.event.time.milliseconds ?? Int64.min
        let last = try to.map { place throws(PlaceFailure) in try place.last(in: records, notBefore: since, clock) } ?? Int64.max
        guard first <= last else {
            let words = [from, to].compactMap(\.self).map { "\($0.option) \($0.text)" }
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

    /// The times that the text covers, in milliseconds since 1970.
    private func bounds(
        _ records: [LogRecord], _ start: Int64, notBefore since: Int64, _ clock: DisplayedClock
    ) -> ClosedRange<Int64> {
        let clock = ownClock ?? clock
        /// All instants from the first at which the clock shows `time` to the last at which it shows the end of the unit.
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
            // The same time of the next day, if the log continues until then and today's time has passed.
            return today.upperBound < from && next.lowerBound <= end ? next : today
        }
    }
}

/// A place that is not in the log.
struct PlaceFailure: Error, Equatable {
    let text: String

    init(_ text: String) { self.text = text }

    /// The events and the times that the log has instead.
    static func span(_ records: [LogRecord], _ clock: DisplayedClock) -> String {
        guard let first = records.first, let last = records.last else { return "there is no event in this log" }
        let numbers = first.number == last.number ? "event \(first.number) alone" : "events \(first.number) to \(last.number)"
        let earliest = records.reduce(first.event.time) { min($0, $1.event.time) }
        let latest = records.reduce(first.event.time) { max($0, $1.event.time) }
        return "this log has \(numbers), from \(TimeWords.second(earliest, clock)) to \(TimeWords.second(latest, clock))"
    }
}

extension Arguments {
    /// An option's value, the number of an event or a time.
    func place(_ name: String) throws(UsageFailure) -> EventPlace? {
        guard let text = text(name) else { return nil }
        return try EventPlace(text, option: name, zone: clock()?.name ?? DisplayedClock.utc.name)
    }
}

/// Reads the text of a place.
private enum PlaceReader {
    private static let second: Int64 = 1000
    private static let minute: Int64 = 60_000
    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    /// A text without the clock at its end: `Z`, or the offset that printed times have.
    static func split(_ text: String) -> (whole: String, clock: DisplayedClock?) {
        guard !text.hasPrefix("+"), text.contains(where: { $0 == ":" || $0 == "-" }) else { return (text, nil) }
        if text.hasSuffix("Z") || text.hasSuffix("z") { return (String(text.dropLast()), .utc) }
        guard text.dropLast(6).contains(":"), let offset = DisplayedClock.offset(text.suffix(6)) else { return (text, nil) }
        return (String(text.dropLast(6)), DisplayedClock(offset: offset))
    }

    static func kind(_ text: String) -> EventPlace.Kind? {
        if text.hasPrefix("+") { return sinceStart(text.dropFirst()).map { .sinceStart($0) } }
        if let number = Int64(text) { return number > 0 ? .number(number) : nil }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
        guard let first = parts.first, parts.count <= 2 else { return nil }
        if first.contains("-") {
            guard let date = date(first) else { return nil }
            guard parts.count == 2, let last = parts.last else { return .instant(date, unit: day) }
            return clock(last).map { .instant(date + $0.time, unit: $0.unit) }
        }
        return parts.count == 1 ? clock(first).map { .timeOfDay($0.time, unit: $0.unit) } : nil
    }

    /// `18:10`, `18:10:05` or `18:10:05.25`.
    private static func clock(_ text: Substring) -> (time: Int64, unit: Int64)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0].count <= 2, parts[1].count == 2,
            let hours = digits(parts[0]), hours < 24, let minutes = digits(parts[1]), minutes < 60
        else { return nil }
        let time = hours * hour + minutes * minute
        guard parts.count == 3 else { return (time, minute) }
        guard let seconds = decimal(parts[2]), seconds.time < minute, parts[2].prefix(while: { $0 != "." }).count == 2 else { return nil }
        return (time + seconds.time, seconds.unit)
    }

    /// Seconds with up to three digits after the point, in milliseconds.
    private static func decimal(_ text: Substring) -> (time: Int64, unit: Int64)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let whole = digits(first) else { return nil }
        guard parts.count == 2, let last = parts.last else { return (whole * second, second) }
        guard last.count <= 3, let fraction = digits(last) else { return nil }
        let unit: Int64 = [100, 10, 1][last.count - 1]
        return (whole * second + fraction * unit, unit)
    }

    /// `2026-11-22` as milliseconds since 1970.
    private static func date(_ text: Substring) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = digits(parts[0]), let month = digits(parts[1]), let date = digits(parts[2]), (1...12).contains(month),
            year >= 1970
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[Int(month) - 1]).contains(date) else { return nil }
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400 - 477
        return ((year - 1970) * 365 + leaps + lengths.prefix(Int(month) - 1).reduce(0, +) + date - 1) * day
    }

    /// `90s`, `1.5min`, `1h20min`, or as the drawings show it: `16:40.5`, `01:02:03`, `90.5`.
    private static func sinceStart(_ text: Substring) -> Int64? {
        if text.contains(":") { return elapsedClock(text) }
        var rest = text
        var sum: Int64 = 0
        repeat {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let value = decimal(number)?.time, let unit = unit(name) else { return nil }
            sum += unit < second ? value / second : value * (unit / second)
            // No log is longer than this, and a sum of several could overflow.
            guard sum <= 10_000 * 365 * day else { return nil }
        } while !rest.isEmpty
        return sum
    }

    private static func unit(_ name: Substring) -> Int64? {
        switch name {
        case "ms": 1
        case "", "s": second
        case "m", "min": minute
        case "h": hour
        case "d": day
        case _: nil
        }
    }

    private static func elapsedClock(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last, let seconds = decimal(last), seconds.time < minute else { return nil }
        var sum: Int64 = 0
        for part in parts.dropLast() {
            guard let number = digits(part) else { return nil }
            sum = sum * 60 + number
        }
        return sum * minute + seconds.time
    }

    /// A whole number of at most nine ASCII digits.
    private static func digits(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.count <= 9 ? Int64(text) : nil
    }
}
