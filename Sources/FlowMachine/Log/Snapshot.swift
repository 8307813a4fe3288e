/// Where a segment goes on from: the model in full, as it was after an event of an earlier segment. The second line of
/// every segment that does not begin with a launch, so that each can be replayed by itself.
public struct Snapshot: Hashable, Sendable, LogValue {
    /// The number of the last event before it; 0 before the first.
    public let number: Int64
    /// Why a segment begins here.
    public let reason: Reason
    /// The checksum of the line that it follows, eight hex digits as they stand there.
    public let follows: String
    /// The digest of the model.
    public let digest: UInt64
    /// Everything the machine knew, what is outstanding included; `nil` if a build with another revision of the model wrote
    /// it, so that this one cannot go on from it.
    public let model: FlowModel?

    /// Why a segment begins in the middle of a launch.
    public enum Reason: Hashable, Sendable, LogValue {
        /// The segment before had grown enough; nothing is missing.
        case rotation
        /// From this event on, none may have been kept up to here.
        case gap(from: Int64, Cause)

        enum Kind: String, Word {
            case rotation, gap
        }

        private var parts: (Int64, Cause)? { if case .gap(let from, let cause) = self { (from, cause) } else { nil } }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old.map { $0.parts == nil ? Kind.rotation : .gap }) {
                case .rotation: return .rotation
                case .gap:
                    let parts = old?.parts
                    return .gap(from: try archive.field("from", parts?.0), try archive.field("cause", parts?.1))
                }
            }
        }
    }

    /// Why events were not kept.
    public enum Cause: String, Word {
        /// The log's folder could not be used.
        case folder
        /// Another log wrote into its folder.
        case alreadyOpen
        /// Writing failed.
        case writing
        /// What was written may not have reached the disk.
        case syncing
    }

    /// A snapshot of `model` after the event `number`; `checksum` is that of the line before.
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

    /// It stands in an object of its own, so that its first byte tells it from a record.
    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in try archive.field("snapshot", old.map { Content(of: $0) }).of }
    }

    private struct Content: LogValue {
        let of: Snapshot

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                Content(
                    of: Snapshot(
                        number: try archive.field("number", old?.of.number),
                        reason: try archive.field("reason", old?.of.reason),
                        follows: try archive.field("follows", old?.of.follows),
                        digest: try archive.field("digest", old?.of.digest),
                        model: try archive.field("model", old?.of.model)))
            }
        }
    }

    /// A snapshot without its model, which is skipped like any field that nobody asks for.
    struct Foreign: LogValue {
        let of: Snapshot

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in try archive.field("snapshot", nil as Head?).foreign }
        }
    }

    private struct Head: LogValue {
        let foreign: Foreign

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                Head(
                    foreign: Foreign(
                        of: Snapshot(
                            number: try archive.field("number", nil as Int64?), reason: try archive.field("reason", nil as Reason?),
                            follows: try archive.field("follows", nil as String?), digest: try archive.field("digest", nil as UInt64?),
                            model: nil)))
            }
        }
    }

    /// What its line begins with, and no record's.
    static let opening: StaticString = "{\"snapshot\":"
}
