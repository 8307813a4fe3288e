#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// Conversions between the types of FlowMachine, which imports no Foundation, and the platform's types.

extension Date {
    /// Creates the date of an instant, exact to the millisecond up to the year 9999.
    public init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
    /// Creates the instant of a date, rounded to the nearest millisecond. A date outside an instant's bounds becomes the nearest bound.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // This limit is far above an instant's bounds, and far below the largest `Int64`.
        let limit = 1e18
        self.init(milliseconds: milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -limit), limit)))
    }
}

extension Policy {
    /// Sets the policies that a JSON object from the app's server contains; see the `update(json:)` that takes bytes.
    /// - Returns: the values that were rejected; their policies keep their values.
    /// - Throws: `CodingFailure` if `json` is not a JSON object; the policy is then unchanged.
    public mutating func update(json: Data) throws(CodingFailure) -> [RejectedPolicyValue] { try update(json: [UInt8](json)) }
}

extension Duration {
    /// Creates a duration as long as `interval`.
    public init(_ interval: Interval) { self = .milliseconds(interval.milliseconds) }
}

extension Interval {
    /// Creates an interval as long as `duration`, in whole milliseconds, rounded toward zero. A duration outside an interval's bounds becomes the
    /// nearest bound.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let sum = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let isOutside = isTooLong || sum.overflow
        self.init(milliseconds: isOutside ? (seconds < 0 ? .min : .max) : sum.partialValue)
    }
}
