import FlowMachine

/// A comparison of two logs as JSON.
package enum ComparisonJSON {
    /// The members of the JSON objects of a comparison.
    package static let shape = JSONShape(
        "A line",
        [
            .init("kind", "logs, setting, row or total"),
            .init("a", "logs: the log; setting: the value; row: the events in the log, or null", .objects([logShape, sideShape])),
            .init("b", "logs: the log; setting: the value; row: the events in the log, or null", .objects([logShape, sideShape])),
            .init("field", "setting: what differs"), .init("mark", "row: = < > ! ~ as above; = only with --all"),
            .init("differences", "row: a list of what differs", .objects([entryShape])), .init("same", "total: how many rows"),
            .init("changed", "total: how many rows"), .init("onlyA", "total: how many rows"), .init("onlyB", "total: how many rows"),
            .init("notCompared", "total: how many rows"), .init("bounded", "total: whether rows were matched only within windows"),
        ])

    private static let logShape = JSONShape(
        "A log",
        [
            .init("file", "its name"), .init("app", "text"), .init("library", "text"), .init("system", "text, or null"),
            .init("support", "its support id"), .init("events", "how many it has"), .init("start", "milliseconds since 1970, or null"),
            .init("clockAhead", "how far the device's clock was ahead of Adobe's, in milliseconds, or null"),
        ])

    private static let sideShape = JSONShape(
        "A side of a row",
        [
            .init("event", "the number of the first one"), .init("last", "the number of the last one, if it counts repetitions"),
            .init("repetitions", "how often the events before it are repeated, or 0"), .init("time", "milliseconds since 1970"),
            .init("words", "what happened"), .init("rule", "what is recorded"), .init("state", "what is recorded"),
        ])

    private static let entryShape = JSONShape(
        "A difference", [.init("field", "what differs"), .init("a", "the value, in words"), .init("b", "the value, in words")])

    /// Returns JSON objects: one for each log, each difference in the headers, each row, and the totals.
    ///
    /// - Parameters:
    ///   - showsAll: Whether rows that are the same on both sides are included.
    ///   - number: The number of an event of the left log. If it is not `nil`, only the rows with this event are included.
    package static func objects(_ comparison: Comparison, showsAll: Bool, at number: Int64?) -> [Tree] {
        var objects: [Tree] = [
            .object([
                Tree.Member("kind", .text("logs")), Tree.Member("a", log(comparison.left)), Tree.Member("b", log(comparison.right)),
            ])
        ]
        for entry in ComparedHeaders.differences(comparison.left.header, comparison.right.header) {
            objects.append(.object([Tree.Member("kind", .text("setting"))] + members(entry)))
        }
        for row in comparison.rows {
            if let number {
                guard row.left?.events.contains(where: { comparison.left.records[$0].number == number }) == true else { continue }
            } else if row.mark == .same, !showsAll {
                continue
            }
            objects.append(
                .object([
                    Tree.Member("kind", .text("row")), Tree.Member("mark", .text(row.mark.rawValue)),
                    Tree.Member("a", row.left.map { side($0, comparison.left, comparison.words.left) } ?? .null),
                    Tree.Member("b", row.right.map { side($0, comparison.right, comparison.words.right) } ?? .null),
                    Tree.Member("differences", .list((row.fields + row.entries).map { .object(members($0)) })),
                ]))
        }
        objects.append(
            .object([
                Tree.Member("kind", .text("total")), Tree.Member("same", count(comparison, .same)),
                Tree.Member("changed", count(comparison, .changed)), Tree.Member("onlyA", count(comparison, .onlyLeft)),
                Tree.Member("onlyB", count(comparison, .onlyRight)), Tree.Member("notCompared", count(comparison, .notCompared)),
                Tree.Member("bounded", .truth(comparison.isBounded)),
            ]))
        return objects
    }

    private static func count(_ comparison: Comparison, _ mark: Comparison.Mark) -> Tree { .number(Int64(comparison.count(mark))) }

    private static func members(_ entry: DifferenceEntry) -> [Tree.Member] {
        [Tree.Member("field", .text(entry.what)), Tree.Member("a", .text(entry.texts.left)), Tree.Member("b", .text(entry.texts.right))]
    }

    private static func log(_ log: ComparedLog) -> Tree {
        let start = log.records.first?.event.time
        return .object([
            Tree.Member("file", .text(log.name)), Tree.Member("app", .text(log.header.app)),
            Tree.Member("library", .text(log.header.library)), Tree.Member("system", log.header.system.map { .text($0) } ?? .null),
            Tree.Member("support", .text(log.header.support)), Tree.Member("events", .number(Int64(log.records.count))),
            Tree.Member("start", start.map { .instant($0) } ?? .null),
            Tree.Member("clockAhead", DeviceClock.ahead(in: log.records).map { .number($0) } ?? .null),
        ])
    }

    private static func side(_ side: Comparison.Side, _ log: ComparedLog, _ words: Wording) -> Tree {
        guard let first = side.events.first, let last = side.events.last else { return .null }
        let record = log.records[first]
        let words =
            side.period == 0 ? ComparisonText.event(record, log.questions[first], words) : "the \(side.period) events before, again"
        return .object([
            Tree.Member("event", .number(record.number)), Tree.Member("last", .number(log.records[last].number)),
            Tree.Member("repetitions", .number(side.period == 0 ? 0 : Int64(side.events.count / side.period))),
            Tree.Member("time", .instant(record.event.time)), Tree.Member("words", .text(words)),
            Tree.Member("rule", .text(record.rule)), Tree.Member("state", .text("\(record.state).\(record.step)")),
        ])
    }
}
