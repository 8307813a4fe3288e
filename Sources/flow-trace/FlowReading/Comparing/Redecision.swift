import FlowMachine

/// This build's decisions about the events of a log. Each event is fed as it was recorded, whatever this build decided about the
/// ones before it.
package struct Redecision {
    /// The result of comparing one event.
    package enum Verdict: Equatable {
        case agrees
        case differs
        /// The two were in different states before it, or it answers something that this build never did, or events before it
        /// are missing: a difference would follow from that alone.
        case notCompared
    }

    /// One event, decided again.
    package struct Step {
        package let verdict: Verdict
        /// The decision of this build, with the numbers of the log.
        package let thisBuild: LogRecord
    }

    private var engine: FlowEngine
    private var numbers = NumberMap()
    /// Whether digests say something: until the first difference, if the same revision of the model wrote the log.
    private var comparesDigests: Bool
    private var hasDiffered = false
    /// Whether the two are in different states.
    private var isApart = false
    /// The number of the event that comes next.
    private var expected: Int64?

    /// Begins where a segment begins; `nil` if this build cannot continue from its snapshot.
    package init?(_ header: LogHeader, _ snapshot: Snapshot?) {
        if let snapshot, snapshot.model == nil { return nil }
        engine = FlowEngine(FlowReducer(settings: header.settings), snapshot?.model ?? FlowModel())
        comparesDigests = header.modelRevision == LogHeader.modelRevision
    }

    /// Decides about the next event.
    package mutating func next(_ record: LogRecord) -> Step {
        if let expected, record.number != expected {
            // Events are missing here, so this build does not know what led to this one.
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
            // Other numbers are a difference once; then it is known which stands for which.
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
