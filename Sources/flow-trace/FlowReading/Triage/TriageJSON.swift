import FlowMachine

/// The report on a launch as one JSON object.
package enum TriageJSON {
    package static func object(_ report: LaunchReport, _ changes: [TriageCause]) -> Tree {
        .object([
            Tree.Member("files", .list(report.segments.map { .text($0.file) })), Tree.Member("app", .text(report.header.app)),
            Tree.Member("library", .text(report.header.library)), Tree.Member("system", text(report.header.system)),
            Tree.Member("support", .text(report.header.support)), Tree.Member("start", report.events > 0 ? .instant(report.start) : .null),
            Tree.Member("end", report.events > 0 ? .instant(report.end) : .null), Tree.Member("events", .number(Int64(report.events))),
            Tree.Member("clockAhead", report.clockAhead.map { .number($0) } ?? .null),
            Tree.Member("provider", text(report.profile?.mvpd.text)),
            Tree.Member("requests", .list(report.requests.map(request))),
            Tree.Member("leftOut", .number(Int64(report.leftOut))),
            Tree.Member("findings", .list(report.findings.map { .object(cause($0)) })),
            Tree.Member("changes", .list(changes.map { .object(cause($0)) })),
        ])
    }

    /// The members of the object, one per line, for the help.
    package static let fields = """
          files                                the file of its log, or its segments
          app, library, system, support        text; system is null if it is not recorded
          start, end                           milliseconds since 1970, by the device's clock
          events                               how many the log has
          clockAhead                           how far the device's clock was ahead of Adobe's, in
                                               milliseconds; null if no answer reported it
          provider                             the MVPD that the viewer was signed in with last, or null
          requests                             a list: name, event, time, outcome, answerEvent,
                                               answerTime, reason, code, and where there is a cause
                                               the members of a cause
          leftOut                              the number of unlisted requests; 0 except in a very long log
          findings                             a list of causes: problems with the log, the clock
                                               or the vault
          changes                              a list of causes: differences from the previous
                                               launch
        A cause has id (a word such as code-expired that no later version renames), parameters (an object:
        what tells two causes with one id apart; Specs/causes.md lists both), kind (the same text for the
        same cause in all launches), cause, owner, advice, quotes (texts) and evidence (a list: event, time,
        text). owner is one of viewer, provider, adobe, app, device, network, library.
        """

    private static func request(_ request: TriagedRequest) -> Tree {
        let members = [
            Tree.Member("name", .text(request.name)), Tree.Member("event", request.event.map { .number($0) } ?? .null),
            Tree.Member("time", .instant(request.time)), Tree.Member("outcome", .text(request.outcome.rawValue)),
            Tree.Member("answerEvent", request.answerEvent.map { .number($0) } ?? .null),
            Tree.Member("answerTime", request.answerTime.map { .instant($0) } ?? .null), Tree.Member("reason", text(request.reason)),
            Tree.Member("code", text(request.code)),
        ]
        return .object(members + (request.cause.map(cause) ?? []))
    }

    private static func cause(_ cause: TriageCause) -> [Tree.Member] {
        [
            Tree.Member("id", .text(cause.id.rawValue)), Tree.Member("kind", .text(cause.kind.words)),
            Tree.Member("cause", .text(cause.text)),
            Tree.Member("owner", .text(cause.owner.rawValue)), Tree.Member("advice", .text(cause.advice)),
            Tree.Member("parameters", .object(cause.parameters.map { Tree.Member($0.name, .text($0.value)) })),
            Tree.Member("quotes", .list(cause.quotes.map { .text($0) })), Tree.Member("evidence", .list(cause.evidence.map(evidence))),
        ]
    }

    private static func evidence(_ evidence: Evidence) -> Tree {
        .object([
            Tree.Member("event", .number(evidence.event)), Tree.Member("time", evidence.time.map { .instant($0) } ?? .null),
            Tree.Member("text", .text(evidence.text)),
        ])
    }

    private static func text(_ text: String?) -> Tree { text.map { .text($0) } ?? .null }
}
