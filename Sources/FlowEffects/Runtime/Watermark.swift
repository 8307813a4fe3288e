/// How far the log is durable. Only grows, and wakes whoever waits for it.
final class Watermark: Sendable {
    private let value = Lock<Int64>(0)
    /// An element whenever it has grown; several steps may be told by one.
    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var current: Int64 { value.withLock { $0 } }

    func raise(to number: Int64) {
        value.withLock { $0 = max($0, number) }
        continuation.yield()
    }

    func finish() { continuation.finish() }
}
