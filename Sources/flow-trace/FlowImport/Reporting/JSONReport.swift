import FlowMachine
import FlowReading

extension Verdict {
    /// The verdict as one JSON object.
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
