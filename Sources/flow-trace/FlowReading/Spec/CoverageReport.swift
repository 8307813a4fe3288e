import FlowMachine

/// The part of the machine's behavior that logs cover, as text and as JSON.
package struct CoverageReport {
    /// The coverage of one kind: rules, covered rules, transitions or error codes.
    package struct Part {
        /// The name of the kind in the JSON.
        let name: String
        /// The name of the kind in the text.
        let label: String
        /// The number of rules, transitions or codes of this kind.
        let count: Int
        /// The rules, transitions or codes that logs reached, with their counts and meanings.
        let taken: [(name: String, count: LogCoverage.Count, meaning: String)]
        let missing: [String]
        /// The rules, transitions or codes that logs contain and this build does not know.
        var unknown: [String] = []
        /// Whether the list is long, and therefore printed only on request.
        var isLong = false
    }

    let coverage: LogCoverage
    let parts: [Part]

    /// Creates the report. `possible` contains all transitions of the machine.
    package init(_ coverage: LogCoverage, possible: [TransitionTable.Entry]) {
        self.coverage = coverage
        let known = Set(possible.filter { $0.moves }.map { LogCoverage.Edge($0) })
        func word(_ edge: LogCoverage.Edge) -> String { "\(edge.from) to \(edge.to)" }
        let rules = coverage.countedRules
        parts = [
            Part(
                name: "rules", label: "rules", count: rules.count,
                taken: rules.compactMap { rule in coverage.rules[rule].map { (rule, $0, RuleWords.of(rule)?.when ?? "") } },
                missing: coverage.missingRules, unknown: coverage.unknownRules),
            CoverageReport.covered(coverage),
            Part(
                name: "transitions", label: "transitions", count: known.union(coverage.edges.keys).count,
                taken: coverage.edges.ordered { $0.key < $1.key }.map { (word($0.key), $0.value, "") },
                missing: known.filter { coverage.edges[$0] == nil }.ordered().map(word), isLong: true),
            Part(
                name: "codes", label: "error codes", count: ErrorCodes.all.count,
                taken: ErrorCodes.all.compactMap { code in coverage.codes[code].map { (code, $0, "") } }, missing: coverage.missingCodes,
                unknown: coverage.unknownCodes),
        ]
    }

    /// Returns the coverage of the rules that never decide alone. Such a rule is covered when a rule in its `coveredWith` decides.
    private static func covered(_ coverage: LogCoverage) -> Part {
        let covered = RuleWords.all.filter { !$0.coveredWith.isEmpty }
        let taken = covered.compactMap { rule in
            let meaning = "with \(rule.coveredWith.joined(separator: ", ")): \(rule.when)"
            return coverage.covered[rule.id].map { (name: rule.id, count: $0, meaning: meaning) }
        }
        return Part(
            name: "covered", label: "covered rules", count: covered.count, taken: taken, missing: coverage.missingCovered, isLong: true)
    }

    // MARK: JSON

    /// The report as JSON, on one line.
    package var json: String {
        var members = [
            Tree.Member("logs", .number(Int64(coverage.logs))), Tree.Member("events", .number(Int64(coverage.events))),
        ]
        for part in parts {
            let taken = part.taken.map { entry in
                Tree.Member(
                    entry.name,
                    .object([
                        Tree.Member("events", .number(Int64(entry.count.events))), Tree.Member("logs", .number(Int64(entry.count.logs))),
                    ]))
            }
            members.append(
                Tree.Member(
                    part.name,
                    .object([
                        Tree.Member("count", .number(Int64(part.count))), Tree.Member("taken", .object(taken)),
                        Tree.Member("missing", .list(part.missing.map { .text($0) })),
                        Tree.Member("unknown", .list(part.unknown.map { .text($0) })),
                    ])))
        }
        return Tree.object(members).json
    }

    // MARK: Text

    /// Returns the report as text. Long parts are listed only if `namesAll` is true.
    package func lines(_ look: Look, namesAll: Bool) -> [String] {
        let column = 15
        var lines: [String] = []
        func add(_ label: String, _ text: String, _ style: Style? = nil) {
            lines += CoverageReport.row([(label, 0, style ?? .plain)], text, at: column, style ?? .plain, look)
        }
        add("logs", "\(coverage.logs), with \(counted(coverage.events, "event"))", .bold)
        for part in parts {
            let isNamed = namesAll || !part.isLong
            if isNamed || lines.count == 1 { lines.append("") }
            add(part.label, "\(part.count - part.missing.count) of \(part.count) reached", .bold)
            if !isNamed {
                let hidden = [(part.taken.count, "reached"), (part.missing.count, "not reached")].filter { $0.0 > 0 }
                add("", "\(hidden.map { "\($0.0) \($0.1)" }.joined(separator: ", ")): --all lists them")
                continue
            }
            lines += table(part, look)
            if !part.missing.isEmpty { add("  not reached", part.missing.joined(separator: ", ")) }
            if !part.unknown.isEmpty { add("  unknown", part.unknown.joined(separator: ", ")) }
        }
        return lines
    }

    /// Returns a table of the entries that logs reached, most frequent first, with their counts.
    private func table(_ part: Part, _ look: Look) -> [String] {
        let (events, logs, name) = (9, 16, 18)
        if part.taken.isEmpty { return [] }
        let widest = part.taken.reduce(0) { max($0, DisplayedWidth.of($1.name)) }
        let heads = [("events", events - 6, Style.dim), ("logs", logs - 4, .dim)]
        let hasMeanings = part.taken.contains { !$0.meaning.isEmpty }
        var lines = CoverageReport.row(
            heads, hasMeanings ? "when it applies, in the words of the rule" : "", at: hasMeanings ? name + widest + 2 : name, .dim, look
        )
        let sorted = part.taken.enumerated().ordered { left, right in
            (right.element.count.events, left.offset) < (left.element.count.events, right.offset)
        }
        for (_, entry) in sorted {
            let counts = [(grouped(entry.count.events), events), (grouped(entry.count.logs), logs)]
            let cells = counts.map { ($0.0, max(0, $0.1 - $0.0.count), Style.plain) }
            let hasMeaning = !entry.meaning.isEmpty && name + widest + 2 + 20 < look.width
            let left = hasMeaning ? cells + [(entry.name, name, .plain)] : cells
            lines += CoverageReport.row(
                left, hasMeaning ? entry.meaning : entry.name, at: hasMeaning ? name + widest + 2 : name, .plain, look)
        }
        return lines
    }

    /// Returns lines with cells, followed by a text that is wrapped into as many lines as it needs.
    private static func row(_ cells: [(String, Int, Style)], _ text: String, at column: Int, _ style: Style, _ look: Look) -> [String] {
        var page = Page(look)
        page.row(cells.map { .fixed($0.0, at: $0.1, $0.2) } + [.wrapped(text, at: column, width: look.width - column, style)])
        return page.lines
    }
}
