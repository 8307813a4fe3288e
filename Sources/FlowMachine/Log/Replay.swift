/// Decides about every event of a log again and compares each decision with the recorded decision. The comparison includes the rule, the
/// state, every field of every effect, and the digest of the model. A replay stops at the first difference.
///
/// For each line, the replay reads the event, decides, writes the complete line and compares the bytes. If the bytes differ, the replay
/// reads the rest of the line to find the fields that differ.
///
/// ```swift
/// var replay = try Replay(bytes)
/// while let record = try replay.next() {
///     print(record.number, record.rule, replay.model.stateName)
/// }
/// ```
public struct Replay: Sendable {
    private var cursor: LineCursor
    #if !hasFeature(Embedded)
        /// The cursor and the model before the first available record.
        private var beginning: (cursor: LineCursor, model: FlowModel)
        /// Whether the replay reads and checks each line before it decides. Otherwise the replay decides first and compares the bytes of
        /// the line.
        private var isCareful: Bool
    #endif
    private var writer = JSONWriter()
    private var expectedNumber: Int64?
    private var engine: FlowEngine
    private let opening: SegmentOpening
    /// The header of the segment: the app and the library that wrote it, and its settings.
    public var header: LogHeader { opening.header }
    /// The snapshot from which the segment continues; `nil` if the segment begins with a launch.
    public var snapshot: Snapshot? { opening.snapshot }
    /// The model after the last event that this build decided.
    public var model: FlowModel { _read { yield engine.model } }
    /// The checksum of the line that was read last, as eight hex digits. It equals `Snapshot.follows` in the next segment.
    public var checksum: String { hex32(lastChecksum) }
    var lastChecksum: UInt32 { cursor.checksum }
    /// The number of the last event that was read. If no event was read yet, the number of the last event before the segment; 0 if there is
    /// none.
    public var number: Int64 { (expectedNumber ?? 1) - 1 }

    /// The number of the line that was read last, starting at 1.
    public var line: Int { cursor.line }

    /// Whether the log was written with a different revision of the model, so that digests cannot be compared.
    public var skipsDigests: Bool { header.modelRevision != LogHeader.modelRevision }

    /// Opens a segment and reads its header, and its snapshot if there is one.
    /// - Throws: `LogFailure` if the header or the snapshot cannot be read.
    public init(_ bytes: [UInt8]) throws(LogFailure) {
        cursor = LineCursor(bytes)
        opening = try cursor.opening()
        let model = opening.snapshot?.model ?? FlowModel()
        #if !hasFeature(Embedded)
            beginning = (cursor, model)
            isCareful = opening.header.modelRevision != LogHeader.modelRevision
        #endif
        expectedNumber = opening.firstNumber
        if let snapshot = opening.snapshot, case .none = snapshot.model {
            throw LogFailure(.foreignModel(opening.header.modelRevision), line: cursor.line, column: 1)
        }
        engine = FlowEngine(FlowReducer(settings: opening.header.settings), model)
    }

    /// Adds the next bytes of the segment and frees the lines that were read. A log of any size can therefore be replayed in pieces.
    ///
    /// Call this function after `next()` has returned `nil`. Each piece except the last must end with the end of a line.
    public mutating func append(_ bytes: [UInt8]) {
        cursor.append(bytes)
        #if !hasFeature(Embedded)
            beginning = (cursor, engine.model)
        #endif
    }

    /// Decides about the next event and returns its record, which agrees with the log; `nil` at the end of the available bytes.
    /// - Throws: `ReplayFailure.log` if the line is damaged or cannot be read, `.divergence` if this build decides differently.
    public mutating func next() throws(ReplayFailure) -> LogRecord? {
        #if !hasFeature(Embedded)
            if let (entry, rule, digest) = quickStep() { return LogRecord(entry, engine, rule, digest: digest) }
        #endif
        return try carefulStep()
    }

    /// Does the same as `next()` without creating the record.
    /// - Returns: the number of the record; `nil` at the end of the available bytes.
    /// - Throws: `ReplayFailure` at a line that cannot be read, or about which this build decides differently.
    public mutating func advance() throws(ReplayFailure) -> Int64? {
        #if !hasFeature(Embedded)
            if let (entry, _, _) = quickStep() { return entry.number }
        #endif
        return try carefulStep()?.number
    }

    private mutating func carefulStep() throws(ReplayFailure) -> LogRecord? {
        guard let (entry, range) = try nextEntry() else { return nil }
        let decision = engine.apply(entry.event)
        let record = LogRecord(entry, engine, decision.rule, digest: engine.model.digest)
        if isWritten(record, in: range) { return record }
        if let divergence = try divergence(record, range) { throw .divergence(divergence) }
        return record
    }

    private mutating func nextEntry() throws(ReplayFailure) -> (EventEntry, Range<Int>)? {
        do throws(LogFailure) {
            guard let range = try cursor.next() else { return nil }
            let entry = try cursor.entry(range)
            try cursor.check(entry.number, after: &expectedNumber)
            return (entry, range)
        } catch {
            throw .log(error)
        }
    }

    /// Returns whether the line has exactly the bytes that this build writes for `record`.
    private mutating func isWritten(_ record: LogRecord, in range: Range<Int>) -> Bool {
        writer.write(record)
        return cursor.bytes[range.lowerBound..<range.upperBound - LineWriter.sealLength].elementsEqual(writer.written.dropLast())
    }

    /// Returns the fields in which this build's `record` and the line differ; `nil` if no field differs. Digests that cannot be compared
    /// are skipped.
    /// - Throws: `ReplayFailure.log` if the line cannot be read.
    private func divergence(_ record: LogRecord, _ range: Range<Int>) throws(ReplayFailure) -> Divergence? {
        // So far the replay has read only the event, but the rest of the line must be valid, too.
        do throws(LogFailure) { _ = try cursor.decode(Rest.self, range) } catch { throw .log(error) }
        let decoded = try? cursor.decode(LogRecord.self, range)
        // If `event` precedes `by` in the line, reading in the writer's order has missed `by`.
        let record = record.caused(by: decoded?.by ?? record.by)
        let recorded = decoded.map { Fields($0) } ?? Fields(cursor.bytes, range)
        let (differences, count) = Fields(record).differences(from: recorded, most: Divergence.mostDifferences) { field in
            haveSameBytes(field, "crc") || (skipsDigests && haveSameBytes(field, "digest"))
        }
        if differences.isEmpty { return nil }
        return Divergence(
            line: cursor.line, recorded: decoded, thisBuild: record, differences: differences, moreDifferences: count - differences.count)
    }
}

/// The reason why a replay stopped before the end of the log.
@nonexhaustive
public enum ReplayFailure: Error, Equatable, Sendable {
    /// A line is damaged or cannot be read.
    case log(LogFailure)
    /// This build decides differently about an event.
    case divergence(Divergence)
}

extension ReplayFailure: CustomStringConvertible {
    /// The position and the problem. For a divergence, the problem is the first field that differs.
    public var description: String {
        switch self {
        case .log(let failure): failure.description
        case .divergence(let divergence): divergence.plainText.string
        }
    }
}

/// The first event about which this build decides differently.
public struct Divergence: Equatable, Sendable {
    /// The number of the line, starting at 1.
    public let line: Int
    /// The recorded decision; `nil` if this build does not know a word in it.
    public let recorded: LogRecord?
    /// The decision of this build.
    public let thisBuild: LogRecord
    /// The first 100 fields that differ: first the recorded fields, in the log's order, then the fields that only this build's decision
    /// has. Ordinary records have fewer fields; a hostile record may fill a whole line with fields.
    public let differences: [Difference]
    /// The number of fields that differ but are not in `differences`.
    public let moreDifferences: Int

    static let mostDifferences = 100

    var plainText: PlainText {
        guard let first = differences.first else { return "line \(line): this build decides differently" }
        return """
            line \(line): this build decides differently: \(first.field) is \(first.thisBuild ?? "absent"), in the log \
            \(first.recorded ?? "absent")
            """
    }

    /// One field that differs.
    public struct Difference: Equatable, Sendable {
        /// The field's path, for example `effects[0].call.endpoint.kind`.
        public let field: String
        /// The field's value in the log, as JSON; `nil` if the field is absent.
        public let recorded: String?
        /// The field's value in this build's decision, as JSON; `nil` if the field is absent.
        public let thisBuild: String?
    }
}

/// The recorded decision in a line. It is read only to check that its form is valid.
private struct Rest: ReadableObject {
    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let _: String = try source.field("rule")
        let _: String = try source.field("state")
        let _: String = try source.field("step")
        let _: UInt64 = try source.field("digest")
        return Rest()
    }
}

#if !hasFeature(Embedded)
    extension Replay {
        /// Reads the next event, decides, and moves past the line if this build writes exactly the same bytes. Otherwise returns to the
        /// model before the line. From then on, the replay checks every line before it decides.
        private mutating func quickStep() -> (EventEntry, Rule, UInt64)? {
            guard !isCareful, let entry = cursor.quickEntry(), expectedNumber == nil || expectedNumber == entry.number else { return nil }
            let decision = engine.apply(entry.event)
            let digest = writer.write(entry, engine, decision.rule)
            let checksum = writer.seal(after: cursor.checksum)
            guard cursor.accept(writer.written, checksum: checksum) else {
                goBack()
                return nil
            }
            expectedNumber = entry.number + 1
            return (entry, decision.rule, digest)
        }

        /// Restores the model before the next line by deciding again about every event before that line.
        private mutating func goBack() {
            isCareful = true
            engine = FlowEngine(FlowReducer(settings: header.settings), beginning.model)
            var again = beginning.cursor
            while again.position < cursor.position, let range = try? again.next(), let entry = try? again.entry(range) {
                engine.apply(entry.event)
            }
        }
    }
#endif

extension LogRecord {
    fileprivate func caused(by number: Int64?) -> LogRecord {
        LogRecord(
            number: self.number, by: number, event: event, rule: rule, state: state, step: step, effects: effects, digest: digest)
    }
}
