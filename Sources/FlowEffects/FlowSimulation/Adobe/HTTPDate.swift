import FlowMachine

/// The `Date` of an answer, to the second, for example `Thu, 01 Jan 2026 00:00:00 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ instant: Instant) -> String {
        let seconds = instant.milliseconds / 1000
        let day = seconds / 86_400
        let clock = seconds % 86_400
        let (year, month, dayOfMonth) = civil(day)
        // 1970-01-01, day 0, was a Thursday.
        return days[Int(day % 7)] + ", " + padded(dayOfMonth) + " " + months[Int(month - 1)] + " " + String(year) + " "
            + padded(clock / 3600) + ":" + padded(clock / 60 % 60) + ":" + padded(clock % 60) + " GMT"
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Year, month and day of the `day`th day after 1970-01-01, in the Gregorian calendar. Counts years from March, so
    /// that a leap day is the last of its year.
    private static func civil(_ day: Int64) -> (Int64, Int64, Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
