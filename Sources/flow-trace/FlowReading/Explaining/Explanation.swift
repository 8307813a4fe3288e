import FlowMachine

/// An explanation of one decision as text: the rule, the facts, the causes, and the changes that would have led to a different outcome.
package struct Explanation {
    private let scene: Scene
    private let words: Wording
    private let scale: TimeScale
    private var page: Page

    private static let indent = 2
    private static let column = 18

    /// Returns the lines of the explanation of `scene`.
    package static func lines(_ scene: Scene, _ look: Look) -> [String] {
        var explanation = Explanation(scene, look)
        explanation.write()
        return explanation.page.lines
    }

    private init(_ scene: Scene, _ look: Look) {
        self.scene = scene
        page = Page(look)
        words = scene.words
        scale = TimeScale(scene.all, utc: look.utc, scene.words.clock)
    }

    private mutating func write() {
        writeEvent(scene.record)
        writeDecision(scene.record)
        if !scene.agrees { writeDifference() }
        writeRule(scene.record)
        if let before = scene.before {
            page.heading("State before the event (computed by this build from the log)")
            for fact in Facts(scene, before).known { entry(fact.name, fact.text) }
        }
        writeCauses()
        writeLimits()
        switch scene.known {
        case .model(let before): writeAlternatives(Alternatives(scene, before))
        case .nothing(let reason):
            page.blank()
            page.paragraph("The state before the event and the alternatives cannot be computed: \(reason).")
        }
    }

    // MARK: The parts

    private mutating func writeEvent(_ record: LogRecord) {
        let time = scale.text(record.event.time) + scale.unit
        page.paragraph(
            "Event \(record.number), \(time): \(words.sentence(record.event, asked: scene.question, shown: scene.outstanding.shown?.presentation)).",
            .bold)
        if let trace = record.trace { page.paragraph("Adobe's trace id is \(trace): quote it to Adobe's support.", .alarm) }
    }

    private mutating func writeDecision(_ record: LogRecord) {
        page.heading("What the log shows")
        let now = "\(record.state).\(record.step)"
        if let last = scene.earlier.last {
            let place = "\(last.state).\(last.step)"
            entry("state", place == now ? "\(now), unchanged" : "\(place) \(page.look.glyphs.arrowWord) \(now)")
        } else {
            entry("state", now)
        }
        if record.isIgnored(after: scene.earlier.last) { entry("", "nothing changed") }
        entry("rule", record.rule, .bold)
        writeEffects(record.effects, at: record.event.time)
    }

    /// Writes this build's decision if it differs from the recorded decision.
    private mutating func writeDifference() {
        guard let decided = scene.decided else { return }
        page.heading("What this build decides instead")
        entry("state", "\(decided.model.state.name).\(decided.model.state.step)")
        entry("rule", decided.rule.id, .bold)
        writeEffects(decided.effects, at: scene.record.event.time)
    }

    private mutating func writeRule(_ record: LogRecord) {
        page.heading("Rule \(record.rule) (its text, not an observation)")
        guard let rule = RuleWords.of(record.rule) else {
            return page.paragraph("This build does not know the rule.", at: Explanation.indent)
        }
        entry("when", rule.when)
        entry("then", rule.then)
        let covers = rule.covers.map { $0.id }
        if !covers.isEmpty { entry("also satisfies", covers.joined(separator: ", ")) }
    }

    private mutating func writeEffects(_ effects: [Effect], at time: Instant) {
        if effects.isEmpty { entry("effects", "none") }
        for (place, effect) in effects.enumerated() {
            let style: Style = Trouble.isIn(effect) ? .alarm : .plain
            entry(place == 0 ? "effects" : "", Label.sentence(words.effect(effect, at: time)), style)
        }
    }

    private mutating func writeCauses() {
        let causes = Explanation.folded(scene.causes)
        if causes.isEmpty { return }
        page.heading("What led here")
        let questions = scene.questions
        let number = causes.reduce(0) { max($0, String($1.record.number).count) }
        for cause in causes {
            let record = cause.record
            let others = cause.other.map { ", in turn with event \($0)" } ?? ""
            let times = cause.times > 1 ? " (\(cause.times) times\(others))" : ""
            let text = words.sentence(record.event, asked: questions[record.number]) + times
            let head =
                "\(padded(String(record.number), to: number, right: true))  \(padded(scale.text(record.event.time), to: scale.width, right: true))"
            row(head, text, record.rule)
        }
    }

    private mutating func writeLimits() {
        let sentences = TimeLimits(scene).sentences
        if sentences.isEmpty { return }
        page.heading("The app's time limit (recorded; what would have followed is not in the log)")
        for sentence in sentences { page.paragraph(sentence, at: Explanation.indent) }
    }

    private mutating func writeAlternatives(_ alternatives: Alternatives) {
        let isReply = if case .reply = scene.record.event.origin { true } else { false }
        if !alternatives.events.isEmpty {
            page.heading("With a different \(isReply ? "reply" : "event") (computed, not observed)")
            branches(alternatives.events)
        }
        if !alternatives.same.isEmpty { page.paragraph("Same result with: \(alternatives.same.joined(separator: "; ")).") }
        if !alternatives.circumstances.isEmpty {
            page.heading("At another time, with other settings or after other events (computed, not observed)")
            branches(alternatives.circumstances)
        }
        page.blank()
        let tried = alternatives.tried.joined(separator: "; ")
        page.paragraph("\(alternatives.circumstances.isEmpty ? "Tried, with the same result" : "Tried"): \(tried).")
    }

    /// Writes the alternatives. Alternatives with the same consequence share one line.
    private mutating func branches(_ branches: [Alternatives.Branch]) {
        for (labels, consequence) in Alternatives.grouped(branches) {
            let actions = consequence.actions.isEmpty ? "" : ": " + consequence.actions.map { $0.words }.joined(separator: ", ")
            row("", labels.joined(separator: "; "), consequence.rule)
            page.paragraph("\(page.look.glyphs.arrowWord) \(consequence.place)\(actions)", at: Explanation.indent + 4)
        }
    }

    // MARK: Causes that repeat

    /// A cause, with the number of its repetitions.
    struct Cause {
        let record: LogRecord
        let times: Int
        /// The number of the event that alternates with the cause in each repetition; `nil` if none does.
        var other: Int64?
    }

    /// Returns the causes. A repeated cause, such as a poll and its timer, is listed once with the number of its repetitions.
    static func folded(_ causes: [LogRecord]) -> [Cause] {
        var folded: [Cause] = []
        var index = 0
        while index < causes.count {
            var pairs = 1
            while index + 2 * pairs + 1 < causes.count, isPair(causes, index, index + 2 * pairs) { pairs += 1 }
            if pairs > 1 {
                let (one, other) = (causes[index], causes[index + 1])
                folded += [Cause(record: one, times: pairs, other: other.number), Cause(record: other, times: pairs, other: one.number)]
                index += 2 * pairs
            } else {
                var alike = 1
                while index + alike < causes.count, isAlike(causes[index], causes[index + alike]) { alike += 1 }
                folded.append(Cause(record: causes[index], times: alike > 2 ? alike : 1))
                index += alike > 2 ? alike : 1
            }
        }
        return folded
    }

    private static func isAlike(_ one: LogRecord, _ other: LogRecord) -> Bool {
        guard one.rule == other.rule, one.step == other.step else { return false }
        if case .timer = one.event.origin, case .timer = other.event.origin { return true }
        return false
    }

    private static func isPair(_ causes: [LogRecord], _ one: Int, _ other: Int) -> Bool {
        causes[one].rule == causes[other].rule && causes[one + 1].rule == causes[other + 1].rule
            && causes[one].step == causes[other].step && causes[one].rule != causes[one + 1].rule
    }

    // MARK: Rows

    private mutating func entry(_ label: String, _ text: String, _ style: Style = .plain) {
        let column = Explanation.column
        page.row([
            .fixed(label, at: Explanation.indent, .dim), .wrapped(text, at: column, width: page.look.width - column, style),
        ])
    }

    /// Writes a line with the rule at its right end.
    private mutating func row(_ head: String, _ text: String, _ rule: String) {
        let start = Explanation.indent + (head.isEmpty ? 0 : DisplayedWidth.of(head) + 2)
        let end = page.look.width - 10
        page.row([
            .fixed(head, at: Explanation.indent, .dim), .wrapped(text, at: start, width: end - start), .fixed(rule, at: end + 2, .dim),
        ])
    }
}
