/// The differences between many logs and this build, as text and as JSON.
package struct CorpusText {
    /// The members of the JSON objects for a kind of difference and for the totals.
    package static let shape = JSONShape(
        "A line",
        [
            .init("kind", "difference or total"), .init("recordedRule", "difference: the rule that decided when the log was written"),
            .init("thisBuildRule", "difference: the rule that decides in this build"),
            .init("what", "difference: a list of what differs, without numbers and values"),
            .init("events", "difference: how many events differ like this; total: all events"),
            .init("logs", "difference: how many logs have it; total: all logs"), .init("file", "difference: an example"),
            .init("line", "difference: an example"), .init("event", "difference: the example's number and event"),
            .init("words", "difference: the example's number and event"),
            .init("differences", "difference: a list of the example's differences", .objects([differenceShape])),
            .init("command", "difference: the command that shows the example"),
            .init("logsThatDiffer", "total: logs with a difference"),
            .init("logsNotRead", "total: logs that cannot be compared to the end"),
            .init("differing", "total: events that this build decides differently"),
            .init("notCompared", "total: events that were not compared"),
            .init("notListed", "total: events that differ in ways beyond the first 1,000; absent if none"),
        ])

    private static let differenceShape = JSONShape(
        "A difference of an example",
        [.init("field", "what differs"), .init("recorded", "the value, in words"), .init("thisBuild", "the value, in words")])

    private let differences: CorpusDifferences
    private let look: Look

    package init(_ differences: CorpusDifferences, _ look: Look) {
        self.differences = differences
        self.look = look
    }

    /// Returns the command that shows the recorded decision about an event beside this build's decision.
    static func command(_ example: DifferenceCount.Example) -> String {
        "flow-trace diff --against-build --at \(example.event) \(shellWord(example.file))"
    }

    /// The lines of the text: the totals, followed by the kinds of differences.
    package var lines: [String] {
        var page = Page(look)
        for text in summary { page.paragraph(text) }
        for (kind, count) in differences.sorted { write(kind, count, to: &page) }
        if differences.otherwise > 0 {
            page.blank()
            page.paragraph("\(counted(differences.otherwise, "event")) differ in other ways, which are not listed.")
        }
        return page.lines
    }

    private var summary: [String] {
        let all = "\(counted(differences.logs, "log")), \(counted(differences.events, "event"))"
        if differences.agrees { return ["\(all): this build decides every event as recorded."] }
        let differ = differences.differing == 0 ? "no event" : counted(differences.differing, "event")
        var lines = [
            "\(all): this build decides \(differ) differently, in \(counted(differences.logsThatDiffer, "log")). "
                + "\(differences.notCompared == 1 ? "1 event was" : "\(grouped(differences.notCompared)) events were") not compared."
        ]
        if differences.logsNotRead > 0 {
            lines.append("\(counted(differences.logsNotRead, "log")) cannot be compared to the end: see the messages on standard error.")
        }
        if differences.differing > 0 {
            lines.append(
                "After the first difference in a log, the comparison continues with the recorded events, not with those "
                    + "that this build's decisions would have caused. From there on, digests are not compared.")
        }
        if differences.notCompared > 0, differences.differing > 0 {
            lines.append(
                "An event is not compared while the recorded state and this build's state differ, if it answers a "
                    + "request that this build did not send, or if it is after damage.")
        }
        return lines
    }

    private func write(_ kind: DifferenceKind, _ count: DifferenceCount, to page: inout Page) {
        let arrow = look.glyphs.arrowWord
        let rules = kind.recorded == kind.thisBuild ? "\(kind.recorded), same rule" : "\(kind.recorded) \(arrow) \(kind.thisBuild)"
        page.heading("\(counted(count.events, "event")) in \(counted(count.logs, "log")): \(rules)")
        for what in kind.what { page.paragraph(what.words(arrow), at: 2) }
        let example = count.example
        page.paragraph("example: \(example.file):\(example.line), event \(example.event): \(example.words)", at: 4)
        page.add(SideBySide.lines(example.entries, "recorded", "this build", indent: 6, look))
        // The command is not wrapped, so that it can be copied.
        page.line("show it: " + CorpusText.command(example), at: 4)
    }

    /// Returns one object per kind of difference, followed by one object with the totals.
    package static func json(_ differences: CorpusDifferences) -> [Tree] {
        var objects: [Tree] = []
        for (kind, count) in differences.sorted {
            let example = count.example
            objects.append(
                .object([
                    Tree.Member("kind", .text("difference")), Tree.Member("recordedRule", .text(kind.recorded)),
                    Tree.Member("thisBuildRule", .text(kind.thisBuild)), Tree.Member("what", .list(kind.texts.map { .text($0) })),
                    Tree.Member("events", .number(Int64(count.events))), Tree.Member("logs", .number(Int64(count.logs))),
                    Tree.Member("file", .text(example.file)), Tree.Member("line", .number(Int64(example.line))),
                    Tree.Member("event", .number(example.event)), Tree.Member("words", .text(example.words)),
                    Tree.Member("differences", .list(example.entries.map { $0.tree("recorded", "thisBuild") })),
                    Tree.Member("command", .text(command(example))),
                ]))
        }
        objects.append(
            .object(
                [
                    Tree.Member("kind", .text("total")), Tree.Member("logs", .number(Int64(differences.logs))),
                    Tree.Member("logsThatDiffer", .number(Int64(differences.logsThatDiffer))),
                    Tree.Member("logsNotRead", .number(Int64(differences.logsNotRead))),
                    Tree.Member("events", .number(Int64(differences.events))),
                    Tree.Member("differing", .number(Int64(differences.differing))),
                    Tree.Member("notCompared", .number(Int64(differences.notCompared))),
                ] + (differences.otherwise > 0 ? [Tree.Member("notListed", .number(Int64(differences.otherwise)))] : [])))
        return objects
    }
}

extension DifferenceEntry {
    /// Returns the difference as JSON, with `left` and `right` as the names of the two values.
    func tree(_ left: String, _ right: String) -> Tree {
        .object([Tree.Member("field", .text(what)), Tree.Member(left, .text(texts.left)), Tree.Member(right, .text(texts.right))])
    }
}
