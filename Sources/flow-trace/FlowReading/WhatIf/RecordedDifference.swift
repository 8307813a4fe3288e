import FlowMachine

/// The first event of a log that this build decides differently.
struct RecordedDifference {
    private let content: LogContent
    /// The index of the event.
    private let place: Int
    /// This build's decision about the event.
    private let thisBuild: LogRecord

    /// Finds the difference. Returns `nil` if this build decides all events as recorded, or cannot continue from the log's snapshot.
    init?(_ content: LogContent) {
        guard var redecision = Redecision(content.header, content.snapshot) else { return nil }
        for (place, record) in content.records.enumerated() {
            let step = redecision.next(record)
            guard step.verdict == .differs else { continue }
            // A difference of the digest alone shows only a different model. A smaller log, which has other digests, cannot reproduce it.
            if RecordedDifference.isSame(step.thisBuild, record) { return nil }
            self.content = content
            self.place = place
            thisBuild = step.thisBuild
            return
        }
        return nil
    }

    /// Returns whether a run with some of the log's events still shows the difference.
    ///
    /// In the run, this build must decide all events before the different event as recorded. It must decide the different event as in the entire
    /// log.
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

    /// Returns whether two decisions are the same except for the numbers that they issue.
    private static func isSame(_ left: LogRecord, _ right: LogRecord) -> Bool {
        left.rule == right.rule && left.state == right.state && left.step == right.step
            && left.effects.map { EffectKind($0) } == right.effects.map { EffectKind($0) }
    }
}
