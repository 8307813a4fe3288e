import FlowMachine

/// What logs took, as text and as JSON.
struct CoverageReport {
    /// One kind of thing that can be taken.
    struct Part {
        let name: String
        /// What the text calls it.
        let label: String
        /// How many there are.
        let count: Int
        /// Those taken, with how often.
        let taken: [(name: String, times: Int)]
        let missing: [String]
        /// Those taken that this build does not know.
        let unknown: [String]
    }

    let coverage: LogCoverage
    let parts: [Part]

    /// `possible`: the transitions there are.
    init(_ coverage: LogCoverage, possible: TransitionTable) {
        self.coverage = coverage
        let rules = coverage.countedRules
        let covered = RuleWords.all.filter { !$0.coveredWith.isEmpty }
        let known = LogCoverage.ways(possible)
        let ways = LogCoverage.ways(coverage.transitions)
        func word(_ way: LogCoverage.Way) -> String { "\(way.from) to \(way.to)" }
        parts = [
            Part(
                name: "rules", label: "rules", count: rules.count,
                taken: rules.compactMap { rule in coverage.rules[rule].map { (rule, $0) } },
                missing: coverage.missingRules, unknown: coverage.unknownRules),
            Part(
                name: "covered", label: "covered rules", count: covered.count,
                taken: covered.compactMap { rule in
                    let times = rule.coveredWith.reduce(0) { $0 + (coverage.rules[$1] ?? 0) }
                    return times > 0 ? (rule.id, times) : nil
                }, missing: coverage.missingCovered, unknown: []),
            Part(
                name: "transitions", label: "transitions", count: Set(known.keys).union(ways.keys).count,
                taken: ways.sorted { $0.key < $1.key }.map { (word($0.key), $0.value) },
                missing: known.keys.filter { ways[$0] == nil }.sorted().map(word), unknown: []),
            Part(
                name: "codes", label: "error codes", count: ErrorCodes.all.count,
                taken: ErrorCodes.all.compactMap { code in coverage.codes[code].map { (code, $0) } }, missing: coverage.missingCodes,
                unknown: coverage.unknownCodes),
        ]
    }

    /// The report on one line.
    var json: String {
        var members = [
            Tree.Member("logs", .number(Int64(coverage.logs))), Tree.Member("events", .number(Int64(coverage.events))),
        ]
        for part in parts {
            let taken = part.taken.map { Tree.Member($0.name, .number(Int64($0.times))) }
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

    /// The report for a person. The transitions not taken are many: they are named only if asked for.
    func lines(_ look: Look, namesTransitions: Bool) -> [String] {
        let column = 15
        var lines: [String] = []
        func add(_ label: String, _ text: String, _ style: Style = .plain) {
            for (place, part) in wrapped(text, to: look.width - column, ascii: look.glyphs.isASCII).enumerated() {
                var line = Line(look.glyphs)
                if place == 0 { line.put(label, at: 0, style) }
                line.put(part, at: column, style)
                lines.append(line.text(colour: look.colour))
            }
        }
        add("logs", "\(coverage.logs), with \(coverage.events) events", .bold)
        for part in parts {
            add(part.label, "\(part.count - part.missing.count) of \(part.count) taken", .bold)
            let isNamed = part.name != "transitions" || namesTransitions
            if !part.missing.isEmpty {
                add("  not taken", isNamed ? part.missing.joined(separator: ", ") : "\(part.missing.count): --all names them")
            }
            if !part.unknown.isEmpty { add("  unknown", part.unknown.joined(separator: ", ")) }
        }
        return lines
    }
}
