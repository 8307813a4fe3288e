/// One change of the code: text inserted before and after a range of a file. `#` stands for the mutant's own number.
struct Mutant {
    enum Operator: String, CaseIterable {
        /// A condition, or a part of it, is always true.
        case holds
        /// A condition, or a part of it, is always false.
        case fails
        /// `<` becomes `<=`, and so on.
        case boundary
        /// A statement is omitted.
        case dropped
        /// A number is increased by one.
        case oneMore = "one more"
        /// `true` becomes `false`.
        case flipped
        /// `min` becomes `max`.
        case swapped
        /// The other value of a choice between two, or the default instead of an optional value.
        case otherwise
        /// The state is not changed.
        case stays
        /// A list becomes empty.
        case emptied
        /// The decision names another rule.
        case misnamed
        /// Written by hand.
        case defect
    }

    let kind: Operator
    let path: String
    let range: Range<Int>
    let before: String
    let after: String
    let line: Int
    let lastLine: Int
    /// The line's text, which identifies accepted mutants.
    let lineText: String
    /// The change.
    let changed: String
    var rule = ""
    var number = 0
    /// For a defect: its name, and the tests that must detect it.
    var name = ""
    var suite = ""
    /// Whether `before` replaces the range, and no other mutant may touch it.
    var replaces = false

    /// Its identity, independent of number and line.
    var key: String { "\(path) | \(kind.rawValue) | \(changed) | \(lineText)" }
}

extension SourceText {
    func mutant(_ kind: Mutant.Operator, _ range: Range<Int>, before: String, after: String) -> Mutant {
        let line = line(of: range.lowerBound)
        let changed = text(range).split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
        return Mutant(
            kind: kind, path: path, range: range, before: before, after: after, line: line, lastLine: self.line(of: range.upperBound),
            lineText: lineText(line),
            changed: changed)
    }

    /// The file with all these mutants in it, each behind its number.
    func with(_ mutants: [Mutant]) -> [UInt8] {
        let replaced = mutants.filter { $0.replaces }.map { $0.range }
        let outerFirst = mutants.sorted {
            ($0.range.lowerBound, -$0.range.upperBound, $0.number) < ($1.range.lowerBound, -$1.range.upperBound, $1.number)
        }
        var begins: [Int: [UInt8]] = [:]
        var ends: [Int: [UInt8]] = [:]
        for mutant in outerFirst {
            begins[mutant.range.lowerBound, default: []] += Array(SourceText.numbered(mutant.before, mutant.number).utf8)
            // The range that begins last ends first.
            ends[mutant.range.upperBound, default: []].insert(
                contentsOf: SourceText.numbered(mutant.after, mutant.number).utf8, at: 0)
        }
        var result: [UInt8] = []
        for index in 0...bytes.count {
            result += ends[index] ?? []
            result += begins[index] ?? []
            if index < bytes.count, !replaced.contains(where: { $0.contains(index) }) { result.append(bytes[index]) }
        }
        return result
    }

    private static func numbered(_ text: String, _ number: Int) -> String {
        text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "mutated(\(number))")
    }
}

extension Mutant {
    /// The lines that it touches.
    var lines: ClosedRange<Int> { line...lastLine }
}
