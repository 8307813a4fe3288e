/// A value that changes while the app shows it.
public final class Current<Value: Equatable & Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var isOver = false
        var nextListener = 0
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Lock<State>

    init(_ value: Value) { state = Lock(State(value: value)) }

    deinit { finish() }

    /// The value now.
    public var value: Value { state.withLock { $0.value } }

    /// The value now and each change, until the flow is shut down. A slow subscriber receives only the newest value. Each access returns a
    /// new stream.
    public var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (listener, isOver) = state.withLock { state in
                state.nextListener += 1
                if !state.isOver { state.listeners[state.nextListener] = continuation }
                // Under the lock, so that no change can arrive before it.
                continuation.yield(state.value)
                return (state.nextListener, state.isOver)
            }
            if isOver { continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { state in state.listeners[listener] = nil }
            }
        }
    }

    func set(_ value: Value) {
        state.withLock { state in
            guard value != state.value else { return }
            state.value = value
            for listener in state.listeners.values { listener.yield(value) }
        }
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

/// A stream of values, one after the other, for its subscribers. If `keepsEarly`, values from before the first subscription are kept for
/// the first subscriber.
final class Occurrences<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var isOver = false
        var nextListener = 0
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
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

    var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(bound)) { continuation in
            let (listener, isOver) = state.withLock { state in
                state.nextListener += 1
                if !state.isOver { state.listeners[state.nextListener] = continuation }
                for value in state.early { continuation.yield(value) }
                state.early = []
                return (state.nextListener, state.isOver)
            }
            if isOver { continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { state in state.listeners[listener] = nil }
            }
        }
    }

    func tell(_ value: Value) {
        let listeners = state.withLock { state in
            if keepsEarly, state.nextListener == 0, state.early.count < bound { state.early.append(value) }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(value) }
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
