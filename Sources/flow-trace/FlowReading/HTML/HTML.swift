/// A writer of HTML without scripts, styles or external links. Text from a log never becomes markup.
package struct HTML {
    /// The HTML that has been written so far.
    package private(set) var text = ""

    package init() {}

    /// Returns `text` escaped for HTML and XML. Characters that would hide text or reverse its direction are spelled out.
    package static func escaped(_ text: String, ascii: Bool = false) -> String {
        let printable = Printable.text(text, ascii: ascii)
        if !printable.utf8.contains(where: isSpecial) { return printable }
        var shown = ""
        for scalar in printable.unicodeScalars {
            switch scalar {
            case "&": shown += "&amp;"
            case "<": shown += "&lt;"
            case ">": shown += "&gt;"
            case "\"": shown += "&quot;"
            case "'": shown += "&#39;"
            case _: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x26, 0x3C, 0x3E, 0x22, 0x27: true
        case _: false
        }
    }

    /// An attribute of an element.
    typealias Attribute = (name: String, value: String)

    /// Returns a list with one attribute; an empty list if its value is `nil`.
    static func attribute(_ name: String, _ value: String?) -> [Attribute] {
        guard let value else { return [] }
        return [Attribute(name: name, value: value)]
    }

    /// Begins an element; `close` ends it.
    mutating func open(_ tag: String, _ style: String = "", _ attributes: [Attribute] = []) {
        text += "<\(tag)" + (style.isEmpty ? "" : " class=\"\(style)\"")
        for attribute in attributes { text += " \(attribute.name)=\"\(HTML.escaped(attribute.value))\"" }
        text += ">"
    }

    /// Ends an element, and the line.
    mutating func close(_ tag: String) { text += "</\(tag)>\n" }

    /// Writes text. Nothing in it becomes markup.
    mutating func add(_ text: String) { self.text += HTML.escaped(text) }

    /// Writes an element that contains only text.
    mutating func element(_ tag: String, _ style: String = "", _ content: String, _ attributes: [Attribute] = []) {
        open(tag, style, attributes)
        add(content)
        text += "</\(tag)>"
    }

    /// Writes an element that contains only text, on a line of its own.
    mutating func line(_ tag: String, _ style: String = "", _ content: String, _ attributes: [Attribute] = []) {
        element(tag, style, content, attributes)
        text += "\n"
    }
}
