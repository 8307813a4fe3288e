import FlowMachine

/// Finds a resource that is played again and again although each play was permitted: the playback probably fails after the permit.
package struct PermittedAgain: Sendable {
    /// A run of permitted plays of one resource.
    package struct Run: Sendable {
        package let resource: SecretRef
        /// The first and the last request.
        package let first: Witness
        package fileprivate(set) var last: Witness
        package fileprivate(set) var count = 1
        /// The number of permitted plays of other resources during the run. A viewer who switches between two channels has no problem.
        fileprivate var others = 0
        /// The number of permitted plays of other resources since the last play of this resource.
        fileprivate var othersSince = 0
        package let start: Instant
        /// The time when the last play was permitted.
        package fileprivate(set) var end: Instant

        /// The duration of the run, in milliseconds.
        package var length: Int64 { end.milliseconds - start.milliseconds }
    }

    /// The longest run; `nil` if there is none.
    package private(set) var longest: Run?
    /// The runs that the next play may continue.
    private var current: [Run] = []

    /// The minimum number of plays in a run.
    private static let fewest = 4
    /// The longest time between a permit and the next request of a run, in milliseconds.
    private static let pause: Int64 = 60_000
    /// The maximum number of runs that are followed.
    private static let most = 16

    /// Adds a play that was requested at `start` and permitted at `end`.
    package mutating func note(_ resource: SecretRef, asked: Witness, at start: Instant, permitted end: Instant) {
        current.removeAll { start.milliseconds - $0.end.milliseconds > PermittedAgain.pause }
        for index in current.indices where current[index].resource != resource { current[index].othersSince += 1 }
        guard let place = current.firstIndex(where: { $0.resource == resource }) else {
            if current.count == PermittedAgain.most { current.removeFirst() }
            return current.append(Run(resource: resource, first: asked, last: asked, start: start, end: end))
        }
        var run = current[place]
        // A request that did not wait for the previous permit is not the consequence of a failed playback.
        guard start >= run.end else { return }
        run.count += 1
        run.others += run.othersSince
        run.othersSince = 0
        (run.last, run.end) = (asked, end)
        current[place] = run
        if run.count >= PermittedAgain.fewest, run.others * 2 <= run.count, run.count > longest?.count ?? 0 { longest = run }
    }
}
