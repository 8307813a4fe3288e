import FlowMachine

/// A copy of a log for a public bug report. It contains the same decisions, and identifies nobody.
///
/// Provider ids, trace ids, and words that Adobe does not document become numbered pseudonyms. Every instant is shifted so that the first event is
/// at the beginning of the year 2000. The header keeps only what decisions depend on: the policy and the abilities of the device.
///
/// This build decides the events again with the pseudonyms, and compares every decision with the original. A copy that decides differently is never
/// returned.
public struct PseudonymousLog: Sendable {
    /// The point at which the copy ends.
    public enum End: Equatable, Sendable {
        /// The copy contains every event of the log.
        case complete
        /// The copy contains the events before this damage.
        case damage(LogFailure)
        /// The copy contains the events before the first event that this build decides differently.
        case difference(Divergence)
    }

    /// A reason why no copy was made.
    public enum Failure: Error, Equatable, Sendable {
        /// The beginning of the log cannot be read.
        case log(LogFailure)
        /// The log contains no event that can be copied. The value is the reason, for example damage before the end of the first event.
        case noEvent(End)
        /// This build would decide this event differently with pseudonyms.
        case decision(event: Int64)
        /// The event with this number contains a text for which there is no pseudonym; `nil` for the snapshot.
        case text(event: Int64?)
    }

    /// The numbers of different names that were replaced, and the number of instants that were shifted.
    public struct Counts: Hashable, Sendable {
        /// The number of different MVPD ids.
        public let providers: Int
        /// The number of different provider ids of the partner framework.
        public let platformProviders: Int
        /// The number of different ids that Adobe assigned to requests and sessions.
        public let traces: Int
        /// The number of different error codes that Adobe does not document.
        public let errorCodes: Int
        /// The number of different profile types that this build does not know.
        public let profileTypes: Int
        /// The number of shifted instants.
        public let instants: Int
    }

    /// The copies of the files, in the order of the original files. A log in one file has one copy.
    public let segments: [[UInt8]]
    /// The copy of the first file.
    public var bytes: [UInt8] { segments.first ?? [] }
    /// The number of events in all copies.
    public let events: Int
    /// The number of resource names in the header of the original, which only development builds write. The copy contains no resource names.
    public let resourceNames: Int
    /// The numbers of replacements in events, effects and the snapshot.
    public let counts: Counts
    /// The point at which the copy ends.
    public let end: End

    /// The time of the first event of every copy: 2000-01-01 00:00:00 UTC.
    public static let start = Instant(milliseconds: 946_684_800_000)
    /// The text in the header of every copy that says how the copy was made.
    public static let derivation = "shared: pseudonyms, shifted times"

    /// Copies the log in `bytes` up to the first line that is damaged or that this build decides differently.
    ///
    /// - Throws: `Failure` if no copy can be made.
    public init(_ bytes: [UInt8]) throws(Failure) { try self.init(segments: [bytes]) }

    /// Copies the files of one launch with the same pseudonyms. Each copy continues the previous copy, as the original files do. Copying stops at
    /// the first line that is damaged or that this build decides differently.
    ///
    /// - Parameter files: The bytes of the files, in the order in which they were written.
    /// - Throws: `Failure` if no copy can be made.
    public init(segments files: [[UInt8]]) throws(Failure) {
        var originals: [Original] = []
        for file in files where originals.last?.end ?? .complete == .complete {
            do throws(LogFailure) { originals.append(try Original(file)) } catch { throw .log(error) }
        }
        guard let opening = originals.first else { throw .noEvent(.complete) }
        guard let first = opening.records.first else { throw .noEvent(opening.end) }
        let pseudonyms = Pseudonyms()
        for original in originals { try PseudonymousLog.collect(original, pseudonyms) }
        pseudonyms.beginReplacing(first: first.event.time)
        var recorder: FlowRecorder?
        var copies: [[UInt8]] = []
        for original in originals { copies.append(try PseudonymousLog.copy(original, continuing: &recorder, pseudonyms)) }
        segments = copies
        events = originals.reduce(0) { $0 + $1.records.count }
        resourceNames = opening.header.names.count
        counts = pseudonyms.counts
        end = originals[originals.count - 1].end
    }

    /// Copies one file.
    ///
    /// `recorder` wrote the previous copy. If the file does not continue the previous file, its copy begins with a snapshot of its own.
    private static func copy(
        _ original: Original, continuing recorder: inout FlowRecorder?, _ pseudonyms: Pseudonyms
    ) throws(Failure) -> [UInt8] {
        let model: FlowModel
        do throws(CodingFailure) { model = try TapeReader.copy(original.model, pseudonyms) } catch { throw .text(event: nil) }
        let last = original.snapshot?.number ?? (original.records.first?.number ?? 1) - 1
        var writer: FlowRecorder
        if let previous = recorder, original.snapshot != nil, previous.number == last, previous.model == model {
            writer = previous
        } else {
            writer = FlowRecorder(header: header(original.header, pseudonyms), model: model, after: last)
        }
        var copy = original.snapshot.map { writer.beginSegment($0.reason) } ?? writer.headerLine
        for record in original.records {
            let (event, effects) = try PseudonymousLog.copy(record, pseudonyms)
            let decided = writer.record(event, by: record.by)
            guard decided.rule.rawValue == record.rule, decided.state.name == record.state, decided.state.step == record.step,
                decided.effects == effects
            else { throw .decision(event: record.number) }
            copy += decided.line
        }
        recorder = writer
        return copy
    }

    /// The events of a log that this build decides as recorded.
    private final class Original {
        let header: LogHeader
        let snapshot: Snapshot?
        /// The model before the first event.
        let model: FlowModel
        private(set) var records: [LogRecord] = []
        private(set) var end = End.complete

        init(_ bytes: [UInt8]) throws(LogFailure) {
            var replay = try Replay(bytes)
            header = replay.header
            snapshot = replay.snapshot
            model = replay.model
            do throws(ReplayFailure) {
                while let record = try replay.next() { records.append(record) }
            } catch {
                switch error {
                case .log(let failure): end = .damage(failure)
                case .divergence(let divergence): end = .difference(divergence)
                }
            }
        }
    }

    private static func collect(_ original: Original, _ pseudonyms: Pseudonyms) throws(Failure) {
        if let provider = original.header.settings.temporaryAccess { _ = pseudonyms.text(provider.text, .provider) }
        do throws(CodingFailure) { _ = try TapeReader.copy(original.model, pseudonyms) } catch { throw .text(event: nil) }
        for record in original.records { _ = try copy(record, pseudonyms) }
    }

    private static func copy(_ record: LogRecord, _ pseudonyms: Pseudonyms) throws(Failure) -> (FlowEvent, [Effect]) {
        do throws(CodingFailure) {
            return (try TapeReader.copy(record.event, pseudonyms), try TapeReader.copy(record.effects, pseudonyms))
        } catch {
            throw .text(event: record.number)
        }
    }

    /// Returns a header with the policy and the abilities of the device. Everything else from the original is replaced.
    private static func header(_ original: LogHeader, _ pseudonyms: Pseudonyms) -> LogHeader {
        var settings = original.settings
        settings.serviceProvider = "service-provider"
        settings.host = "https://host.invalid"
        settings.domainName = "domain.invalid"
        settings.redirectURL = "redirect://url"
        if settings.activationURL != nil { settings.activationURL = "https://activation.invalid" }
        settings.temporaryAccess = settings.temporaryAccess.flatMap { MVPDID(pseudonyms.text($0.text, .provider)) }
        var header = LogHeader(app: "App", support: "shared", settings: settings)
        // A copy of a copy keeps the description of the first copy.
        let isCopy = original.derivation?.utf8.starts(with: derivation.utf8) ?? false
        let isRecording = original.derivation == nil
        header.derivation = isCopy ? original.derivation : derivation + (isRecording ? "" : ", of a log that is no recording")
        return header
    }
}

extension PseudonymousLog.Failure {
    /// The problem, in words.
    package var text: String {
        switch self {
        case .log(let failure): failure.description
        case .noEvent(.complete): "contains no event"
        case .noEvent(.damage(let failure)): "no event can be read: \(failure.description)"
        case .noEvent(.difference(let divergence)):
            "this build decides event \(divergence.thisBuild.number), the first, differently: use the flow-trace of the library that wrote the log"
        case .decision(let event): "with pseudonyms, this build would decide event \(event) differently: no copy was made"
        case .text(let event?): "event \(event) contains a text for which there is no pseudonym: no copy was made"
        case .text(nil): "the snapshot contains a text for which there is no pseudonym: no copy was made"
        }
    }
}

extension PseudonymousLog {
    /// The members of the object that `share --json` prints.
    package static let shape = JSONShape(
        "A copy",
        [
            .init("events", "how many events were copied"),
            .init("end", "complete; damage: up to a damaged line; difference: up to an event that this build decides differently"),
            .init("line", "damage, difference: the line, from 1"), .init("replaced", "counts, never names", .objects([replacedShape])),
        ])

    private static let replacedShape = JSONShape(
        "What was replaced",
        ["providers", "platformProviders", "traces", "errorCodes", "profileTypes"].map {
            .init($0, "how many different names were replaced")
        }
            + [.init("instants", "how many instants were moved"), .init("resourceNames", "how many names of resources were removed")])

    /// The numbers of replacements, as JSON.
    package var object: Tree {
        func member(_ name: String, _ count: Int) -> Tree.Member { Tree.Member(name, .number(Int64(count))) }
        let replaced: [Tree.Member] = [
            member("providers", counts.providers), member("platformProviders", counts.platformProviders), member("traces", counts.traces),
            member("errorCodes", counts.errorCodes), member("profileTypes", counts.profileTypes), member("instants", counts.instants),
            member("resourceNames", resourceNames),
        ]
        var members = [Tree.Member("events", .number(Int64(events)))]
        switch end {
        case .complete: members.append(Tree.Member("end", .word("complete")))
        case .damage(let failure):
            members.append(Tree.Member("end", .word("damage")))
            members.append(Tree.Member("line", .number(Int64(failure.line))))
        case .difference(let divergence):
            members.append(Tree.Member("end", .word("difference")))
            members.append(Tree.Member("line", .number(Int64(divergence.line))))
        }
        return .object(members + [Tree.Member("replaced", .object(replaced))])
    }
}
