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
    private var failed: [UserEvent.Kind: Instant] = [:]

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
        let isNext = failed[asked.kind].map { (0...RequestLoops.pause).contains(time.milliseconds - $0.milliseconds) } ?? false
        failed[asked.kind] = nil
        let witness = Witness(record, .request(asked))
        var loop = isNext ? current[asked.kind] : nil
        loop?.count += 1
        loop?.last = witness
        loop?.end = time
        let noted = loop ?? Loop(first: witness, last: witness, start: time, end: time)
        current[asked.kind] = noted
        if noted.count >= RequestLoops.fewest, noted.count > longest?.count ?? 0 { longest = noted }
    }

    /// Records a request that was not fulfilled.
    package mutating func noteFailure(_ asked: UserEvent, at time: Instant) { failed[asked.kind] = time }
}
