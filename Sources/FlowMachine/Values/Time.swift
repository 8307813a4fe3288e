/// A point in time, in milliseconds since 1970-01-01 00:00:00 UTC.
///
/// The flow never asks for the time, because every event contains it. Instants can be compared and moved but not subtracted, so no state
/// depends on the age of a value. With FlowEffects, `Date(_:)` converts an instant.
public struct Instant: Comparable, Hashable, Sendable, LogValue {
    /// The milliseconds since 1970-01-01 00:00:00 UTC, between 0 and 2^53 - 1.
    public let milliseconds: Int64

    /// Creates the instant at `milliseconds`, limited to the bounds.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), Instant.bound)
    }

    static let bound: Int64 = (1 << 53) - 1

    /// Returns this instant moved by `interval`, limited to the bounds.
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
    /// The date in UTC, in the Gregorian calendar. In this computation, each year begins in March, so that a leap day is the last day of
    /// its year.
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

/// A length of time in whole milliseconds, so that all platforms decide in the same way. With FlowEffects, `Interval(_:)` converts a
/// `Duration`, and `Duration(_:)` converts an interval.
public struct Interval: Comparable, Hashable, Sendable, LogValue {
    /// The length in milliseconds, between -(2^53 - 1) and 2^53 - 1. For example, the lead of a slow clock is negative.
    public let milliseconds: Int64

    /// Creates the length of `milliseconds`, limited to the bounds.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -Instant.bound), Instant.bound)
    }

    /// Returns the length of `seconds`, limited to the bounds.
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
