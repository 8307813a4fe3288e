import FlowMachine

/// The first event about which this build decides differently, told side by side.
struct DivergenceTable {
    /// One thing that differs.
    struct Entry: Equatable {
        let what: String
        let recorded: String
        let thisBuild: String
    }

    private let divergence: Divergence
    private let words: Words
    private let events: [Record]

    /// `events` are those before it, which agree.
    init(_ divergence: Divergence, after events: [Record], _ header: LogHeader) {
        self.divergence = divergence
        self.events = events
        words = Words(header)
    }

    /// The table's lines.
    func lines(_ look: Look) -> [String] {
        let entries = self.entries
        let label = min(34, entries.reduce(16) { max($0, DisplayedWidth.of($1.what)) }) + 2
        let column = max(20, (look.width - 2 - label - 2) / 2)
        var head = Line(look.glyphs)
        head.put("recorded", at: 2 + label, .bold)
        head.put("this build", at: 2 + label + column + 2, .bold)
        var lines = ["", event(look.glyphs), "", head.text(colour: look.colour)]
        for entry in entries {
            let whats = wrapped(entry.what, to: label - 2)
            let recorded = wrapped(entry.recorded, to: column)
            let thisBuild = wrapped(entry.thisBuild, to: column)
            for row in 0..<max(whats.count, recorded.count, thisBuild.count) {
                var line = Line(look.glyphs)
                if row < whats.count { line.put(whats[row], at: 2) }
                if row < recorded.count { line.put(recorded[row], at: 2 + label) }
                if row < thisBuild.count { line.put(thisBuild[row], at: 2 + label + column + 2) }
                lines.append(line.text(colour: look.colour))
            }
        }
        lines += ["", end]
        return lines
    }

    private func event(_ glyphs: Glyphs) -> String {
        var outstanding = Outstanding()
        for record in events { outstanding.note(record) }
        let record = divergence.thisBuild
        var text = "  event \(record.number)   \(words.event(record.event, asked: outstanding.question(record.event)))"
        if let by = record.by, let cause = events.last(where: { $0.number == by }) {
            text += "\n  caused by event \(by), rule \(cause.rule)"
        }
        return Printable.lines(text)
    }

    private var end: String {
        let number = divergence.thisBuild.number
        let agree = number > 2 ? "Events 1 to \(number - 1) agree." : number == 2 ? "Event 1 agrees." : "It is the first event."
        let onlyDigest = divergence.differences.allSatisfy { $0.field == "digest" }
        return "  " + agree + (onlyDigest ? " The decision is the same; what the machine remembers of it is not." : "")
    }

    /// What differs, in words where both sides can be read.
    var entries: [Entry] {
        guard let recorded = divergence.recorded else { return divergence.differences.map(entry) }
        let thisBuild = divergence.thisBuild
        let time = thisBuild.event.time
        var entries: [Entry] = []
        var told: [String] = ["digest"]
        func compare(_ what: String, _ left: String, _ right: String, _ fields: [String]) {
            guard left != right else { return }
            entries.append(Entry(what: what, recorded: left, thisBuild: right))
            told += fields
        }
        compare("rule", recorded.rule, thisBuild.rule, ["rule"])
        compare("state", "\(recorded.state).\(recorded.step)", "\(thisBuild.state).\(thisBuild.step)", ["state", "step"])
        for index in 0..<max(recorded.effects.count, thisBuild.effects.count) {
            let left = index < recorded.effects.count ? words.effect(recorded.effects[index], at: time) : "nothing"
            let right = index < thisBuild.effects.count ? words.effect(thisBuild.effects[index], at: time) : "nothing"
            compare("effects[\(index)]", left, right, ["effects[\(index)]"])
        }
        // What the words do not tell apart is told by its field.
        let rest = divergence.differences.filter { difference in
            !told.contains { difference.field == $0 || difference.field.hasPrefix($0 + ".") } && difference.field != "effects"
        }
        entries += rest.map(entry)
        return entries.isEmpty ? divergence.differences.map(entry) : entries
    }

    private func entry(_ difference: Divergence.Difference) -> Entry {
        Entry(what: difference.field, recorded: difference.recorded ?? "nothing", thisBuild: difference.thisBuild ?? "nothing")
    }
}
