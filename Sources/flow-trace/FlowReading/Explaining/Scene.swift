import FlowMachine

/// One event of a log with everything that determined its decision: the model before it, the open requests and the screen.
package final class Scene {
    let header: LogHeader
    /// The words for the log's values.
    let words: Wording
    /// The events before the explained event, as recorded.
    let earlier: ArraySlice<LogRecord>
    /// The explained event, as recorded.
    let record: LogRecord
    /// The model before the event, if this build can compute it.
    let known: Known
    /// The requests and the screen before the explained event.
    let outstanding: QuestionHistory
    /// Every event of the log, as recorded.
    let all: [LogRecord]
    /// The events before the explained event, if this build can decide them again from the launch on; otherwise empty.
    let replayed: [FlowEvent]

    /// Whether this build knows the model before the event.
    enum Known {
        case model(FlowModel)
        /// The model is unknown. `because` is the reason, as the end of a sentence.
        case nothing(because: String)
    }

    /// Creates the scene of the event with the number `number`; `nil` if the log has no such event.
    ///
    /// - Parameters:
    ///   - content: The log that was read from `bytes`.
    ///   - bytes: The bytes of the log, which are replayed up to the event.
    ///   - clock: The clock for times in texts.
    package init?(_ number: Int64, _ content: LogContent, _ bytes: [UInt8], _ clock: DisplayedClock = .utc) {
        guard let index = content.records.firstIndex(where: { $0.number == number }) else { return nil }
        let records = content.records
        header = content.header
        words = Wording(content.header, clock)
        earlier = records[..<index]
        record = records[index]
        all = records
        known = Scene.model(after: index, before: number, bytes)
        var outstanding = QuestionHistory()
        for record in earlier { outstanding.note(record) }
        self.outstanding = outstanding
        let isWhole = content.failure == nil && content.snapshot == nil
        replayed = isWhole ? earlier.map { $0.event } : []
    }

    /// Returns the model after `count` events, or the reason why this build cannot compute it.
    private static func model(after count: Int, before number: Int64, _ bytes: [UInt8]) -> Known {
        guard var replay = try? Replay(bytes) else { return .nothing(because: "this build cannot continue from the log's first line") }
        do throws(ReplayFailure) {
            for _ in 0..<count { _ = try replay.advance() }
            return .model(replay.model)
        } catch {
            switch error {
            case .divergence(let divergence):
                return .nothing(because: "this build's decisions differ from event \(divergence.thisBuild.number) on")
            case .log(let failure): return .nothing(because: "line \(failure.line), before this event, is damaged")
            }
        }
    }

    /// The model before the event; `nil` if this build cannot compute it.
    var before: FlowModel? {
        switch known {
        case .model(let model): model
        case .nothing: nil
        }
    }

    /// This build's decision about the event; `nil` if the model before the event is unknown.
    var decided: FlowTransition? { before.map { FlowReducer(settings: header.settings).reduce($0, record.event) } }

    /// Whether this build decides the event as recorded.
    var agrees: Bool {
        guard let decided else { return false }
        let state = decided.model.state
        return decided.rule.id == record.rule && state.name == record.state && state.step == record.step
            && decided.effects == record.effects
    }

    /// The question that the event answers.
    package var question: Question? { outstanding.question(record.event) }

    /// Whether the log shows without an answer of Adobe that the device's clock is wrong.
    var hasWrongClock: Bool {
        var conditions = CallConditions()
        for record in earlier + [record] { conditions.note(record) }
        return conditions.wrongClock != nil
    }

    /// The providers and times for possible events.
    var surroundings: Surroundings {
        // The expiries in possible events are times by Adobe's clock.
        var clock = before?.calls.adobeClock ?? AdobeClock()
        if case .reply(_, let reply) = record.event.origin, let time = reply.adobesTime { _ = clock.note(time, at: record.event.time) }
        return Surroundings(earlier + [record], settings: header.settings, now: clock.best(record.event.time))
    }

    /// The events that led to the explained event: its chain of causes, and the failures since the oldest unanswered request was made.
    ///
    /// The explained event itself is not included.
    var causes: [LogRecord] {
        // Only a damaged log has two events with one number. The later event is used.
        let places = Dictionary(first: zip(earlier.map { $0.number }, earlier.indices).reversed())
        var causes: [LogRecord] = []
        var next = record.by
        while let number = next, let place = places[number], number < causes.last?.number ?? Int64.max {
            causes.append(earlier[place])
            next = earlier[place].by
        }
        let known = Set(causes.map { $0.number })
        return (causes + problems.filter { !known.contains($0.number) }).ordered { $0.number < $1.number }
    }

    /// The question that each earlier event answers, by the event's number.
    var questions: [Int64: Question] {
        var outstanding = QuestionHistory()
        var questions: [Int64: Question] = [:]
        for record in earlier {
            questions[record.number] = outstanding.question(record.event)
            outstanding.note(record)
        }
        return questions
    }

    /// The failures since the oldest unanswered request was made.
    private var problems: [LogRecord] {
        var open: [WishID: Int64] = [:]
        var asked = QuestionHistory()
        var problems: [LogRecord] = []
        for record in earlier {
            if case .user(let user) = record.event.origin, let wish = user.wish, open[wish] == nil { open[wish] = record.number }
            for case .answer(let wish, _) in record.effects { open[wish] = nil }
            if Trouble.isIn(record, asked: asked.question(record.event)) { problems.append(record) }
            asked.note(record)
        }
        // A request that this event answers was unanswered until now, so the event's own answers are not considered.
        guard let oldest = open.values.min() else { return [] }
        return problems.filter { $0.number >= oldest }
    }

    /// Returns the event that made the request with the number `wish`; `nil` if the log does not contain the event.
    func opening(of wish: WishID) -> LogRecord? {
        (earlier + [record]).first { record in
            guard case .user(let user) = record.event.origin, user.wish == wish else { return false }
            if case .cancel = user { return false }
            return true
        }
    }
}
