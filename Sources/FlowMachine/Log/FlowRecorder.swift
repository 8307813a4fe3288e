/// Takes events one by one, decides about each and writes its line. A live flow and the replay of a log both use it.
///
/// ```swift
/// var recorder = FlowRecorder(header: header)
/// var log = recorder.headerLine
/// log += recorder.record(event).line
/// ```
public struct FlowRecorder: Sendable {
    private var engine: FlowEngine
    /// The number of the last event; 0 before the first event.
    public private(set) var number: Int64
    /// The header's line, with its newline.
    public let headerLine: [UInt8]
    /// The model after the last event.
    public var model: FlowModel { _read { yield engine.model } }
    private var writer: LineWriter
    /// The checksum of the header's line.
    private let headerChecksum: UInt32

    /// Begins a segment.
    /// - Parameters:
    ///   - header: the header of the launch; decisions use its settings.
    ///   - model: the model after the last event before the segment; for a launch, the model of a new flow.
    ///   - number: the number of the last event before the segment, or 0.
    public init(header: LogHeader, model: FlowModel = FlowModel(), after number: Int64 = 0) {
        engine = FlowEngine(FlowReducer(settings: header.settings), model)
        self.number = number
        writer = LineWriter()
        headerLine = writer.line(header)
        headerChecksum = writer.checksum
    }

    /// Continues the segment that `replay` has read to its end. The line of the next record follows the segment's last line.
    public init(continuing replay: Replay) {
        self.init(header: replay.header.asWrittenNow, model: replay.model, after: replay.number)
        writer = LineWriter(checksum: replay.lastChecksum)
    }

    /// Begins a new segment, which continues from the current model.
    /// - Returns: the first two lines of the segment, header and snapshot.
    public mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] {
        let snapshot = Snapshot(number: number, reason: reason, after: writer.checksum, model: model)
        writer = LineWriter(checksum: headerChecksum)
        return headerLine + writer.line(snapshot)
    }

    /// Decides about the next event and writes its line.
    /// - Parameters:
    ///   - event: the event to decide about.
    ///   - by: the number of the event whose effect caused `event`; `nil` if no effect caused it.
    public mutating func record(_ event: FlowEvent, by: Int64? = nil) -> DecidedRecord {
        let (rule, line) = write(event, by: by)
        return DecidedRecord(
            number: number, by: by, event: event, rule: rule, state: engine.model.state, effects: engine.effects, line: line)
    }

    /// Does the same as `record`, but returns only the deciding rule and the line.
    mutating func write(_ event: FlowEvent, by: Int64?) -> (rule: Rule, line: [UInt8]) {
        let decision = engine.apply(event)
        number += 1
        return (decision.rule, writer.line(EventEntry(number: number, by: by, event: event), engine, decision.rule))
    }
}

/// One event and this build's decision about it, with its line in the log. A `LogRecord`, in contrast, is read from a log, which a
/// different build may have written.
public struct DecidedRecord: Hashable, Sendable {
    /// The event's number, starting at 1 in each launch.
    public let number: Int64
    /// The number of the event whose effect caused this event; `nil` if no effect caused this event.
    public let by: Int64?
    /// The event that this build decided about.
    public let event: FlowEvent
    /// The rule that decided about the event.
    public let rule: Rule
    /// The state after the event.
    package let state: FlowState
    /// The name of the state after the event.
    public var stateName: FlowStateName { state.kind }
    /// The effects of the event, in order.
    public let effects: [Effect]
    /// The line of the log, with its newline.
    public let line: [UInt8]

    /// Creates a record from its parts, for tests.
    package init(
        number: Int64, by: Int64?, event: FlowEvent, rule: Rule, state: FlowState, effects: [Effect], line: [UInt8]
    ) {
        self.number = number
        self.by = by
        self.event = event
        self.rule = rule
        self.state = state
        self.effects = effects
        self.line = line
    }
}
