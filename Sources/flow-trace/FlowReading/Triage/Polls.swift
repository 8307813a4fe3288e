import FlowMachine

/// The polls for a sign-in on another screen while a request was open, by their answers.
struct Polls: Sendable {
    private(set) var count = 0
    private(set) var throttled = 0
    private(set) var failed = 0
    private(set) var lost = 0
    /// The first and the last poll.
    private(set) var first: Witness?
    private(set) var last: Witness?

    /// - Parameter failure: why it had no usable answer; `nil` if it had one.
    mutating func note(_ failure: FailureKind?, _ witness: Witness) {
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

    /// A poll that was not answered in time.
    mutating func noteLost(_ witness: Witness) {
        count += 1
        lost += 1
        first = first ?? witness
        last = witness
    }

    /// Whether at least half of them failed.
    var areTroubled: Bool { count > 1 && (throttled + failed + lost) * 2 >= count }

    /// How many failed, and how.
    var trouble: String {
        var parts: [String] = []
        if throttled > 0 { parts.append("\(throttled) answered with 429 (throttled)") }
        if failed > 0 { parts.append("\(failed) answered with an error") }
        if lost > 0 { parts.append("\(lost) without an answer") }
        return "Of \(count) polls for the sign-in, \(parts.joined(separator: ", "))."
    }

    /// Who is responsible for the problem.
    var owner: TriageCause.Owner { lost > throttled + failed ? .network : .adobe }

    var advice: String {
        switch owner {
        case .network: "Check the device's connection."
        case _ where throttled > failed: "Ask Adobe's support why this address is throttled."
        case _: "Ask Adobe's support, and quote the lines below."
        }
    }

    /// The first and the last poll.
    var witnesses: [Witness] {
        let ends = [first, last].compactMap { $0 }
        return ends.first?.number == ends.last?.number ? Array(ends.prefix(1)) : ends
    }
}
