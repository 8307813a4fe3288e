import FlowMachine

/// A triage as JSON: one object per launch, and one object with the patterns of several launches.
package enum TriageJSON {
    package static func object(_ report: LaunchReport, _ changes: [TriageCause]) -> Tree {
        .object([
            Tree.Member("files", .list(report.files.map { .text($0) })), Tree.Member("app", .text(report.header.app)),
            Tree.Member("library", .text(report.header.library)), Tree.Member("system", text(report.header.system)),
            Tree.Member("support", .text(report.header.support)), Tree.Member("start", report.events > 0 ? .instant(report.start) : .null),
            Tree.Member("end", report.events > 0 ? .instant(report.end) : .null), Tree.Member("events", .number(Int64(report.events))),
            Tree.Member("clockAhead", report.clockAhead.map { .number($0) } ?? .null),
            Tree.Member("provider", text(report.profile?.mvpd.text)), Tree.Member("follows", report.follows.map(follows) ?? .null),
            Tree.Member("requests", .list(report.requests.map(request))),
            Tree.Member("leftOut", .number(Int64(report.leftOut))),
            Tree.Member("findings", .list(report.findings.map { .object(cause($0)) })),
            Tree.Member("changes", .list(changes.map { .object(cause($0)) })),
        ])
    }

    /// Returns the patterns of several launches as an object.
    ///
    /// The object also contains the lists of a launch's object, all of them empty, so that a program can read both kinds of objects in the same
    /// way.
    package static func total(_ counts: TriageCounts) -> Tree {
        let conclusion = TriageSummary(counts).conclusion
        return .object([
            Tree.Member("files", .list([])), Tree.Member("requests", .list([])), Tree.Member("findings", .list([])),
            Tree.Member("changes", .list([])), Tree.Member("launches", .number(Int64(counts.launches))),
            Tree.Member("copies", .number(Int64(counts.copies.count))),
            Tree.Member("conflicts", .number(Int64(counts.copies.conflicts))),
            Tree.Member("conclusion", conclusion.isEmpty ? .null : .text(conclusion.joined(separator: " "))),
            Tree.Member("patterns", .list(TriageSummary.patterns(counts).map(pattern))),
        ])
    }

    // MARK: Shapes

    /// The members of a launch's JSON object.
    package static let launch = JSONShape(
        "A launch",
        [
            .init("files", "the file of its log, or its segments"), .init("app", "text"), .init("library", "text"),
            .init("system", "text, or null if it is not recorded"), .init("support", "its support id"),
            .init("start", "milliseconds since 1970, by the device's clock; null if the log has no event"),
            .init("end", "milliseconds since 1970, by the device's clock; null if the log has no event"),
            .init("events", "how many the log has"),
            .init(
                "clockAhead",
                "how far the device's clock was ahead of Adobe's, in milliseconds; null if no answer reported it"),
            .init("provider", "the MVPD that the viewer was signed in with last, or null"),
            .init("follows", "the launch that it is compared with, or null", .objects([followsShape])),
            .init("requests", "a list of requests", .objects([requestShape])),
            .init("leftOut", "the number of unlisted requests; 0 except in a very long log"),
            .init("findings", "a list of causes: problems with the log, the clock or the vault", .objects([causeShape])),
            .init("changes", "a list of causes: differences from the previous launch", .objects([causeShape])),
        ])

    package static let followsShape = JSONShape(
        "The launch before",
        [
            .init("support", "its support id"),
            .init(
                "by",
                "why it is taken for one of the same device: \(LaunchContinuity.allCases.map { $0.rawValue }.joined(separator: ", "))"),
            .init("isGuess", "true if nothing in the logs says so"),
        ])

    private static let requestShape = JSONShape(
        "A request",
        [
            .init("name", "what was requested"), .init("event", "the event that made it; null if that is before the log"),
            .init("time", "when it was made; if that is before the log, when the log begins"),
            .init("outcome", TriagedRequest.Outcome.allCases.map { $0.rawValue }.joined(separator: ", ")),
            .init("isFulfilled", "whether the request got what it asked for, as --exit-code judges it"),
            .init("answerEvent", "the event that answered it, and its time; null if it was not answered"),
            .init("answerTime", "the event that answered it, and its time; null if it was not answered"),
            .init("reason", "the reason of a refusal, or null"), .init("code", "Adobe's error code, or null"),
            .init(
                "documentation",
                "where the code is documented, below the root of the documentation site; null if Adobe does not document it"),
            .init(
                "pointOfNoReturn",
                "the event after which the request could no longer be fulfilled; null if it did not fail, or if several launches are read",
                .objects([PointOfNoReturn.shape])),
        ] + causeShape.fields.map { JSONShape.Field($0.name, "as in a cause; absent if there is none", $0.content) })

    private static let causeShape = JSONShape(
        "A cause",
        [
            .init("id", "a word such as code-expired, which no later version renames (flow-trace help causes)"),
            .init("kind", "the same text for the same cause in all launches"), .init("cause", "the cause in one or two sentences"),
            .init("owner", "who can act: \(owners)"), .init("advice", "what to do"),
            .init("parameters", "an object: what tells two causes with one id apart", .map([])),
            .init("quotes", "a list of texts: what to quote to the owner"),
            .init("evidence", "a list of events that show it", .objects([evidenceShape])),
        ])

    private static let evidenceShape = JSONShape(
        "An event",
        [.init("event", "its number"), .init("time", "null if it is before the log"), .init("text", "the event in words")])

    private static var owners: String { FlowCause.Owner.allCases.map { $0.rawValue }.joined(separator: ", ") }

    /// The members of the JSON object with the patterns of several launches.
    package static let total = JSONShape(
        "What several launches show together",
        [
            .init("files", "an empty list"), .init("requests", "an empty list"), .init("findings", "an empty list"),
            .init("changes", "an empty list"), .init("launches", "how many launches"),
            .init("copies", "how many logs are copies of others, which count once"),
            .init("conflicts", "how many logs have the launch of another log, but other content"),
            .init("conclusion", "text, if no property of the launches explains any cause; otherwise null"),
            .init("patterns", "a list of what they show together, the most important first", .objects([patternShape])),
        ])

    private static let patternShape = JSONShape(
        "A pattern",
        [
            .init("id", "a word such as correlated-cause, which no later version renames (flow-trace help causes)"),
            .init("text", "the pattern in a few sentences"), .init("owner", "who can act, as in a cause"), .init("advice", "what to do"),
            .init("isBackground", "whether to read it last: it is usual, or rare and explained by nothing"),
            .init("parameters", "an object: the numbers and names of the text", .map([])),
            .init(
                "cause", "the cause that it is about, with id, kind and parameters as in a cause; null if it is about none",
                .objects([subjectShape])),
            .init(
                "correlation", "with which properties the cause is more frequent than chance explains, or null", .objects([comparisonShape])
            ),
            .init("evidence", "a list of logs that show it", .objects([sightingShape])),
        ])

    private static let subjectShape = JSONShape(
        "The cause of a pattern",
        [
            .init("id", "as in a cause"), .init("kind", "as in a cause"), .init("parameters", "as in a cause", .map([])),
        ])

    private static let comparisonShape = JSONShape(
        "A correlation",
        [
            .init("properties", "a list of one or two properties, which the launches have together", .objects([propertyShape])),
            .init("inseparable", "a list of properties that exactly the same launches have", .objects([propertyShape])),
            .init("with", "how many have the cause, with the properties and without them", .objects([shareShape])),
            .init("others", "how many have the cause, with the properties and without them", .objects([shareShape])),
            .init("probability", "that chance alone does this (Fisher's exact test, corrected); at most 0.01"),
        ])

    private static let propertyShape = JSONShape(
        "A property",
        [.init("name", "app, provider, system, time, the path of a setting, ..."), .init("value", "in words")])

    private static let shareShape = JSONShape(
        "A count", [.init("affected", "how many have the cause"), .init("all", "of how many")])

    private static let sightingShape = JSONShape(
        "A log of a pattern",
        [
            .init(
                "role",
                "first, last: with it; good, bad: without and with it, a pair for flow-trace diff"),
            .init("file", "the log"), .init("event", "an event that shows it, or null"),
            .init("time", "when that was, or when the launch began; null if neither is known"),
        ])

    // MARK: Objects

    private static func follows(_ launch: (support: String, by: LaunchContinuity)) -> Tree {
        .object([
            Tree.Member("support", .text(launch.support)), Tree.Member("by", .text(launch.by.rawValue)),
            Tree.Member("isGuess", .truth(launch.by.isGuess)),
        ])
    }

    private static func request(_ request: TriagedRequest) -> Tree {
        let members = [
            Tree.Member("name", .text(request.name)), Tree.Member("event", number(request.event)),
            Tree.Member("time", .instant(request.time)), Tree.Member("outcome", .text(request.outcome.rawValue)),
            Tree.Member("isFulfilled", .truth(request.outcome.isFulfilled)),
            Tree.Member("answerEvent", number(request.answerEvent)),
            Tree.Member("answerTime", request.answerTime.map { .instant($0) } ?? .null), Tree.Member("reason", text(request.reason)),
            Tree.Member("code", text(request.code)),
            Tree.Member("documentation", text(request.documentation)),
            Tree.Member("pointOfNoReturn", request.pointOfNoReturn?.object ?? .null),
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

    package static func pattern(_ pattern: TriagePattern) -> Tree {
        .object([
            Tree.Member("id", .text(pattern.id.rawValue)), Tree.Member("text", .text(pattern.text)),
            Tree.Member("owner", .text(pattern.owner.rawValue)), Tree.Member("advice", .text(pattern.advice)),
            Tree.Member("isBackground", .truth(pattern.isBackground)),
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
