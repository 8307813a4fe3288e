/// Text from a log that is safe on a terminal: nothing in it moves the cursor, changes colors or runs backwards.
package enum Printable {
    /// `text` with control and formatting characters spelled out, and with `ascii` everything that is not ASCII.
    package static func text(_ text: String, ascii: Bool) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var shown = ""
        for character in text {
            if isPlain(character, ascii: ascii) {
                shown.append(character)
            } else {
                for scalar in character.unicodeScalars {
                    if isPlain(Character(scalar), ascii: ascii) {
                        shown.unicodeScalars.append(scalar)
                    } else {
                        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
                    }
                }
            }
        }
        return shown
    }

    private static func isPlain(_ character: Character, ascii: Bool) -> Bool {
        for scalar in character.unicodeScalars {
            if ascii, !(0x20..<0x7F).contains(scalar.value) { return false }
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
            // Joins the parts of one emoji; every other formatting character can hide or turn text around.
            case .format: if scalar.value != 0x200D { return false }
            case _: break
            }
        }
        return DisplayedWidth.of(character) > 0
    }
}

extension Printable {
    /// Text of several lines, each made printable.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.text(String($0), ascii: false) }.joined(
            separator: "\n")
    }
}
