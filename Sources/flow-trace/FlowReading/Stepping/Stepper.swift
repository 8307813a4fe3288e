import FlowMachine

/// Steps through a log: it stores the position, the open pane and the what-ifs, and performs the action of each key.
///
/// It prints nothing and reads no key. A terminal or a page passes keys to `press(_:)` and shows `screen()`.
package struct Stepper {
    /// The content of the screen.
    enum View {
        case panes
        /// One pane that fills the screen.
        case pane(StepPane.Kind)
        /// A text that fills the screen.
        case text(title: String, lines: [String])
    }

    /// The input that the last line asks the user for.
    enum Prompt: Equatable {
        case goTo, search, move, change, insert, policy, save

        var text: String {
            switch self {
            case .goTo: "go to event, time or rule: "
            case .search: "/"
            case .move: "how much later (+2s) or earlier (-2s): "
            case .change: "instead of this event: a number of the list, or a file with an event: "
            case .insert: "after this event: a number of the list, or a file with an event: "
            case .policy: "policy, NAME=VALUE: "
            case .save: "write to file: "
            }
        }
    }

    let name: String
    private(set) var look: Look
    private(set) var rows = Stepper.fewestRows
    /// The recording, and the log after each what-if.
    var versions: [SteppedLog]
    /// The index of the event that is shown.
    var position = 0
    private(set) var view = View.panes
    /// The index of the first visible line of the open pane or text.
    private(set) var scroll = 0
    private(set) var prompt: (kind: Prompt, text: String)?
    /// The message on the last line about the action of the last key.
    var message = ""
    private var searched = ""
    /// The events that the list offers for a change or an insertion.
    var offered: [FlowEvent.Origin] = []
    /// Whether an event that the user selects is inserted after the event that is shown. Otherwise it replaces that event.
    var isInserting = false
    /// The bytes of the log with what-ifs that was written last; `nil` if none was written.
    private var written: [UInt8]?
    /// Whether the last key asked to quit while what-ifs were not saved. If the key is pressed again, the stepper quits.
    private var isLeaving = false
    let simulation: EditedRun.Simulation

    package static let fewestRows = 24
    /// The highest number of characters that the user can type into a prompt.
    private static let longestText = 200

    /// Creates a stepper at the first event.
    ///
    /// - Parameters:
    ///   - name: The log's name.
    ///   - content: The log that was read from `bytes`.
    ///   - bytes: The bytes of the log.
    ///   - look: The glyphs, the clock and the color. `resize(columns:rows:)` sets the size.
    ///   - simulation: Returns the replies that an edited log needs and does not contain.
    /// - Returns: `nil` for a log without an event.
    package init?(
        _ name: String, _ content: LogContent, _ bytes: [UInt8], _ look: Look = Look(),
        simulation: @escaping EditedRun.Simulation = { $0.likelyReply }
    ) {
        if content.records.isEmpty { return nil }
        self.name = name
        self.look = look
        self.simulation = simulation
        versions = [SteppedLog(content, bytes, look)]
        message = "? lists the keys"
        if let failure = content.failure { message = "line \(failure.line) is damaged; the events before it are shown" }
    }

    /// The log that is shown: the recording, or the log after the last what-if.
    var log: SteppedLog {
        get { versions[versions.count - 1] }
        set { versions[versions.count - 1] = newValue }
    }

    var record: LogRecord { log.records[position] }

    /// The number of the event that is shown.
    package var event: Int64 { record.number }

    /// Shows a message on the last line.
    package mutating func report(_ text: String) { message = text }

    /// Remembers that the log with the what-ifs was written to the file at `path`.
    package mutating func noteWritten(_ path: String) {
        written = log.bytes
        message = "written to \(path)"
    }

    package mutating func resize(columns: Int, rows: Int) {
        look.width = max(1, columns)
        self.rows = max(1, rows)
    }

    /// Goes to the first event whose number is at least `number`; to the last event if there is none.
    package mutating func go(to number: Int64) {
        position = log.records.firstIndex { $0.number >= number } ?? log.records.count - 1
    }

    // MARK: Keys

    /// Performs the action of a key. Returns the request that the program must fulfill; `nil` if there is none.
    package mutating func press(_ key: StepKey) -> StepRequest? {
        message = ""
        let wasLeaving = isLeaving
        isLeaving = false
        if prompt != nil { return type(key) }
        if wasLeaving, key == .character("q"), case .panes = view { return .quit }
        switch view {
        case .panes: return key == .escape ? nil : obey(key)
        case .pane(let kind):
            if isScrolled(by: key) { return nil }
            if key == .escape || key == .enter || key == .character("q") || key == .character(kind.digit) {
                close()
                return nil
            }
            return obey(key)
        case .text:
            if !isScrolled(by: key) { close() }
            return nil
        }
    }

    private mutating func close() {
        view = .panes
        scroll = 0
    }

    mutating func open(_ title: String, _ lines: [String]) {
        view = .text(title: title, lines: lines)
        scroll = 0
    }

    private mutating func isScrolled(by key: StepKey) -> Bool {
        switch key {
        case .up: scroll -= 1
        case .down: scroll += 1
        case .pageUp: scroll -= rows - 3
        case .pageDown, .character(" "): scroll += rows - 3
        case .home: scroll = 0
        case .end: scroll = Int.max / 2
        case .left, .right, .enter, .escape, .backspace, .character: return false
        }
        return true
    }

    /// Limits the scrolling so that the last line stays at the bottom.
    mutating func limitScroll(_ lines: Int, of shown: Int) { scroll = max(0, min(scroll, lines - shown)) }

    private mutating func type(_ key: StepKey) -> StepRequest? {
        guard let (kind, text) = prompt else { return nil }
        // The list stays open while the user types a number from it.
        let hasList = kind == .change || kind == .insert
        if hasList, key != .character(" "), isScrolled(by: key) { return nil }
        defer { if hasList, prompt == nil, case .text(Stepper.listTitle, _) = view { close() } }
        switch key {
        case .character(let character): if text.count < Stepper.longestText { prompt = (kind, text + String(character)) }
        case .backspace: prompt = text.isEmpty ? nil : (kind, String(text.dropLast()))
        case .escape: prompt = nil
        case .enter:
            prompt = nil
            return enter(kind, text)
        case .left, .right, .up, .down, .pageUp, .pageDown, .home, .end: break
        }
        return nil
    }

    private mutating func enter(_ kind: Prompt, _ text: String) -> StepRequest? {
        // An empty search repeats the last search.
        if text.isEmpty, kind != .search { return nil }
        switch kind {
        case .goTo: goTo(text)
        case .search:
            if !text.isEmpty { searched = text }
            find(isForward: true)
        case .move: move(text)
        case .change, .insert:
            isInserting = kind == .insert
            guard let number = Int(text) else { return .read(text) }
            take(number)
        case .policy: changePolicy(text)
        case .save: return .write(log.bytes, to: text)
        }
        return nil
    }

    private mutating func obey(_ key: StepKey) -> StepRequest? {
        guard let command = StepAction.of(key) else {
            message = "\(key.name(look.glyphs)) does nothing here: ? lists the keys"
            return nil
        }
        switch command {
        case .forward: step(1)
        case .back: step(-1)
        case .forwardPage: step(10)
        case .backPage: step(-10)
        case .first: position = 0
        case .last: position = log.records.count - 1
        case .goTo: prompt = (.goTo, "")
        case .search: prompt = (.search, "")
        case .nextMatch: find(isForward: true)
        case .previousMatch: find(isForward: false)
        case .nextProblem: seekProblem(isForward: true)
        case .previousProblem: seekProblem(isForward: false)
        case .nextByRule: seekRule(isForward: true)
        case .previousByRule: seekRule(isForward: false)
        case .nextState: seekState(isForward: true)
        case .previousState: seekState(isForward: false)
        case .cause: goToCause()
        case .pane:
            if let kind = StepPane.Kind.allCases.first(where: { .character($0.digit) == key }) { view = .pane(kind) }
            scroll = 0
        case .explain: explain()
        case .drop: drop()
        case .move: prompt = (.move, "")
        case .change: offer(.change)
        case .insert: offer(.insert)
        case .policy: prompt = (.policy, "")
        case .clock: apply(.rightClock)
        case .undo: undo()
        case .outcomes: showOutcomes()
        case .save: if versions.count > 1 { prompt = (.save, "") } else { message = "nothing was changed: there is nothing to write" }
        case .keys: open("Keys", keyLines)
        case .quit: return leave()
        }
        return nil
    }

    /// Quits, or shows a warning if what-ifs are not saved. After the warning, the same key quits.
    private mutating func leave() -> StepRequest? {
        if versions.count == 1 || log.bytes == written { return .quit }
        let edits = versions.count - 1
        isLeaving = true
        message = "\(edits) what-if\(edits == 1 ? " is" : "s are") not written: w writes the log, q quits without it"
        return nil
    }

    /// Opens the list of events that can replace the event that is shown, or follow it.
    private mutating func offer(_ kind: Prompt) {
        let list = kind == .change ? others : further
        offered = list.map { $0.value }
        let lines =
            list.isEmpty
            ? ["Nothing is known that could happen. A file can have an event as JSON."]
            : list.enumerated().map { "\(padded("\($0 + 1)", to: 3, right: true))  \($1.label)" }
        open(Stepper.listTitle, lines)
        prompt = (kind, "")
    }

    static let listTitle = "What if: choose by number"

    // MARK: Moving

    private mutating func step(_ count: Int) {
        let to = min(max(position + count, 0), log.records.count - 1)
        if to == position { message = count > 0 ? "this is the last event" : "this is the first event" }
        position = to
    }

    /// Goes to the next or previous event that fits, or shows a message that there is none.
    private mutating func seek(
        _ what: String, isForward: Bool, where fits: (LogRecord, LogRecord?, SteppedLog.Point) -> Bool
    ) {
        if let place = log.place(from: isForward ? position + 1 : position, isForward: isForward, where: fits) {
            position = place
        } else {
            message = "no \(isForward ? "later" : "earlier") event \(what)"
        }
    }

    private mutating func find(isForward: Bool) {
        if searched.isEmpty {
            message = "there is nothing to search for yet: / asks for a text"
            return
        }
        let filter = EventFilter(text: searched.lowercased())
        let words = log.words
        seek("has \"\(searched)\"", isForward: isForward) { filter.shows($0, after: $1, $2.history, words) }
    }

    private mutating func seekProblem(isForward: Bool) {
        let filter = EventFilter(only: .problems)
        let words = log.words
        seek("has a problem", isForward: isForward) { filter.shows($0, after: $1, $2.history, words) }
    }

    private mutating func seekRule(isForward: Bool) {
        let rule = record.rule
        seek("was decided by \(rule)", isForward: isForward) { record, _, _ in record.rule == rule }
    }

    private mutating func seekState(isForward: Bool) {
        seek("changes the state", isForward: isForward) { record, previous, _ in previous.map { $0.state != record.state } ?? false }
    }

    private mutating func goToCause() {
        guard let by = record.by else {
            message = "nothing in the log caused this event"
            return
        }
        guard let place = log.records.lastIndex(where: { $0.number == by }) else {
            message = "event \(by), which caused this one, is not in this log"
            return
        }
        position = place
    }

    private mutating func goTo(_ text: String) {
        do throws(PlaceFailure) { try go(to: text, option: "go to", from: position + 1) } catch { message = error.text }
    }

    /// Goes to the event that the user names.
    ///
    /// - Parameters:
    ///   - text: The number of an event, a time, or a rule. A rule means the next event that the rule decided. After the last such event, it means
    ///     the first.
    ///   - option: The name of the option with this text, for error messages.
    ///   - start: The index at which the search for a rule begins.
    /// - Throws: `PlaceFailure` if the log has no such event.
    package mutating func go(to text: String, option: String, from start: Int = 0) throws(PlaceFailure) {
        let words = log.words
        let rule = text.uppercased()
        func isNamed(_ id: String) -> Bool { id == rule || words.rule(id) == rule }
        if let next = log.records[start...].firstIndex(where: { isNamed($0.rule) }) {
            position = next
        } else if let first = log.records.firstIndex(where: { isNamed($0.rule) }) {
            position = first
            message = "continued at the first event"
        } else if RuleWords.all.contains(where: { isNamed($0.id) }) {
            throw PlaceFailure("\(option) \(text): no event was decided by this rule")
        } else {
            let place = try EventPlace(text, option: option, zone: look.clock.name)
            go(to: try place.number(in: log.records, by: look.clock.of(log.content.header)))
        }
    }

    private mutating func explain() {
        guard let scene = Scene(event, log.content, log.bytes, look.clock) else { return }
        open("Explanation of event \(event)", Explanation.lines(scene, look))
    }
}
