/// A point in time, in milliseconds since 1970-01-01 00:00:00 UTC.
///
/// The core never asks for the time: every event carries it. An instant can be compared and moved, never subtracted, so nothing in a state
/// depends on how long ago something was. With FlowEffects, `Date(_:)` converts it.
public struct Instant: Comparable, Hashable, Sendable, LogValue {
    /// Milliseconds since 1970-01-01 00:00:00 UTC, between 0 and 2^53 - 1.
    public let milliseconds: Int64

    /// The instant nearest to `milliseconds` that the log can hold.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), Instant.bound)
    }

    static let bound: Int64 = (1 << 53) - 1

    /// This instant moved by `interval`; stops at the bounds.
    public func advanced(by interval: Interval) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(interval.milliseconds)
        return Instant(milliseconds: overflow ? (interval.milliseconds < 0 ? 0 : Instant.bound) : sum)
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    package func describe<S: LogSink>(to sink: inout S) { sink.instant(milliseconds) }
    package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Instant(milliseconds: try source.instant())
    }
}

extension Instant {
    /// The date in UTC, in the Gregorian calendar. Counts years from March, so that a leap day is the last of its year.
    package var date: (year: Int64, month: Int64, day: Int64) {
        let days = milliseconds / 86_400_000 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// A length of time in milliseconds, between -(2^53 - 1) and 2^53 - 1: whole numbers, so that every platform decides alike. With FlowEffects,
/// `Interval(_:)` converts a `Duration`, and `Duration(_:)` an interval.
public struct Interval: Comparable, Hashable, Sendable, LogValue {
    /// The length; negative when a clock is behind.
    public let milliseconds: Int64

    /// The length nearest to `milliseconds` that the log can hold.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -Instant.bound), Instant.bound)
    }

    /// A length of time in seconds.
    public static func seconds(_ seconds: Int64) -> Interval {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return Interval(milliseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    public static func < (left: Interval, right: Interval) -> Bool { left.milliseconds < right.milliseconds }

    package func describe<S: LogSink>(to sink: inout S) { sink.integer(milliseconds) }
    package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Interval(milliseconds: try source.integer())
    }
}
