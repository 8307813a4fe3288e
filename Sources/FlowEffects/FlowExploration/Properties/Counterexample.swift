import FlowMachine
import FlowSimulation

/// Events that lead to a violation.
public struct Counterexample: Hashable, Sendable {
    /// The name of the invariant or condition that the last event violates.
    public let violation: String
    /// The events, starting with `launched`.
    public let events: [FlowEvent]
    /// The settings under which the violation occurs.
    public let settings: FlowSettings

    /// Creates a counterexample.
    package init(violation: String, events: [FlowEvent], settings: FlowSettings) {
        self.violation = violation
        self.events = events
        self.settings = settings
    }

    /// The log that these events produce in this build. The log can be drawn, replayed, or kept as a scenario.
    public var log: [UInt8] {
        var recorder = FlowRecorder(
            header: LogHeader(app: "FlowSimulation/\(LogHeader.library)", support: "counterexample", settings: settings))
        var bytes = recorder.headerLine
        for event in events { bytes += recorder.record(event).line }
        return bytes
    }
}
