/// Returns `text` in lines of at most `columns` columns. Lines are broken at blanks if possible.
package func wrapped(_ text: String, to columns: Int, ascii: Bool = false) -> [String] {
    let printable = Printable.text(text, ascii: ascii)
    if printable.utf8.allSatisfy({ $0 < 0x80 }) { return wrappedASCII(printable, to: columns) }
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in printable.split(separator: " ") {
        if width > 0, width + 1 + DisplayedWidth.of(String(word)) > columns {
            lines.append(line)
            (line, width) = ("", 0)
        }
        if width > 0 {
            line += " "
            width += 1
        }
        for character in word {
            let next = DisplayedWidth.of(character)
            if width + next > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            line.append(character)
            width += next
        }
    }
    return lines + [line]
}

/// Does the same as `wrapped` for ASCII text. It works on bytes and takes a quarter of the time. Most texts in tables of many launches are ASCII.
private func wrappedASCII(_ text: String, to columns: Int) -> [String] {
    let bytes = Array(text.utf8)
    var lines: [String] = []
    var line: [UInt8] = []
    func end() {
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
    }
    line.reserveCapacity(min(columns, bytes.count))
    var start = 0
    while start < bytes.count {
        let stop = bytes[start...].firstIndex(of: 0x20) ?? bytes.count
        if stop > start {
            if !line.isEmpty, line.count + 1 + stop - start > columns { end() }
            if !line.isEmpty { line.append(0x20) }
            // Only a word that is longer than a line is broken.
            while line.count + stop - start > columns, start < stop {
                let room = max(1, columns - line.count)
                line += bytes[start..<min(stop, start + room)]
                start = min(stop, start + room)
                end()
            }
            line += bytes[start..<stop]
        }
        start = stop + 1
    }
    end()
    return lines
}

/// Returns `text` with a capital first letter. A name such as `tvOS` keeps its letters.
package func capitalized(_ text: String) -> String {
    let isName = text.utf8.prefix { $0 != 0x20 }.contains { (0x41...0x5A).contains($0) }
    return isName ? text : "\(text.prefix(1).uppercased())\(text.dropFirst())"
}

/// Returns words as a list in a sentence: `A`, `A and B`, or `A, B and C`.
func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}
