import FlowEffects
import FlowMachine

/// The faults of messages between the device, Adobe and the partner framework. By default, there are none.
package struct TransitFaults: Sendable {
    /// A fault in the delivery of a request or its answer.
    package enum Delivery: Sendable, Equatable {
        case requestLost, answerLost, breaksBefore, breaksAfter
        /// The answer arrives later, by the given number of milliseconds. Further answers may overtake a `reordered` answer.
        case late(Int64), reordered(Int64)
        /// The answer arrives a second time after `after` milliseconds. If `freshly` is true, the answer is also read a second time; otherwise the
        /// same reply is delivered twice.
        case doubled(after: Int64, freshly: Bool)
        /// Only the given number of bytes of the answer's body arrives.
        case cut(Int)

        /// Whether the complete answer still arrives.
        var delaysOnly: Bool {
            switch self {
            case .late, .reordered, .doubled: true
            case .requestLost, .answerLost, .breaksBefore, .breaksAfter, .cut: false
            }
        }
    }

    /// A fault that has occurred.
    package enum Occurrence: Sendable, Equatable {
        case delivery(Delivery)
        case outage(SimulatedAdobe.Mishap)
        case offline
    }

    /// The faults of the next requests, one per request.
    package var deliveries: [Delivery] = []
    /// Adobe's answer to the next `outageCalls` requests during an outage; `nil` without an outage.
    package var outage: SimulatedAdobe.Mishap?
    package var outageCalls = 0
    /// The time until which no request reaches Adobe; `nil` if the connection is not lost.
    package var offlineUntil: Instant?
    /// The random source of the durations of messages and of the order of events at the same time. If it is `nil`, durations are fixed, and
    /// events at the same time are in the order in which they were scheduled.
    package var random: RandomSource?
    /// The possible durations of a message in one direction, in milliseconds, if there is a source of random numbers.
    package var duration: ClosedRange<Int64> = 1...1
    /// The faults that have occurred so far.
    package var occurrences: [Occurrence] = []

    /// Returns true once in `count` times on average, if there is a source of random numbers; otherwise false.
    mutating func once(in count: Int) -> Bool { random?.once(in: count) ?? false }

    /// Returns a random duration of a message in one direction, in milliseconds.
    mutating func anyDuration() -> Int64 {
        var source = random ?? RandomSource(seed: 0)
        defer { random = source }
        return Int64.random(in: duration, using: &source)
    }

    /// Removes and returns the fault of the next request; `nil` if there is no fault, or if `isPossible` rejects the fault.
    mutating func next(_ isPossible: (Delivery) -> Bool = { _ in true }) -> Delivery? {
        guard let delivery = deliveries.first, isPossible(delivery) else { return nil }
        deliveries.removeFirst()
        occurrences.append(.delivery(delivery))
        return delivery
    }

    /// Returns the answer of the outage to the next request; `nil` if there is no outage.
    mutating func nextOutage() -> SimulatedAdobe.Mishap? {
        guard let outage, outageCalls > 0 else { return nil }
        outageCalls -= 1
        occurrences.append(.outage(outage))
        return outage
    }
}
