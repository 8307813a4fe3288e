import FlowMachine

/// The wording of times and durations. It uses only integers, so that every machine prints the same text.
package enum TimeWords {
    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    /// Returns a duration in the largest suitable unit, such as `0.3 s`, `12 min`, `6 h` or `30 d`.
    static func length(_ milliseconds: Int64) -> String {
        let sign = milliseconds < 0 ? "-" : ""
        let value = Int64(clamping: milliseconds.magnitude)
        switch value {
        case ..<120_000: return sign + tenths(value) + " s"
        case ..<(2 * hour): return sign + parts(value, 60_000, "min", 1000, "s")
        case ..<(2 * day): return sign + parts(value, hour, "h", 60_000, "min")
        case _: return sign + parts(value, day, "d", hour, "h")
        }
    }

    /// Returns a duration in milliseconds, rounded as `length` prints it.
    static func rounded(_ milliseconds: Int64) -> Int64 {
        let value = Int64(clamping: milliseconds.magnitude)
        let rounded =
            switch value {
            // `length` prints 119.96 s as 120.0 s, not as 2 min.
            case ..<120_000: min((value + 50) / 100 * 100, 119_999)
            case ..<(2 * hour): value - value % 1000
            case ..<(2 * day): value - value % 60_000
            case _: value - value % hour
            }
        return milliseconds < 0 ? -rounded : rounded
    }

    /// Returns a duration for which something is valid or scheduled, to about one percent: `10 s`, `10 min` or `6 h`.
    package static func term(_ milliseconds: Int64) -> String {
        let rounded = roundedTerm(milliseconds)
        return rounded < 120_000 && rounded % 1000 == 0 ? "\(rounded / 1000) s" : length(rounded)
    }

    /// Returns a duration in milliseconds, rounded as `term` prints it.
    static func roundedTerm(_ milliseconds: Int64) -> Int64 {
        let unit: Int64
        switch milliseconds {
        case ..<10_000: unit = 100
        case ..<600_000: unit = 1000
        case ..<(2 * day): unit = 60_000
        case _: unit = hour
        }
        return (milliseconds + unit / 2) / unit * unit
    }

    private static func parts(_ value: Int64, _ unit: Int64, _ name: String, _ smallUnit: Int64, _ smallName: String) -> String {
        let rest = value % unit / smallUnit
        return "\(value / unit) \(name)" + (rest == 0 ? "" : " \(rest) \(smallName)")
    }

    /// Returns a duration in seconds, rounded to one digit after the point.
    static func tenths(_ milliseconds: Int64) -> String {
        let sign = milliseconds <= -50 ? "-" : ""
        let value = (Int64(clamping: milliseconds.magnitude) + 50) / 100
        return "\(sign)\(value / 10).\(value % 10)"
    }

    /// Returns the date, such as `2026-01-31`.
    static func date(_ instant: Instant, _ clock: DisplayedClock) -> String {
        // West of Greenwich, the first hours of 1970 belong to 1969. The calendar repeats after 400 years, so the date is computed 400 years later.
        let (year, month, day) = Instant(milliseconds: clock.shown(at: instant) + 146_097 * TimeWords.day).date
        return "\(year - 400)-\(two(month))-\(two(day))"
    }

    /// Returns the time of day with milliseconds, such as `00:00:20.301`.
    package static func clock(_ instant: Instant, _ clock: DisplayedClock) -> String {
        let inDay = inDay(instant, clock)
        let thousandths = inDay % 1000
        return "\(clockSeconds(inDay)).\(thousandths < 100 ? "0" : "")\(two(thousandths))"
    }

    /// Returns the date of an expiry, such as `2026-01-31`. Within two days of `now`, the time of day is added: `2026-01-02 08:00Z`.
    static func end(_ instant: Instant, from now: Instant, _ clock: DisplayedClock) -> String {
        abs(instant.milliseconds - now.milliseconds) < 2 * day ? minute(instant, clock) : date(instant, clock)
    }

    /// Returns the date and the time of day to the second, such as `2026-01-01 00:00:00Z`.
    package static func second(_ instant: Instant, _ clock: DisplayedClock) -> String {
        "\(date(instant, clock)) \(timeOfDay(instant, clock))"
    }

    /// Returns the date and the time of day to the minute, such as `2026-01-01 00:00Z`.
    static func minute(_ instant: Instant, _ clock: DisplayedClock) -> String { "\(date(instant, clock)) \(minuteOfDay(instant, clock))" }

    /// Returns the time of day to the minute, such as `00:00Z`.
    static func minuteOfDay(_ instant: Instant, _ clock: DisplayedClock) -> String {
        "\(clockSeconds(inDay(instant, clock)).dropLast(3))\(clock.suffix(at: instant))"
    }

    /// Returns the time of day to the second, such as `00:00:00Z`.
    static func timeOfDay(_ instant: Instant, _ clock: DisplayedClock) -> String {
        "\(clockSeconds(inDay(instant, clock)))\(clock.suffix(at: instant))"
    }

    private static func inDay(_ instant: Instant, _ clock: DisplayedClock) -> Int64 { DisplayedClock.inDay(clock.shown(at: instant)) }

    private static func clockSeconds(_ inDay: Int64) -> String {
        "\(two(inDay / hour)):\(two(inDay / 60_000 % 60)):\(two(inDay / 1000 % 60))"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// The form in which the times of one log are printed: as times since the beginning of the log, or as times of a clock.
package struct TimeScale {
    private let start: Int64
    private let form: Form
    private let clock: DisplayedClock
    /// Whether each time is printed with its offset from UTC, because the clock is set ahead or back during the log.
    private let showsOffset: Bool
    /// The heading of a column of times, such as `time`, `UTC` or `-07:00`.
    let head: String
    /// The width of the widest time, in columns.
    let width: Int

    private enum Form { case seconds, minutes, hours, days, clock, dateAndClock }

    /// Creates the scale for a log from `start` to `end`. With `utc`, it prints times of `clock`; otherwise times since `start`.
    init(start: Instant, end: Instant, utc: Bool, _ clock: DisplayedClock = .utc) {
        self.init(start: start, end: end, utc: utc, clock, showsOffset: utc && clock.isSet(from: start, to: end))
    }

    /// Creates the scale for a log that is still being written, with times of `clock`.
    init(growing clock: DisplayedClock) {
        let start = Instant(milliseconds: 0)
        self.init(start: start, end: start, utc: true, clock, showsOffset: clock.isEverSet)
    }

    private init(start: Instant, end: Instant, utc: Bool, _ clock: DisplayedClock, showsOffset: Bool) {
        self.start = start.milliseconds
        self.clock = clock
        self.showsOffset = showsOffset
        head = utc && !showsOffset ? clock.label(at: start) : "time"
        let length = end.milliseconds - start.milliseconds
        form =
            switch length {
            case ..<86_400_000 where utc: .clock
            case _ where utc: .dateAndClock
            case ..<999_950: .seconds
            case ..<3_599_950: .minutes
            case ..<86_399_950: .hours
            case _: .days
            }
        let columns =
            switch form {
            case .seconds: 6
            case .minutes: 7
            case .hours: 10
            case .days: 15
            case .clock: 12
            case .dateAndClock: 18
            }
        width = columns + (showsOffset ? 6 : 0)
    }

    /// Creates the scale for `records`. With `utc`, it prints times of `clock`; otherwise times since the first record.
    package init(_ records: [LogRecord], utc: Bool, _ clock: DisplayedClock = .utc) {
        let start = records.first?.event.time ?? Instant(milliseconds: 0)
        self.init(start: start, end: records.reduce(start) { max($0, $1.event.time) }, utc: utc, clock)
    }

    /// The text after a time in a sentence, such as ` s`, ` UTC` or ` -07:00`.
    var unit: String {
        switch form {
        case .clock, .dateAndClock: showsOffset ? "" : " " + head
        case .seconds, .minutes, .hours, .days: " s"
        }
    }

    /// Returns the text for `instant`.
    func text(_ instant: Instant) -> String {
        let since = instant.milliseconds - start
        let suffix = showsOffset ? clock.suffix(at: instant) : ""
        if form == .clock { return TimeWords.clock(instant, clock) + suffix }
        if form == .dateAndClock { return "\(TimeWords.date(instant, clock).dropFirst(5)) \(TimeWords.clock(instant, clock))" + suffix }
        if form == .seconds || since < 0 { return TimeWords.tenths(since) }
        let rounded = Instant(milliseconds: (since + 50) / 100 * 100)
        let clock = TimeWords.clock(rounded, .utc).dropLast(2)
        switch form {
        case .seconds, .clock, .dateAndClock, .hours: return String(clock)
        case .minutes: return String(clock.dropFirst(3))
        case .days: return "\(rounded.milliseconds / 86_400_000)d \(clock)"
        }
    }
}
