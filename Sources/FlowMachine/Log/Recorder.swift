/// Takes events one by one, decides about each and writes its line. The same for a live flow and for a replayed log.
public struct Recorder: Sendable {
    /// Decides.
    public let machine: FlowReducer
    /// The model after the last event.
    public private(set) var model: FlowModel
    /// The number of the last event; 0 before the first.
    public private(set) var number: Int64
    /// The header's line, with its newline.
    public let headerLine: [UInt8]
    private var writer: LineWriter
    /// The checksum of the header's line.
    private let headerChecksum: UInt32

    /// One event, decided and written.
    public struct Entry: Sendable {
        /// The number of the event.
        public let number: Int64
        /// What was decided.
        public let effects: [Effect]
        /// The rule that decided.
        public let rule: Rule
        /// The line with its newline.
        public let line: [UInt8]
    }

    /// Begins a segment. `number` is that of the last event before it.
    public init(header: LogHeader, model: FlowModel = FlowModel(), after number: Int64 = 0) {
        machine = FlowReducer(settings: header.settings)
        self.model = model
        self.number = number
        writer = LineWriter()
        headerLine = writer.line(header)
        headerChecksum = writer.checksum
    }

    /// Begins another segment, which goes on from the model as it is.
    /// - Returns: its first two lines, header and snapshot.
    public mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] {
        let snapshot = Snapshot(number: number, reason: reason, after: writer.checksum, model: model)
        writer = LineWriter(checksum: headerChecksum)
        return headerLine + writer.line(snapshot)
    }

    /// Decides about the next event and writes its line.
    /// - Parameter by: the number of the event whose effect caused this one, if one did.
    public mutating func record(_ event: FlowEvent, by: Int64? = nil) -> Entry {
        let taken = model
        model = FlowModel()
        let transition = machine.reduce(taken, event)
        model = transition.model
        number += 1
        let line = writer.line(Given(number: number, by: by, event: event), transition)
        return Entry(number: number, effects: transition.effects, rule: transition.rule, line: line)
    }
}
