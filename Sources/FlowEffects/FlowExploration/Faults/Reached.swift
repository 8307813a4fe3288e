import FlowMachine
import FlowSimulation

/// What sessions with faults came to, counted: nothing is proven by what never happens.
public struct Reached: Sendable, Equatable {
    /// How often each kind of fault took place.
    public internal(set) var faults: [Fault: Int] = [:]
    /// After how many events each step was the machine's, by state: `checking.profiles`.
    public internal(set) var steps: [String: Int] = [:]
    /// How many wishes were answered how.
    public internal(set) var answers: [Answer.Kind: Int] = [:]
    /// How often each thing was put before the person.
    public internal(set) var presentations: [Presentation.Kind: Int] = [:]
    /// How many events there were.
    public internal(set) var events = 0
    /// How many launches there were.
    public internal(set) var launches = 0
    /// How many records were lost at a crash, none of which was acknowledged as durable.
    public internal(set) var lostRecords = 0
    /// The most events that it took, after the last fault, until the viewer was signed in and could play.
    public internal(set) var longestRecovery = 0
    /// How often nothing less than starting the app again helped the viewer, after the last fault.
    public internal(set) var relaunchesToRecover = 0

    /// Nothing yet.
    public init() {}

    /// Adds what other sessions came to.
    public mutating func add(_ other: Reached) {
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
