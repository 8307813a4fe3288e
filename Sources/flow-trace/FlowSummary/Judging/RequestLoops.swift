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

    /// A request that was not fulfilled.
    private struct Failure {
        let asked: UserEvent
        /// The request as evidence; `nil` if the log begins after the request.
        let witness: Witness?
        /// The time of the answer.
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
        guard let failure, asked.repeats(failure.asked), (0...RequestLoops.pause).contains(time.milliseconds - failure.time.milliseconds)
        else {
            if !current.isEmpty { current[asked.kind] = nil }
            return
        }
        let witness = Witness(record, .request(asked))
        let first = failure.witness ?? witness
        var loop = current.removeValue(forKey: asked.kind) ?? Loop(first: first, last: first, start: first.time ?? time, end: time)
        if loop.last.number != witness.number { loop.count += 1 }
        loop.last = witness
        loop.end = time
        current[asked.kind] = loop
        if loop.count >= RequestLoops.fewest, loop.count > longest?.count ?? 0 { longest = loop }
    }

    /// Records a request that was not fulfilled.
    ///
    /// - Parameters:
    ///   - asked: The request.
    ///   - witness: The request as evidence; `nil` if the log begins after the request.
    ///   - time: The time of the answer.
    package mutating func noteFailure(_ asked: UserEvent, _ witness: Witness?, at time: Instant) {
        failed[asked.kind] = Failure(asked: asked, witness: witness, time: time)
    }
}

extension UserEvent {
    /// Returns whether the event asks for the same as `earlier`. A screen may request previews of one row after the other, which is no repetition; plays
    /// of one resource after the other are one, because nobody chooses so fast.
    fileprivate func repeats(_ earlier: UserEvent) -> Bool {
        if case .preview(_, let resources) = self, case .preview(_, let before) = earlier { return resources == before }
        return kind == earlier.kind
    }
}
