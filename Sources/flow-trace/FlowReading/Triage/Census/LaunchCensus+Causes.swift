import FlowMachine

// The causes that are counted.
extension LaunchCensus {
    /// The part of a report in which a cause was found.
    enum Scope { case request, launch, comparison }

    /// The counts of one cause over all launches.
    struct Cause {
        let scope: Scope
        let isOrdinary: Bool
        /// The number of the cause among all causes.
        let number: Int
        private(set) var launches = 0
        private(set) var requests = 0
        /// The number of the last launch with the cause.
        private var lastLaunch = 0
        /// The number of findings of the cause, with the times of the first and the last launch and the events that show it; `nil` before the first
        /// finding.
        private(set) var sightings: Sightings?
        /// How long the requests that the app canceled had lasted, or the screens at which viewers canceled.
        var canceled = CanceledDelays()
        /// The number of requests that the app canceled after they had waited because Adobe throttled another flow of the app.
        var heldByOtherFlow = 0
        /// What the launches with the cause had tried, with the number of findings. There are few different attempts.
        private var attempts: [(attempt: Attempts, count: Int)] = []
        /// The examples of the first launches with the cause, by file.
        private(set) var examples: [String: Example] = [:]
        /// The counts for each owner of the cause.
        private var owned: [Owned] = []
        private static let mostExamples = 1000

        private struct Owned {
            let owner: FlowCause.Owner
            var requests = 1
            var first: Instant
            var example: Example
        }

        /// A finding of the cause, as an example.
        struct Example {
            /// The text of the example, with the name of the log's file.
            let text: String
            let advice: String
            let place: Sightings.Place
        }

        init(_ scope: Scope, _ number: Int, isOrdinary: Bool) {
            (self.scope, self.number, self.isOrdinary) = (scope, number, isOrdinary)
        }

        /// Counts one finding of the cause in the launch with the number `launch`.
        /// - Returns: Whether it is the first one in this launch.
        mutating func add(
            _ owner: FlowCause.Owner, _ sighting: Sightings, _ attempt: Attempts, in launch: Int, example: () -> Example
        ) -> Bool {
            requests += 1
            if let place = attempts.firstIndex(where: { $0.attempt == attempt }) {
                attempts[place].count += 1
            } else {
                attempts.append((attempt, 1))
            }
            let (file, start) = (sighting.first.file, sighting.first.time)
            if examples.count < Cause.mostExamples, examples[file] == nil { examples[file] = example() }
            if sightings == nil { sightings = sighting } else { sightings?.add(sighting) }
            if let place = owned.firstIndex(where: { $0.owner == owner }) {
                owned[place].requests += 1
                if start < owned[place].first { (owned[place].first, owned[place].example) = (start, example()) }
            } else {
                owned.append(Owned(owner: owner, first: start, example: example()))
            }
            defer { lastLaunch = launch }
            if lastLaunch != launch { launches += 1 }
            return lastLaunch != launch
        }

        /// What a launch must have tried to show the cause; empty if every launch could have shown it. A few findings may be exceptions.
        var attempt: Attempts {
            attempts.first { $0.count * 10 >= requests * 9 }?.attempt
                ?? attempts.reduce(Attempts()) { $0.union($1.attempt) }.common
        }

        /// The owner of most findings of the cause, and the earliest example of that owner; `nil` if there are no findings.
        var main: (owner: FlowCause.Owner, example: Example)? {
            owned.max { ($0.requests, $1.first, $1.owner.rawValue) < ($1.requests, $0.first, $0.owner.rawValue) }
                .map { ($0.owner, $0.example) }
        }

        /// Returns whether the cause is listed before `other`.
        ///
        /// Causes with a correlation are first. Among them, expected causes and causes that explain no failure are last. Causes without a
        /// correlation follow, the most frequent first. If there are few launches, findings about a launch are before causes of requests.
        func precedes(
            _ other: Cause, _ kinds: (FlowCause.Kind, FlowCause.Kind), _ chances: (Double, Double), _ expected: (Bool, Bool), isFew: Bool
        ) -> Bool {
            func group(_ kind: FlowCause.Kind, _ chance: Double, _ isExpected: Bool) -> Int {
                chance == 1 ? 2 : isExpected || kind.isHarmless || kind.isCircumstance ? 1 : 0
            }
            let groups = (group(kinds.0, chances.0, expected.0), group(kinds.1, chances.1, expected.1))
            if groups.0 != groups.1 { return groups.0 < groups.1 }
            func order(_ cause: Cause, _ kind: FlowCause.Kind, _ chance: Double) -> (Double, Int, Int, Int, Int, String) {
                let rank = kind.isCircumstance ? 4 : kind.isHarmless ? 3 : kind.isAside ? 2 : isFew && cause.scope == .request ? 1 : 0
                return (chance, rank, -cause.launches, cause.scope == .request ? 1 : 0, -cause.requests, kind.words)
            }
            let (left, right) = (order(self, kinds.0, chances.0), order(other, kinds.1, chances.1))
            if left != right { return left < right }
            // Two kinds can have the same words, so their examples decide.
            return main?.example.text ?? "" < other.main?.example.text ?? ""
        }
    }
}
