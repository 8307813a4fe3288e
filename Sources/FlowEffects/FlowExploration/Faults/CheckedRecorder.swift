import FlowEffects
import FlowMachine
import FlowSimulation

/// Decides in the same way as a live flow, checks every decision, and counts what was reached.
final class CheckedRecorder: EventRecorder {
    private let header: LogHeader
    private var recorder: Recorder
    private var checker: InvariantChecker
    /// The first decision that breaks an invariant.
    private(set) var violation: (number: Int64, text: String)?
    var reached = SessionCounts()
    private var events: [(event: FlowEvent, by: Int64?)] = []

    init(header: LogHeader) {
        self.header = header
        recorder = Recorder(header: header)
        checker = InvariantChecker(settings: header.settings)
    }

    var model: FlowModel { recorder.model }
    /// The number of the last event of this launch.
    var number: Int64 { recorder.number }
    var headerLine: [UInt8] { recorder.headerLine }

    /// The log of this launch in one segment, also what no disk kept.
    var wholeLog: [UInt8] {
        var again = Recorder(header: header)
        return events.reduce(into: again.headerLine) { $0 += again.record($1.event, by: $1.by).line }
    }

    /// Begins another launch.
    func beginLaunch() {
        recorder = Recorder(header: header)
        checker = InvariantChecker(settings: header.settings)
        events = []
    }

    func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] { recorder.beginSegment(reason) }

    func record(_ event: FlowEvent, by: Int64?) -> DecidedRecord {
        let record = recorder.record(event, by: by)
        events.append((event, by))
        reached.events += 1
        reached.steps[record.state.name + "." + record.state.step, default: 0] += 1
        let broken = checker.check(event, recorder.model, record.effects)
        if let invariant = broken.first, violation == nil { violation = (record.number, invariant.rawValue) }
        return record
    }
}
