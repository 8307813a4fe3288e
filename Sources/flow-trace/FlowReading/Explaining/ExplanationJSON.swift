import FlowMachine

/// The explanation of one event as JSON, one object.
package enum ExplanationJSON {
    /// The members of an explanation's JSON object.
    package static let shape = JSONShape(
        "An explanation",
        [
            .init("file", "the log"), .init("request", "a list of sentences: what is explained; empty if no request ended here"),
            .init("event", "the number"), .init("time", "milliseconds since 1970"), .init("text", "what happened"),
            .init("trace", "Adobe's trace id, or null"),
            .init("before", "the recorded state and step before it; null for the first event"),
            .init("state", "the recorded state and step after it"), .init("rule", "what is recorded; effects in words"),
            .init("effects", "what is recorded; effects in words"),
            .init("thisBuild", "null if this build decides the same; else what it decides", .objects([decisionShape])),
            .init("ruleText", "what the rule says, not an observation; null if unknown", .objects([ruleWordsShape])),
            .init("known", "computed: a list of facts, the state before the event", .objects([factShape])),
            .init("causes", "a list of the events that led to it", .objects([eventShape])),
            .init("limits", "a list of sentences: the app's time limits that ended a wait; the log cannot tell what would have followed"),
            .init("otherwise", "computed: a list of alternatives", .objects([alternativeShape])),
            .init("same", "computed: a list of alternatives with the same result, in words"),
            .init("tried", "a list of everything that was tried, in words"),
        ])

    private static let decisionShape = JSONShape(
        "What this build decides",
        [
            .init("state", "as above; absent if this build cannot decide"), .init("rule", "as above; absent if this build cannot decide"),
            .init("effects", "as above; absent if this build cannot decide"),
            .init("unknown", "why this build cannot decide; absent if it can"),
        ])

    private static let ruleWordsShape = JSONShape(
        "The text of a rule",
        [
            .init("when", "text"), .init("then", "text"), .init("covers", "a list of rules"),
            .init("documentation", "its address, below the root of the documentation site"),
        ])

    private static let factShape = JSONShape("A fact", [.init("name", "text"), .init("text", "text")])

    private static let eventShape = JSONShape(
        "An event that led to it",
        [
            .init("event", "the number"), .init("time", "milliseconds since 1970"), .init("text", "what happened"),
            .init("rule", "what is recorded"), .init("times", "more than 1: repeated in turn"),
        ])

    private static let alternativeShape = JSONShape(
        "An alternative",
        [
            .init("instead", "a list of texts"), .init("rule", "what this build would decide"),
            .init("state", "what this build would decide"), .init("does", "a list of texts"),
        ])

    package static func object(_ file: String, _ title: [String], _ scene: Scene) -> Tree {
        let words = scene.words
        let record = scene.record
        var members = [
            Tree.Member("file", .text(file)), Tree.Member("request", texts(title)), Tree.Member("event", .number(record.number)),
            Tree.Member("time", .instant(record.event.time)),
            Tree.Member(
                "text", .text(words.sentence(record.event, asked: scene.question, shown: scene.outstanding.shown?.presentation))),
            Tree.Member("trace", text(record.trace)),
            Tree.Member("before", text(scene.earlier.last.map { "\($0.state).\($0.step)" })),
            Tree.Member("state", .text("\(record.state).\(record.step)")), Tree.Member("rule", .text(record.rule)),
            Tree.Member("effects", effects(record.effects, record, words)), Tree.Member("thisBuild", thisBuild(scene, words)),
            Tree.Member("ruleText", ruleText(record.rule)),
        ]
        let facts = scene.before.map { Facts(scene, $0).known } ?? []
        members.append(
            Tree.Member("known", .list(facts.map { .object([Tree.Member("name", .text($0.name)), Tree.Member("text", .text($0.text))]) })))
        members.append(Tree.Member("causes", .list(causes(scene, words))))
        members.append(Tree.Member("limits", texts(TimeLimits(scene).sentences)))
        let alternatives = scene.before.map { Alternatives(scene, $0) }
        let branches = alternatives.map { Alternatives.grouped($0.events) + Alternatives.grouped($0.circumstances) } ?? []
        members += [
            Tree.Member("otherwise", .list(branches.map(branch))), Tree.Member("same", texts(alternatives?.same ?? [])),
            Tree.Member("tried", texts(alternatives?.tried ?? [])),
        ]
        return .object(members)
    }

    private static func thisBuild(_ scene: Scene, _ words: Wording) -> Tree {
        if scene.agrees { return .null }
        switch scene.known {
        case .nothing(let reason): return .object([Tree.Member("unknown", .text(reason))])
        case .model:
            guard let decided = scene.decided else { return .null }
            return .object([
                Tree.Member("state", .text("\(decided.model.state.name).\(decided.model.state.step)")),
                Tree.Member("rule", .text(decided.rule.id)), Tree.Member("effects", effects(decided.effects, scene.record, words)),
            ])
        }
    }

    private static func ruleText(_ id: String) -> Tree {
        guard let rule = RuleWords.of(id) else { return .null }
        return .object([
            Tree.Member("when", .text(rule.when)), Tree.Member("then", .text(rule.then)),
            Tree.Member("covers", texts(rule.covers.map { $0.id })), Tree.Member("documentation", .text(DocumentationAnchor.rule(id))),
        ])
    }

    private static func causes(_ scene: Scene, _ words: Wording) -> [Tree] {
        let questions = scene.questions
        return Explanation.folded(scene.causes).map { cause in
            let record = cause.record
            return .object([
                Tree.Member("event", .number(record.number)), Tree.Member("time", .instant(record.event.time)),
                Tree.Member("text", .text(words.sentence(record.event, asked: questions[record.number]))),
                Tree.Member("rule", .text(record.rule)), Tree.Member("times", .number(Int64(cause.times))),
            ])
        }
    }

    private static func branch(_ branch: (labels: [String], consequence: Consequence)) -> Tree {
        .object([
            Tree.Member("instead", texts(branch.labels)), Tree.Member("rule", .text(branch.consequence.rule)),
            Tree.Member("state", .text(branch.consequence.place)), Tree.Member("does", texts(branch.consequence.actions.map { $0.words })),
        ])
    }

    private static func effects(_ effects: [Effect], _ record: LogRecord, _ words: Wording) -> Tree {
        texts(effects.map { words.effect($0, at: record.event.time) })
    }

    private static func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }

    private static func text(_ text: String?) -> Tree { text.map { .text($0) } ?? .null }
}
