import FlowMachine

/// Assigns a number to each key. Equal keys of both logs have the same number.
package struct KeyTable {
    private var numbers: [Key: Int32] = [:]

    /// The parts of rows and effects that are compared.
    enum Key: Hashable {
        /// The kind of event, the question that the event answers, the rule and the state.
        case event(EventKind, Subject, rule: String, state: String, step: String)
        /// The key of an event together with the effects of the decision.
        indirect case decision(Key, [ComparedEffect])
        case subject(Subject)
        case effect(ComparedEffect)
        /// A repeated group of rows, as the numbers of their keys.
        case repetition([Int32])
    }

    /// The subject of an event. Two events with different decisions can have the same subject.
    enum Subject: Hashable {
        case replyFromAdobe(EndpointKind)
        case replyFromPartner(PartnerRequest.Kind)
        /// A reply whose request is unknown.
        case reply(Reply.Result.Kind)
        case timer(TimerPurpose?)
        case choice
        case other(EventKind)
    }

    /// An effect as two logs can share it. If the effect only refers to a number, the subject of the number replaces the number.
    enum ComparedEffect: Hashable {
        case other(EffectKind)
        case cancel(QuestionKind?)
        case disarm(QuestionKind?)
        /// The answer to a request of the app. `to` is the kind of the event that made the request. It is `nil` if the same event made and answered
        /// the request, or if the log does not contain the event.
        case answer(TriagedRequest.Outcome, to: EventKind?)
    }

    package init() {}

    mutating func number(_ key: Key) -> Int32 {
        if let number = numbers[key] { return number }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[key] = number
        return number
    }
}

/// One of two compared logs, as rows. A row is one event, or a series of repeated events.
package struct ComparedLog {
    /// One event, or a series of events that repeats the events before it.
    struct Row: Equatable {
        /// The indices of this row's events in `records`.
        let events: Range<Int>
        /// The number of events in the repeated group; 0 if nothing repeats.
        let period: Int
        /// The number of times that the group of events before this row is repeated.
        var repetitions: Int { period == 0 ? 0 : events.count / period }
        /// A number that is equal for rows with the same meaning: the same kind of event, question, rule and state.
        let key: Int32
        /// A number that is equal for rows about the same subject, even if the decisions differ.
        let looseKey: Int32
    }

    package let name: String
    let header: LogHeader
    package let records: [LogRecord]
    /// The question that each event answers; `nil` for an event that answers no question.
    private(set) var questions: [Question?]
    /// For each event, the number of each effect's kind. It is `nil` for effects on the time-out timer, because the outstanding requests determine
    /// that timer.
    let kinds: [[Int32?]]
    private(set) var rows: [Row] = []

    /// The highest number of events in a repeated group, such as a poll and its timer.
    private static let longestPeriod = 6

    package init(_ name: String, _ header: LogHeader, _ records: [LogRecord], _ table: inout KeyTable, folds: Bool = true) {
        self.name = name
        self.header = header
        self.records = records
        var questions: [Question?] = []
        var kinds: [[Int32?]] = []
        var keys: [(full: Int32, key: Int32, loose: Int32)] = []
        var subjects = Subjects()
        for record in records {
            let question = subjects.outstanding.question(record.event)
            let effects = record.effects.map { subjects.kind($0) }
            let kind = EventKind(record.event, asked: question)
            let subject = ComparedLog.subject(record, question, kind)
            let key = KeyTable.Key.event(kind, subject, rule: record.rule, state: record.state, step: record.step)
            keys.append(
                (table.number(.decision(key, effects.compactMap { $0 })), table.number(key), table.number(.subject(subject))))
            kinds.append(effects.map { $0.map { table.number(.effect($0)) } })
            questions.append(question)
            subjects.note(record)
        }
        self.questions = questions
        self.kinds = kinds
        rows = fold(keys, &table, folds: folds)
    }

    /// Returns a copy that takes the questions of its events from `log`, which contains the same events.
    package func deciding(about log: ComparedLog) -> ComparedLog {
        var copy = self
        copy.questions = log.questions
        return copy
    }

    private static func subject(_ record: LogRecord, _ question: Question?, _ kind: EventKind) -> KeyTable.Subject {
        switch (record.event.origin, question) {
        case (.reply, .call(let call)?): .replyFromAdobe(EndpointKind(call.endpoint))
        case (.reply, .partner(let request)?): .replyFromPartner(request.kind)
        case (.reply(_, let reply), _): .reply(reply.result.kind)
        case (.timer, .timer(let purpose)?): .timer(purpose)
        case (.timer, _): .timer(nil)
        case (.user(.chose), _): .choice
        case (.user, _), (.app, _): .other(kind)
        }
    }

    private func fold(_ keys: [(full: Int32, key: Int32, loose: Int32)], _ table: inout KeyTable, folds: Bool) -> [Row] {
        var rows: [Row] = []
        var place = 0
        while place < keys.count {
            rows.append(Row(events: place..<place + 1, period: 0, key: keys[place].key, looseKey: keys[place].loose))
            place += 1
            guard folds, let (period, end) = repetition(keys, before: place) else { continue }
            let round = place..<place + period
            let key = table.number(.repetition(round.map { keys[$0].full }))
            let looseKey = table.number(.repetition(round.map { keys[$0].loose }))
            rows.append(Row(events: place..<end, period: period, key: key, looseKey: looseKey))
            place = end
        }
        return rows
    }

    /// Finds the group of events before `place` that repeats from `place` on, at least twice.
    ///
    /// Returns the number of events in the group and the place after the last repetition; `nil` if nothing repeats.
    private func repetition(_ keys: [(full: Int32, key: Int32, loose: Int32)], before place: Int) -> (period: Int, end: Int)? {
        for period in 1...ComparedLog.longestPeriod where period <= place {
            var end = place
            while end < keys.count, keys[end].full == keys[end - period].full, !records[end].isUsers { end += 1 }
            let repetitions = (end - place) / period
            if repetitions >= 2 { return (period, place + repetitions * period) }
        }
        return nil
    }
}

/// The subjects of the requests, timers and screens to which later effects refer by their numbers.
private struct Subjects {
    private(set) var outstanding = QuestionHistory()
    private var wishes: [WishID: EventKind] = [:]

    mutating func note(_ record: LogRecord) {
        outstanding.note(record)
        if case .user(let user) = record.event.origin, let wish = user.wish {
            if case .cancel = user { return }
            wishes[wish] = EventKind(record.event, asked: nil)
        }
        for case .answer(let wish, _) in record.effects { wishes[wish] = nil }
    }

    /// Returns the effect for a comparison; `nil` if the effect concerns the timer for time-outs.
    func kind(_ effect: Effect) -> KeyTable.ComparedEffect? {
        switch effect {
        case .arm(_, .timeout, _): return nil
        case .cancel(let id): return .cancel(outstanding.question(of: id).map { QuestionKind($0) })
        case .disarm(let id):
            let question = outstanding.question(of: id)
            return question == .timer(.timeout) ? nil : .disarm(question.map { QuestionKind($0) })
        case .answer(let wish, let answer): return .answer(TriagedRequest.Outcome(answer), to: wishes[wish])
        case .call, .partner, .present, .arm, .keep, .forget: return .other(EffectKind(effect))
        }
    }
}

extension LogRecord {
    /// Whether the event is an act of the viewer or the app.
    fileprivate var isUsers: Bool { if case .user = event.origin { true } else { false } }
}
