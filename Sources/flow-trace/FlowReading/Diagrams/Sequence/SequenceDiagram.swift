import FlowMachine

/// A log as a sequence of blocks, from which the text, Mermaid and SVG diagrams are drawn.
package struct SequenceDiagram {
    let header: LogHeader
    let blocks: [Block]
    /// The lanes, one per party. The partner framework has a lane only if the settings contain a framework or a message involves it.
    let lanes: [Lane]
    /// The rows after the last block: events that a filter left out, or a part of the log that cannot be read.
    let ending: [Row]
    /// The number of the last event drawn.
    let lastNumber: Int64
    private let words: Wording

    /// The minimum length of a pause that has its own row, in milliseconds.
    private static let longestPause: Int64 = 10_000
    /// The minimum length of a wait for the viewer that has its own row, in milliseconds.
    private static let shortestWait: Int64 = 1000

    /// Creates the sequence of `records`. Only the events of `part` are shown, but all are needed to match answers with requests.
    package init(
        _ records: [LogRecord], header: LogHeader, part: Part = Part(), gaps: [LogGap] = [], _ clock: DisplayedClock = .utc
    ) {
        self.header = header
        words = Wording(header, clock)
        var blocks: [Block] = []
        var outstanding = QuestionHistory()
        var previous: LogRecord?
        var leftOut = LeftOut()
        var holes: [Row] = []
        let places = Dictionary(grouping: gaps, by: { $0.index })
        for (index, record) in records.enumerated() {
            holes += places[index]?.map { $0.row } ?? []
            defer {
                outstanding.note(record)
                previous = record
            }
            guard part.numbers.contains(record.number) else {
                holes = []
                continue
            }
            // A time-out timer that finds no overdue request would only separate rows that belong together.
            let isIdleCheck =
                record.onlyArmsTimers && record.state == previous?.state && outstanding.question(record.event) == .timer(.timeout)
            if isIdleCheck, !part.isUnfolded, holes.isEmpty { continue }
            guard part.filter.shows(record, after: previous, outstanding, words) else {
                leftOut.add(record)
                continue
            }
            var block = SequenceDiagram.block(record, after: previous, outstanding, words, since: leftOut.isEmpty ? blocks.last?.time : nil)
            block.waits = leftOut.take() + holes + block.waits
            holes = []
            blocks.append(block)
        }
        ending = leftOut.take() + holes + (part.isToTheEnd ? gaps.filter { $0.index >= records.count }.map { $0.row } : [])
        lastNumber = blocks.last?.number ?? 0
        self.blocks = part.isUnfolded ? blocks : Folding.fold(blocks)
        let hasPartner =
            header.settings.partner == .apple
            || blocks.contains { ($0.effects + [$0.event].compactMap { $0 }).contains { $0.touchesPartner } }
        lanes = hasPartner ? Lane.allCases : Lane.allCases.filter { $0 != .partner }
    }

    /// Creates blocks for some of a log's events, without folding repetitions, with the lanes and columns of the entire log.
    ///
    /// - Parameters:
    ///   - places: The indices of these events in the log.
    ///   - history: The requests before these events.
    ///   - hasPartner: Whether the partner framework has a lane.
    init(_ content: LogContent, _ places: Range<Int>, after history: QuestionHistory, hasPartner: Bool, _ clock: DisplayedClock) {
        header = content.header
        words = Wording(content.header, clock)
        var outstanding = history
        var blocks: [Block] = []
        for index in places {
            let record = content.records[index]
            let previous = index > 0 ? content.records[index - 1] : nil
            var block = SequenceDiagram.block(record, after: previous, outstanding, words, since: previous?.event.time)
            block.waits = content.gaps.filter { $0.index == index }.map { $0.row } + block.waits
            blocks.append(block)
            outstanding.note(record)
        }
        self.blocks = blocks
        ending = content.gaps.filter { $0.index >= content.records.count && places.upperBound == content.records.count }.map { $0.row }
        lastNumber = content.records.last?.number ?? 0
        lanes = hasPartner ? Lane.allCases : Lane.allCases.filter { $0 != .partner }
    }

    static func block(_ record: LogRecord, after previous: LogRecord?, _ outstanding: QuestionHistory, _ words: Wording, since: Instant?)
        -> Block
    {
        var block = Block(
            number: record.number, time: record.event.time, rule: words.rule(record.rule), before: previous?.state ?? record.state,
            after: record.state, isIgnored: record.isIgnored(after: previous))
        block.effects = record.effects.compactMap { row($0, at: record.event.time, words) }
        let asked = outstanding.question(record.event)
        for change in words.memory(record, asked: asked, owed: outstanding.owed) {
            block.effects.append(Row(.memory, change.label, isTrouble: change.isTrouble))
        }
        if record.state == previous?.state, !block.isIgnored { block.turn = turn(record, block, asked, outstanding, words) }
        // The timer of a poll has no row, because the next row shows the request that the timer causes.
        if asked != .timer(.poll) || block.effects.isEmpty { block.event = row(record, asked, outstanding, words) }
        block.trace = record.trace
        if let wait = wait(for: record, asked, outstanding, words) {
            block.waits.append(wait)
        } else if let since {
            let gap = record.event.time.milliseconds - since.milliseconds
            if gap >= longestPause { block.waits.append(Row(.pause, Label(TimeWords.length(gap) + " later"))) }
        }
        return block
    }

    /// Returns the event's role in a series of polls or retries; `nil` if it has none.
    private static func turn(_ record: LogRecord, _ block: Block, _ asked: Question?, _ outstanding: QuestionHistory, _ words: Wording)
        -> Block
        .Turn?
    {
        switch (record.event.origin, asked) {
        case (.reply(_, let reply), .call(let call)) where block.effects.isEmpty:
            let label = words.reply(reply, to: asked, at: record.event.time)
            // Only the detail of a denial's label contains the reason.
            let isDecision = if case .decisions = reply.result { true } else { false }
            let text = (isDecision ? label.sentence : label.main).split(separator: " ").joined(separator: " ")
            return .answer(call.endpoint, Block.Result(value: Block.Result.Value(reply.result), text: text))
        case (.timer, .timer(.timeout)):
            guard block.effects.isEmpty, case .call(let call)? = outstanding.givenUp(by: record)?.question else { return nil }
            let lost = FailureKind.transport(.timedOut)
            return .answer(call.endpoint, Block.Result(value: .failed(lost), text: lost.text))
        case (.timer, .timer(.poll)), (.timer, .timer(.retry)), (.timer, .timer(.hold)):
            if block.effects.isEmpty { return .pause }
            guard block.effects.count == 1, let effect = record.effects.first(where: { if case .call = $0 { true } else { false } }),
                case .call(_, let call) = effect
            else { return nil }
            return .request(call.endpoint)
        case _: return nil
        }
    }

    /// Returns the row for the time that the viewer took until this event; `nil` if the flow did not wait for the viewer.
    private static func wait(for record: LogRecord, _ asked: Question?, _ outstanding: QuestionHistory, _ words: Wording) -> Row? {
        var since: Instant?
        var activity: ViewerActivity?
        switch (record.event.origin, asked) {
        case (.reply, .partner(let request)):
            since = outstanding.since(record.event)
            activity = ViewerActivity(request)
        case (.reply(_, let reply), let asked) where asked?.isPoll == true:
            guard reply.result.hasProfile, let shown = outstanding.shown else { return nil }
            since = shown.since
            activity = ViewerActivity(shown.presentation)
        case (.user(.chose(let id, _)), _):
            guard let shown = outstanding.shown, shown.id == id else { return nil }
            since = shown.since
            activity = ViewerActivity(shown.presentation)
        case _: return nil
        }
        guard let since, let activity else { return nil }
        let length = record.event.time.milliseconds - since.milliseconds
        return length < shortestWait ? nil : Row(.wait, Label(TimeWords.length(length), activity.rawValue))
    }

    private static func row(_ record: LogRecord, _ asked: Question?, _ outstanding: QuestionHistory, _ words: Wording) -> Row {
        let event = record.event
        let isTrouble = Trouble.isIn(record, asked: asked)
        switch event.origin {
        case .user(let user): return Row(.message(from: .viewer, to: .app, isAnswer: false), words.user(user))
        case .app(let app): return Row(.note, words.app(app, at: event.time), isTrouble: isTrouble)
        case .reply(_, let reply):
            let lane = asked.flatMap(SequenceDiagram.lane) ?? SequenceDiagram.lane(reply.result)
            let label = words.reply(reply, to: asked, at: event.time)
            return Row(.message(from: lane, to: .app, isAnswer: true), label, isTrouble: isTrouble)
        case .timer(let id):
            guard case .timer(let purpose) = asked else { return Row(.note, Label("timer \(id.number)")) }
            if case .call(let call)? = outstanding.timedOut(by: record)?.question {
                return Row(.note, Label("no answer in time", words.request(call).main), isTrouble: isTrouble)
            }
            return Row(.note, Label(words.timer(purpose)), isTrouble: isTrouble)
        }
    }

    private static func row(_ effect: Effect, at time: Instant, _ words: Wording) -> Row? {
        let isTrouble = Trouble.isIn(effect)
        switch effect {
        case .call(_, let call):
            return Row(.message(from: .app, to: lane(call.endpoint), isAnswer: false), words.request(call))
        case .partner(_, let request): return Row(.message(from: .app, to: .partner, isAnswer: false), words.partner(request))
        case .present(_, .nothing): return nil
        case .present(_, let presentation):
            let label = words.presentation(presentation, at: time)
            return Row(.message(from: .app, to: .viewer, isAnswer: false), label, isTrouble: isTrouble)
        case .answer(_, let answer):
            return Row(.message(from: .app, to: .viewer, isAnswer: true), words.answer(answer, at: time), isTrouble: isTrouble)
        case .cancel, .arm, .disarm, .keep, .forget: return nil
        }
    }

    private static func lane(_ question: Question) -> Lane? {
        switch question {
        case .call(let call): lane(call.endpoint)
        case .partner: .partner
        case .timer: nil
        }
    }

    private static func lane(_ endpoint: Endpoint) -> Lane {
        endpoint.descriptor.api == .registration ? .register : .adobe
    }

    /// Returns the lane of a reply's sender, for replies whose request is in an earlier segment.
    private static func lane(_ result: Reply.Result) -> Lane {
        switch result {
        case .registered, .token: .register
        case .partner: .partner
        case .configuration, .profiles, .session, .decisions, .logouts, .failed: .adobe
        case .authentication, .partnerRequest, .userMetadata, .done: .adobe
        }
    }
}
