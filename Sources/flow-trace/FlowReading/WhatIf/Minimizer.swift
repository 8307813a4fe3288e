import FlowMachine

/// Makes a log smaller while something stays true of it: leaves out whole runs of events, then shorter ones, down to single events. What
/// followed from an event that is left out does not follow, so each smaller log is one that a flow could have written.
package struct Minimizer {
    /// The condition that must stay true.
    package enum Condition: Sendable {
        /// This rule decides an event.
        case rule(String)
        /// This cause is found.
        case cause(FlowCause.ID)
        /// A request ends in this way.
        case outcome(RequestOutcome)
        /// An invariant is broken.
        case invariant(Invariant)
        /// This build decides as recorded up to an event, and that one differently, as it does in the whole log.
        case difference
    }

    private let content: LogContent
    private let holds: (EditedRun) -> Bool
    /// The numbers of the events that are left.
    private var kept: [Int64]
    /// The smallest run so far in which the condition holds.
    package private(set) var smallest: EditedRun
    /// How many runs were tried.
    package private(set) var tried = 0
    /// How many events are left out at a time.
    private var length: Int
    private var start = 0
    /// Whether anything was left out since the last round of single events began.
    private var hasChanged = false

    /// Whether no single event can be left out.
    package private(set) var isDone = false

    /// - Parameter holds: whether the condition holds in a run.
    /// - Returns: `nil` if it does not hold in the log itself, or this build cannot continue from the log's snapshot.
    package init?(_ content: LogContent, while holds: @escaping (EditedRun) -> Bool) {
        guard let whole = EditedRun(content, [], simulation: { _ in nil }), holds(whole) else { return nil }
        self.content = content
        self.holds = holds
        smallest = whole
        kept = content.records.map { $0.number }
        length = max(kept.count / 2, 1)
    }

    /// - Returns: `nil` if the condition does not hold in the log itself, or this build cannot continue from the log's snapshot.
    package init?(_ content: LogContent, while condition: Condition) {
        let header = content.header
        if case .difference = condition {
            guard let difference = RecordedDifference(content) else { return nil }
            self.init(content) { difference.isIn($0) }
            return
        }
        self.init(content) { condition.holds($0, header, content.snapshot) }
    }

    /// Tries the next smaller run.
    package mutating func step() {
        if isDone { return }
        // The first event begins the launch.
        if start + 1 >= kept.count || kept.count <= 1 {
            if length == 1, !hasChanged {
                isDone = true
                return
            }
            if length == 1 { hasChanged = false }
            length = max(length / 2, 1)
            start = 0
            return
        }
        let removed = Set(kept[(start + 1)..<min(start + 1 + length, kept.count)])
        let left = kept.filter { !removed.contains($0) }
        let gone = Set(left)
        let edits = content.records.filter { !gone.contains($0.number) }.map { LogEdit.skip($0.number) }
        tried += 1
        if let run = EditedRun(content, edits, derivation: "minimized", simulation: { _ in nil }), run.steps.count < smallest.steps.count,
            holds(run)
        {
            smallest = run
            // Events that follow from a left out one are gone, too.
            kept = run.steps.compactMap { if case .recorded(let number) = $0.source { number } else { nil } }
            hasChanged = true
        } else {
            start += length
        }
    }

    /// The log of the smallest run.
    package var bytes: [UInt8] { smallest.bytes }
}

extension Minimizer.Condition {
    func holds(_ run: EditedRun, _ header: LogHeader, _ snapshot: Snapshot?) -> Bool {
        switch self {
        case .rule(let id): return run.steps.contains { $0.record.rule == id }
        case .cause(let id):
            let report = report(run, header, snapshot)
            return report.findings.contains { $0.id == id } || report.requests.contains { $0.cause?.id == id }
        case .outcome(let outcome): return report(run, header, snapshot).requests.contains { $0.outcome == outcome }
        case .invariant(let invariant):
            var checker = InvariantChecker(settings: header.settings)
            var engine = FlowEngine(FlowReducer(settings: header.settings), snapshot?.model ?? FlowModel())
            return run.steps.contains { step in
                engine.apply(step.record.event)
                return checker.check(step.record.event, engine.model, engine.effects).contains(invariant)
            }
        // A difference is found in the log before anything is left out.
        case .difference: return false
        }
    }

    private func report(_ run: EditedRun, _ header: LogHeader, _ snapshot: Snapshot?) -> LaunchReport {
        let reader = LaunchReader(header, snapshot)
        for step in run.steps { reader.note(step.record) }
        return reader.report
    }
}
