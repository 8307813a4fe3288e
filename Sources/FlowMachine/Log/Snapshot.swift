/// The complete model after an event of an earlier segment. The segment continues from this model.
///
/// A snapshot is the second line of every segment that does not begin with a launch, so each segment can be replayed by itself.
public struct Snapshot: Hashable, Sendable, LogObject {
    /// The number of the last event before the snapshot; 0 if there is none.
    public let number: Int64
    /// The reason that the segment begins here.
    public let reason: Reason
    /// The checksum of the last line of the previous segment, as eight hex digits.
    public let follows: String
    /// The digest of the model.
    public let digest: UInt64
    /// The model, including outstanding requests. `nil` if the revision of the model differs from this build's revision, because this build
    /// cannot continue from such a model.
    public let model: FlowModel?

    /// The reason that a segment begins in the middle of a launch.
    @nonexhaustive
    public enum Reason: Hashable, Sendable, LogObject {
        /// The previous segment had reached its size limit; nothing is missing.
        case rotation
        /// Events may be missing, from the event number `from` up to the snapshot.
        case gap(from: Int64, Cause)

        enum Kind: String, Word {
            static let table = WordTable<Self>()
            case rotation, gap
        }

        package func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .rotation: sink.fields(Kind.rotation)
            case .gap(let from, let cause): sink.fields(Kind.gap, "from", from, "cause", cause)
            }
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .rotation: return .rotation
            case .gap: return .gap(from: try source.field("from"), try source.field("cause"))
            }
        }
    }

    /// The reason that events are missing.
    @nonexhaustive
    public enum Cause: String, Word {
        package static let table = WordTable<Self>()
        /// The log's folder could not be used.
        case folder
        /// A second log wrote into the same folder.
        case alreadyOpen
        /// Writing to the log failed.
        case writing
        /// Syncing to the disk failed, so the written data may be lost.
        case syncing
    }

    /// Creates a snapshot of `model` after the event `number`. `checksum` is the checksum of the last line of the previous segment.
    init(number: Int64, reason: Reason, after checksum: UInt32, model: FlowModel) {
        self.init(number: number, reason: reason, follows: hex32(checksum), digest: model.digest, model: model)
    }

    private init(number: Int64, reason: Reason, follows: String, digest: UInt64, model: FlowModel?) {
        self.number = number
        self.reason = reason
        self.follows = follows
        self.digest = digest
        self.model = model
    }

    /// The fields are in an object of their own, so that the beginning of the line distinguishes a snapshot from a record.
    package func describeFields<S: LogSink>(to sink: inout S) { sink.field("snapshot", Content(snapshot: self)) }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let content: Content = try source.field("snapshot")
        return content.snapshot
    }

    private struct Content: LogObject {
        let snapshot: Snapshot

        func describeFields<S: LogSink>(to sink: inout S) {
            let head = Head(number: snapshot.number, reason: snapshot.reason, follows: snapshot.follows, digest: snapshot.digest)
            head.describeFields(to: &sink)
            sink.field("model", snapshot.model)
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            let head = try Head.readFields(from: &source)
            let model: FlowModel = try source.field("model")
            return Content(snapshot: head.followed(by: model))
        }
    }

    /// A snapshot whose model has a different revision. The model is skipped, like any unknown field.
    struct Foreign: ReadableObject {
        let snapshot: Snapshot

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            let head: Head = try source.field("snapshot")
            return Foreign(snapshot: head.followed(by: nil))
        }
    }

    /// The fields that precede the model.
    private struct Head: LogObject {
        let number: Int64
        let reason: Reason
        let follows: String
        let digest: UInt64

        func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("number", number)
            sink.field("reason", reason)
            sink.field("follows", follows)
            sink.field("digest", digest)
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            Head(
                number: try source.field("number"), reason: try source.field("reason"), follows: try source.field("follows"),
                digest: try source.field("digest"))
        }

        func followed(by model: FlowModel?) -> Snapshot {
            Snapshot(number: number, reason: reason, follows: follows, digest: digest, model: model)
        }
    }

    /// The beginning of a snapshot's line. No record begins in this way.
    static let opening: StaticString = "{\"snapshot\":"
}
