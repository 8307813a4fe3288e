import FlowMachine

/// The report on a launch as one JSON object, and what several launches show together as another.
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

    /// What several launches show together. It has the lists of a launch, empty, so that a program that walks through those of every line
    /// need not know it.
    package static func total(_ counts: TriageCounts) -> Tree {
        .object([
            Tree.Member("files", .list([])), Tree.Member("requests", .list([])), Tree.Member("findings", .list([])),
            Tree.Member("changes", .list([])), Tree.Member("launches", .number(Int64(counts.launches))),
            Tree.Member("patterns", .list(TriageSummary.patterns(counts).map(pattern))),
        ])
    }

    /// The members of the objects, one per line, for the help.
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

        After several launches, a last object has what they show together:
          files, requests, findings, changes   empty lists
          launches                             how many launches
          patterns                             a list, the most important first: id (a word that no later
                                               version renames), text, owner, advice, parameters (an
                                               object), cause (null, or id, kind and parameters),
                                               correlation (null, or properties and inseparable, lists of
                                               name and value; with and others, each affected and all;
                                               probability) and evidence (a list: role, file, event,
                                               time). Specs/causes.md lists ids and parameters
        """

    private static func request(_ request: TriagedRequest) -> Tree {
        let members = [
            Tree.Member("name", .text(request.name)), Tree.Member("event", number(request.event)),
            Tree.Member("time", .instant(request.time)), Tree.Member("outcome", .text(request.outcome.rawValue)),
            Tree.Member("answerEvent", number(request.answerEvent)),
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
            Tree.Member("parameters", parameters(cause.parameters)),
            Tree.Member("quotes", .list(cause.quotes.map { .text($0) })), Tree.Member("evidence", .list(cause.evidence.map(evidence))),
        ]
    }

    private static func evidence(_ evidence: Evidence) -> Tree {
        .object([
            Tree.Member("event", .number(evidence.event)), Tree.Member("time", evidence.time.map { .instant($0) } ?? .null),
            Tree.Member("text", .text(evidence.text)),
        ])
    }

    private static func pattern(_ pattern: TriagePattern) -> Tree {
        .object([
            Tree.Member("id", .text(pattern.id.rawValue)), Tree.Member("text", .text(pattern.text)),
            Tree.Member("owner", .text(pattern.owner.rawValue)), Tree.Member("advice", .text(pattern.advice)),
            Tree.Member("parameters", .object(pattern.parameters.map { Tree.Member($0.name, value($0.value)) })),
            Tree.Member("cause", pattern.cause.map(cause) ?? .null),
            Tree.Member("correlation", pattern.correlation.map(correlation) ?? .null),
            Tree.Member("evidence", .list(pattern.evidence.map(sighting))),
        ])
    }

    private static func value(_ value: TriagePattern.Parameter.Value) -> Tree {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .time(let time): .instant(time)
        case .texts(let texts): .list(texts.map { .text($0) })
        }
    }

    private static func cause(_ cause: TriagePattern.Cause) -> Tree {
        .object([
            Tree.Member("id", .text(cause.id.rawValue)), Tree.Member("kind", .text(cause.words)),
            Tree.Member("parameters", parameters(cause.parameters)),
        ])
    }

    private static func correlation(_ correlation: Correlation) -> Tree {
        .object([
            Tree.Member("properties", .list(correlation.properties.map(property))),
            Tree.Member("inseparable", .list(correlation.inseparable.map(property))), Tree.Member("with", count(correlation.with)),
            Tree.Member("others", count(correlation.others)), Tree.Member("probability", .fraction(correlation.probability)),
        ])
    }

    private static func property(_ property: Correlation.Property) -> Tree {
        .object([Tree.Member("name", .text(property.name)), Tree.Member("value", .text(property.value))])
    }

    private static func count(_ count: Correlation.Count) -> Tree {
        .object([Tree.Member("affected", .number(Int64(count.affected))), Tree.Member("all", .number(Int64(count.all)))])
    }

    private static func sighting(_ sighting: TriagePattern.Sighting) -> Tree {
        .object([
            Tree.Member("role", .text(sighting.role.rawValue)), Tree.Member("file", .text(sighting.file)),
            Tree.Member("event", number(sighting.event)), Tree.Member("time", sighting.time.map { .instant($0) } ?? .null),
        ])
    }

    private static func parameters(_ parameters: [TriageCause.Parameter]) -> Tree {
        .object(parameters.map { Tree.Member($0.name, .text($0.value)) })
    }

    private static func number(_ number: Int64?) -> Tree { number.map { .number($0) } ?? .null }
    private static func text(_ text: String?) -> Tree { text.map { .text($0) } ?? .null }
}
