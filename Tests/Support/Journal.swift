import FlowEffects

/// Entries in the order of their events; tests wait for an entry instead of sleeping.
public final class Journal<Entry: Sendable>: Sendable {
    private struct State: Sendable {
        var entries: [Entry] = []
        var nextWaiting = 0
        var waiting: [(number: Int, isMet: @Sendable ([Entry]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
    }

    private let state = Lock(State())

    /// An empty journal.
    public init() {}

    /// All entries.
    public var entries: [Entry] { state.withLock { $0.entries } }

    /// Appends an entry.
    public func note(_ entry: Entry) {
        let met = state.withLock { state in
            state.entries.append(entry)
            let entries = state.entries
            let met = state.waiting.filter { $0.isMet(entries) }.map(\.continuation)
            state.waiting.removeAll { $0.isMet(entries) }
            return met
        }
        for continuation in met { continuation.resume() }
    }

    /// Returns as soon as the entries match, or the task is canceled, as by a test's time limit.
    public func until(_ isMet: @escaping @Sendable ([Entry]) -> Bool) async {
        let number = state.withLock { state in
            state.nextWaiting += 1
            return state.nextWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.cancelled.remove(number) != nil || isMet(state.entries) { return true }
                    state.waiting.append((number, isMet, continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume()
        }
    }
}

extension Journal where Entry: Equatable {
    /// Returns as soon as `entry` is present.
    public func until(_ entry: Entry) async { await until { $0.contains(entry) } }
}
