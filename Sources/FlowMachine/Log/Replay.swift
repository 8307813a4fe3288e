/// Verified replay: decides about every event of a log again and compares the whole decision with the recorded one:
/// rule, state, every field of every effect, and the digest of the model. The first difference ends it.
public struct Replay {
    private var cursor: LineCursor
    private var writer = Writer()
    private var expectedNumber: Int64?
    private let machine: FlowReducer
    /// What wrote the segment, and under which settings.
    public let header: LogHeader
    /// Where it goes on from, if it does not begin with a launch.
    public let snapshot: Snapshot?
    /// The model after the last event that agreed.
    public private(set) var model: FlowModel
    /// The checksum of the line that was read last, as a snapshot that follows it says it.
    public var checksum: String { hex32(cursor.checksum) }

    /// The line that was read last, from 1.
    public var line: Int { cursor.line }

    /// Whether the log was written under another revision of the model, so that digests cannot be compared.
    public var skipsDigests: Bool { header.modelRevision != LogHeader.modelRevision }

    /// Opens a segment and reads its header, and its snapshot if it has one.
    /// - Throws: `LogFailure` about one of these lines.
    public init(_ bytes: [UInt8]) throws(LogFailure) {
        cursor = LineCursor(bytes)
        (header, snapshot) = try cursor.beginning()
        expectedNumber = snapshot.map { $0.number + 1 }
        if snapshot != nil, snapshot?.model == nil {
            throw LogFailure(.foreignModel(header.modelRevision), line: cursor.line, column: 1)
        }
        model = snapshot?.model ?? FlowModel()
        machine = FlowReducer(settings: header.settings)
    }

    /// The next record, as this build decides it, when the log agrees; `nil` at the end.
    /// - Throws: `ReplayFailure.log` when the line cannot be trusted or read, `.divergence` when this build decides
    ///   differently.
    public mutating func next() throws(ReplayFailure) -> Record? {
        guard let (given, range) = try nextGiven() else { return nil }
        let record = decide(given)
        if isWritten(record, in: range) { return record }
        if let divergence = try divergence(record, range) { throw .divergence(divergence) }
        return record
    }

    private mutating func nextGiven() throws(ReplayFailure) -> (Given, Range<Int>)? {
        do throws(LogFailure) {
            guard let range = try cursor.next() else { return nil }
            let given = try cursor.given(range)
            try cursor.check(given.number, after: &expectedNumber)
            return (given, range)
        } catch {
            throw .log(error)
        }
    }

    private mutating func decide(_ given: Given) -> Record {
        let taken = model
        model = FlowModel()
        let transition = machine.reduce(taken, given.event)
        model = transition.model
        return Record(number: given.number, by: given.by, event: given.event, transition)
    }

    /// Whether the line is, byte for byte, what this build writes.
    private mutating func isWritten(_ record: Record, in range: Range<Int>) -> Bool {
        writer.removeAll()
        _ = try? Record.pass(record, through: &writer)
        let count = writer.bytes.count - 1
        guard count == range.count - LineWriter.sealLength else { return false }
        return writer.bytes.withUnsafeBufferPointer { written in
            cursor.bytes.withUnsafeBufferPointer { recorded in
                for index in 0..<count where written[index] != recorded[range.lowerBound + index] { return false }
                return true
            }
        }
    }

    /// What differs, leaving aside fields that this build does not know and digests that cannot be compared.
    private func divergence(_ record: Record, _ range: Range<Int>) throws(ReplayFailure) -> Divergence? {
        // The event was read without what follows it; now all of the line has to be in order.
        do throws(LogFailure) { _ = try cursor.decode(Rest.self, range) } catch { throw .log(error) }
        let decoded = try? cursor.decode(Record.self, range)
        // Read in the writer's order, an event that stands before its `by` seems to have none.
        let record = record.caused(by: decoded?.by ?? record.by)
        let recorded = decoded.map { Fields($0) } ?? Fields(cursor.bytes, range)
        var differences = Fields(record).differences(from: recorded)
        differences.removeAll { $0.field == "crc" || (skipsDigests && $0.field == "digest") }
        if differences.isEmpty { return nil }
        return Divergence(line: cursor.line, recorded: decoded, thisBuild: record, differences: differences)
    }
}

/// Why a replay ended before the log did.
public enum ReplayFailure: Error, Equatable, Sendable {
    /// A line that cannot be trusted or read.
    case log(LogFailure)
    /// This build decides differently.
    case divergence(Divergence)
}

/// The first event about which this build decides differently.
public struct Divergence: Equatable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// What the log holds; `nil` if this build does not know some word in it.
    public let recorded: Record?
    /// What this build decides.
    public let thisBuild: Record
    /// What differs, field by field, in the order of the record.
    public let differences: [Difference]

    /// One field that differs.
    public struct Difference: Equatable, Sendable {
        /// Where it stands, for example `effects[0].call.endpoint.kind`.
        public let field: String
        /// Its value in the log, as JSON; `nil` if it is not there.
        public let recorded: String?
        /// Its value in this build, as JSON; `nil` if it is not there.
        public let thisBuild: String?
    }
}

/// The decided part of a line, read for its form only.
private struct Rest: LogValue {
    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            _ = try archive.field("rule", nil as String?)
            _ = try archive.field("state", nil as String?)
            _ = try archive.field("step", nil as String?)
            _ = try archive.field("digest", nil as UInt64?)
            return Rest()
        }
    }
}

extension Record {
    fileprivate func caused(by number: Int64?) -> Record {
        Record(
            number: self.number, by: number, event: event, rule: rule, state: state, step: step, effects: effects, digest: digest)
    }

    /// The record of an event and what was decided about it.
    init(number: Int64, by: Int64?, event: FlowEvent, _ transition: Transition) {
        self.init(
            number: number, by: by, event: event, rule: transition.rule.rawValue, state: transition.model.state.name,
            step: transition.model.state.step, effects: transition.effects, digest: transition.model.digest)
    }
}
