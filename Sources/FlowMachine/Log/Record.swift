/// One line of the log: an event, and what was decided about it.
public struct Record: Hashable, Sendable, LogValue {
    /// The number of the event, from 1 in a first segment.
    public let number: Int64
    /// The number of the event whose effect caused this one, if one did.
    public let by: Int64?
    /// The event.
    public let event: FlowEvent
    /// The id of the rule that decided.
    public let rule: String
    /// The state's name after it.
    public let state: String
    /// The state's step after it.
    public let step: String
    /// What was to be done, in order.
    public let effects: [Effect]
    /// The digest of the whole model after it.
    public let digest: UInt64

    /// One line of the log.
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

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            let given = try Given.passFields(old.map { Given(number: $0.number, by: $0.by, event: $0.event) }, through: &archive)
            return Record(
                number: given.number, by: given.by, event: given.event,
                rule: try archive.field("rule", old?.rule),
                state: try archive.field("state", old?.state),
                step: try archive.field("step", old?.step),
                effects: try archive.field("effects", old?.effects),
                digest: try archive.field("digest", old?.digest))
        }
    }
}

/// The part of a record that is not decided but given: enough to decide it again.
struct Given {
    let number: Int64
    let by: Int64?
    let event: FlowEvent

    static func passFields<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        Given(
            number: try archive.field("number", old?.number),
            by: try archive.optional("by", old?.by),
            event: try archive.field("event", old?.event))
    }
}
