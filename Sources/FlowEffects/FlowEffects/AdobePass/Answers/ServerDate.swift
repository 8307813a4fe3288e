import FlowMachine

/// Parses the header `Date` in the only form that servers may send (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum ServerDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// Returns the instant; `nil` if `text` does not have this form or is before 1970.
    static func parse(_ text: String) -> Instant? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 6, words[0].count == 4, words[0].hasSuffix(","), words[5] == "GMT" else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let month = months.firstIndex(where: { $0 == words[2] }),
            weekdays.contains(where: { $0 == words[0].dropLast() }), let year = number(words[3], digits: 4, in: 1970...9999),
            let day = number(words[1], in: 1...length(of: Int64(month + 1), year)), let hour = number(clock[0], in: 0...23),
            let minute = number(clock[1], in: 0...59), let second = number(clock[2], in: 0...60)
        else { return nil }
        let seconds = (days(year: year, month: Int64(month + 1), day: day) * 24 + hour) * 3600 + minute * 60 + second
        return Instant(milliseconds: seconds * 1000)
    }

    /// Returns the time to wait that a header `Retry-After` requests (RFC 9110, 10.2.3).
    /// - Parameters:
    ///   - text: the header's value: a number of whole seconds, or an instant by the server's clock.
    ///   - now: the server's time, from which the wait until an instant is computed.
    static func wait(_ text: String, from now: Instant?) -> Interval? {
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text).map { .seconds($0) }
        }
        guard let now, let until = parse(text) else { return nil }
        return Interval(milliseconds: max(until.milliseconds - now.milliseconds, 0))
    }

    private static func number(_ text: Substring, digits: Int = 2, in range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int64(text) else { return nil }
        return range.contains(value) ? value : nil
    }

    /// Returns the number of days in a month.
    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        let next = month == 12 ? (year: year + 1, month: 1) : (year: year, month: month + 1)
        return days(year: next.year, month: next.month, day: 1) - days(year: year, month: month, day: 1)
    }

    /// Returns the number of days since 1970-01-01. The calculation begins each year in March, so that the leap day is the last day of a year.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
