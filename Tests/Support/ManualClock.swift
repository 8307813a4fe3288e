import FlowEffects
import FlowMachine

/// A clock that does not move until a test moves it.
public final class ManualClock: FlowClock {
    private struct State: Sendable {
        var now: Instant
        var nextSleeper = 0
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Lock<State>
    /// The ends of the pending sleeps, in the order of their calls.
    public let asleep = Journal<Instant>()

    /// Creates a clock at this many milliseconds after 1970.
    public init(_ milliseconds: Int64 = 1_000_000) { state = Lock(State(now: Instant(milliseconds: milliseconds))) }

    public var now: Instant { state.withLock { $0.now } }

    /// The number of sleepers.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    public func sleep(until instant: Instant) async throws {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.now >= instant { return .success(()) }
                    state.sleepers[id] = (instant, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) } else { asleep.note(instant) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper?.continuation
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes every sleeper whose time has come.
    public func advance(to instant: Instant) {
        let woken = state.withLock { state in
            state.now = instant
            let woken = state.sleepers.filter { $0.value.until <= instant }
            for id in woken.keys { state.sleepers[id] = nil }
            return woken.values.sorted { $0.until < $1.until }.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
