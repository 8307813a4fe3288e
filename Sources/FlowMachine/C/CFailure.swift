/// The status codes of `flowmachine.h`.
package enum CStatus: CInt {
    case ok = 0
    case noMachine, badArgument, notBegun, unreadable, damaged, differs, otherRevision
}

/// The failure of a call: its status, and a text for the caller's developer that describes the problem, its position and the fix.
package struct CFailure: Error {
    package let status: CStatus
    let text: PlainText
    /// The text of the failure, for functions outside this module.
    package var message: String { text.string }
    /// The line of the problem in the input, starting at 1. `column` is the byte in this line, starting at 1. Both are 0 if the problem is
    /// not in the input.
    var line = 0
    var column = 0

    init(_ status: CStatus, _ text: PlainText) {
        self.status = status
        self.text = text
    }

    /// Creates a failure with a text of a different module. The label `message` prevents Swift from choosing this initializer for a literal
    /// that is meant as `PlainText`.
    package init(_ status: CStatus, message: String) { self.init(status, "\(message)") }

    static var notBegun: CFailure { CFailure(.notBegun, "the machine has not begun: call flow_begin or flow_resume first") }

    /// Creates the failure for settings or an event that cannot be read.
    /// - Parameters:
    ///   - failure: the failure of the reader.
    ///   - input: the name of the input, which the text contains.
    ///   - bytes: the input.
    ///   - hint: the fix, which the text contains.
    init(_ failure: CodingFailure, in input: StaticString, _ bytes: [UInt8], hint: StaticString) {
        var field: PlainText = ""
        switch failure.reason {
        case .syntax, .outOfRange, .notText: if let name = CFailure.field(before: failure.column, in: bytes) { field = ", at \"\(name)\"" }
        case .missing, .doubled, .unknown, .tooDeep: break
        }
        // By mistake, a caller may pass a token in place of a word. Logs and crash reports may contain this text, so the text quotes only a
        // few characters.
        let quoted = CodingFailure(CFailure.shortened(failure.reason), column: failure.column)
        self.init(.unreadable, "\(input), byte \(failure.column + 1)\(field): \(quoted.plainText): \(hint)")
        (line, column) = (1, failure.column + 1)
    }

    /// Returns the name of the field that contains `column`: the last string before `column` that is followed by a colon.
    private static func field(before column: Int, in bytes: [UInt8]) -> String? {
        var rest = bytes.prefix(column)
        while let colon = rest.lastIndex(of: 0x3A) {
            rest = rest[..<colon]
            // A colon that does not follow a quotation mark is inside a string.
            guard let end = rest.lastIndex(where: { $0 > 0x20 }), rest[end] == 0x22, let start = rest[..<end].lastIndex(of: 0x22) else {
                continue
            }
            return shortened(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
        }
        return nil
    }

    /// Returns the reason with shortened quotations of the input.
    private static func shortened(_ reason: CodingFailure.Reason) -> CodingFailure.Reason {
        switch reason {
        case .unknown(let word): .unknown(shortened(word))
        case .doubled(let name): .doubled(shortened(name))
        case .missing, .syntax, .outOfRange, .notText, .tooDeep: reason
        }
    }

    /// Returns the first 16 characters of a text, which are enough to recognize a misspelled name.
    private static func shortened(_ text: String) -> String {
        var count = 0
        return text.withBytes { bytes in
            // Finds the first byte of the 17th character. All bytes of a character except its first begin with the bits 10.
            let end = bytes.firstIndex { byte in
                if byte & 0xC0 != 0x80 { count += 1 }
                return count > 16
            }
            guard let end else { return text }
            // Joins bytes, because the functions of `String` that append would add much code.
            let short: PlainText = "\(String(decoding: bytes[..<end], as: UTF8.self))..."
            return short.string
        }
    }

    package init(_ failure: LogFailure) {
        if case .foreignModel(let revision) = failure.reason {
            self.init(otherRevision: revision, line: failure.line)
        } else {
            self.init(.damaged, "line \(failure.line), byte \(failure.column): \(failure.plainText)")
            (line, column) = (failure.line, failure.column)
        }
    }

    init(_ failure: ReplayFailure) {
        switch failure {
        case .log(let failure): self.init(failure)
        case .divergence(let divergence):
            let number = divergence.thisBuild.number
            var difference: PlainText = ""
            if let first = divergence.differences.first {
                difference = ": \(first.field) is \(first.recorded ?? "absent") in the log and \(first.thisBuild ?? "absent") here"
            }
            self.init(
                .differs,
                """
                line \(divergence.line), event \(number): this library decides differently\(difference): \
                use the library that wrote the log, or accept the new decision
                """)
            (line, column) = (divergence.line, 1)
        }
    }

    init(otherRevision revision: Int64, line: Int) {
        self.init(
            .otherRevision,
            """
            line \(line): the log is of revision \(revision) of the model, and this library has revision \(LogHeader.modelRevision): \
            continue it with a library of that revision, or begin a launch
            """)
        (self.line, column) = (line, 1)
    }
}
