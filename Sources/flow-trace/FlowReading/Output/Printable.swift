/// Makes text from a log safe for a terminal: the result cannot move the cursor, change colors or reverse the direction of text.
package enum Printable {
    /// Returns `text` with control and formatting characters spelled out; with `ascii`, also all characters outside ASCII.
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
            // U+200D joins the parts of an emoji. Every other formatting character can hide text or reverse its direction.
            case .format: if scalar.value != 0x200D { return false }
            case _: break
            }
        }
        return DisplayedWidth.of(character) > 0
    }
}

extension Printable {
    /// Returns a text of several lines with each line made printable.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.text(String($0), ascii: false) }.joined(
            separator: "\n")
    }
}
