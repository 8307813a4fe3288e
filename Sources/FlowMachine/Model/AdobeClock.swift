/// Adobe's clock, as known from the answers in this launch.
///
/// Instants that Adobe or Apple set are compared with this clock, never with the device's clock, which may be wrong by months. Until an
/// answer has shown Adobe's clock, `hasPassed` is false for every instant. The flow then asks Adobe about a value that seems to have
/// expired, and does not forget the value.
package struct AdobeClock: Hashable, Sendable {
    /// The lead of Adobe's clock over the device's clock; `nil` until an answer has shown Adobe's clock.
    package private(set) var offset: Interval?

    package init(offset: Interval? = nil) { self.offset = offset }

    /// Whether Adobe's clock is known and shows `instant` or later when the device's clock shows `now`.
    func hasPassed(_ instant: Instant, at now: Instant) -> Bool {
        guard let offset else { return false }
        return instant <= now.advanced(by: offset)
    }

    /// Returns the same as `hasPassed`, but uses the device's clock until Adobe's clock is known. Use this function only for a value that
    /// the flow can request again without the viewer.
    func seemsPassed(_ instant: Instant, at now: Instant) -> Bool { instant <= best(now) }

    /// Whether both clocks show `instant` or later. Adobe's clock may be up to 2 s ahead of its known time, because Adobe's dates are
    /// inexact.
    func hasPassedByBoth(_ instant: Instant, at now: Instant) -> Bool {
        instant <= now && instant <= best(now).advanced(by: AdobeClock.inaccuracy)
    }

    private static let inaccuracy = Interval.seconds(2)

    /// Returns the time by Adobe's clock when the device's clock shows `now`; returns `now` until Adobe's clock is known.
    package func best(_ now: Instant) -> Instant { offset.map { now.advanced(by: $0) } ?? now }

    /// Returns the time by the device's clock when Adobe's clock shows `instant`; `nil` until Adobe's clock is known.
    package func local(_ instant: Instant) -> Instant? { offset.map { instant.advanced(by: Interval(milliseconds: -$0.milliseconds)) } }

    /// Stores Adobe's clock from the date of an answer. The date is truncated to the second, and the answer took some time to arrive. The
    /// offset is therefore stored in whole seconds, and a difference of less than 2 s is ignored.
    /// - Returns: whether the offset changed, so that comparisons may have different results.
    package mutating func note(_ server: Instant, at now: Instant) -> Bool {
        let difference = server.milliseconds - now.milliseconds
        if let offset, abs(difference / 1000 * 1000 - offset.milliseconds) < 2000 { return false }
        let former = offset
        offset = Interval(milliseconds: abs(difference) < 2000 ? 0 : difference / 1000 * 1000)
        return offset?.milliseconds != former?.milliseconds ?? 0
    }
}

extension Reply {
    /// The time by Adobe's clock, if the answer is from Adobe: a result, or an error in Adobe's own format, whatever its HTTP status. `nil`
    /// for a web page and for bytes that cannot be read, because they may come from any server.
    package var adobesTime: Instant? {
        guard case .failed(let failure) = result else { return serverTime }
        switch failure {
        case .transport, .status: return nil
        case .refused(_, let error): return error.isAdobes ? serverTime : nil
        case .unauthorized, .throttled, .registrationRefused: return serverTime
        }
    }
}

extension AdobeError {
    /// Whether the error is Adobe's own: it has a code, a text, a trace id or an action.
    fileprivate var isAdobes: Bool { code != nil || text != nil || trace != nil || action != .none }
}
