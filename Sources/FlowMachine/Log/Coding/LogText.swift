/// A text with a bounded length and alphabet. A value outside these bounds cannot be created.
package protocol LogText: LogValue {
    /// The text as the log contains it.
    var text: String { get }
    /// Creates a value from `text`; `nil` if the text is outside the bounds.
    init?(_ text: String)
    /// The minimum and the maximum length in bytes of UTF-8.
    static var length: ClosedRange<Int> { get }
    /// The bytes that the text may contain.
    static var alphabet: TextAlphabet { get }
    /// The kind of thing that the text names.
    static var meaning: TextMeaning { get }
}

/// The kinds of things that a text in a log can name.
package enum TextMeaning: Sendable {
    /// A provider, identified by Adobe's id.
    case provider
    /// A provider, identified by the partner framework's id.
    case platformProvider
    /// A request or a session, identified by Adobe's trace id.
    case trace
    /// An error, identified by Adobe's code.
    case errorCode
    /// The type of a profile.
    case profileType
}

/// The bytes that a text may contain.
package enum TextAlphabet: Sendable {
    /// Any text in UTF-8.
    case any
    /// Lower case letters, digits and `_`.
    case lowerCaseWord
    /// Letters, digits, `_` and `-`.
    case word
    /// Letters, digits and `-`.
    case dashed

    func contains(_ byte: UInt8) -> Bool {
        switch (self, byte) {
        case (.any, _), (.lowerCaseWord, 0x61...0x7A), (.lowerCaseWord, 0x30...0x39), (.lowerCaseWord, 0x5F): true
        case (.word, 0x61...0x7A), (.word, 0x41...0x5A), (.word, 0x30...0x39), (.word, 0x5F), (.word, 0x2D): true
        case (.dashed, 0x61...0x7A), (.dashed, 0x41...0x5A), (.dashed, 0x30...0x39), (.dashed, 0x2D): true
        case (.lowerCaseWord, _), (.word, _), (.dashed, _): false
        }
    }
}

extension LogText {
    package static var alphabet: TextAlphabet { .any }

    /// Returns whether `text` is within the bounds of this type.
    package static func isWithinBounds(_ text: String) -> Bool {
        isText(text, length, alphabet)
    }

    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.text(text) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.text(Self.self)
    }
}

/// Returns whether the number of bytes of `text` is within `length`, and every byte belongs to `alphabet`.
private func isText(_ text: String, _ length: ClosedRange<Int>, _ alphabet: TextAlphabet) -> Bool {
    text.withBytes { bytes in
        guard length.contains(bytes.count) else { return false }
        if alphabet == .any { return true }
        for byte in bytes where !alphabet.contains(byte) { return false }
        return true
    }
}
