/// One line of the log: an event and the decision about it.
public struct LogRecord: Hashable, Sendable, LogObject {
    /// The number of the event, starting at 1 in the first segment of a launch.
    public let number: Int64
    /// The number of the event whose effect caused this event; `nil` if no effect caused this event.
    public let by: Int64?
    /// The event that the decision is about.
    public let event: FlowEvent
    /// The id of the rule that decided. If a different build wrote the log, this build may not know the rule: see `knownRule`.
    public let rule: String
    /// The name of the state after the event. If a different build wrote the log, this build may not know the state: see `knownState`.
    public let state: String
    /// The step of the state after the event.
    public let step: String
    /// The effects of the event, in order.
    public let effects: [Effect]
    /// The digest of the whole model after the event.
    public let digest: UInt64

    /// Creates a line of the log. Each parameter sets the property of the same name.
    public init(
        number: Int64, by: Int64?, event: FlowEvent, rule: String, state: String, step: String, effects: [Effect], digest: UInt64
    ) {
        self.number = number
        self.by = by
        self.event = event
        self.rule = rule
        self.state = state
        self.step = step
        self.effects = effects
        self.digest = digest
    }

    /// The rule that decided; `nil` if this build does not know the rule.
    public var knownRule: Rule? { Rule(rawValue: rule) }

    /// The state after the event; `nil` if this build does not know the state.
    public var knownState: FlowStateName? { FlowStateName(rawValue: state) }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("number", number)
        sink.field("by", by)
        sink.field("event", event)
        sink.field("rule", rule)
        sink.field("state", state)
        sink.field("step", step)
        sink.field("effects", effects)
        sink.field("digest", digest)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let entry = try EventEntry.readFields(from: &source)
        return LogRecord(
            number: entry.number, by: entry.by, event: entry.event,
            rule: try source.field("rule"),
            state: try source.field("state"),
            step: try source.field("step"),
            effects: try source.field("effects"),
            digest: try source.field("digest"))
    }
}

extension LogRecord {
    /// Creates the record of an event and the decision of `engine` about it.
    init(_ entry: EventEntry, _ engine: borrowing FlowEngine, _ rule: Rule, digest: UInt64) {
        self.init(
            number: entry.number, by: entry.by, event: entry.event, rule: rule.rawValue, state: engine.model.state.name,
            step: engine.model.state.step, effects: engine.effects, digest: digest)
    }
}

extension JSONWriter {
    /// Writes the record of an event and the decision of `engine` about it, without creating a `LogRecord`.
    /// - Returns: the digest of the model.
    @discardableResult
    mutating func write(_ entry: EventEntry, _ engine: borrowing FlowEngine, _ rule: Rule) -> UInt64 {
        let digest = engine.model.digest
        begin()
        withSink { sink in
            sink.open()
            entry.describeFields(to: &sink)
            sink.field("rule", rule)
            sink.field("state", engine.model.state.kind)
            sink.field("step", engine.model.state.step)
            sink.field("effects", engine.effects)
            sink.field("digest", digest)
            sink.close()
        }
        finish()
        return digest
    }
}

/// The part of a record from which a replay decides again: the event with its number and its cause.
struct EventEntry: LogObject {
    let number: Int64
    let by: Int64?
    let event: FlowEvent

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("number", number)
        sink.field("by", by)
        sink.field("event", event)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        EventEntry(number: try source.field("number"), by: try source.field("by"), event: try source.field("event"))
    }
}
