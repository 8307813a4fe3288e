/// A value that changes over time. ``value`` is the current value. The sequence yields the current value and then each change, until the flow
/// is shut down. A slow subscriber receives only the newest value.
///
/// ```swift
/// for await status in flow.status {
///     if case .signedIn(let viewer) = status { greet(viewer.displayName) }
/// }
/// ```
public final class Current<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    private struct State: Sendable {
        var value: Value
        var listeners = Listeners<Value>()
    }

    private let state: Lock<State>

    init(_ value: Value) { state = Lock(State(value: value)) }

    deinit { finish() }

    /// The newest value, at the time of the call.
    public var value: Value { state.withLock { $0.value } }

    /// Subscribes, and returns an iterator that yields the current value and then each change.
    public func makeAsyncIterator() -> AsyncStream<Value>.Iterator { stream().makeAsyncIterator() }

    /// Subscribes at once, and returns the values as a stream, which does not keep the flow alive.
    package func stream() -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = state.withLock { state in
                // Yielded under the lock, so that no change can arrive before the current value.
                continuation.yield(state.value)
                return state.listeners.add(continuation)
            }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners.remove(listener) } }
        }
    }

    func set(_ value: Value) {
        state.withLock { state in
            guard value != state.value else { return }
            state.value = value
            for listener in state.listeners.all { listener.yield(value) }
        }
    }

    func finish() {
        let listeners = state.withLock { $0.listeners.end() }
        for listener in listeners { listener.finish() }
    }
}

/// Delivers values, in order, to all its subscribers. If `keepsEarly` is set, the first subscriber also receives the values from before the
/// first subscription.
final class Occurrences<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var listeners = Listeners<Value>()
        var early: [Value] = []
    }

    private let state = Lock(State())
    private let bound: Int
    private let keepsEarly: Bool

    /// Creates a source of values without subscribers.
    /// - Parameters:
    ///   - bound: the maximum number of values that wait for a slow subscriber; the oldest values are dropped. Also the maximum number of early
    ///     values; the newest of these are dropped.
    ///   - keepsEarly: whether the values from before the first subscription are kept for the first subscriber.
    init(bound: Int, keepsEarly: Bool = false) {
        self.bound = bound
        self.keepsEarly = keepsEarly
    }

    deinit { finish() }

    func stream() -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(bound)) { continuation in
            let listener = state.withLock { state in
                for value in state.early { continuation.yield(value) }
                state.early = []
                return state.listeners.add(continuation)
            }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners.remove(listener) } }
        }
    }

    func tell(_ value: Value) {
        let listeners = state.withLock { state in
            if keepsEarly, state.listeners.isNew, state.early.count < bound { state.early.append(value) }
            return state.listeners.all
        }
        for listener in listeners { listener.yield(value) }
    }

    func finish() {
        let listeners = state.withLock { $0.listeners.end() }
        for listener in listeners { listener.finish() }
    }
}

/// The subscribers of a stream.
private struct Listeners<Value: Sendable>: Sendable {
    private var byNumber: [Int: AsyncStream<Value>.Continuation] = [:]
    private var last = 0
    private var isOver = false

    var all: [AsyncStream<Value>.Continuation] { Array(byNumber.values) }
    /// Whether there has been no subscriber so far.
    var isNew: Bool { last == 0 }

    /// Adds a subscriber. After `end`, the subscriber's stream finishes at once.
    /// - Returns: the number to pass to `remove`.
    mutating func add(_ continuation: AsyncStream<Value>.Continuation) -> Int {
        last += 1
        if isOver { continuation.finish() } else { byNumber[last] = continuation }
        return last
    }

    mutating func remove(_ number: Int) { byNumber[number] = nil }

    /// Removes all subscribers and accepts no more.
    /// - Returns: the streams that the caller must finish outside its lock, because a stream that finishes takes the lock to remove itself.
    mutating func end() -> [AsyncStream<Value>.Continuation] {
        isOver = true
        defer { byNumber = [:] }
        return all
    }
}
