import FlowMachine

extension TransitionTable.Entry {
    /// The members of a transition's JSON object.
    package static let shape = JSONShape(
        "A transition",
        [
            .init("from", "the state and step before, as deciding.idle"), .init("event", "a kind of event"),
            .init("rule", "the rule that decides"), .init("to", "the state and step after"),
        ])

    /// The transition as a JSON object.
    package var object: Tree {
        .object([
            Tree.Member("from", .text(from)), Tree.Member("event", .text(event)), Tree.Member("rule", .text(rule)),
            Tree.Member("to", .text(to)),
        ])
    }
}
