import FlowMachine

/// Formats the `Date` header of an answer, for example `Thu, 01 Jan 2026 00:00:00 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ instant: Instant) -> String {
        let seconds = instant.milliseconds / 1000
        let day = seconds / 86_400
        let clock = seconds % 86_400
        let (year, month, dayOfMonth) = instant.date
        // 1970-01-01, day 0, was a Thursday.
        return days[Int(day % 7)] + ", " + padded(dayOfMonth) + " " + months[Int(month - 1)] + " " + String(year) + " "
            + padded(clock / 3600) + ":" + padded(clock / 60 % 60) + ":" + padded(clock % 60) + " GMT"
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
