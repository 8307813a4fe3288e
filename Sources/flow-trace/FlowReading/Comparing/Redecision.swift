import FlowMachine

/// This build's decisions about the events of a log.
///
/// Every event is used as recorded, even if this build decided earlier events differently.
package struct Redecision {
    /// The result of comparing one event.
    package enum Verdict: Equatable {
        case agrees
        case differs
        /// The event cannot be compared, because something else would cause a difference.
        ///
        /// The recorded state and this build's state already differed before the event, the event answers a request that this build never sent, or
        /// events before it are missing.
        case notCompared
    }

    /// One event, with this build's decision and the result of the comparison.
    package struct Step {
        package let verdict: Verdict
        /// This build's decision, translated to the numbers of the log.
        package let thisBuild: LogRecord
    }

    private var engine: FlowEngine
    private var numbers = NumberMap()
    /// Whether digests are compared. Digests are compared until the first difference, and only if the log has this build's model revision.
    private var comparesDigests: Bool
    private var hasDiffered = false
    /// Whether the recorded state and this build's state differ after the latest event.
    private var isApart = false
    /// The number of the next event if no event is missing; `nil` before the first event.
    private var expected: Int64?

    /// Starts at the beginning of a segment. Returns `nil` if this build cannot read the segment's snapshot.
    package init?(_ header: LogHeader, _ snapshot: Snapshot?) {
        if let snapshot, snapshot.model == nil { return nil }
        engine = FlowEngine(FlowReducer(settings: header.settings), snapshot?.model ?? FlowModel())
        comparesDigests = header.modelRevision == LogHeader.modelRevision
    }

    /// Decides about the next event.
    package mutating func next(_ record: LogRecord) -> Step {
        if let expected, record.number != expected {
            // Events are missing, so this build's state may differ from the recorded state.
            isApart = true
            hasDiffered = true
            comparesDigests = false
        }
        expected = record.number + 1
        let wasApart = isApart
        let isWithoutCause = hasDiffered && numbers.isWithoutCause(record.event)
        let decision = engine.apply(hasDiffered ? numbers.thisBuilds(record.event) : record.event)
        var effects = engine.effects
        if hasDiffered || effects != record.effects {
            numbers.note(record.effects, effects, EffectPairs(record.effects.map(EffectKind.init), effects.map(EffectKind.init)))
            let mapped = effects.map(numbers.recorded)
            // If only the numbers differ, the event is reported as one difference. The map translates the numbers of later events.
            let isRenumbered = !hasDiffered && mapped == record.effects
            if !isRenumbered { effects = mapped }
        }
        let thisBuild = LogRecord(
            number: record.number, by: record.by, event: record.event, rule: decision.rule.id, state: engine.model.state.name,
            step: engine.model.state.step, effects: effects, digest: comparesDigests ? engine.model.digest : record.digest)
        isApart = thisBuild.state != record.state || thisBuild.step != record.step
        if thisBuild == record, !wasApart, !isWithoutCause { return Step(verdict: .agrees, thisBuild: thisBuild) }
        hasDiffered = true
        comparesDigests = false
        return Step(verdict: wasApart || isWithoutCause ? .notCompared : .differs, thisBuild: thisBuild)
    }
}
