/// Why bytes could not be read as a value, and where.
public struct CodingFailure: Error, Equatable, Sendable {
    /// The kind of failure, with its details.
    package enum Reason: Equatable, Sendable {
        /// JSON of another form than expected.
        case syntax
        /// A required field is missing.
        case missing(String)
        /// The same field twice in one object.
        case doubled(String)
        /// A word, or a name of a field, that this build does not know.
        case unknown(String)
        /// A number outside ±(2^53 - 1), or text outside its bounds.
        case outOfRange
        /// Bytes that are not UTF-8.
        case notText
        /// More levels of nesting than any record has.
        case tooDeep
    }

    /// A failure is thrown through every type that is being read: one reference takes less code on each of these paths.
    private final class Details: Sendable {
        let reason: Reason
        let column: Int

        init(_ reason: Reason, _ column: Int) {
            self.reason = reason
            self.column = column
        }
    }

    private let details: Details

    /// The kind of failure, with its details.
    package var reason: Reason { details.reason }
    /// The position, in bytes from the beginning of the line, starting at 0.
    package var column: Int { details.column }

    /// A failure at a column.
    @inline(never) package init(_ reason: Reason, column: Int) { details = Details(reason, column) }

    /// Whether two failures have the same reason and column.
    public static func == (left: Self, right: Self) -> Bool { left.reason == right.reason && left.column == right.column }

    /// Whether a later version may be able to read it.
    var isAboutWord: Bool { if case .unknown = reason { true } else { false } }

    /// The problem, in words.
    public var text: String { plainText.string }

    var plainText: PlainText {
        switch reason {
        case .syntax: "this is not the expected JSON"
        case .missing(let name): "missing field \"\(name)\""
        case .doubled(let name): "duplicate field \"\(name)\""
        case .unknown(let word): "\"\(word)\" is unknown"
        case .outOfRange: "the value is out of range, or not a whole number"
        case .notText: "the text is not UTF-8"
        case .tooDeep: "the nesting is deeper than in any record"
        }
    }
}

extension CodingFailure: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
