/// Reads the texts of places in a log and of durations.
enum PlaceReader {
    private static let second: Int64 = 1000
    private static let minute: Int64 = 60_000
    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    /// Splits a text from the clock that is named at its end: `Z`, or an offset in the form that the tool prints.
    static func split(_ text: String) -> (whole: String, clock: DisplayedClock?) {
        guard !text.hasPrefix("+"), text.contains(where: { $0 == ":" || $0 == "-" }) else { return (text, nil) }
        if text.hasSuffix("Z") || text.hasSuffix("z") { return (String(text.dropLast()), .utc) }
        guard text.dropLast(6).contains(where: { $0 == ":" }), let offset = DisplayedClock.offset(text.suffix(6)) else {
            return (text, nil)
        }
        return (String(text.dropLast(6)), DisplayedClock(offset: offset))
    }

    static func kind(_ text: String) -> EventPlace.Kind? {
        if text.hasPrefix("+") { return sinceStart(text.dropFirst()).map { .sinceStart($0) } }
        if let number = Int64(text) { return number > 0 ? .number(number) : nil }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
        guard let first = parts.first, parts.count <= 2 else { return nil }
        if first.contains(where: { $0 == "-" }) {
            guard let date = date(first) else { return nil }
            guard parts.count == 2, let last = parts.last else { return .instant(date, unit: day) }
            return clock(last).map { .instant(date + $0.time, unit: $0.unit) }
        }
        return parts.count == 1 ? clock(first).map { .timeOfDay($0.time, unit: $0.unit) } : nil
    }

    /// Reads a time of day such as `18:10`, `18:10:05` or `18:10:05.25`, in milliseconds.
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

    /// Reads seconds with up to three digits after the point, in milliseconds. `unit` is the number of milliseconds for which the last digit
    /// stands.
    private static func decimal(_ text: Substring) -> (time: Int64, unit: Int64)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let whole = digits(first) else { return nil }
        guard parts.count == 2, let last = parts.last else { return (whole * second, second) }
        guard last.count <= 3, let fraction = digits(last) else { return nil }
        let unit: Int64 = [100, 10, 1][last.count - 1]
        return (whole * second + fraction * unit, unit)
    }

    /// Reads a date such as `2026-11-22` as milliseconds since 1970; `nil` for other texts.
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

    /// Reads a duration such as `90s`, `1.5min` or `1h20min`, or in the form of the drawings, such as `16:40.5`, `01:02:03` or `90.5`. Returns
    /// milliseconds, or `nil` for other texts.
    private static func sinceStart(_ text: Substring) -> Int64? {
        if text.contains(where: { $0 == ":" }) { return elapsedClock(text) }
        var rest = text
        var sum: Int64 = 0
        repeat {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let value = decimal(number)?.time, let unit = unit(name) else { return nil }
            sum += unit < second ? value / second : value * (unit / second)
            // No log is longer than this limit, and the sum of several parts could overflow without it.
            guard sum <= 10_000 * 365 * day else { return nil }
        } while !rest.isEmpty
        return sum
    }

    /// Reads a signed duration such as `+2s` or `-500ms`, in milliseconds; `nil` for other texts.
    static func shift(_ text: String) -> Int64? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        return sinceStart(text.dropFirst()).map { sign == "-" ? -$0 : $0 }
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

    /// Reads a whole number of at most nine ASCII digits; `nil` for other texts.
    private static func digits(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.count <= 9 ? Int64(text) : nil
    }
}
