import FlowMachine
import FlowReading

extension Verdict {
    /// The members of the JSON object for a verdict.
    package static let shape = JSONShape(
        "A verdict",
        [
            .init("capture", "the name of the file"), .init("result", "kept or broken"),
            .init("coverage", "what the file has, and what of it cannot be read", .objects([coverageShape])),
            .init("findings", "a list: broken rules", .objects([findingShape])),
            .init("causes", "a list: what the answers say", .objects([findingShape])),
            .init("shown", "a list of the rules that the capture shows", .objects([shownShape])),
            .init("notShown", "a list of the other rules", .objects([hiddenShape])),
            .init("log", "with --out", .objects([logShape])),
        ])

    private static let findingShape = JSONShape(
        "A finding or cause",
        [
            .init("rule", "its id, or null for a cause"), .init("level", "must, never, should or inferred; null for a cause"),
            .init("text", "what happened"), .init("demand", "a finding: what the rule demands"), .init("advice", "a cause: what to do"),
            .init("evidence", "a list of entries", .objects([evidenceShape])),
        ])

    private static let evidenceShape = JSONShape(
        "An entry",
        [
            .init("entry", "its number in the file, from 1"), .init("line", "the line of the file on which it begins"),
            .init("time", "when the request was sent, in milliseconds since 1970"), .init("request", "method and path, with references"),
            .init("answer", "status, and Adobe's error code or decision"),
        ])

    private static let shownShape = JSONShape(
        "A shown rule",
        [
            .init("rule", "its id"), .init("level", "as above"), .init("occasions", "how often it applies"),
            .init("broken", "whether it is broken"),
        ])

    private static let hiddenShape = JSONShape(
        "A rule that is not shown", [.init("rule", "its id"), .init("level", "as above"), .init("needs", "what would show it")])

    private static let coverageShape = JSONShape(
        "The coverage",
        ["entries", "registration", "restV2", "restV1", "pages", "accessEnabler", "otherHosts"].map { .init($0, "numbers of entries") }
            + [
                .init("devices", "how many devices sent them"), .init("unreadableEntries", "a list of numbers"),
                .init("unreadableBodies", "a list", .objects([bodyShape])), .init("isCut", "whether the file ends in the middle"),
                .init("wasReordered", "whether the entries were not in the order of their times"),
                .init("from", "the time of the first and the last request; null without one"),
                .init("to", "the time of the first and the last request; null without one"),
            ])

    private static let bodyShape = JSONShape(
        "An unreadable body", [.init("entry", "its number"), .init("reason", "why it cannot be read")])

    private static let logShape = JSONShape(
        "The written log",
        [
            .init("path", "the file"), .init("events", "how many it has"), .init("covered", "a list", .objects([coveredShape])),
            .init("repeated", "the numbers of entries that repeat others"),
            .init("notAsked", "the numbers of entries that this machine would not have sent"),
            .init("unanswered", "a list of calls that the capture does not answer"),
        ])

    private static let coveredShape = JSONShape("A covered entry", [.init("entry", "its number"), .init("event", "the event of the log")])

    /// Returns the verdict as one JSON object.
    package func json(_ name: String, log: (path: String, log: ImportedLog)? = nil) -> String {
        var members = [
            Tree.Member("capture", .text(name)),
            Tree.Member("result", .text(isBroken ? "broken" : "kept")),
            Tree.Member("coverage", coverage.tree),
            Tree.Member("findings", .list(findings.map(\.tree))),
            Tree.Member("causes", .list(causes.map(\.tree))),
            Tree.Member(
                "shown",
                .list(
                    shown.map { rule in
                        .object([
                            Tree.Member("rule", .text(rule.rule)), Tree.Member("level", .text(rule.level.rawValue)),
                            Tree.Member("occasions", .number(Int64(rule.occasions))), Tree.Member("broken", .truth(rule.isBroken)),
                        ])
                    })),
            Tree.Member(
                "notShown",
                .list(
                    hidden.map { rule in
                        .object([
                            Tree.Member("rule", .text(rule.rule)), Tree.Member("level", .text(rule.level.rawValue)),
                            Tree.Member("needs", .text(rule.needs)),
                        ])
                    })),
        ]
        if let (path, log) = log { members.append(Tree.Member("log", log.tree(path))) }
        return Tree.object(members).json
    }
}

extension Verdict.Finding {
    fileprivate var tree: Tree {
        .object([
            Tree.Member("rule", rule.map { .text($0) } ?? .null), Tree.Member("level", level.map { .text($0.rawValue) } ?? .null),
            Tree.Member("text", .text(text)), Tree.Member(rule == nil ? "advice" : "demand", .text(demand)),
            Tree.Member("evidence", .list(evidence.map(\.tree))),
        ])
    }
}

extension Verdict.Evidence {
    fileprivate var tree: Tree {
        .object([
            Tree.Member("entry", .number(Int64(entry))), Tree.Member("line", .number(Int64(line))),
            Tree.Member("time", .number(sent.milliseconds)), Tree.Member("request", .text(title)), Tree.Member("answer", .text(answer)),
        ])
    }
}

extension Verdict.Coverage {
    fileprivate var tree: Tree {
        func number(_ name: String, _ value: Int) -> Tree.Member { Tree.Member(name, .number(Int64(value))) }
        return .object([
            number("entries", entries), number("registration", registration), number("restV2", v2), number("restV1", v1),
            number("pages", pages), number("accessEnabler", accessEnabler), number("otherHosts", others), number("devices", devices),
            Tree.Member("unreadableEntries", .list(unreadable.map { .number(Int64($0)) })),
            Tree.Member(
                "unreadableBodies",
                .list(bodies.map { .object([Tree.Member("entry", .number(Int64($0.entry))), Tree.Member("reason", .text($0.reason))]) })),
            Tree.Member("isCut", .truth(isCut)), Tree.Member("wasReordered", .truth(wasReordered)),
            Tree.Member("from", first.map { .number($0.milliseconds) } ?? .null),
            Tree.Member("to", last.map { .number($0.milliseconds) } ?? .null),
        ])
    }
}
