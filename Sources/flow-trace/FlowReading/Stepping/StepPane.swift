import FlowMachine

/// A pane of the stepper, which shows one part of the information about an event.
package struct StepPane: Equatable, Sendable {
    package enum Kind: Int, CaseIterable, Sendable {
        case drawing = 1
        case event, state, effects, outstanding

        /// The key that opens the pane.
        var digit: Character { Character("\(rawValue)") }

        var name: String {
            switch self {
            case .drawing: "drawing"
            case .event: "event"
            case .state: "state"
            case .effects: "effects"
            case .outstanding: "outstanding"
            }
        }
    }

    /// One entry of a pane.
    package struct Entry: Equatable, Sendable {
        package let text: String
        package var style = Style.plain
    }

    package let kind: Kind
    package private(set) var entries: [Entry] = []

    init(_ kind: Kind) { self.kind = kind }

    mutating func add(_ text: String, _ style: Style = .plain) { entries.append(Entry(text: text, style: style)) }

    /// Returns the pane's lines within a width, in columns. The second and later lines of an entry are indented.
    func lines(_ width: Int, _ glyphs: Glyphs) -> [(text: String, style: Style)] {
        entries.flatMap { entry -> [(text: String, style: Style)] in
            let first = wrapped(entry.text, to: width, ascii: glyphs.isASCII)
            if first.count < 2 { return first.map { ($0, entry.style) } }
            return wrapped(entry.text, to: max(1, width - 2), ascii: glyphs.isASCII).enumerated().map { index, text in
                ((index == 0 ? "" : "  ") + text, entry.style)
            }
        }
    }
}

extension Stepper {
    /// Returns a pane about the event that is shown. The pane of the drawing is empty, because `drawing(_:rows:)` draws it.
    package mutating func pane(_ kind: StepPane.Kind) -> StepPane {
        switch kind {
        case .drawing: return StepPane(.drawing)
        case .event: return eventPane(log.point(before: position))
        case .state: return statePane(log.point(before: position), log.point(before: position + 1))
        case .effects: return effectsPane(log.point(before: position))
        case .outstanding: return outstandingPane(log.point(before: position + 1))
        }
    }

    private func eventPane(_ before: SteppedLog.Point) -> StepPane {
        var pane = StepPane(.event)
        let (words, time) = (log.words, record.event.time)
        let asked = before.history.question(record.event)
        let isTrouble = Trouble.isIn(record, asked: asked)
        pane.add(
            capitalized(words.sentence(record.event, asked: asked, shown: before.history.shown?.presentation)) + ".",
            isTrouble ? .alarm : .bold)
        if log.origins.simulated.contains(event) { pane.add("Simulated: the recording does not tell this.", .bold) }
        if let trace = record.trace { pane.add("Adobe's trace id: \(trace)", .alarm) }
        if let by = record.by { pane.add("Caused by event \(by).") }
        if let rule = RuleWords.of(record.rule) {
            pane.add("\(record.rule): \(rule.when): \(rule.then)", .dim)
        } else {
            pane.add("\(record.rule): this build does not know this rule.", .dim)
        }
        pane.add("\(TimeWords.date(time, words.clock)) \(TimeWords.clock(time, words.clock)) \(words.clock.label(at: time))")
        return pane
    }

    /// Returns the pane with the state before and after the event, and with every value of the model that the event changed.
    private func statePane(_ before: SteppedLog.Point, _ after: SteppedLog.Point) -> StepPane {
        var pane = StepPane(.state)
        let arrow = look.glyphs.arrowWord
        let now = "\(record.state).\(record.step)"
        let last = position > 0 ? log.records[position - 1] : nil
        let was = last.map { "\($0.state).\($0.step)" }
        pane.add(was.map { $0 == now ? "\(now), unchanged" : "\($0) \(arrow) \(now)" } ?? now, was == now ? .plain : .bold)
        guard let old = before.model, let new = after.model else {
            pane.add("What changed in it cannot be computed: \(after.unknown ?? before.unknown ?? "the model is not known").")
            return pane
        }
        let clock = log.words.clock
        for change in ModelChange.all(from: old, to: new, clock) { pane.add(change.text(arrow)) }
        if old == new { pane.add("Nothing changed.") }
        return pane
    }

    private func effectsPane(_ before: SteppedLog.Point) -> StepPane {
        var pane = StepPane(.effects)
        let asked = before.history.question(record.event)
        if record.effects.isEmpty { pane.add("none") }
        for effect in record.effects {
            pane.add(log.words.effect(effect, at: record.event.time), Trouble.isIn(effect) ? .alarm : .plain)
        }
        for change in log.words.memory(record, asked: asked, owed: before.history.owed) {
            pane.add("\(look.glyphs.memory) \(change.label.text)", change.isTrouble ? .alarm : .dim)
        }
        return pane
    }

    /// Returns the pane with the requests, timers and screens that are outstanding after the event.
    private func outstandingPane(_ after: SteppedLog.Point) -> StepPane {
        var pane = StepPane(.outstanding)
        let now = record.event.time
        let outstanding = after.outstanding
        for wish in outstanding.wishes { pane.add("wish \(wish.id.number): \(log.words.user(UserEvent(wish.kind, wish.id)).sentence)") }
        for request in outstanding.requests {
            let what =
                switch request.question {
                case .adobe(let endpoint): EndpointKind(endpoint).name
                case .partner(let question): log.words.partner(question).text
                }
            let due = request.due.map { ", times out in \(TimeWords.length($0.milliseconds - now.milliseconds))" } ?? ", the viewer decides"
            pane.add("request \(request.id.number): \(what)\(due)")
        }
        if let shown = outstanding.shown {
            let what = shown.what.map { log.words.presentation($0, at: now).text } ?? "something that an earlier file shows"
            pane.add("screen \(shown.id.number): \(what)")
        }
        for timer in outstanding.timers {
            let due = TimeWords.length(max(0, timer.due.milliseconds - now.milliseconds))
            pane.add("timer \(timer.id.number): \(log.words.timer(timer.purpose)), due in \(due)", .dim)
        }
        if pane.entries.isEmpty { pane.add("nothing") }
        return pane
    }
}

extension UserEvent {
    /// Creates the event with which the viewer or the app makes a request of this kind.
    fileprivate init(_ kind: Wish.Kind, _ id: WishID) {
        switch kind {
        case .signIn: self = .signIn(id)
        case .otherProvider: self = .otherProvider(id)
        case .play(let resource, let access): self = .play(id, resource: resource, under: access)
        case .preview(let resources): self = .preview(id, resources: resources)
        case .userMetadata: self = .userMetadata(id)
        case .signOut: self = .signOut(id)
        }
    }
}
