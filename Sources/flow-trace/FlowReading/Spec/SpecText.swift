import FlowMachine

/// The transition table as text: the state diagram, then every transition that changes something.
package enum SpecText {
    /// Returns the transitions that the table shows: all except those of rules that ignore the event.
    static func rows(_ entries: [TransitionTable.Entry]) -> [TransitionTable.Entry] {
        entries.filter { $0.moves || !(Rule(rawValue: $0.rule)?.ignoresEvent ?? false) }
    }

    /// Returns the changes of state, each with the number of its rows in the table.
    static func passage(_ rows: [TransitionTable.Entry]) -> Passage {
        var edges: [(edge: Passage.Edge, count: Int64)] = []
        for row in rows {
            let edge = Passage.Edge(from: state(row.from), to: state(row.to))
            if edge.from == edge.to { continue }
            if let index = edges.firstIndex(where: { $0.edge == edge }) { edges[index].count += 1 } else { edges.append((edge, 1)) }
        }
        return Passage(edges)
    }

    static func state(_ place: String) -> String { String(place.prefix { $0 != "." }) }

    static func summary(_ rows: [TransitionTable.Entry]) -> String {
        let places = Set(rows.flatMap { [$0.from, $0.to] })
        let rules = Set(rows.map { $0.rule })
        let states = Set(places.map(state))
        return "\(states.count) states, \(places.count) steps, \(rows.count) transitions, \(rules.count) rules"
    }

    /// Returns the diagram and the table.
    package static func lines(_ entries: [TransitionTable.Entry], _ look: Look) -> [String] {
        let rows = rows(entries)
        var title = Line(look.glyphs)
        title.append(summary(rows), .bold)
        var legend = Line(look.glyphs)
        let stroke = String(repeating: look.glyphs.taken.level, count: 2)
        legend.put("\(stroke)2\(stroke)\(look.glyphs.taken.right)  in two ways of the table below", at: 1, .dim)
        let diagram = StateText.diagram(passage(rows), look)
        return [title.text(color: look.color), ""] + diagram + ["", legend.text(color: look.color), ""]
            + self.table(rows, look)
    }

    /// Returns the table of the transitions, grouped by the step from which they start.
    ///
    /// If the columns exceed the width of `look`, the step is on a line above its rows, and events are wrapped.
    private static func table(_ rows: [TransitionTable.Entry], _ look: Look) -> [String] {
        func widest(_ texts: [String]) -> Int { texts.reduce(5) { max($0, DisplayedWidth.of($1)) } }
        let rules = widest(rows.map { $0.rule }) + 2
        let targets = widest(rows.map { $0.to })
        let wide = widest(rows.map { $0.from }) + 2
        let isNarrow = wide + widest(rows.map { $0.event }) + 2 + rules + targets > look.width
        let event = isNarrow ? 2 : wide
        let rule = isNarrow ? look.width - targets - rules : event + widest(rows.map { $0.event }) + 2
        let to = rule + rules
        func line(_ cells: [(String, Int, Style)]) -> String {
            var line = Line(look.glyphs)
            for (text, column, style) in cells { line.put(text, at: column, style) }
            line.clip(at: look.width)
            return line.text(color: look.color)
        }
        let heads: [(String, Int, Style)] = [("event", event, .dim), ("rule", rule, .dim), ("to", to, .dim)]
        var lines = isNarrow ? [line([("from", 0, .dim)]), line(heads)] : [line([("from", 0, .dim)] + heads)]
        var from = ""
        var kind = ""
        for row in rows {
            let isNew = row.from != from
            if isNew, isNarrow { lines.append(line([(row.from, 0, .bold)])) }
            let texts = isNew || row.event != kind ? wrapped(row.event, to: rule - event - 2) : [""]
            for (place, text) in texts.enumerated() {
                var cells: [(String, Int, Style)] = [(text, event, .plain)]
                if place == 0 {
                    if isNew, !isNarrow { cells.insert((row.from, 0, .bold), at: 0) }
                    cells += [(row.rule, rule, .plain), (row.moves ? row.to : "stays", to, row.moves ? .plain : .dim)]
                }
                lines.append(line(cells))
            }
            from = row.from
            kind = row.event
        }
        return lines
    }

    /// Returns the transitions as Markdown for a repository: the diagram in Mermaid, then a table for each state.
    package static func markdown(_ entries: [TransitionTable.Entry]) -> String {
        let rows = rows(entries)
        var lines = [
            "# Transitions", "",
            "This page lists what the machine does, as the machine itself did it: \(summary(rows)).",
            "Made by `flow-trace spec --format markdown` from every story of the simulated world and from",
            "\(MachineTransitions.walks) seeded random walks of \(MachineTransitions.events) events each: the transitions that these runs took; others may be possible.",
            "A test compares this page with that output, and `SPECS_RECORD=1 swift test --filter Specs` writes the page. Events that change nothing are left",
            "out; the rules are those of [rules](rules/README.md).", "", "```mermaid",
        ]
        lines += SpecMermaid.lines(entries, Look()) + ["```"]
        for name in FlowStateName.allCases {
            let own = rows.filter { state($0.from) == name.rawValue }
            if own.isEmpty { continue }
            let letter = Phase(state: name.rawValue).letter
            lines += [
                "", "## \(letter.isEmpty ? "" : letter + "  ")\(name.rawValue)", "", "| step | event | rule | to |", "|---|---|---|---|",
            ]
            lines += merged(own)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns one row per step, event and rule, with all the steps to which the transition can lead.
    private static func merged(_ rows: [TransitionTable.Entry]) -> [String] {
        var merged: [(head: String, to: [String])] = []
        for row in rows {
            let head = "| \(row.from.split(separator: ".").last ?? "") | \(row.event) | \(row.rule) | "
            let target = row.moves ? row.to : "stays"
            if merged.last?.head == head { merged[merged.count - 1].to.append(target) } else { merged.append((head, [target])) }
        }
        return merged.map { $0.head + $0.to.joined(separator: ", ") + " |" }
    }
}
