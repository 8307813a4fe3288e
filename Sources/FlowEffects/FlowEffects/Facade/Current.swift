/// A value that changes while the app shows it: ``value`` is the value now, and the sequence yields it and then each change, until the flow
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

    /// Subscribes: the iterator yields the value now and each change.
    public func makeAsyncIterator() -> AsyncStream<Value>.Iterator { stream().makeAsyncIterator() }

    /// The same sequence, subscribed at once; it does not keep the flow alive.
    package func stream() -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listener = state.withLock { state in
                // Under the lock, so that no change can arrive before it.
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

/// A stream of values, one after the other, for its subscribers. If `keepsEarly`, values from before the first subscription are kept for
/// the first subscriber.
final class Occurrences<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var listeners = Listeners<Value>()
        var early: [Value] = []
    }

    private let state = Lock(State())
    private let bound: Int
    private let keepsEarly: Bool

    /// - Parameter bound: how many values wait for a slow subscriber; beyond that the oldest are dropped.
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

    /// - Returns: the number for `remove`. After `end`, the new stream ends at once.
    mutating func add(_ continuation: AsyncStream<Value>.Continuation) -> Int {
        last += 1
        if isOver { continuation.finish() } else { byNumber[last] = continuation }
        return last
    }

    mutating func remove(_ number: Int) { byNumber[number] = nil }

    /// Accepts no more subscribers.
    /// - Returns: the streams that the caller must finish after it has left its lock: a stream that finishes removes itself.
    mutating func end() -> [AsyncStream<Value>.Continuation] {
        isOver = true
        defer { byNumber = [:] }
        return all
    }
}
