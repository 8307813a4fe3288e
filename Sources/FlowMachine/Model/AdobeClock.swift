/// Adobe's clock, as far as the answers of this launch have shown it.
///
/// Instants that Adobe or Apple set are compared with this clock, never with the device's, which may be wrong by months. Until an answer
/// has shown Adobe's clock, `hasPassed` is false for every instant: the flow asks Adobe about a value that seems to have expired, and does
/// not forget it.
package struct AdobeClock: Hashable, Sendable {
    /// The lead of Adobe's clock over the device's; `nil` until an answer has shown Adobe's clock.
    package private(set) var offset: Interval?

    package init(offset: Interval? = nil) { self.offset = offset }

    /// Whether Adobe's clock is known to show `instant` or later when the device's shows `now`.
    func hasPassed(_ instant: Instant, at now: Instant) -> Bool {
        guard let offset else { return false }
        return instant <= now.advanced(by: offset)
    }

    /// Does the same as `hasPassed`, but by the device's clock until Adobe's is known. Use it only for a value that the flow can request
    /// again without the viewer.
    func seemsPassed(_ instant: Instant, at now: Instant) -> Bool { instant <= best(now) }

    /// Whether both clocks show `instant` or later. Adobe's clock may be up to 2 s ahead of its known value, because its dates are inexact.
    func hasPassedByBoth(_ instant: Instant, at now: Instant) -> Bool {
        instant <= now && instant <= best(now).advanced(by: AdobeClock.inaccuracy)
    }

    private static let inaccuracy = Interval.seconds(2)

    /// Returns the time by Adobe's clock when the device's shows `now`; the same instant until Adobe's is known.
    package func best(_ now: Instant) -> Instant { offset.map { now.advanced(by: $0) } ?? now }

    /// Returns the time by the device's clock when Adobe's shows `instant`; `nil` until Adobe's is known.
    package func local(_ instant: Instant) -> Instant? { offset.map { instant.advanced(by: Interval(milliseconds: -$0.milliseconds)) } }

    /// Stores Adobe's clock from the date of an answer. The date is truncated to the second and has traveled for a while, so the offset is
    /// stored in whole seconds, and a difference of less than 2 s is treated as none.
    /// - Returns: whether the offset changed, so that comparisons may have other results.
    package mutating func note(_ server: Instant, at now: Instant) -> Bool {
        let difference = server.milliseconds - now.milliseconds
        if let offset, abs(difference / 1000 * 1000 - offset.milliseconds) < 2000 { return false }
        let former = offset
        offset = Interval(milliseconds: abs(difference) < 2000 ? 0 : difference / 1000 * 1000)
        return offset?.milliseconds != former?.milliseconds ?? 0
    }
}

extension Reply {
    /// The time that Adobe's clock showed, if the answer is Adobe's: a result, or an error in Adobe's own form, whatever its HTTP status.
    /// `nil` for a web page and for bytes that cannot be read, because they may come from any server.
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
