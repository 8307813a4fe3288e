import FlowMachine
import FlowSimulation

/// Counts of the situations that sessions with faults have reached. A check proves nothing about a situation that never occurs.
public struct SessionCounts: Sendable, Equatable {
    /// The number of faults that occurred, by kind.
    public internal(set) var faults: [Fault: Int] = [:]
    /// The number of events after which the machine was in a step, by state and step, for example `checking.profiles`.
    public internal(set) var steps: [String: Int] = [:]
    /// The number of answers to the app's requests, by the kind of answer.
    public internal(set) var answers: [WishAnswer.Kind: Int] = [:]
    /// The number of presentations that were shown, by kind.
    public internal(set) var presentations: [Presentation.Kind: Int] = [:]
    /// The number of events.
    public internal(set) var events = 0
    /// The number of launches.
    public internal(set) var launches = 0
    /// The number of records that were lost in crashes. No lost record had been reported as durable.
    public internal(set) var lostRecords = 0
    /// The maximum number of events after the last fault until the viewer could play.
    public internal(set) var longestRecovery = 0
    /// The number of times that the viewer restarted the app after the last fault because nothing else had helped.
    public internal(set) var relaunchesToRecover = 0

    /// Creates counts that are all zero.
    public init() {}

    /// Adds the counts of other sessions. `longestRecovery` becomes the maximum.
    public mutating func add(_ other: SessionCounts) {
        faults.merge(other.faults) { $0 + $1 }
        steps.merge(other.steps) { $0 + $1 }
        answers.merge(other.answers) { $0 + $1 }
        presentations.merge(other.presentations) { $0 + $1 }
        events += other.events
        launches += other.launches
        lostRecords += other.lostRecords
        longestRecovery = max(longestRecovery, other.longestRecovery)
        relaunchesToRecover += other.relaunchesToRecover
    }
}
