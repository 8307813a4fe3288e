import FlowMachine

extension Flows {
    /// The partner flow in segments of this many events, each with its reason.
    static func segments(_ counts: [Int], _ reason: Snapshot.Reason = .rotation) -> [[UInt8]] {
        let records = Flows.partner().records
        var recorder = FlowRecorder(header: Flows.partner().header)
        var segments = [recorder.headerLine]
        var next = 0
        for count in counts {
            for record in records.dropFirst(next).prefix(count) {
                segments[segments.count - 1] += recorder.record(record.event, by: record.by).line
            }
            next += count
            if next < records.count { segments.append(recorder.beginSegment(reason)) }
        }
        for record in records.dropFirst(next) { segments[segments.count - 1] += recorder.record(record.event, by: record.by).line }
        return segments
    }
}
