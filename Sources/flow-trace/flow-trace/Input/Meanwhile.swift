import Dispatch
import FlowEffects

/// Work that starts on another thread if one is free. Otherwise, the thread that needs the result does the work.
final class Meanwhile<Value: Sendable>: Sendable {
    private let work: @Sendable () -> Value
    private let isBegun = Lock(false)
    private let result = Lock<Value?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        DispatchQueue.global().async { self.begin() }
    }

    /// The result. Reading it waits until the work is done.
    var value: Value {
        begin()
        isDone.wait()
        isDone.signal()
        guard let value = result.withLock({ $0 }) else { return work() }
        return value
    }

    private func begin() {
        let isFirst = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return !isBegun
        }
        guard isFirst else { return }
        let value = work()
        result.withLock { $0 = value }
        isDone.signal()
    }
}
