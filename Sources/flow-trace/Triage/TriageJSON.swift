import FlowMachine

/// A launch's report as JSON, one object.
enum TriageJSON {
    static func object(_ report: LaunchReport) -> Tree {
        .object([
            Tree.Member("file", .text(report.file)), Tree.Member("app", .text(report.header.app)),
            Tree.Member("library", .text(report.header.library)), Tree.Member("system", text(report.header.system)),
            Tree.Member("support", .text(report.header.support)), Tree.Member("start", .instant(report.start)),
            Tree.Member("end", .instant(report.end)), Tree.Member("events", .number(Int64(report.events))),
            Tree.Member("clockAhead", report.clockAhead.map { .number($0) } ?? .null), Tree.Member("provider", text(report.provider)),
            Tree.Member("damage", text(report.damage)), Tree.Member("requests", .list(report.requests.map(request))),
        ])
    }

    private static func request(_ request: TriagedRequest) -> Tree {
        var members = [
            Tree.Member("name", .text(request.name)), Tree.Member("event", request.event.map { .number($0) } ?? .null),
            Tree.Member("time", .instant(request.time)), Tree.Member("outcome", .text(request.outcome.rawValue)),
            Tree.Member("answerEvent", request.answerEvent.map { .number($0) } ?? .null),
            Tree.Member("answerTime", request.answerTime.map { .instant($0) } ?? .null), Tree.Member("reason", text(request.reason)),
            Tree.Member("code", text(request.code)),
        ]
        if let cause = request.cause {
            members += [
                Tree.Member("kind", .text(cause.kind)), Tree.Member("cause", .text(cause.text)),
                Tree.Member("owner", .text(cause.owner.rawValue)),
                Tree.Member("advice", .text(cause.advice)), Tree.Member("quotes", .list(cause.quotes.map { .text($0) })),
                Tree.Member("evidence", .list(cause.events.map { .number($0) })),
            ]
        }
        return .object(members)
    }

    private static func text(_ text: String?) -> Tree { text.map { .text($0) } ?? .null }
}
