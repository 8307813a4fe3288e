import FlowMachine
import FlowSimulation

/// What sessions with faults reached, counted: a situation that never occurs proves nothing.
public struct SessionCounts: Sendable, Equatable {
    /// How often each kind of fault occurred.
    public internal(set) var faults: [Fault: Int] = [:]
    /// The number of events after which the machine was in each step, by state: `checking.profiles`.
    public internal(set) var steps: [String: Int] = [:]
    /// The number of wishes by their kind of answer.
    public internal(set) var answers: [WishAnswer.Kind: Int] = [:]
    /// How often each kind of presentation was shown to the viewer.
    public internal(set) var presentations: [Presentation.Kind: Int] = [:]
    /// The number of events.
    public internal(set) var events = 0
    /// The number of launches.
    public internal(set) var launches = 0
    /// The number of records lost in a crash, none of which was acknowledged as durable.
    public internal(set) var lostRecords = 0
    /// The maximum number of events, after the last fault, until the viewer was signed in and could play.
    public internal(set) var longestRecovery = 0
    /// How often, after the last fault, only a restart of the app helped the viewer.
    public internal(set) var relaunchesToRecover = 0

    /// Creates counts in which nothing has happened.
    public init() {}

    /// Adds the counts of other sessions.
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
