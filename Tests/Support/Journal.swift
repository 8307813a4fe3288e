import FlowEffects

/// Entries in the order of their events; tests wait for an entry instead of sleeping.
public final class Journal<Entry: Sendable>: Sendable {
    private struct State: Sendable {
        var entries: [Entry] = []
        var waiting: [(isMet: @Sendable ([Entry]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
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

    /// Returns as soon as the entries match.
    public func until(_ isMet: @escaping @Sendable ([Entry]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if isMet(state.entries) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }
}

extension Journal where Entry: Equatable {
    /// Returns as soon as `entry` is present.
    public func until(_ entry: Entry) async { await until { $0.contains(entry) } }
}
