import FlowMachine
import FlowReading

/// The events of a log as JSON objects, in the order of the log.
struct EventObjects {
    private let words: Wording
    private var outstanding = QuestionHistory()
    private var previous: LogRecord?

    init(_ header: LogHeader) { words = Wording(header) }

    /// The members of the JSON object for an event.
    static let shape = JSONShape(
        "An event",
        [
            .init("record", "its line in the log, as flow-trace spec --format json-schema describes it", .elsewhere),
            .init("words", "the same in words", .objects([wordsShape])),
        ])

    private static let wordsShape = JSONShape(
        "An event in words",
        [
            .init("event", "what happened"), .init("effects", "a list of texts: what the flow did"),
            .init("memory", "a list of texts: what the flow keeps"),
        ])

    /// Returns whether `filter` shows the next event.
    func shows(_ record: LogRecord, _ filter: EventFilter) -> Bool { filter.shows(record, after: previous, outstanding, words) }

    /// Returns the next event as an object with its whole record and its text in words.
    func object(_ record: LogRecord) -> Tree {
        .object([Tree.Member("record", Tree(record)), Tree.Member("words", .object(inWords(record)))])
    }

    /// Returns the next event in words, with its number, time, state and rule.
    func brief(_ record: LogRecord) -> Tree {
        .object(
            [
                Tree.Member("number", .number(record.number)), Tree.Member("time", .instant(record.event.time)),
                Tree.Member("state", .text("\(record.state).\(record.step)")), Tree.Member("rule", .text(record.rule)),
            ] + inWords(record))
    }

    private func inWords(_ record: LogRecord) -> [Tree.Member] {
        let asked = outstanding.question(record.event)
        let memory = words.memory(record, asked: asked, owed: outstanding.owed).map { Tree.text($0.label.text) }
        return [
            Tree.Member("event", .text(words.event(record.event, asked: asked))),
            Tree.Member("effects", .list(record.effects.map { .text(words.effect($0, at: record.event.time)) })),
            Tree.Member("memory", .list(memory)),
        ]
    }

    /// Advances past an event. Call this method for every event in order, whether the event is printed or not.
    mutating func note(_ record: LogRecord) {
        outstanding.note(record)
        previous = record
    }
}
