import FlowReading

/// The rule by which a zone changes its offset every year: the last line of its file, such as `MST7MDT,M3.2.0,M11.1.0`.
struct ZoneRule {
    /// A day of the year, and the seconds after its midnight.
    private struct Day {
        /// The day, in one of the three forms of such a line.
        enum Kind {
            case week(month: Int64, week: Int64, day: Int64)
            /// The number of the day in the year, from 1. February 29 is never counted.
            case withoutLeapDay(Int64)
            /// The number of the day in the year, from 0. February 29 is counted in leap years.
            case fromZero(Int64)
        }

        let kind: Kind
        let time: Int64
    }

    /// The offsets of standard and summer time, in seconds ahead of UTC.
    private let standard: Int64
    private let summer: Int64
    private let begin: Day
    private let end: Day

    /// Reads the rule of a line; `nil` if the line has no change of offset, or is not a rule.
    init?(_ line: String) {
        var text = line[...]
        guard ZoneRule.skipName(&text), let standard = ZoneRule.time(&text), ZoneRule.skipName(&text) else { return nil }
        var summer = standard - 3600
        if text.first != "," {
            guard let given = ZoneRule.time(&text) else { return nil }
            summer = given
        }
        // The line contains seconds behind UTC.
        (self.standard, self.summer) = (-standard, -summer)
        guard let begin = ZoneRule.day(&text), let end = ZoneRule.day(&text), text.isEmpty else { return nil }
        (self.begin, self.end) = (begin, end)
    }

    /// Returns the two changes of one year, in order.
    func changes(in year: Int64) -> [DisplayedClock.Change] {
        let changes = [
            DisplayedClock.Change(start: ZoneRule.seconds(begin, in: year) - standard, offset: summer),
            DisplayedClock.Change(start: ZoneRule.seconds(end, in: year) - summer, offset: standard),
        ]
        return changes[0].start < changes[1].start ? changes : changes.reversed()
    }

    // MARK: Days

    private static func seconds(_ day: Day, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let before = year - 1
        // The days from January 1, 1970 to January 1 of this year.
        let first = (year - 1970) * 365 + before / 4 - before / 100 + before / 400 - 477
        let place: Int64
        switch day.kind {
        case .fromZero(let number): place = number
        case .withoutLeapDay(let number): place = isLeap && number >= 60 ? number : number - 1
        case .week(let month, let week, let weekday):
            let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let start = lengths.prefix(Int(month) - 1).reduce(0, +)
            // 1970-01-01 was a Thursday.
            let next = (weekday - (first + start + 4) % 7 + 7) % 7 + (week - 1) * 7
            place = start + (next < lengths[Int(month) - 1] ? next : next - 7)
        }
        return (first + place) * 86_400 + day.time
    }

    // MARK: Reading

    /// Skips a name such as `MST` or `<-03>`; returns whether one was there.
    private static func skipName(_ text: inout Substring) -> Bool {
        let count = text.count
        if text.first == "<" {
            text = text.drop { $0 != ">" }.dropFirst()
        } else {
            text = text.drop { $0.isLetter }
        }
        return text.count < count
    }

    /// Reads a time such as `7`, `-3:30` or `2:00:00`; returns seconds.
    private static func time(_ text: inout Substring) -> Int64? {
        let sign: Int64 = text.first == "-" ? -1 : 1
        if text.first == "-" || text.first == "+" { text = text.dropFirst() }
        guard var seconds = number(&text).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] as [Int64] where text.first == ":" {
            text = text.dropFirst()
            guard let value = number(&text) else { return nil }
            seconds += value * unit
        }
        return sign * seconds
    }

    private static func number(_ text: inout Substring) -> Int64? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard digits.count <= 4, let number = Int64(digits) else { return nil }
        text = text.dropFirst(digits.count)
        return number
    }

    /// Reads a day such as `,M3.2.0/2`, `,J60` or `,59`.
    private static func day(_ text: inout Substring) -> Day? {
        guard text.first == "," else { return nil }
        text = text.dropFirst()
        let form = text.first
        if form == "M" || form == "J" { text = text.dropFirst() }
        guard let first = number(&text) else { return nil }
        let kind: Day.Kind
        switch form {
        case "M":
            var rest: [Int64] = []
            for _ in 0..<2 {
                guard text.first == "." else { return nil }
                text = text.dropFirst()
                guard let value = number(&text) else { return nil }
                rest.append(value)
            }
            guard (1...12).contains(first), (1...5).contains(rest[0]), (0...6).contains(rest[1]) else { return nil }
            kind = .week(month: first, week: rest[0], day: rest[1])
        case "J": kind = .withoutLeapDay(first)
        case _: kind = .fromZero(first)
        }
        if text.first != "/" { return Day(kind: kind, time: 7200) }
        text = text.dropFirst()
        return time(&text).map { Day(kind: kind, time: $0) }
    }
}
