/// The reason why bytes could not be read as a value, and the position of the problem.
public struct CodingFailure: Error, Equatable, Sendable {
    /// The kind of failure, with its details.
    package enum Reason: Equatable, Sendable {
        /// The bytes are not JSON, or are JSON that does not have the expected form.
        case syntax
        /// A required field is missing.
        case missing(String)
        /// One object contains the same field twice.
        case doubled(String)
        /// This build does not know the word or the name of the field.
        case unknown(String)
        /// A number is not whole or is outside ±(2^53 - 1), or the length of a text is outside its bounds.
        case outOfRange
        /// The bytes of a text are not UTF-8.
        case notText
        /// The JSON has more levels of nesting than any record of a log.
        case tooDeep
    }

    /// The contents of a failure. They are in a class because every reading function passes failures on, and passing a reference takes less
    /// code.
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
    /// The position of the problem, in bytes from the beginning of the line, starting at 0.
    package var column: Int { details.column }

    /// Creates a failure. `column` is a position in bytes from the beginning of the line, starting at 0.
    @inline(never) package init(_ reason: Reason, column: Int) { details = Details(reason, column) }

    /// Returns whether two failures have the same reason and column.
    public static func == (left: Self, right: Self) -> Bool { left.reason == right.reason && left.column == right.column }

    /// Whether the failure is an unknown word, which a later version of the library may know.
    var isAboutWord: Bool { if case .unknown = reason { true } else { false } }

    /// A description of the problem in English.
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
    /// A description of the problem in English, equal to `text`.
    public var description: String { text }
}
