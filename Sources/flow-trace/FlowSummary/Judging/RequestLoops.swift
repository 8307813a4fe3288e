import FlowMachine

/// Finds requests that the app repeats within a second of their failure, without the viewer: a viewer cannot ask again so fast.
package struct RequestLoops: Sendable {
    /// A run of repeated requests.
    package struct Loop: Sendable {
        package let first: Witness
        package fileprivate(set) var last: Witness
        package fileprivate(set) var count = 1
        package let start: Instant
        package fileprivate(set) var end: Instant

        /// The duration of the loop, in milliseconds.
        package var length: Int64 { end.milliseconds - start.milliseconds }
    }

    /// The longest loop; `nil` if there is none.
    package private(set) var longest: Loop?
    private var current: [UserEvent.Kind: Loop] = [:]
    private var failed: [UserEvent.Kind: Failure] = [:]

    /// A request that was not fulfilled, as evidence, and the time of its answer. The evidence is `nil` if the log begins after the request.
    private struct Failure {
        let asked: Witness?
        let time: Instant
    }

    /// The minimum number of requests in a loop. A program that retries a few times has no loop.
    private static let fewest = 5
    /// The longest time between a failure and the next request of a loop, in milliseconds.
    private static let pause: Int64 = 1000

    /// Processes the next event.
    package mutating func note(_ record: LogRecord) {
        guard case .user(let asked) = record.event.origin else { return }
        guard asked.opens else {
            // The viewer has chosen something, so the next request may be the viewer's.
            if case .chose = asked { failed = [:] }
            return
        }
        let time = record.event.time
        let failure = failed.isEmpty ? nil : failed.removeValue(forKey: asked.kind)
        guard let failure, (0...RequestLoops.pause).contains(time.milliseconds - failure.time.milliseconds) else {
            if !current.isEmpty { current[asked.kind] = nil }
            return
        }
        let witness = Witness(record, .request(asked))
        let first = failure.asked ?? witness
        var loop = current.removeValue(forKey: asked.kind) ?? Loop(first: first, last: first, start: first.time ?? time, end: time)
        if loop.last.number != witness.number { loop.count += 1 }
        loop.last = witness
        loop.end = time
        current[asked.kind] = loop
        if loop.count >= RequestLoops.fewest, loop.count > longest?.count ?? 0 { longest = loop }
    }

    /// Records a request that was not fulfilled.
    ///
    /// - Parameter asked: The request as evidence; `nil` if the log begins after the request.
    package mutating func noteFailure(_ kind: UserEvent.Kind, _ asked: Witness?, at time: Instant) {
        failed[kind] = Failure(asked: asked, time: time)
    }
}
