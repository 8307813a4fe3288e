import FlowMachine

/// Reads the time of an entry in ISO 8601, such as `2026-01-31T10:00:00.123Z`, with any number of decimal places and any offset from UTC.
enum CaptureTime {
    /// Returns the instant; `nil` if the text has another form.
    static func parse(_ text: String) -> Instant? {
        var rest = Substring(text)
        guard let year = digits(4, &rest), take("-", &rest), let month = digits(2, &rest), take("-", &rest), let day = digits(2, &rest),
            take("T", &rest) || take("t", &rest) || take(" ", &rest), let hour = digits(2, &rest), take(":", &rest),
            let minute = digits(2, &rest), take(":", &rest), let second = digits(2, &rest)
        else { return nil }
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61 else {
            return nil
        }
        var milliseconds: Int64 = 0
        if take(".", &rest) || take(",", &rest) {
            let fraction = rest.prefix { ("0"..."9").contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(fraction.count)
            milliseconds = Int64(String(fraction.prefix(3)) + String(repeating: "0", count: max(0, 3 - fraction.count))) ?? 0
        }
        guard let offset = offset(rest) else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
        return Instant(milliseconds: (minutes * 60 + second) * 1000 + milliseconds)
    }

    /// Returns the offset from UTC in minutes; 0 if the text has none.
    private static func offset(_ text: Substring) -> Int64? {
        var rest = text
        if rest.isEmpty || rest == "Z" || rest == "z" { return 0 }
        let sign: Int64
        if take("+", &rest) { sign = 1 } else if take("-", &rest) { sign = -1 } else { return nil }
        guard let hours = digits(2, &rest), hours < 24 else { return nil }
        _ = take(":", &rest)
        guard rest.isEmpty || rest.count == 2, let minutes = rest.isEmpty ? 0 : digits(2, &rest), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private static func digits(_ count: Int, _ rest: inout Substring) -> Int64? {
        let text = rest.prefix(count)
        guard text.count == count, text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int64(text) else { return nil }
        rest = rest.dropFirst(count)
        return value
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Returns the days from 1970-01-01. Years are counted from March, so that the leap day is the last day of a year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
