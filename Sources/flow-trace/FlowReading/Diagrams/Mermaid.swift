import FlowMachine

/// The diagrams in Mermaid's language.
///
/// The diagrams were checked by hand with Mermaid 11.17.2 on 2026-11-22. Its `parse` accepted the three diagrams of every log in `Specs/scenarios`,
/// of a damaged log and of filtered logs (522 of 522), and its `render` drew 41 of them. Mermaid came from the wheel of `marimo` on PyPI
/// (`pip download --no-deps marimo`, `marimo/_static/assets/mermaid-*.js`, whose inner object was exported). It ran in Debian's
/// `chromium --headless`, on a page from `python3 -m http.server` that fetched the diagrams as JSON.
package enum Mermaid {
    /// Returns `text` escaped so that Mermaid shows it unchanged: characters with a meaning in its grammar or in HTML become entities.
    static func escaped(_ text: String, ascii: Bool) -> String {
        var shown = ""
        for character in Printable.text(text, ascii: ascii) {
            switch character {
            case "#", ";", "%", "\"", "<", ">", "{", "}", "`", "\\", "&":
                for scalar in character.unicodeScalars { shown += "#\(scalar.value);" }
            case _: shown.append(character)
            }
        }
        // The word `end` alone belongs to Mermaid's grammar.
        return shown.lowercased() == "end" ? "#101;" + shown.dropFirst() : shown
    }

    /// Returns `text` escaped for the name of a task in Mermaid. A colon in the text would end the name.
    private static func task(_ text: String, ascii: Bool) -> String {
        escaped(text, ascii: ascii).split(separator: ":", omittingEmptySubsequences: false).joined(separator: "#58;")
    }

    package static func sequence(_ sequence: SequenceDiagram, scale: TimeScale, _ look: Look) -> [String] {
        var lines = ["sequenceDiagram"]
        for lane in sequence.lanes { lines.append("    participant \(name(lane)) as \(lane.name)") }
        let all = "\(name(.app)),\(name(.adobe))"
        func band(_ state: String) -> String {
            "    Note over \(all): \(escaped("\(Phase(state: state).text) (\(state))", ascii: look.glyphs.isASCII))"
        }
        var state: String?
        for block in sequence.blocks {
            if state != block.before { lines.append(band(block.before)) }
            let time = "#\(block.number), " + scale.text(block.time) + (look.utc ? "" : " s")
            lines += block.waits.map { self.row($0, all, "", look) }
            if let event = block.event { lines.append(row(event, all, time + (block.rule.isEmpty ? "" : ", " + block.rule), look)) }
            if let trace = block.trace {
                lines.append("    Note right of App: Adobe's trace id \(escaped(trace, ascii: look.glyphs.isASCII))")
            }
            if block.after != block.before { lines.append(band(block.after)) }
            state = block.after
            for (index, effect) in block.effects.enumerated() {
                lines.append(row(effect, all, block.event == nil && index == 0 ? "#\(block.number), \(block.rule)" : "", look))
            }
        }
        lines += sequence.ending.map { row($0, all, "", look) }
        return lines
    }

    private static func name(_ lane: Lane) -> String {
        switch lane {
        case .app: "App"
        case .viewer: "Viewer"
        case .partner: "Apple"
        case .register: "Register"
        case .adobe: "Adobe"
        }
    }

    private static func row(_ row: Row, _ all: String, _ note: String, _ look: Look) -> String {
        let parts = [row.isTrouble ? "!" : "", row.label.text, note.isEmpty ? "" : "[\(note)]"].filter { !$0.isEmpty }
        let text = escaped(parts.joined(separator: " "), ascii: look.glyphs.isASCII)
        switch row.kind {
        case .message(let from, let to, let isAnswer): return "    \(name(from))\(isAnswer ? "-->>" : "->>")\(name(to)): \(text)"
        case .note, .memory: return "    Note right of App: \(text)"
        case .wait: return "    Note over Viewer: \(text)"
        case .pause, .gap, .leftOut: return "    Note over \(all): \(text)"
        case .again:
            let again = "\(look.glyphs.times) \(row.label.main), \(row.label.detail) \(note.isEmpty ? "" : "[\(note)]")"
            return "    Note over \(all): \(escaped(again, ascii: look.glyphs.isASCII))"
        }
    }

    package static func states(_ passage: Passage, _ look: Look) -> [String] {
        var lines = ["stateDiagram-v2", "    direction LR"]
        var ids: [String: String] = [:]
        let known = FlowStateName.allCases.map { $0.rawValue }
        for (index, name) in (known + passage.edges.flatMap { [$0.edge.from, $0.edge.to] }).enumerated() where ids[name] == nil {
            ids[name] = known.contains(name) ? name : "unknown\(index)"
            let phase = Phase(state: name)
            let title = phase.letter.isEmpty ? name : "\(phase.letter) \(name)"
            lines.append("    state \"\(escaped(title, ascii: look.glyphs.isASCII))\" as \(ids[name] ?? "unknown")")
        }
        if let first = passage.edges.first?.edge.from ?? passage.last { lines.append("    [*] --> \(ids[first] ?? "unknown")") }
        for (edge, count) in passage.edges {
            lines.append("    \(ids[edge.from] ?? "unknown") --> \(ids[edge.to] ?? "unknown") : \(count)\(look.glyphs.times)")
        }
        let never = known.filter { passage.stays[$0] == nil }
        if !never.isEmpty {
            lines.append("    classDef never stroke-dasharray: 4, fill: transparent")
            lines.append("    class \(never.joined(separator: ",")) never")
        }
        return lines
    }

    package static func timeline(_ timeline: Timeline, name: String, _ look: Look) -> [String] {
        let ascii = look.glyphs.isASCII
        var lines = ["gantt", "    title \(task(name, ascii: ascii))", "    dateFormat x", "    axisFormat %H:%M:%S"]
        for party in AwaitedParty.allCases {
            let stretches = timeline.stretches.filter { $0.party == party }
            if !stretches.isEmpty { lines.append("    section \(party.name)") }
            for stretch in stretches {
                let what = stretch.what.isEmpty ? party.name : stretch.what
                let label = task("\(what) \(TimeWords.length(stretch.milliseconds))", ascii: ascii)
                lines.append("    \(label) :\(stretch.start.milliseconds), \(stretch.end.milliseconds)")
            }
        }
        return lines
    }
}
