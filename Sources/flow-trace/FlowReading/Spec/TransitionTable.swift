import FlowMachine

/// A set of transitions. Each transition leads from one step to another or the same step, by a kind of event and a rule.
package struct TransitionTable {
    /// A transition between two steps, on a kind of event.
    package struct Entry: Hashable {
        /// The step before the event, as `state.step`.
        package let from: String
        let event: String
        package let rule: String
        /// The step after the event, as `state.step`.
        let to: String

        /// Whether the transition leads to a different step.
        var moves: Bool { from != to }

        /// The key by which entries are sorted: the state in the order of `FlowStateName`, then the step, the event, the rule and the target step.
        fileprivate var order: [String] { [Entry.place(from), event, rule, Entry.place(to)] }

        private static func place(_ name: String) -> String {
            let state = name.prefix { $0 != "." }
            let index = FlowStateName.allCases.firstIndex { $0.rawValue == state } ?? FlowStateName.allCases.count
            return "\(index) \(name)"
        }
    }

    /// The number of times that each transition occurred.
    private(set) var counts: [Entry: Int] = [:]

    /// All transitions, in order.
    var entries: [Entry] {
        let keyed = counts.keys.map { (order: $0.order, entry: $0) }
        return keyed.ordered { $0.order.lexicographicallyPrecedes($1.order) }.map { $0.entry }
    }

    /// Adds the transitions of a log.
    mutating func add(_ records: [LogRecord], after snapshot: Snapshot? = nil) {
        var trail = Trail(after: snapshot)
        for record in records { add(trail.entry(record)) }
    }

    /// Derives the transitions of a log, one after the other.
    struct Trail {
        private var outstanding = QuestionHistory()
        private var place: String

        init(after snapshot: Snapshot?) {
            place = snapshot.flatMap { $0.model }.map { TransitionTable.place($0) } ?? TransitionTable.beginning
        }

        /// Returns the transition of the next record.
        mutating func entry(_ record: LogRecord) -> Entry {
            let next = "\(record.state).\(record.step)"
            defer {
                outstanding.note(record)
                place = next
            }
            let kind = EventKind(record.event, asked: outstanding.question(record.event))
            return Entry(from: place, event: kind.words, rule: record.rule, to: next)
        }
    }

    /// Counts one occurrence of a transition.
    mutating func add(_ entry: Entry) { counts[entry, default: 0] += 1 }

    /// Adds the transitions of another table.
    mutating func add(_ other: TransitionTable) { counts.merge(other.counts) { $0 + $1 } }

    /// The step in which a launch begins.
    static let beginning = place(FlowModel())

    /// Returns the step of a model, as `state.step`.
    static func place(_ model: FlowModel) -> String { "\(model.state.name).\(model.state.step)" }
}
