import FlowMachine

/// One decided event, as the log has it.
public struct FlowRecord: Sendable {
    /// The event's number, from 1 at each launch.
    public let number: Int64
    /// The number of the event whose effect caused it, if one did.
    public let by: Int64?
    /// The event.
    public let event: FlowEvent
    /// The rule that decided.
    public let rule: Rule
    /// The state after it.
    public let state: FlowState
    /// What was to be done, in order.
    public let effects: [Effect]
    /// The log's line, with its newline.
    public let line: [UInt8]
}

/// Numbers events, decides about them and writes their lines.
protocol RecordsEvents {
    var headerLine: [UInt8] { get }
    mutating func decide(_ event: FlowEvent, by: Int64?) -> FlowRecord
}

extension Recorder: RecordsEvents {
    mutating func decide(_ event: FlowEvent, by: Int64?) -> FlowRecord {
        let entry = record(event, by: by)
        return FlowRecord(
            number: entry.number, by: by, event: event, rule: entry.rule, state: model.state, effects: entry.effects, line: entry.line)
    }
}
