import FlowMachine

/// The first event of a log that this build decides differently from what was recorded.
struct RecordedDifference {
    private let content: LogContent
    /// The place of the event.
    private let place: Int
    /// This build's decision about it.
    private let thisBuild: LogRecord

    /// `nil` if this build decides all events as recorded, or cannot continue from the log's snapshot.
    init?(_ content: LogContent) {
        guard var redecision = Redecision(content.header, content.snapshot) else { return nil }
        for (place, record) in content.records.enumerated() {
            let step = redecision.next(record)
            guard step.verdict == .differs else { continue }
            // A digest alone is a difference of the model, which a log without it cannot show.
            if RecordedDifference.isSame(step.thisBuild, record) { return nil }
            self.content = content
            self.place = place
            thisBuild = step.thisBuild
            return
        }
        return nil
    }

    /// Whether a run with some of the log's events shows it: this build decides the events before it as recorded, and this one as it does in
    /// the whole log.
    func isIn(_ run: EditedRun) -> Bool {
        guard let first = content.records.first else { return false }
        let number = content.records[place].number
        for step in run.steps {
            guard case .recorded(let source) = step.source else { return false }
            if source == number { return RecordedDifference.isSame(step.record, thisBuild) }
            let index = Int(clamping: source - first.number)
            guard content.records.indices.contains(index), RecordedDifference.isSame(step.record, content.records[index]) else {
                return false
            }
        }
        return false
    }

    /// Whether two decisions are the same, whatever the numbers of their requests.
    private static func isSame(_ left: LogRecord, _ right: LogRecord) -> Bool {
        left.rule == right.rule && left.state == right.state && left.step == right.step
            && left.effects.map { EffectKind($0) } == right.effects.map { EffectKind($0) }
    }
}
