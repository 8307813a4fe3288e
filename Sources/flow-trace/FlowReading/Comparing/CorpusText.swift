/// The differences between many logs and this build, as text and as JSON.
package struct CorpusText {
    private let differences: CorpusDifferences
    private let look: Look

    package init(_ differences: CorpusDifferences, _ look: Look) {
        self.differences = differences
        self.look = look
    }

    /// The command that shows one event as recorded and as this build decides it.
    static func command(_ example: DifferenceCount.Example) -> String {
        "flow-trace diff --against-build --at \(example.event) \(shellWord(example.file))"
    }

    /// The totals, then the kinds of differences.
    package var lines: [String] {
        var lines = summary.flatMap { wrapped($0, to: look.width, ascii: look.glyphs.isASCII) }
        for (kind, count) in differences.sorted { lines += [""] + self.lines(kind, count) }
        if differences.otherwise > 0 {
            lines += [""] + paragraph("\(events(differences.otherwise)) differ in other ways, which are not listed.", at: 0)
        }
        return lines
    }

    private func events(_ count: Int) -> String { count == 1 ? "1 event" : "\(grouped(count)) events" }
    private func logs(_ count: Int) -> String { count == 1 ? "1 log" : "\(grouped(count)) logs" }

    private var summary: [String] {
        let all = "\(logs(differences.logs)), \(events(differences.events))"
        if differences.agrees { return ["\(all): this build decides every event as recorded."] }
        let differ = differences.differing == 0 ? "no event" : events(differences.differing)
        var lines = [
            "\(all): this build decides \(differ) differently, in \(logs(differences.logsThatDiffer)). "
                + "\(differences.notCompared == 1 ? "1 event was" : "\(grouped(differences.notCompared)) events were") not compared."
        ]
        if differences.logsNotRead > 0 {
            lines.append("\(logs(differences.logsNotRead)) cannot be compared to the end: see the messages on standard error.")
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

    private func lines(_ kind: DifferenceKind, _ count: DifferenceCount) -> [String] {
        let glyphs = look.glyphs
        let rules =
            kind.recorded == kind.thisBuild ? "\(kind.recorded), same rule" : "\(kind.recorded) \(glyphs.arrowWord) \(kind.thisBuild)"
        let head = "\(events(count.events)) in \(logs(count.logs)): \(rules)"
        var lines = paragraph(head, at: 0, .bold)
        for what in kind.what { lines += paragraph(what.words(glyphs.arrowWord), at: 2) }
        let example = count.example
        lines += paragraph("example: \(example.file):\(example.line), event \(example.event): \(example.words)", at: 4)
        lines += SideBySide.lines(example.entries, "recorded", "this build", indent: 6, look)
        // Whole, to be copied.
        var command = Line(glyphs)
        command.put("show it: " + CorpusText.command(example), at: 4)
        lines.append(command.text(color: look.color))
        return lines
    }

    private func paragraph(_ text: String, at indent: Int, _ style: Style = .plain) -> [String] {
        wrapped(text, to: look.width - indent, ascii: look.glyphs.isASCII).map { part in
            var line = Line(look.glyphs)
            line.put(part, at: indent, style)
            return line.text(color: look.color)
        }
    }

    /// One object per kind of difference, then the totals.
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
    /// As JSON, with these names for its two sides.
    func tree(_ left: String, _ right: String) -> Tree {
        .object([Tree.Member("field", .text(what)), Tree.Member(left, .text(texts.left)), Tree.Member(right, .text(texts.right))])
    }
}
