#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// The core counts milliseconds and reads bytes, so that every platform decides alike; an app has the platform's types.

extension Date {
    /// The same point in time: exact to the millisecond up to the year 9999.
    public init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
    /// The same point in time, to the nearest millisecond; for a date outside an instant's bounds, the nearest bound.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // Far above an instant's bound, and far below the numbers that do not fit.
        let limit = 1e18
        self.init(milliseconds: milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -limit), limit)))
    }
}

extension Policy {
    /// Takes the values of a JSON object that the app's server sent; see `update(json:)` with bytes.
    /// - Returns: the values that were not taken; their policies stay as they are.
    /// - Throws: `CodingFailure` if `json` is not a JSON object; then nothing has changed.
    public mutating func update(json: Data) throws(CodingFailure) -> [RejectedPolicyValue] { try update(json: [UInt8](json)) }
}

extension Duration {
    /// The same length of time.
    public init(_ interval: Interval) { self = .milliseconds(interval.milliseconds) }
}

extension Interval {
    /// The same length of time in whole milliseconds, rounded toward zero; for one outside an interval's bounds, the nearest bound.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let sum = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let isOutside = isTooLong || sum.overflow
        self.init(milliseconds: isOutside ? (seconds < 0 ? .min : .max) : sum.partialValue)
    }
}
