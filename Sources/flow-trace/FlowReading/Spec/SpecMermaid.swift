import FlowMachine

/// The state diagram of the machine in Mermaid: the seven states with their steps, and the transitions with the rules that decide them.
package enum SpecMermaid {
    package static func lines(_ entries: [TransitionTable.Entry], _ look: Look) -> [String] {
        let rows = SpecText.rows(entries)
        var lines = ["stateDiagram-v2"]
        for name in FlowStateName.allCases {
            let places = Set(rows.flatMap { [$0.from, $0.to] }).filter { SpecText.state($0) == name.rawValue }.ordered()
            let letter = Phase(state: name.rawValue).letter
            lines.append("    state \"\(letter.isEmpty ? "" : letter + " ")\(name.rawValue)\" as \(name.rawValue) {")
            for place in places { lines.append("        state \"\(place.split(separator: ".").last ?? "")\" as \(id(place))") }
            for (edge, rules) in edges(rows, within: name.rawValue) {
                lines.append("        \(id(edge.from)) --> \(id(edge.to)) : \(joined(rules))")
            }
            lines.append("    }")
        }
        lines.append("    [*] --> \(id(TransitionTable.beginning))")
        for (edge, _) in SpecText.passage(rows).edges {
            let rules = rows.filter { SpecText.state($0.from) == edge.from && SpecText.state($0.to) == edge.to }.map { $0.rule }
            lines.append("    \(edge.from) --> \(edge.to) : \(joined(rules))")
        }
        return lines
    }

    private static func id(_ place: String) -> String { place.split(separator: ".").joined(separator: "_") }

    private static func edges(_ rows: [TransitionTable.Entry], within state: String) -> [(edge: Passage.Edge, rules: [String])] {
        var edges: [(edge: Passage.Edge, rules: [String])] = []
        for row in rows where row.moves && SpecText.state(row.from) == state && SpecText.state(row.to) == state {
            let edge = Passage.Edge(from: row.from, to: row.to)
            if let index = edges.firstIndex(where: { $0.edge == edge }) {
                edges[index].rules.append(row.rule)
            } else {
                edges.append((edge, [row.rule]))
            }
        }
        return edges
    }

    /// Returns the rules for a label: each rule once, in order, and at most six rules.
    private static func joined(_ rules: [String]) -> String {
        let each = Set(rules).ordered()
        let most = 6
        let named = each.prefix(most).joined(separator: ", ")
        return each.count > most ? "\(named) and \(each.count - most) more" : named
    }
}
