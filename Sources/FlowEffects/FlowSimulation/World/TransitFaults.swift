import FlowEffects
import FlowMachine

/// The faults between the device, Adobe and the partner framework. A story has none.
package struct TransitFaults: Sendable {
    /// A way in which a request and its answer travel.
    package enum Delivery: Sendable, Equatable {
        case requestLost, answerLost, breaksBefore, breaksAfter
        /// The answer takes this many milliseconds longer.
        case late(Int64), reordered(Int64)
        /// The answer arrives again after this many milliseconds; either it is read again, or the reply is delivered again.
        case doubled(after: Int64, freshly: Bool)
        /// Only this number of bytes of the answer arrives.
        case cut(Int)

        /// Whether the answer arrives in the end, and whole.
        var delaysOnly: Bool {
            switch self {
            case .late, .reordered, .doubled: true
            case .requestLost, .answerLost, .breaksBefore, .breaksAfter, .cut: false
            }
        }
    }

    /// Something that went wrong.
    package enum Occurrence: Sendable, Equatable {
        case delivery(Delivery)
        case outage(SimulatedAdobe.Mishap)
        case offline
    }

    /// The ways in which the next requests travel, one each.
    package var deliveries: [Delivery] = []
    /// Adobe's answer to this number of further requests.
    package var outage: SimulatedAdobe.Mishap?
    package var outageCalls = 0
    /// No request reaches Adobe before this time.
    package var offlineUntil: Instant?
    /// The random source of how long messages take, and of which event is first at the same time. Without one, times are fixed and the order is that of
    /// scheduling.
    package var random: RandomSource?
    /// How long a message takes in one direction, in milliseconds, if there is a source of random numbers.
    package var duration: ClosedRange<Int64> = 1...1
    /// The faults that have occurred so far.
    package var occurrences: [Occurrence] = []

    /// True once in `count` times, if there is a source of random numbers.
    mutating func once(in count: Int) -> Bool { random?.once(in: count) ?? false }

    /// How long a message takes in one direction, in milliseconds.
    mutating func anyDuration() -> Int64 {
        var source = random ?? RandomSource(seed: 0)
        defer { random = source }
        return Int64.random(in: duration, using: &source)
    }

    /// What happens to the next request and its answer.
    mutating func next(_ isPossible: (Delivery) -> Bool = { _ in true }) -> Delivery? {
        guard let delivery = deliveries.first, isPossible(delivery) else { return nil }
        deliveries.removeFirst()
        occurrences.append(.delivery(delivery))
        return delivery
    }

    /// What Adobe answers to the next request, if not its own answer.
    mutating func nextOutage() -> SimulatedAdobe.Mishap? {
        guard let outage, outageCalls > 0 else { return nil }
        outageCalls -= 1
        occurrences.append(.outage(outage))
        return outage
    }
}
