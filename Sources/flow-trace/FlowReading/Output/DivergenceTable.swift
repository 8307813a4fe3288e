import FlowMachine

/// The first event that this build decides differently, shown side by side.
package struct DivergenceTable {
    private let divergence: Divergence
    private let words: Wording
    private let events: [LogRecord]

    /// Creates the table.
    ///
    /// - Parameters:
    ///   - divergence: The first event that this build decides differently.
    ///   - events: The events before the divergence, which this build decides as recorded.
    ///   - header: The header of the log.
    ///   - clock: The clock for times in texts.
    package init(_ divergence: Divergence, after events: [LogRecord], _ header: LogHeader, _ clock: DisplayedClock = .utc) {
        self.divergence = divergence
        self.events = events
        words = Wording(header, clock)
    }

    /// Returns the lines of the table, each at most as wide as the width of `look`.
    package func lines(_ look: Look) -> [String] {
        var lines = ["", event(look.glyphs), ""]
        let (entries, more) = entries
        lines += SideBySide.lines(entries, "recorded", "this build", indent: 2, look)
        if more > 0 { lines.append("  … and \(grouped(more)) more differences") }
        lines += ["", end]
        return lines
    }

    private func event(_ glyphs: Glyphs) -> String {
        var outstanding = QuestionHistory()
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
        let onlyDigest = divergence.differences.allSatisfy { $0.part == .digest }
        return "  " + agree + (onlyDigest ? " The decision is the same, but the model is not." : "")
    }

    /// The differences, in words if the recorded line can be read. `more` is the number of further differences that are left out.
    package var entries: (list: [DifferenceEntry], more: Int) {
        guard let recorded = divergence.recorded else { return (divergence.differences.map(entry), divergence.moreDifferences) }
        let decisions = DecisionEntries(recorded: recorded, thisBuild: divergence.thisBuild, words)
        let entries = decisions.list + divergence.differences.filter { $0.part != .decision && $0.part != .digest }.map(entry)
        return entries.isEmpty
            ? (divergence.differences.map(entry), divergence.moreDifferences) : (entries, decisions.leftOut)
    }

    private func entry(_ difference: Divergence.Difference) -> DifferenceEntry {
        DifferenceEntry(
            what: difference.field, left: difference.recorded, right: difference.thisBuild)
    }
}

extension Divergence.Difference {
    /// The parts of a record.
    fileprivate enum Part { case event, decision, digest }

    /// The part of the record to which the field belongs. The first key of its path determines the part.
    fileprivate var part: Part {
        switch field.prefix(while: { $0.isLetter }) {
        case "digest": .digest
        case "rule", "state", "step", "effects": .decision
        case _: .event
        }
    }
}
