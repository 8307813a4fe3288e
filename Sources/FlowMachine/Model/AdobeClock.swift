/// Adobe's clock, as far as the answers of this launch have shown it.
///
/// Instants that Adobe or Apple set are compared by this clock, never by the device's, which may be wrong by months. Until an answer has
/// shown it, no such instant has passed: if something seems to have expired, the flow asks about it and does not forget it.
package struct AdobeClock: Hashable, Sendable {
    /// The lead of Adobe's clock over the device's; `nil` until an answer has shown it.
    package private(set) var offset: Interval?

    package init(offset: Interval? = nil) { self.offset = offset }

    /// Whether Adobe's clock is known to show `instant` or later when the device's shows `now`.
    func hasPassed(_ instant: Instant, at now: Instant) -> Bool {
        guard let offset else { return false }
        return instant <= now.advanced(by: offset)
    }

    /// Does the same as `hasPassed`, but by the device's clock until Adobe's is known. Only for what the flow can request again by itself.
    func seemsPassed(_ instant: Instant, at now: Instant) -> Bool { instant <= best(now) }

    /// Whether both clocks show `instant` or later, Adobe's within the 2 s that its dates leave open.
    func hasPassedByBoth(_ instant: Instant, at now: Instant) -> Bool {
        instant <= now && instant <= best(now).advanced(by: AdobeClock.inaccuracy)
    }

    private static let inaccuracy = Interval.seconds(2)

    /// Returns the time by Adobe's clock when the device's shows `now`; the same instant until Adobe's is known.
    package func best(_ now: Instant) -> Instant { offset.map { now.advanced(by: $0) } ?? now }

    /// Returns the time by the device's clock when Adobe's shows `instant`; `nil` until Adobe's is known.
    package func local(_ instant: Instant) -> Instant? { offset.map { instant.advanced(by: Interval(milliseconds: -$0.milliseconds)) } }

    /// Stores the clock that an answer showed, in whole seconds. An answer's date is truncated to the second and has traveled for a while,
    /// so a difference of less than 2 s is treated as none.
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
    /// What Adobe's clock showed, if the answer is Adobe's: a result, or an error that Adobe names, whatever its HTTP status. A page, or bytes
    /// that cannot be read, may come from anyone.
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
