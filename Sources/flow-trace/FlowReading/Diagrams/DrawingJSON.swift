import FlowMachine

extension LogDrawing {
    /// Returns the content of the drawing as one JSON object, for programs that draw it themselves.
    package func object(_ content: LogContent, name: String) -> Tree {
        let shown = content.records.filter { part.numbers.contains($0.number) }
        let drawn: [Tree.Member] =
            switch kind {
            case .sequence: DrawingJSON.sequence(sequence(content))
            case .states: DrawingJSON.states(Passage(shown))
            case .timeline: DrawingJSON.timeline(Timeline(shown))
            }
        let kind = Tree.text(kind.rawValue)
        return .object(
            [Tree.Member("file", .text(name)), Tree.Member("drawing", kind), Tree.Member("events", .number(Int64(shown.count)))] + drawn)
    }
}

/// Drawings as JSON.
package enum DrawingJSON {
    /// The members of a drawing's JSON object.
    package static let shape = JSONShape(
        "A drawing",
        [
            .init("file", "the log"), .init("drawing", "sequence, states or timeline"), .init("events", "how many events are drawn"),
            .init("steps", "sequence: a list of events, repeated ones folded", .objects([stepShape])),
            .init("ending", "sequence: what follows the last of them", .objects([rowShape])),
            .init("states", "states: a list", .objects([stayShape])), .init("paths", "states: a list", .objects([pathShape])),
            .init("last", "states: the state at the end, or null"),
            .init("stretches", "timeline: a list", .objects([stretchShape])),
        ])

    private static let stepShape = JSONShape(
        "A step",
        [
            .init("event", "its number"), .init("time", "milliseconds since 1970"), .init("rule", "the rule that decided it"),
            .init("before", "the state before it"), .init("after", "the state after it"), .init("ignored", "whether it changed nothing"),
            .init("rows", "what is drawn of it", .objects([rowShape])), .init("trace", "Adobe's trace id; absent if there is none"),
        ])

    private static let rowShape = JSONShape(
        "A row",
        [
            .init("kind", "request, answer, note, wait, pause, again, memory, gap or left-out"),
            .init("from", "app, viewer, partner, register or adobe; only of a request or an answer"),
            .init("to", "app, viewer, partner, register or adobe; only of a request or an answer"),
            .init("text", "in words"), .init("problem", "whether something went wrong"),
        ])

    private static let stayShape = JSONShape(
        "A state",
        [
            .init("state", "its name"), .init("entered", "how often"), .init("handled", "how many events"),
            .init("milliseconds", "how long the flow was in it"),
        ])

    private static let pathShape = JSONShape("A path", [.init("from", "a state"), .init("to", "a state"), .init("count", "how often")])

    private static let stretchShape = JSONShape(
        "A stretch",
        [
            .init("party", "viewer, adobe, partner, network, held or rest: who was waited for"), .init("what", "what was waited for"),
            .init("start", "milliseconds since 1970"), .init("end", "milliseconds since 1970"),
        ])

    static func sequence(_ diagram: SequenceDiagram) -> [Tree.Member] {
        [
            Tree.Member("steps", .list(diagram.blocks.map(step))), Tree.Member("ending", .list(diagram.ending.map(row))),
        ]
    }

    private static func step(_ block: Block) -> Tree {
        let rows = block.waits + [block.event].compactMap { $0 } + block.effects
        var members = [
            Tree.Member("event", .number(block.number)), Tree.Member("time", .instant(block.time)), Tree.Member("rule", .text(block.rule)),
            Tree.Member("before", .text(block.before)), Tree.Member("after", .text(block.after)),
            Tree.Member("ignored", .truth(block.isIgnored)), Tree.Member("rows", .list(rows.map(row))),
        ]
        if let trace = block.trace { members.append(Tree.Member("trace", .text(trace))) }
        return .object(members)
    }

    private static func row(_ row: Row) -> Tree {
        var members = [Tree.Member("kind", .text(kind(row.kind)))]
        if case .message(let from, let to, _) = row.kind {
            members += [Tree.Member("from", .text(from.word)), Tree.Member("to", .text(to.word))]
        }
        return .object(members + [Tree.Member("text", .text(row.label.sentence)), Tree.Member("problem", .truth(row.isTrouble))])
    }

    private static func kind(_ kind: Row.Kind) -> String {
        switch kind {
        case .message(_, _, let isAnswer): isAnswer ? "answer" : "request"
        case .note: "note"
        case .wait: "wait"
        case .pause: "pause"
        case .again: "again"
        case .memory: "memory"
        case .gap: "gap"
        case .leftOut: "left-out"
        }
    }

    static func states(_ passage: Passage) -> [Tree.Member] {
        let stays = FlowStateName.allCases.compactMap { name in passage.stays[name.rawValue].map { (name.rawValue, $0) } }
        let states = stays.map { name, stay in
            Tree.object([
                Tree.Member("state", .text(name)), Tree.Member("entered", .number(stay.entered)),
                Tree.Member("handled", .number(stay.events)), Tree.Member("milliseconds", .number(stay.milliseconds)),
            ])
        }
        let paths = passage.edges.map { edge, count in
            Tree.object([
                Tree.Member("from", .text(edge.from)), Tree.Member("to", .text(edge.to)), Tree.Member("count", .number(count)),
            ])
        }
        return [
            Tree.Member("states", .list(states)), Tree.Member("paths", .list(paths)),
            Tree.Member("last", passage.last.map { .text($0) } ?? .null),
        ]
    }

    static func timeline(_ timeline: Timeline) -> [Tree.Member] {
        let stretches = timeline.stretches.map { stretch in
            Tree.object([
                Tree.Member("party", .text(stretch.party.word)), Tree.Member("what", .text(stretch.what)),
                Tree.Member("start", .instant(stretch.start)), Tree.Member("end", .instant(stretch.end)),
            ])
        }
        return [Tree.Member("stretches", .list(stretches))]
    }
}

extension Lane {
    /// The name of the lane in JSON.
    fileprivate var word: String {
        switch self {
        case .app: "app"
        case .viewer: "viewer"
        case .partner: "partner"
        case .register: "register"
        case .adobe: "adobe"
        }
    }
}
