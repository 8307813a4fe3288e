import FlowEffects
import FlowMachine

/// Decides and records in the same way as a live flow, and keeps each decision until a session takes it for its checks. A session and its
/// runtime share one recorder.
final class DecisionRecorder: EventRecorder {
    private struct State: Sendable {
        var recorder: FlowRecorder
        var decisions: [(record: DecidedRecord, model: FlowModel)] = []
    }

    private let state: Lock<State>

    init(header: LogHeader) { state = Lock(State(recorder: FlowRecorder(header: header))) }

    var model: FlowModel { state.withLock { $0.recorder.model } }
    var number: Int64 { state.withLock { $0.recorder.number } }
    var headerLine: [UInt8] { state.withLock { $0.recorder.headerLine } }

    /// Removes and returns the oldest decision that was not taken yet, with the model after it; `nil` if there is none.
    func takeDecision() -> (record: DecidedRecord, model: FlowModel)? {
        state.withLock { $0.decisions.isEmpty ? nil : $0.decisions.removeFirst() }
    }

    func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] { state.withLock { $0.recorder.beginSegment(reason) } }

    func record(_ event: FlowEvent, by: Int64?) -> DecidedRecord {
        state.withLock { state in
            let record = state.recorder.record(event, by: by)
            state.decisions.append((record, state.recorder.model))
            return record
        }
    }
}
