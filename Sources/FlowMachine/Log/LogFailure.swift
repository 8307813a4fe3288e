/// The reason why a log cannot be read further, and the position of the problem. All lines before that position are valid.
public struct LogFailure: Error, Equatable, Sendable {
    /// The kind of failure.
    @nonexhaustive
    public enum Reason: Equatable, Sendable {
        /// The log is empty.
        case empty
        /// The last line has no newline, because the process stopped while writing the line.
        case torn
        /// The checksum does not match, because the line was changed or moved, or because lines before it are missing.
        case checksum(recorded: UInt32, computed: UInt32)
        /// The line has no checksum at its end.
        case noChecksum
        /// The log has a newer format than this build can read.
        case format(Int64)
        /// The number of the event is not the expected one.
        case number(expected: Int64, found: Int64)
        /// The snapshot's model does not match its digest.
        case snapshot(recorded: UInt64, computed: UInt64)
        /// The revision of the snapshot's model differs from the revision of this build's model. This build therefore cannot continue from
        /// the snapshot.
        case foreignModel(Int64)
        /// The line's content cannot be read.
        case content(CodingFailure)
    }

    /// The kind of failure.
    public let reason: Reason
    /// The number of the line, starting at 1.
    public let line: Int
    /// The position of the problem in the line, in bytes, starting at 1.
    public let column: Int

    /// Creates a failure at a line and a column, both starting at 1. Each parameter sets the property of the same name.
    public init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// A description of the problem in English.
    public var text: String { plainText.string }

    var plainText: PlainText {
        switch reason {
        case .empty: "the log is empty: it has no header"
        case .torn: "the last line is incomplete: writing it was interrupted"
        case .checksum(let recorded, let computed):
            "the checksum does not match: this line was changed, or lines before it are missing (recorded \(hex32(recorded)), computed \(hex32(computed)))"
        case .noChecksum: "the line does not end with a checksum"
        case .format(let format):
            "format \(format) is newer than this build, which reads format \(LogHeader.format): use a newer flow-trace"
        case .number(let expected, let found): "expected event \(expected), found event \(found)"
        case .snapshot(let recorded, let computed):
            "the snapshot's model does not match its digest (recorded \(hex64(recorded)), computed \(hex64(computed)))"
        case .foreignModel(let revision):
            """
            the snapshot's model has revision \(revision), but this build continues only from revision \(LogHeader.modelRevision): \
            use render to read the events, or a flow-trace of that revision to replay them
            """
        case .content(let failure): failure.isAboutWord ? "\(failure.plainText): a newer version may know it" : failure.plainText
        }
    }
}

extension LogFailure: CustomStringConvertible {
    /// The position and the problem, for example `line 3, column 1: the line does not end with a checksum`.
    public var description: String {
        let text: PlainText = "line \(line), column \(column): \(plainText)"
        return text.string
    }
}

func hex32(_ value: UInt32) -> String { hex(UInt64(value), digits: 8) }

func hex64(_ value: UInt64) -> String { hex(value, digits: 16) }

private func hex(_ value: UInt64, digits: Int) -> String {
    var text: [UInt8] = []
    for place in stride(from: digits - 1, through: 0, by: -1) {
        text.append(hexDigit(UInt8(truncatingIfNeeded: value >> UInt64(place * 4)) & 15))
    }
    return String(decoding: text, as: UTF8.self)
}
