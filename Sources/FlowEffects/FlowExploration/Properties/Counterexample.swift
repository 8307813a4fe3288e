import FlowMachine
import FlowSimulation

/// Events that lead to something that must not be.
public struct Counterexample: Hashable, Sendable {
    /// What the last event breaks.
    public let broken: String
    /// The events, from `launched` on.
    public let events: [FlowEvent]
    /// The settings under which they do so.
    public let settings: FlowSettings

    /// Events that lead to something that must not be.
    public init(broken: String, events: [FlowEvent], settings: FlowSettings) {
        self.broken = broken
        self.events = events
        self.settings = settings
    }

    /// The log that these events make in this build: to be drawn, replayed, or kept as a scenario.
    public var log: [UInt8] {
        var recorder = Recorder(
            header: LogHeader(app: "FlowSimulation/\(LogHeader.library)", support: "counterexample", settings: settings))
        var bytes = recorder.headerLine
        for event in events { bytes += recorder.record(event).line }
        return bytes
    }
}
