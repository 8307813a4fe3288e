import FlowMachine

@testable import FlowReading

extension HandMade {
    /// What triage finds in these records, read as the log of one launch.
    func report(
        _ file: String = "log.jsonl", header: LogHeader = HandMade.header, after snapshot: Snapshot? = nil, by clock: DisplayedClock = .utc
    ) -> LaunchReport {
        let reader = LaunchReader(header, snapshot, clock)
        for record in records { reader.note(record) }
        reader.endSegment(file)
        return reader.report
    }
}
