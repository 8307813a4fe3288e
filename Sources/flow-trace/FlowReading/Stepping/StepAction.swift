/// A key, as a terminal or a page reports it.
package enum StepKey: Hashable, Sendable {
    case character(Character)
    case left, right, up, down, pageUp, pageDown, home, end
    case enter, escape, backspace

    /// Returns the name of the key in a list of keys.
    func name(_ glyphs: Glyphs) -> String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .left: glyphs.isASCII ? "Left" : "←"
        case .right: glyphs.isASCII ? "Right" : "→"
        case .up: glyphs.isASCII ? "Up" : "↑"
        case .down: glyphs.isASCII ? "Down" : "↓"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .escape: "Esc"
        case .backspace: "Backspace"
        }
    }
}

/// The action of a key while the panes are shown. The list of keys and the help of the command are generated from these actions.
package enum StepAction: CaseIterable, Sendable {
    case forward, back, forwardPage, backPage, first, last
    case goTo, search, nextMatch, previousMatch
    case nextProblem, previousProblem, nextByRule, previousByRule, nextState, previousState, cause
    case pane, explain, drop, move, change, insert, policy, clock, undo, outcomes, save
    case keys, quit

    /// The keys for this action.
    package var keys: [StepKey] {
        switch self {
        case .forward: [.right, .down, .character("j"), .character("l"), .character(" ")]
        case .back: [.left, .up, .character("k"), .character("h")]
        case .forwardPage: [.pageDown]
        case .backPage: [.pageUp]
        case .first: [.home, .character("<")]
        case .last: [.end, .character(">")]
        case .goTo: [.character("g")]
        case .search: [.character("/")]
        case .nextMatch: [.character("n")]
        case .previousMatch: [.character("N")]
        case .nextProblem: [.character("p")]
        case .previousProblem: [.character("P")]
        case .nextByRule: [.character("r")]
        case .previousByRule: [.character("R")]
        case .nextState: [.character("s")]
        case .previousState: [.character("S")]
        case .cause: [.character("c")]
        case .pane: StepPane.Kind.allCases.map { .character($0.digit) }
        case .explain: [.character("e")]
        case .drop: [.character("d")]
        case .move: [.character("m")]
        case .change: [.character("x")]
        case .insert: [.character("i")]
        case .policy: [.character("=")]
        case .clock: [.character("t")]
        case .undo: [.character("u")]
        case .outcomes: [.character("v")]
        case .save: [.character("w")]
        case .keys: [.character("?")]
        case .quit: [.character("q")]
        }
    }

    /// The action in the words of the help.
    package var meaning: String {
        switch self {
        case .forward: "the next event"
        case .back: "the previous event"
        case .forwardPage: "ten events forward"
        case .backPage: "ten events back"
        case .first: "the first event"
        case .last: "the last event"
        case .goTo: "go to an event (17), a time (18:10, +90s) or a rule (D-13)"
        case .search: "search for a text: forward, without regard to case"
        case .nextMatch: "the next event with that text"
        case .previousMatch: "the previous event with that text"
        case .nextProblem: "the next problem"
        case .previousProblem: "the previous problem"
        case .nextByRule: "the next event that the same rule decided"
        case .previousByRule: "the previous event that the same rule decided"
        case .nextState: "the next change of state"
        case .previousState: "the previous change of state"
        case .cause: "the event that caused this one"
        case .pane: "open a pane: drawing, event, state, effects, outstanding"
        case .explain: "explain the decision, and what would have changed it"
        case .drop: "what if: this event does not happen"
        case .move: "what if: this event happens earlier or later"
        case .change: "what if: something else happens instead of this event"
        case .insert: "what if: something else happens after this event, too"
        case .policy: "what if: the policy has another value"
        case .clock: "what if: the device's clock is right"
        case .undo: "take the last what-if back"
        case .outcomes: "compare the recorded outcomes with those of the what-ifs"
        case .save: "write the log with the what-ifs to a file"
        case .keys: "this list"
        case .quit: "quit, or close what is open"
        }
    }

    /// Returns the action of a key; `nil` if it has none.
    static func of(_ key: StepKey) -> StepAction? { allCases.first { $0.keys.contains(key) } }

    /// Returns all actions with their keys, for a list with one action per row.
    package static func list(_ glyphs: Glyphs) -> [(keys: String, meaning: String)] {
        allCases.map { command in (command.keys.map { $0.name(glyphs) }.joined(separator: " "), command.meaning) }
    }
}

/// A request of the stepper to the program that shows it.
package enum StepRequest: Equatable, Sendable {
    case quit
    /// Write a log to a file, and report the result with `Stepper.noteWritten(_:)` or `Stepper.report(_:)`.
    case write([UInt8], to: String)
    /// Read a file with an event, and pass it to `Stepper.takeEvent(_:)`, or report the failure with `Stepper.report(_:)`.
    case read(String)
}
