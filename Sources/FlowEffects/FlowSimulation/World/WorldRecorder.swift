import FlowEffects
import FlowMachine

/// Decides and records in the same way as a live flow.
struct WorldRecorder: EventRecorder {
    private var recorder: Recorder

    init(header: LogHeader) { recorder = Recorder(header: header) }

    var headerLine: [UInt8] { recorder.headerLine }
    var model: FlowModel { recorder.model }
    var number: Int64 { recorder.number }

    mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] { recorder.beginSegment(reason) }

    mutating func record(_ event: FlowEvent, by: Int64?) -> DecidedRecord {
        // In the recorded stories, the cancelation of a wish does not name the wish's event.
        if case .user(.cancel) = event.origin { return recorder.record(event, by: nil) }
        return recorder.record(event, by: by)
    }
}
