import FlowMachine

/// Makes a log smaller while a condition stays true.
///
/// It leaves out long runs of events first, then shorter ones, and finally single events. The consequences of an event that is left out do not
/// happen either, so a flow could have written each smaller log.
package struct Minimizer {
    /// The condition that must stay true.
    package enum Condition: Sendable {
        /// This rule decides an event of the log.
        case rule(String)
        /// The log has a finding with this cause.
        case cause(FlowCause.ID)
        /// A request in the log has this outcome.
        case outcome(RequestOutcome)
        /// The log violates this invariant.
        case invariant(Invariant)
        /// The first decision of this build that differs from the log stays the same. This build decides all earlier events as recorded.
        case difference
    }

    private let content: LogContent
    private let holds: (EditedRun) -> Bool
    /// The numbers of the events that are still in the log.
    private var kept: [Int64]
    /// The smallest run so far for which the condition is true.
    package private(set) var smallest: EditedRun
    /// The number of runs that were tried.
    package private(set) var tried = 0
    /// The number of events that are left out at a time.
    private var length: Int
    private var start = 0
    /// Whether the current pass has left out an event. The pass tries to leave out each event on its own.
    private var hasChanged = false

    /// Whether the log is minimal: no single event can be left out.
    package private(set) var isDone = false

    /// Starts with the entire log.
    ///
    /// - Parameters:
    ///   - content: The log.
    ///   - holds: Returns whether the condition is true of a run.
    /// - Returns: `nil` if the condition is not true of the log itself, or if this build cannot continue from the log's snapshot.
    package init?(_ content: LogContent, while holds: @escaping (EditedRun) -> Bool) {
        guard let whole = EditedRun(content, [], simulation: { _ in nil }), holds(whole) else { return nil }
        self.content = content
        self.holds = holds
        smallest = whole
        kept = content.records.map { $0.number }
        length = max(kept.count / 2, 1)
    }

    /// Starts with the entire log.
    ///
    /// - Parameters:
    ///   - content: The log.
    ///   - condition: The condition that must stay true.
    /// - Returns: `nil` if the condition is not true of the log itself, or if this build cannot continue from the log's snapshot.
    package init?(_ content: LogContent, while condition: Condition) {
        let header = content.header
        if case .difference = condition {
            guard let difference = RecordedDifference(content) else { return nil }
            self.init(content) { difference.isIn($0) }
            return
        }
        self.init(content) { condition.holds($0, header, content.snapshot) }
    }

    /// Runs the log without the next group of events, and keeps the result if the condition stays true.
    package mutating func step() {
        if isDone { return }
        // The first event is never left out, because it begins the launch.
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
            // The run also lacks the consequences of the events that were left out.
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
        // The initializer handles this condition, which needs the difference of the entire log.
        case .difference: return false
        }
    }

    private func report(_ run: EditedRun, _ header: LogHeader, _ snapshot: Snapshot?) -> LaunchReport {
        let reader = LaunchReader(header, snapshot)
        for step in run.steps { reader.note(step.record) }
        return reader.report
    }
}
