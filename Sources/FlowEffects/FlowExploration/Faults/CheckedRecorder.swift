import FlowEffects
import FlowMachine
import FlowSimulation

/// Decides as a live flow does, checks every decision, and counts what was reached.
final class CheckedRecorder: EventRecorder {
    private let header: LogHeader
    private var recorder: Recorder
    private var checker: InvariantChecker
    /// When the armed timers are due.
    private var armed: [TimerID: Instant] = [:]
    /// The first decision that breaks an invariant.
    private(set) var violation: (number: Int64, text: String)?
    var reached = Reached()

    init(header: LogHeader) {
        self.header = header
        recorder = Recorder(header: header)
        checker = InvariantChecker(settings: header.settings)
    }

    var model: FlowModel { recorder.model }
    /// The number of the last event of this launch.
    var number: Int64 { recorder.number }
    var headerLine: [UInt8] { recorder.headerLine }

    /// Begins another launch.
    func beginLaunch() {
        recorder = Recorder(header: header)
        checker = InvariantChecker(settings: header.settings)
        armed = [:]
    }

    func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] { recorder.beginSegment(reason) }

    func record(_ event: FlowEvent, by: Int64?) -> FlowRecord {
        let record = recorder.record(event, by: by)
        reached.events += 1
        reached.steps[record.state.name + "." + record.state.step, default: 0] += 1
        var broken = checker.check(event, recorder.model, record.effects)
        // A clock that was set back shows less time than has passed, so that pauses cannot be judged by it.
        if isEarly(event) { broken.removeAll { $0 == .boundedAttempts || $0 == .pollsGently } }
        if let invariant = broken.first, violation == nil { violation = (record.number, invariant.rawValue) }
        for effect in record.effects {
            switch effect {
            case .arm(let id, _, let instant): armed[id] = instant
            case .disarm(let id): armed[id] = nil
            case .call, .partner, .cancel, .present, .answer, .keep, .forget: continue
            }
        }
        return record
    }

    /// Whether a timer fires before the clock shows its instant: it waited as long as it was to, and the clock was set back.
    private func isEarly(_ event: FlowEvent) -> Bool {
        guard case .timer(let id) = event.origin, let instant = armed.removeValue(forKey: id) else { return false }
        return event.time < instant
    }
}
