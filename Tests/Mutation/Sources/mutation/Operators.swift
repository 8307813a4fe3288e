/// Finds every place where the code can be changed.
struct Operators {
    let text: SourceText
    private var found: [Mutant] = []
    private var conditions: Set<Range<Int>> = []

    /// Variables declared without a value: omitting their only assignment does not compile.
    private let constants: Set<String>

    init(_ text: SourceText) {
        self.text = text
        let code = text.code(0..<text.mask.count)
        constants = Set(code.matches(of: /let (\w+): [^=\n]*\n/).map { String($0.output.1) })
    }

    static func mutants(_ text: SourceText) -> [Mutant] {
        var operators = Operators(text)
        operators.findConditions()
        operators.findComparisons()
        operators.findStatements()
        operators.findNumbers()
        operators.findWords()
        operators.findChoices()
        operators.findExits()
        operators.findCases()
        operators.findRules()
        let coding = operators.coding()
        return operators.found.filter { mutant in !coding.contains { $0.overlaps(mutant.range) } }
    }

    /// Files that only write and read the log: other tests cover them.
    private func coding() -> [Range<Int>] {
        (text.places("<S: LogSink") + text.places("<S: LogSource")).map { start in
            let open = text.end(from: start, [" {\n"]) + 2
            return start..<text.end(from: open, [])
        }
    }

    private mutating func add(_ kind: Mutant.Operator, _ range: Range<Int>, _ before: String, _ after: String) {
        if range.isEmpty || found.contains(where: { $0.kind == kind && $0.range == range && $0.after == after }) { return }
        // One line stays one line, so that a compiler message identifies the mutant.
        let line = String(before.map { $0 == "\n" ? " " : $0 })
        found.append(text.mutant(kind, range, before: line, after: after))
    }

    // MARK: Conditions

    private mutating func findConditions() {
        let openers: [StaticString] = [" if ", " guard ", " while ", "\n"]
        for opener in openers.dropLast() {
            for place in text.places(opener) {
                let start = place + opener.utf8CodeUnitCount
                let end = text.end(from: start, [" {", " else {"])
                addClauses(start..<end)
            }
        }
        for place in text.places(" where ") {
            let start = place + 7
            let end = text.end(from: start, [" {", ",", ":", "?"])
            addOperands(start..<end)
        }
        for place in text.places(" && ") + text.places(" || ") {
            let start = text.start(before: place, Operators.edges)
            let end = text.end(from: place, Operators.closing)
            addOperands(start..<end)
        }
    }

    private static let edges: [StaticString] = [
        ", ", " = ", " ? ", " : ", ": ", "return ", "if ", "guard ", "while ", "where ", " in ", "{ ", "\n",
    ]
    private static let closing: [StaticString] = [",", " {", " ? ", " : ", " else", "\n", " }", ":"]

    private mutating func addClauses(_ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(text.end(from: start, [","]), range.upperBound)
            let clause = text.trimmed(start..<end)
            start = end + 1
            let code = text.code(clause)
            if code.hasPrefix("let ") || code.hasPrefix("case ") || code.hasPrefix("var ") {
                add(.fails, clause, "", ", !#")
            } else {
                addOperands(clause)
            }
        }
    }

    private mutating func addOperands(_ range: Range<Int>) {
        let range = text.trimmed(range)
        guard conditions.insert(range).inserted, !range.isEmpty else { return }
        var operands: [Range<Int>] = []
        var start = range.lowerBound
        var isOr = false
        while start < range.upperBound {
            let end = min(text.end(from: start, [" && ", " || "]), range.upperBound)
            operands.append(text.trimmed(start..<end))
            if text.has(" || ", at: end) { isOr = true }
            start = end + 4
        }
        if operands.count == 1 {
            addBoth(range)
            return
        }
        for operand in operands {
            conditions.insert(operand)
            // If an operand of `&&` is true, the operands after it decide alone.
            if isOr { add(.fails, operand, "(", " && !#)") } else { add(.holds, operand, "(", " || #)") }
        }
        if isOr { add(.holds, range, "((", ") || #)") } else { add(.fails, range, "((", ") && !#)") }
    }

    private mutating func addBoth(_ range: Range<Int>) {
        add(.holds, range, "((", ") || #)")
        add(.fails, range, "((", ") && !#)")
    }

    private mutating func findComparisons() {
        let others: [(StaticString, String)] = [
            (" < ", "<="), (" <= ", "<"), (" > ", ">="), (" >= ", ">"), (" == ", ""), (" != ", ""),
        ]
        for (word, other) in others {
            for place in text.places(word) {
                let start = text.start(before: place, Operators.edges + [" && ", " || "])
                let end = text.end(from: place + word.utf8CodeUnitCount, Operators.closing + [" && ", " || "])
                let range = text.trimmed(start..<end)
                if conditions.insert(range).inserted { addBoth(range) }
                if other.isEmpty { continue }
                let left = text.text(range.lowerBound..<place)
                let right = text.text(place + word.utf8CodeUnitCount..<range.upperBound)
                add(.boundary, range, "(# ? (\(left) \(other) \(right)) : (", "))")
            }
        }
    }

    // MARK: Statements

    private mutating func findStatements() {
        for number in 1...text.lines.count {
            let begin = text.lines[number - 1]
            let end = text.end(from: begin, ["\n"])
            addStatement(text.trimmed(begin..<end))
        }
        // The body of a one-line branch.
        for place in text.places(" { ") {
            let end = text.end(from: place + 3, ["\n", "; "])
            let line = text.lines[text.line(of: place) - 1]
            let opening = text.code(text.trimmed(line..<place))
            // Neither the body of a closure nor a choice, because their value is used.
            if text.code(place..<text.end(from: place, ["\n"])).contains("} else {") { continue }
            guard ["if ", "} else", "for ", "guard ", "case ", "else"].contains(where: { opening.hasPrefix($0) }) else { continue }
            addStatement(text.trimmed(place + 3..<end))
        }
        for place in text.places("\n") {
            let start = text.trimmed(place..<min(place + 60, text.mask.count)).lowerBound
            guard text.has("case ", at: start) else { continue }
            let colon = text.end(from: start, [": "])
            // A declaration has no colon.
            if !text.has(":", at: colon) || text.line(of: start) != text.line(of: colon) { continue }
            // There the branch is the value.
            if signature(before: start).contains("-> Next") { continue }
            addStatement(text.trimmed(colon + 1..<text.end(from: colon + 1, ["\n"])))
        }
    }

    private static let notStatements = [
        "return", "let ", "var ", "if ", "guard ", "for ", "while ", "switch ", "case ", "}", "{", "func ", "static ", "private ", "defer ",
        "mutating ", "init(", "extension ", "enum ", "struct ", "public ", "else", ".", "default", "import ", "consuming ", "final ",
        "fileprivate ", "package ", "private(set) ", "internal(set) ", "_read", "_modify", "yield", "continue", "break", "self.init(", ")",
        "]", "indirect ", "true", "false",
    ]

    private func signature(before place: Int) -> String {
        guard let start = (0..<place).last(where: { text.has("func ", at: $0) }) else { return "" }
        return text.code(start..<text.end(from: start, ["\n"]))
    }

    private mutating func addStatement(_ range: Range<Int>) {
        let code = text.code(range)
        if code.isEmpty || Operators.notStatements.contains(where: { code.hasPrefix($0) }) { return }
        // A value, or a function of a type, whose value is used.
        if code.first?.isUppercase ?? false { return }
        let isAssignment = code.contains(" = ") || code.contains(" += ") || code.contains(" -= ")
        guard isAssignment || (code.contains("(") && code.hasSuffix(")")) else { return }
        if code.contains(": ") && !code.contains("(") { return }
        // A branch's value of several lines.
        if code.contains("} ?? ") { return }
        if let name = code.firstMatch(of: /^(?:self\.)?(\w+) =/), constants.contains(String(name.output.1)) { return }
        add(.dropped, range, "if !# { ", " }")
    }

    // MARK: Values

    private mutating func findNumbers() {
        var index = 0
        while index < text.mask.count {
            guard (48...57).contains(text.mask[index]), !text.isWordByte(at: index - 1), !text.has("$", at: index - 1),
                !text.has(".", at: index - 1)
            else {
                index += 1
                continue
            }
            var end = index
            while text.isWordByte(at: end) { end += 1 }
            add(.oneMore, index..<end, "(", " + (# ? 1 : 0))")
            index = end
        }
    }

    private mutating func findWords() {
        for (word, before) in [("true", "#"), ("false", "#")] as [(StaticString, String)] {
            for place in text.places(word) where !text.isWordByte(at: place - 1) && !text.isWordByte(at: place + word.utf8CodeUnitCount) {
                add(.flipped, place..<place + word.utf8CodeUnitCount, "(", " != \(before))")
            }
        }
        for (word, other) in [("min(", "max("), ("max(", "min(")] as [(StaticString, String)] {
            for place in text.places(word) where !text.isWordByte(at: place - 1) && !text.has(".", at: place - 1) {
                let end = text.end(from: place + 4, []) + 1
                add(.swapped, place..<end, "(# ? \(other)" + text.text(place + 4..<end) + " : ", ")")
            }
        }
        for place in text.places("options: [") {
            let end = text.end(from: place + 10, []) + 1
            add(.emptied, place + 9..<end, "(# ? [] : ", ")")
        }
    }

    private mutating func findChoices() {
        for place in text.places(" ?? ") {
            let start = text.start(before: place, Operators.edges + [" && ", " || ", "(", " ?? "])
            let left = text.trimmed(start..<place)
            add(.otherwise, left, "(# ? nil : ", ")")
        }
        for place in text.places(" ? ") {
            let colon = text.end(from: place + 3, [" : "])
            let end = text.end(from: colon + 3, [",", "\n", " }", " ? "])
            guard text.has(" : ", at: colon) else { continue }
            let other = text.text(colon + 3..<end)
            add(.otherwise, text.trimmed(place + 3..<colon), "(# ? (\(other)) : ", ")")
            let one = text.text(text.trimmed(place + 3..<colon))
            add(.otherwise, text.trimmed(colon + 3..<end), "(# ? (\(one)) : ", ")")
        }
    }

    // MARK: Exits

    private mutating func findExits() {
        for place in text.places("return ") where !text.isWordByte(at: place - 1) {
            addExit(text.trimmed(place + 7..<text.end(from: place + 7, ["\n", " }"])))
        }
        for place in text.places("case ") {
            let colon = text.end(from: place, [": ", ":\n"])
            let body = text.trimmed(colon + 1..<text.mask.count).lowerBound
            let end = text.end(from: body, ["\n"])
            // A body of one line; the next line is another case, or ends the choice.
            let next = text.trimmed(end..<text.mask.count).lowerBound
            if text.has(":", at: colon), text.has("case ", at: next) || text.has("}", at: next) { addExit(text.trimmed(body..<end)) }
        }
        for place in text.places("-> Next {") {
            let body = text.trimmed(place + 9..<text.end(from: place + 9, []))
            if !text.code(body).contains("\n") { addExit(body) }
        }
    }

    private mutating func addExit(_ range: Range<Int>) {
        let code = text.code(range)
        guard code.hasSuffix(")"), code.contains("("), !Operators.notExits.contains(where: { code.hasPrefix($0) }),
            signature(before: range.lowerBound).contains("-> Next {")
        else { return }
        if code.hasPrefix("."), !code.hasPrefix(".move(") { return }
        add(.stays, range, "(# ? Next.stay(.`FM-13`) : ", ")")
    }

    private static let notExits = ["return ", "if ", "guard ", "switch ", "let ", "var ", "for ", "self.init("]

    // MARK: Cases

    /// A case of a choice by two values is not changed: a case for the rest follows.
    private mutating func findCases() {
        for place in text.places("switch (") {
            let open = text.end(from: place + 7, [" {\n"]) + 2
            let close = text.end(from: open, [])
            for start in text.places("case (") where (open..<close).contains(start) {
                let body = text.trimmed(text.end(from: start, [":"]) + 1..<close).lowerBound
                // The case for the rest.
                if text.has(".stale(", at: body) || text.has("return .stale(", at: body) || text.has("case (_, _)", at: start) { continue }
                var index = start + 5
                while text.has("(", at: index) {
                    let end = text.end(from: index + 1, []) + 1
                    if text.has(" where ", at: end) { break }
                    // A pattern with any second value takes what the others leave: without it, the choice is not complete.
                    if !text.text(index..<end).hasSuffix(", _)") { add(.fails, index..<end, "", " where !#") }
                    guard text.has(",", at: end) else { break }
                    index = text.trimmed(end + 1..<close).lowerBound
                }
            }
        }
    }

    /// The rules of Adobe's documents. Ours mostly mean that nothing happened: `Survey` keeps those that no other mutant covers.
    private mutating func findRules() {
        // A quoted identifier is blank in the mask.
        for place in text.places(".x") where text.bytes[place + 1] == UInt8(ascii: "`") {
            guard let quote = text.bytes[(place + 2)...].firstIndex(of: UInt8(ascii: "`")) else { continue }
            let range = place..<quote + 1
            if text.text(range).hasPrefix(".`V") || text.text(range).hasPrefix(".`FM-") {
                add(.misnamed, range, "(# ? Rule.`FM-01` : Rule", ")")
            }
        }
    }
}
