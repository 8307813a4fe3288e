/// The rule to which a place belongs.
struct Rules {
    private let lines: [Substring]
    /// The rule ids of each line.
    private let ids: [[String]]

    init(_ text: SourceText) {
        lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        ids = lines.map { line in
            line.matches(of: /(?:V2|VSA)-[A-Z]+-[0-9]+[a-z]?|V1-[0-9]+[a-z]?|FM-[0-9]+|CHK-[A-Z]+-[0-9.]+[0-9]|G-[0-9]+/).map {
                String($0.output)
            }
        }
    }

    /// The next rule named in the same function, else the previous one, else the one in its comment.
    func rule(at line: Int) -> String {
        let index = line - 1
        var first = index
        while first > 0, !opens(lines[first]) { first -= 1 }
        var last = index
        while last + 1 < lines.count, !closes(lines[last], lines[first]), last == index || !opens(lines[last]) { last += 1 }
        for place in index...max(index, last) where !ids[place].isEmpty { return ids[place][0] }
        while first > 0, lines[first - 1].drop(while: { $0 == " " }).hasPrefix("//") { first -= 1 }
        for place in (first...index).reversed() { if let id = ids[place].last { return id } }
        return "-"
    }

    /// The rules that the code uses in decisions.
    static func used(_ text: SourceText) -> Set<String> {
        let whole = String(decoding: text.bytes, as: UTF8.self)
        return Set(whole.matches(of: /\.`([^`]+)`/).map { String($0.output.1) })
    }

    private func opens(_ line: Substring) -> Bool {
        let code = line.drop { $0 == " " }
        let indentation = line.count - code.count
        return indentation <= 8 && (code.contains("func ") || code.hasPrefix("var ") || code.hasPrefix("init") || code.contains(" var "))
            && line.hasSuffix("{")
    }

    /// Whether it closes `opening`.
    private func closes(_ line: Substring, _ opening: Substring) -> Bool { line == opening.prefix { $0 == " " } + "}" || line == "}" }
}
