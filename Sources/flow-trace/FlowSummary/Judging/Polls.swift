import FlowMachine

/// The polls for a sign-in on another screen while a request was open, by their answers.
package struct Polls: Sendable {
    package private(set) var count = 0
    package private(set) var throttled = 0
    package private(set) var failed = 0
    package private(set) var lost = 0
    /// The first and the last poll.
    package private(set) var first: Witness?
    package private(set) var last: Witness?

    /// Counts a poll that was answered.
    ///
    /// - Parameter failure: The reason why the poll's answer is not usable; `nil` if it is usable.
    package mutating func note(_ failure: FailureKind?, _ witness: Witness) {
        count += 1
        first = first ?? witness
        last = witness
        switch failure {
        case nil: break
        case .throttled: throttled += 1
        case .transport: lost += 1
        case .status, .refused, .unauthorized, .registrationRefused: failed += 1
        }
    }

    /// Counts a poll that timed out.
    package mutating func noteLost(_ witness: Witness) {
        count += 1
        lost += 1
        first = first ?? witness
        last = witness
    }

    /// Whether at least half of the polls failed; never for a single poll.
    package var areTroubled: Bool { count > 1 && (throttled + failed + lost) * 2 >= count }

    /// The party that can act on the failures.
    package var owner: FlowCause.Owner { lost > throttled + failed ? .network : .adobe }

    /// The first and the last poll.
    package var witnesses: [Witness] {
        let ends = [first, last].compactMap { $0 }
        return ends.first?.number == ends.last?.number ? Array(ends.prefix(1)) : ends
    }
}
